CREATE TABLE payments (
  intent_id text PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  currency text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  succeeded_at timestamptz,
  canceled_at timestamptz,
  -- What the provider says that arrived.
  received_cents bigint CHECK (received_cents >= 0),
  received_currency text,
  -- Not exactly the order's money: it pays nothing until an admin has looked.
  held_at timestamptz,
  held_reason text CHECK (held_reason IN ('amount', 'currency', 'owner')),
  -- When the provider was last asked about it.
  checked_at timestamptz,
  -- How the money came. An admin records what did not come by card; `intent_id` then names the order.
  method text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'bank_transfer', 'check')),
  -- What the bank's list or the check says.
  reference text,
  recorded_by uuid REFERENCES users (id),
  idempotency_key text,
  -- What the call with the key asked for, as a hash.
  request_hash text,
  -- Recorded by mistake: it is cancelled, and stays in the ledger with who took it back.
  taken_back_by uuid REFERENCES users (id),
  CONSTRAINT payments_recorded CHECK ((method = 'card') = (recorded_by IS NULL)),
  CONSTRAINT payments_taken_back CHECK ((taken_back_by IS NOT NULL) = (method <> 'card' AND canceled_at IS NOT NULL))
);
CREATE INDEX payments_held ON payments (held_at) WHERE held_at IS NOT NULL;
-- An order has one live card payment, or any number of others.
CREATE UNIQUE INDEX payments_live_of_order ON payments (order_id) WHERE canceled_at IS NULL AND held_at IS NULL AND method = 'card';
CREATE UNIQUE INDEX payments_by_key ON payments (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX payments_of_order ON payments (order_id);
CREATE INDEX payments_open ON payments (checked_at) WHERE canceled_at IS NULL AND succeeded_at IS NULL;

CREATE TABLE refunds (
  id uuid PRIMARY KEY,
  -- Empty for a credit: what an order that is not paid costs less. One of units that cost nothing is 0.
  intent_id text REFERENCES payments (intent_id),
  order_id uuid NOT NULL REFERENCES orders (id),
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  currency text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('requested_by_customer', 'not_delivered', 'duplicate', 'fraudulent')),
  -- A sentence to the buyer.
  note text NOT NULL DEFAULT '',
  restocked_quantity integer NOT NULL DEFAULT 0 CHECK (restocked_quantity >= 0),
  state text NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'pending', 'succeeded', 'failed')),
  -- Who began it: an admin or the buyer here, the shop by itself, or somebody at the provider's own dashboard.
  origin text NOT NULL CHECK (origin IN ('admin', 'buyer', 'shop', 'provider')),
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by uuid REFERENCES users (id),
  idempotency_key text,
  provider_refund_id text,
  asked_at timestamptz,
  failure text,
  ended_at timestamptz,
  -- What the bank's list or the check says of money that was sent by hand.
  reference text,
  -- Whether a refund pays the delivery back.
  with_shipping boolean NOT NULL DEFAULT false,
  -- The return whose units it pays back.
  return_id uuid,
  -- The restocking fee that was taken off, with its tax.
  fee_cents bigint NOT NULL DEFAULT 0 CHECK (fee_cents >= 0),
  -- Money that has come and that its order does not cost any more, since it was credited: no sale goes back with it.
  is_surplus boolean NOT NULL DEFAULT false,
  CONSTRAINT refunds_at_provider UNIQUE (provider_refund_id),
  CONSTRAINT refunds_idempotency_key UNIQUE (order_id, idempotency_key),
  CHECK ((origin IN ('admin', 'buyer')) = (requested_by IS NOT NULL)),
  CONSTRAINT refunds_credit CHECK (intent_id IS NULL AND state = 'succeeded' OR intent_id IS NOT NULL AND amount_cents > 0),
  CONSTRAINT refunds_surplus CHECK (NOT is_surplus OR intent_id IS NOT NULL),
  CONSTRAINT refunds_check1 CHECK (state IN ('succeeded', 'failed') = (ended_at IS NOT NULL))
);
-- What the start page of staff counts.
CREATE INDEX refunds_failed ON refunds (order_id) WHERE state = 'failed';
CREATE INDEX refunds_of_order ON refunds (order_id);
CREATE INDEX refunds_of_return ON refunds (return_id) WHERE return_id IS NOT NULL;
CREATE INDEX refunds_of_payment ON refunds (intent_id);
CREATE INDEX refunds_unfinished ON refunds (asked_at) WHERE state IN ('requested', 'pending');

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

-- The units of each line that were restocked with a refund.
CREATE TABLE refund_lines (
  refund_id uuid REFERENCES refunds (id),
  order_line_id bigint REFERENCES order_lines (id),
  restocked_quantity integer NOT NULL,
  returned_quantity integer NOT NULL,
  -- The units of a refund that were not shipped any more; the others had shipped and came back.
  cancelled_quantity integer NOT NULL DEFAULT 0,
  -- The units that came back as it was made; those of a return had come before.
  back_quantity integer NOT NULL DEFAULT 0,
  -- Whether the restocking fee of the refund is for them.
  has_fee boolean NOT NULL DEFAULT false,
  PRIMARY KEY (refund_id, order_line_id),
  CHECK (cancelled_quantity >= 0 AND back_quantity >= 0 AND cancelled_quantity + back_quantity <= returned_quantity),
  CONSTRAINT refund_lines_units CHECK (restocked_quantity >= 0 AND coalesce(returned_quantity, restocked_quantity) > 0)
);

-- Has one row while the card provider refuses the key of the shop.
CREATE TABLE card_key_refusals (
  is_refused boolean PRIMARY KEY DEFAULT true CHECK (is_refused),
  refused_at timestamptz NOT NULL DEFAULT now()
);

-- Buyers at the card provider, where their saved cards are: the shop stores none.
CREATE TABLE card_customers (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  customer_id text NOT NULL,
  CONSTRAINT card_customers_customer UNIQUE (customer_id)
);

-- What a refund took back of its order, written down when it has succeeded. One that fails afterwards keeps its number and counts no more.
CREATE TABLE credit_notes (
  refund_id uuid PRIMARY KEY REFERENCES refunds (id),
  order_id uuid NOT NULL REFERENCES orders (id),
  -- From 1 in each order: the second of BY-1001 is BY-1001-C2.
  position smallint NOT NULL CHECK (position > 0),
  issued_at timestamptz NOT NULL,
  shipping_net_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_net_cents >= 0),
  shipping_tax_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_tax_cents >= 0),
  -- Of what was rounded so that the order could be paid.
  rounding_cents bigint NOT NULL DEFAULT 0,
  -- How its tax is split.
  taxes jsonb NOT NULL,
  CONSTRAINT credit_notes_position UNIQUE (order_id, position)
);
CREATE INDEX credit_notes_issued ON credit_notes (issued_at);

CREATE TABLE credit_note_lines (
  refund_id uuid REFERENCES credit_notes (refund_id),
  order_line_id bigint REFERENCES order_lines (id),
  -- 0 where only the price was reduced.
  units integer NOT NULL CHECK (units >= 0),
  net_cents bigint NOT NULL CHECK (net_cents >= 0),
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  -- The restocking fee, which is off both already.
  fee_net_cents bigint NOT NULL DEFAULT 0 CHECK (fee_net_cents >= 0),
  fee_tax_cents bigint NOT NULL DEFAULT 0 CHECK (fee_tax_cents >= 0),
  PRIMARY KEY (refund_id, order_line_id)
);
