-- What happened to an order after it was placed, by whom, in the transaction in which it happened.
CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  kind text NOT NULL,
  happened_at timestamptz NOT NULL DEFAULT now(),
  -- Empty when the shop or the card provider did it by itself.
  happened_by uuid REFERENCES users (id),
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);
INSERT INTO order_events (order_id, kind, happened_at, happened_by, facts)
SELECT id, kind, at, who, facts FROM orders, LATERAL (VALUES
  ('paid', paid_at, NULL::uuid, jsonb_build_object('transactionId', transaction_id)),
  ('shipped', shipped_at, shipped_by, '{}'),
  ('cancelled', cancelled_at, cancelled_by, '{}'),
  ('expired', expired_at, NULL, '{}')) AS fact (kind, at, who, facts)
WHERE at IS NOT NULL ORDER BY at;

ALTER TABLE orders
  -- Paid, but without its units: they were gone when the money came, or a refund that failed had given them back.
  ADD COLUMN awaiting_stock_since timestamptz,
  -- Money on its way back and arrived there, and money that has arrived there.
  ADD COLUMN refund_asked_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0,
  -- The buyer's bank disputes the payment, or has taken the money back.
  -- Units that came back with those refunds.
  ADD COLUMN restocked_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN disputed_at timestamptz,
  ADD COLUMN product_names text NOT NULL DEFAULT '';
UPDATE orders SET product_names = (SELECT string_agg(product_name, ', ') FROM order_lines WHERE order_id = orders.id);
ALTER TABLE orders
  ADD COLUMN search_text text GENERATED ALWAYS AS (lower(product_names || ' ' || buyer_name || ' ' || buyer_email || ' ' || id::text)) STORED,
  ADD CONSTRAINT orders_awaiting_stock CHECK (awaiting_stock_since IS NULL OR paid_at IS NOT NULL AND shipped_at IS NULL),
  ADD CONSTRAINT orders_refund_asked CHECK (refund_asked_cents BETWEEN 0 AND total_cents AND (refund_asked_cents = 0 OR paid_at IS NOT NULL)),
  ADD CONSTRAINT orders_refunded CHECK (refunded_cents BETWEEN 0 AND refund_asked_cents AND (refunded_at IS NOT NULL) = (refunded_cents = total_cents));

-- Lists are read in this order, a page from any row on.
DROP INDEX orders_newest;
CREATE INDEX orders_newest ON orders (placed_at, id);
DROP INDEX orders_of_buyer;
CREATE INDEX orders_of_buyer ON orders (buyer_id, placed_at, id);

-- An order that was taken up again takes its units a second time: within one round and for one reason it moves them once.
ALTER TABLE stock_movements
  ADD COLUMN round integer NOT NULL DEFAULT 1,
  DROP CONSTRAINT stock_movements_reason_check,
  ADD CONSTRAINT stock_movements_reason_check CHECK (reason IN
    ('opening', 'order-placed', 'order-cancelled', 'order-expired', 'order-taken-up', 'order-restocked', 'correction'));
DROP INDEX stock_movements_once;
CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, product_id, reason, round) WHERE order_id IS NOT NULL;

ALTER TABLE payments
  -- What the provider says that arrived.
  ADD COLUMN received_cents bigint CHECK (received_cents >= 0),
  ADD COLUMN received_currency text,
  -- Not exactly the order's money: it pays nothing until an admin has looked.
  ADD COLUMN held_at timestamptz,
  ADD COLUMN held_reason text CHECK (held_reason IN ('amount', 'currency', 'owner')),
  -- When the provider was last asked about it.
  ADD COLUMN checked_at timestamptz;
UPDATE payments SET received_cents = amount_cents, received_currency = currency WHERE succeeded_at IS NOT NULL;

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  intent_id text NOT NULL REFERENCES payments (intent_id),
  order_id uuid NOT NULL REFERENCES orders (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('requested_by_customer', 'duplicate', 'fraudulent')),
  -- A sentence to the buyer.
  note text NOT NULL DEFAULT '',
  restocked_quantity integer NOT NULL DEFAULT 0 CHECK (restocked_quantity >= 0),
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'pending', 'succeeded', 'failed')),
  -- Who began it: an admin here, the shop by itself, or somebody at the provider's own dashboard.
  origin text NOT NULL CHECK (origin IN ('admin', 'shop', 'provider')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by uuid REFERENCES users (id),
  idempotency_key text,
  provider_refund_id text CONSTRAINT refunds_at_provider UNIQUE,
  asked_at timestamptz,
  failure text,
  ended_at timestamptz,
  CONSTRAINT refunds_idempotency_key UNIQUE (order_id, idempotency_key),
  CHECK ((origin = 'admin') = (requested_by IS NOT NULL)),
  CHECK ((state IN ('succeeded', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_of_payment ON refunds (intent_id);
CREATE INDEX refunds_unfinished ON refunds (asked_at) WHERE state IN ('requested', 'pending');
INSERT INTO refunds (id, intent_id, order_id, amount_cents, currency, reason, state, origin, requested_at, ended_at)
SELECT gen_random_uuid(), intent_id, order_id, amount_cents, currency, 'duplicate', 'succeeded', 'shop', refunded_at, refunded_at
FROM payments WHERE refunded_at IS NOT NULL;

DROP INDEX payments_unsettled;
ALTER TABLE payments DROP COLUMN refunded_at;
-- An order whose money is held can be paid by another payment, once the first has gone back.
DROP INDEX payments_live_of_order;
CREATE UNIQUE INDEX payments_live_of_order ON payments (order_id) WHERE canceled_at IS NULL AND held_at IS NULL;
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_open ON payments (checked_at) WHERE canceled_at IS NULL AND succeeded_at IS NULL;
CREATE INDEX payments_held ON payments (held_at) WHERE held_at IS NOT NULL;

-- Tries to pay with a card, as far as the provider told of them.
CREATE TABLE payment_attempts (
  -- The charge, or the event that told of it where no charge was made.
  id text PRIMARY KEY,
  intent_id text NOT NULL REFERENCES payments (intent_id),
  attempted_at timestamptz NOT NULL,
  is_successful boolean NOT NULL,
  brand text,
  last4 text,
  decline_code text,
  decline_reason text
);
CREATE INDEX payment_attempts_of_payment ON payment_attempts (intent_id);

CREATE TABLE disputes (
  id text PRIMARY KEY,
  intent_id text NOT NULL REFERENCES payments (intent_id),
  order_id uuid NOT NULL REFERENCES orders (id),
  amount_cents bigint NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz
);
CREATE INDEX disputes_of_order ON disputes (order_id);
