CREATE TABLE users (
  id uuid PRIMARY KEY,
  identity_uid text UNIQUE,
  email text NOT NULL,
  role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'admin')),
  display_name text NOT NULL DEFAULT '',
  photo_url text NOT NULL DEFAULT '',
  education text NOT NULL DEFAULT '',
  skill text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  project_links text[] NOT NULL DEFAULT '{"","",""}',
  -- Raised to end every access token that was given before.
  token_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by uuid REFERENCES users (id)
);
CREATE UNIQUE INDEX users_email_live ON users (email) WHERE removed_at IS NULL;

CREATE TABLE role_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  role text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  -- Empty when it was done at the server's command line.
  changed_by uuid REFERENCES users (id)
);

CREATE TABLE images (
  id text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  uploaded_by uuid REFERENCES users (id)
);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  sku text,
  category text,
  name text NOT NULL,
  description text NOT NULL,
  image_url text NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  minimum_quantity integer NOT NULL CHECK (minimum_quantity >= 1),
  available_quantity integer NOT NULL CHECK (available_quantity >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  archived_by uuid REFERENCES users (id),
  -- The order in which the shop shows its products.
  position bigint GENERATED ALWAYS AS IDENTITY
);
CREATE UNIQUE INDEX products_name_live ON products (lower(name)) WHERE archived_at IS NULL;
CREATE INDEX products_position_live ON products (position) WHERE archived_at IS NULL;

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  buyer_id uuid NOT NULL REFERENCES users (id),
  buyer_name text NOT NULL,
  buyer_email text NOT NULL,
  address text NOT NULL,
  phone_number text NOT NULL,
  total_cents bigint NOT NULL CHECK (total_cents > 0),
  currency text NOT NULL DEFAULT 'usd',
  idempotency_key text,
  -- One of the places a buyer has for unpaid orders; empty as soon as the order is paid or closed.
  open_slot smallint,
  placed_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  transaction_id text CONSTRAINT orders_transaction UNIQUE,
  shipped_at timestamptz,
  shipped_by uuid REFERENCES users (id),
  cancelled_at timestamptz,
  cancelled_by uuid REFERENCES users (id),
  expired_at timestamptz,
  refunded_at timestamptz,
  CONSTRAINT orders_idempotency_key UNIQUE (buyer_id, idempotency_key),
  CONSTRAINT orders_open_slot UNIQUE (buyer_id, open_slot),
  CHECK (paid_at IS NULL OR transaction_id IS NOT NULL),
  CHECK (shipped_at IS NULL OR paid_at IS NOT NULL),
  CHECK (num_nonnulls(cancelled_at, expired_at, paid_at) <= 1)
);
CREATE INDEX orders_of_buyer ON orders (buyer_id, placed_at DESC);
CREATE INDEX orders_newest ON orders (placed_at DESC);
CREATE INDEX orders_to_expire ON orders (expires_at)
  WHERE paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL;

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  product_id uuid NOT NULL REFERENCES products (id),
  product_name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_cents integer NOT NULL CHECK (unit_price_cents > 0)
);
CREATE INDEX order_lines_of_order ON order_lines (order_id);

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id),
  -- Units that came in (positive) or went out (negative).
  quantity integer NOT NULL CHECK (quantity <> 0),
  reason text NOT NULL CHECK (reason IN ('opening', 'order-placed', 'order-cancelled', 'order-expired', 'correction')),
  order_id uuid REFERENCES orders (id),
  moved_at timestamptz NOT NULL DEFAULT now(),
  moved_by uuid REFERENCES users (id)
);
CREATE INDEX stock_movements_of_product ON stock_movements (product_id);
-- An order takes a product's units once and gives them back once.
CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, product_id, sign(quantity)) WHERE order_id IS NOT NULL;

CREATE TABLE payments (
  intent_id text PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  succeeded_at timestamptz,
  canceled_at timestamptz
);
CREATE UNIQUE INDEX payments_live_of_order ON payments (order_id) WHERE canceled_at IS NULL;

CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  author_id uuid REFERENCES users (id),
  name text NOT NULL,
  display_name text NOT NULL,
  designation text NOT NULL,
  message text NOT NULL,
  image_url text NOT NULL,
  rating integer NOT NULL CHECK (rating BETWEEN 0 AND 5),
  published_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX reviews_newest ON reviews (published_at DESC);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  text_body text NOT NULL,
  html_body text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  last_error text
);
CREATE INDEX outbox_newest ON outbox (written_at DESC);
