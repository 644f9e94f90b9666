-- Prices by list: for everyone or for the members of a group, from a quantity on.
CREATE TABLE customer_groups (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX customer_groups_name ON customer_groups (lower(name));

CREATE TABLE group_members (
  group_id bigint REFERENCES customer_groups (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id),
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_members_of_user ON group_members (user_id);

CREATE TABLE price_lists (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- The one list of the public price breaks.
  is_base boolean NOT NULL DEFAULT false,
  -- Both empty for everyone. A list whose group is deleted would be for everyone, so such a group cannot be deleted.
  group_id bigint REFERENCES customer_groups (id),
  -- The one customer that it is for.
  user_id uuid REFERENCES users (id),
  starts_at timestamptz,
  ends_at timestamptz,
  active boolean NOT NULL DEFAULT false,
  -- Decides alone for whom it is: only by it, a buyer pays more than the public price.
  is_exclusive boolean NOT NULL DEFAULT false,
  -- Added to the public price at a quantity, where the list has no price of its own.
  adjust_percent numeric(5,2) CHECK (adjust_percent > -100 AND adjust_percent <= 900),
  -- Has the sale prices of files for its days: a product has one of them.
  is_sale boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT price_lists_base CHECK (NOT is_base OR num_nonnulls(group_id, user_id, starts_at, ends_at, adjust_percent) = 0 AND NOT is_exclusive),
  CONSTRAINT price_lists_one_audience CHECK (group_id IS NULL OR user_id IS NULL),
  CONSTRAINT price_lists_dates CHECK (starts_at < ends_at)
);
CREATE UNIQUE INDEX price_lists_name ON price_lists (lower(name));
CREATE INDEX price_lists_of_group ON price_lists (group_id);
CREATE INDEX price_lists_of_user ON price_lists (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX price_lists_one_base ON price_lists (is_base) WHERE is_base;

CREATE TABLE prices (
  price_list_id bigint REFERENCES price_lists (id) ON DELETE CASCADE,
  product_id uuid REFERENCES products (id),
  from_quantity integer CHECK (from_quantity >= 1 AND from_quantity <= 1000000),
  -- For as many units as the price of the product is.
  cents integer NOT NULL CHECK (cents > 0),
  PRIMARY KEY (product_id, price_list_id, from_quantity)
);
CREATE INDEX prices_of_list ON prices (price_list_id, product_id, from_quantity);

-- The quantity rule of a product for the members of a group; it replaces that of the product as a whole.
CREATE TABLE quantity_rules (
  product_id uuid REFERENCES products (id),
  group_id bigint REFERENCES customer_groups (id) ON DELETE CASCADE,
  minimum integer NOT NULL CHECK (minimum >= 1),
  multiple integer NOT NULL DEFAULT 1 CHECK (multiple >= 1),
  maximum integer,
  PRIMARY KEY (product_id, group_id),
  CONSTRAINT quantity_rules_fit CHECK ((minimum % multiple) = 0 AND (maximum IS NULL OR (maximum % multiple) = 0 AND maximum >= minimum))
);
CREATE INDEX quantity_rules_of_group ON quantity_rules (group_id, product_id);

-- The price of a line in cents, half a cent rounded up.
CREATE FUNCTION line_total(quantity integer, price_cents integer, price_per integer) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT RETURN (2 * quantity::bigint * price_cents + price_per) / (2 * price_per);

-- The lists in force that a buyer is entitled to; those for everyone if there is no buyer.
CREATE FUNCTION price_lists_for(buyer uuid) RETURNS TABLE(id bigint, is_exclusive boolean, adjust_percent numeric)
  LANGUAGE sql STABLE AS $$
  SELECT list.id, list.is_exclusive, list.adjust_percent
  FROM (
    SELECT everyone.* FROM price_lists everyone WHERE everyone.group_id IS NULL AND everyone.user_id IS NULL AND everyone.active
    UNION ALL
    SELECT own.* FROM group_members member JOIN price_lists own ON own.group_id = member.group_id AND own.active
    WHERE member.user_id = buyer
    UNION ALL
    SELECT personal.* FROM price_lists personal WHERE personal.user_id = buyer AND personal.active) list
  WHERE (list.starts_at IS NULL OR list.starts_at <= now()) AND (list.ends_at IS NULL OR list.ends_at > now())
    AND (list.adjust_percent IS NOT NULL OR EXISTS (SELECT FROM prices WHERE prices.price_list_id = list.id))
$$;

-- The price of one list for a product at a quantity, whether the list is in force and for whom or not; no row if it has none. A percentage
-- is of the public price at this quantity, half a cent rounded up; a price from one unit on replaces it.
CREATE FUNCTION list_price_for(product uuid, own_cents integer, quantity integer, list bigint, percent numeric) RETURNS TABLE(cents integer)
  LANGUAGE sql STABLE AS $$
  SELECT listed.cents
  FROM (
    SELECT CASE WHEN percent IS NULL OR min(step.from_quantity) = 1 THEN min(step.cents)
      ELSE least(min(step.cents), greatest(1, least(2147483647, round(least(own_cents, (
          SELECT min(public_step.cents) FROM price_lists base JOIN prices public_step ON public_step.price_list_id = base.id
          WHERE base.is_base AND base.active AND public_step.product_id = product AND public_step.from_quantity <= quantity))
        * (100 + percent) / 100))::integer)) END AS cents
    FROM prices step
    WHERE step.product_id = product AND step.price_list_id = list AND step.from_quantity <= quantity) listed
  WHERE listed.cents IS NOT NULL
$$;

-- The best price of a product for a buyer at a quantity, of the prices of all lists; the explanation of a price reads the same.
CREATE FUNCTION price_for(product uuid, own_cents integer, buyer uuid, quantity integer) RETURNS TABLE(price_cents integer, price_list_id bigint)
  LANGUAGE sql STABLE AS $$
  SELECT offer.cents, offer.list_id
  FROM (
    SELECT own_cents AS cents, NULL::bigint AS list_id, false AS is_exclusive
    UNION ALL
    SELECT listed.cents, list.id, list.is_exclusive
    FROM price_lists_for(buyer) list
    CROSS JOIN LATERAL list_price_for(product, own_cents, quantity, list.id, list.adjust_percent) listed) offer
  ORDER BY offer.is_exclusive DESC, offer.cents, offer.list_id NULLS FIRST LIMIT 1
$$;

-- The prices of a product for a buyer by quantity, `[[1, 1000], [10, 900]]`; null if its own price holds at every quantity.
CREATE FUNCTION price_steps(product uuid, own_cents integer, buyer uuid) RETURNS TABLE(steps jsonb)
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_agg(jsonb_build_array(priced.from_quantity, priced.price_cents) ORDER BY priced.from_quantity)
  FROM (
    SELECT step.from_quantity, price.price_cents, lag(price.price_cents) OVER (ORDER BY step.from_quantity) AS before
    FROM (
      SELECT 1 AS from_quantity
      UNION
      SELECT prices.from_quantity FROM price_lists_for(buyer) list JOIN prices ON prices.price_list_id = list.id
      WHERE prices.product_id = product) step
    CROSS JOIN LATERAL price_for(product, own_cents, buyer, step.from_quantity) price) priced
  WHERE priced.before IS DISTINCT FROM priced.price_cents
  HAVING count(*) > 1 OR min(priced.price_cents) <> own_cents
$$;

-- The quantity rule of a product for a buyer: of several groups the one with the lowest minimum; without any, the product's own.
CREATE FUNCTION quantity_rule_for(product uuid, own_minimum integer, own_multiple integer, own_maximum integer, buyer uuid) RETURNS TABLE(minimum integer, multiple integer, maximum integer)
  LANGUAGE sql STABLE AS $$
  SELECT rule.minimum, rule.multiple, rule.maximum
  FROM (
    SELECT of_group.minimum, of_group.multiple, of_group.maximum, of_group.group_id
    FROM group_members member JOIN quantity_rules of_group ON of_group.group_id = member.group_id
    WHERE member.user_id = buyer AND of_group.product_id = product
    UNION ALL
    SELECT own_minimum, own_multiple, own_maximum, NULL) rule
  ORDER BY rule.group_id IS NULL, rule.minimum, rule.multiple, rule.maximum DESC NULLS FIRST, rule.group_id LIMIT 1
$$;

INSERT INTO price_lists (name, is_base, active) VALUES ('Public price breaks', true, true);
