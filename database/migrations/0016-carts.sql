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
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- A saved list is a cart that nothing is added to by the way and that no order empties: it never is the active one.
  kind text NOT NULL DEFAULT 'cart',
  -- The link of a cart or list ends when that is ordered, emptied or deleted, and 90 days after it was shared. What ended is kept for a year, so that
  -- its address says so. The trigger sees every end, also that by the deletion of an account.
  shared_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT carts_kind CHECK (kind = 'cart' OR kind = 'list' AND NOT is_active)
);
CREATE UNIQUE INDEX carts_active ON carts (user_id) WHERE is_active;
CREATE INDEX carts_user ON carts (user_id);

-- Products are archived and never deleted; without a foreign key, lines take no locks on products that are being ordered.
CREATE TABLE cart_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  cart_id uuid NOT NULL REFERENCES carts (id) ON DELETE CASCADE,
  product_id uuid NOT NULL,
  job text NOT NULL DEFAULT '',
  quantity integer NOT NULL CHECK (quantity >= 1 AND quantity <= 1000000),
  -- The price when the buyer last accepted it.
  seen_price_cents integer NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  -- A price can be for 100 or 1,000 units: a line of a cart keeps what the price that its buyer accepted was for.
  seen_price_per smallint NOT NULL DEFAULT 1,
  CONSTRAINT cart_lines_once UNIQUE (cart_id, product_id, job)
);

-- The carts of browsers that were merged on sign-in, so that a repeated call merges nothing twice.
CREATE TABLE cart_merges (
  merge_id uuid,
  cart_id uuid REFERENCES carts (id) ON DELETE CASCADE,
  conflicts jsonb NOT NULL,
  left_out integer NOT NULL,
  merged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cart_id, merge_id)
);

CREATE TABLE ended_cart_links (
  share_key text PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_cart_links_by_end ON ended_cart_links (ended_at);

CREATE FUNCTION keep_ended_cart_link() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.share_key IS DISTINCT FROM NEW.share_key THEN
    INSERT INTO ended_cart_links (share_key) VALUES (OLD.share_key) ON CONFLICT DO NOTHING;
    DELETE FROM ended_cart_links WHERE ended_at < now() - interval '1 year';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER carts_keep_ended_link
  AFTER DELETE OR UPDATE OF share_key ON carts
  FOR EACH ROW WHEN (old.share_key IS NOT NULL) EXECUTE FUNCTION keep_ended_cart_link();
