-- The carts of buyers. One of them is the active one, to which products are added; the address of a shared one ends in its key.
CREATE TABLE carts (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL DEFAULT '',
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 0,
  share_key text UNIQUE,
  -- The order that its lines were last placed with.
  ordered_as uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX carts_active ON carts (user_id) WHERE is_active;
CREATE INDEX carts_user ON carts (user_id);

-- Products are archived and never deleted; without a foreign key, lines take no locks on products that are being ordered.
CREATE TABLE cart_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  product_id uuid NOT NULL,
  job text NOT NULL DEFAULT '',
  quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 1000000),
  -- The price when the buyer last accepted it.
  seen_price_cents integer NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT cart_lines_once UNIQUE (cart_id, product_id, job)
);

-- The carts of browsers that were merged on sign-in, so that a repeated call merges nothing twice.
CREATE TABLE cart_merges (
  merge_id uuid NOT NULL,
  cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  conflicts jsonb NOT NULL,
  left_out integer NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart_id, merge_id)
);
