-- Discounts of orders: automatic ones, and those of a code.
CREATE TABLE discounts (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  -- As an admin wrote it; empty for a discount that applies by itself.
  code text CHECK (code <> ''),
  kind text NOT NULL CHECK (kind IN ('percent', 'fixed', 'shipping')),
  -- Hundredths of a percent, or cents; 0 for free shipping.
  value integer NOT NULL,
  target text NOT NULL CHECK (target IN ('order', 'products', 'categories')),
  -- Of the lines that it is for.
  minimum_cents bigint NOT NULL DEFAULT 0 CHECK (minimum_cents >= 0),
  starts_at timestamptz,
  ends_at timestamptz,
  active boolean NOT NULL DEFAULT true,
  usage_limit integer CHECK (usage_limit > 0),
  used_count integer NOT NULL DEFAULT 0 CHECK (used_count >= 0),
  once_per_buyer boolean NOT NULL DEFAULT false,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT discounts_dates CHECK (starts_at < ends_at),
  CONSTRAINT discounts_of_shipping CHECK (kind <> 'shipping' OR target = 'order'),
  CONSTRAINT discounts_usage CHECK (used_count <= usage_limit),
  CONSTRAINT discounts_value CHECK (
CASE kind
    WHEN 'percent' THEN value >= 1 AND value <= 10000
    WHEN 'fixed' THEN value > 0
    ELSE value = 0
END)
);
CREATE INDEX discounts_automatic ON discounts (id) WHERE code IS NULL AND active;
CREATE UNIQUE INDEX discounts_code ON discounts (lower(code));

CREATE TABLE discount_products (
  discount_id uuid REFERENCES discounts (id),
  product_id uuid REFERENCES products (id),
  PRIMARY KEY (discount_id, product_id)
);
CREATE INDEX discount_products_of_product ON discount_products (product_id);

-- Each with the categories below it.
CREATE TABLE discount_categories (
  discount_id uuid REFERENCES discounts (id),
  category_id integer REFERENCES categories (id) ON DELETE CASCADE,
  PRIMARY KEY (discount_id, category_id)
);
CREATE INDEX discount_categories_of_category ON discount_categories (category_id);

-- The uses of now: an order that is cancelled or expires gives its use back.
CREATE TABLE discount_uses (
  order_id uuid PRIMARY KEY REFERENCES orders (id),
  discount_id uuid NOT NULL REFERENCES discounts (id),
  buyer_id uuid NOT NULL REFERENCES users (id),
  -- Of this buyer, from 1: two orders at once cannot both be the first.
  nth integer NOT NULL CHECK (nth > 0),
  CONSTRAINT discount_uses_nth UNIQUE (discount_id, buyer_id, nth)
);

-- Cards take two of three decimals: the total of such an order is calculated, not just added up.
CREATE FUNCTION charges_version() RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT tax.edition || ' ' || shipping.edition FROM tax_settings tax, shipping_settings shipping
  WHERE tax.enabled OR shipping.enabled OR EXISTS (SELECT FROM store WHERE currency_digits = 3) OR EXISTS (
    SELECT FROM discounts
    WHERE code IS NULL AND active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true))
$$;
