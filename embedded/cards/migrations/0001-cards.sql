-- The card sandbox keeps its own schema and shares no table with the shop.
CREATE SCHEMA IF NOT EXISTS cards;

-- Never a card number or a security code: brand, last four digits, expiry and the name of the test card's behaviour.
CREATE TABLE cards.payment_methods (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  behaviour text NOT NULL,
  brand text NOT NULL,
  funding text NOT NULL CHECK (funding IN ('credit', 'debit')),
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month integer NOT NULL CHECK (exp_month BETWEEN 1 AND 12),
  exp_year integer NOT NULL,
  fingerprint text NOT NULL,
  has_cvc boolean NOT NULL,
  billing_details jsonb NOT NULL,
  metadata jsonb NOT NULL,
  used_at timestamptz
);

CREATE TABLE cards.payment_intents (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  client_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  amount_received_cents integer NOT NULL DEFAULT 0,
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_confirmation', 'requires_action',
    'processing', 'requires_capture', 'succeeded', 'canceled')),
  capture_method text NOT NULL,
  confirmation_method text NOT NULL,
  payment_method_id text REFERENCES cards.payment_methods (id),
  latest_charge_id text,
  customer text,
  description text,
  receipt_email text,
  setup_future_usage text,
  statement_descriptor text,
  statement_descriptor_suffix text,
  transfer_group text,
  automatic_payment_methods jsonb,
  shipping jsonb,
  metadata jsonb NOT NULL,
  last_payment_error jsonb,
  challenge_id text,
  canceled_at timestamptz,
  cancellation_reason text
);

CREATE TABLE cards.charges (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  payment_method_id text NOT NULL REFERENCES cards.payment_methods (id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  amount_captured_cents integer NOT NULL CHECK (amount_captured_cents BETWEEN 0 AND amount_cents),
  amount_refunded_cents integer NOT NULL CHECK (amount_refunded_cents BETWEEN 0 AND amount_captured_cents),
  status text NOT NULL CHECK (status IN ('succeeded', 'failed')),
  captured boolean NOT NULL,
  authenticated boolean NOT NULL,
  failure_code text,
  failure_message text,
  decline_code text,
  disputed_at timestamptz
);
-- Money moves at most once for an intent, whatever the code above it does.
CREATE UNIQUE INDEX charges_one_success ON cards.charges (payment_intent_id) WHERE status = 'succeeded';

CREATE TABLE cards.refunds (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  charge_id text NOT NULL REFERENCES cards.charges (id),
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  reason text,
  failure_reason text,
  metadata jsonb NOT NULL,
  -- Some test cards refund in two steps: what becomes of the refund, and when.
  turns_into text CHECK (turns_into IN ('succeeded', 'failed')),
  turns_at timestamptz
);
CREATE INDEX refunds_charge ON cards.refunds (charge_id);
CREATE INDEX refunds_turning ON cards.refunds (turns_at) WHERE turns_at IS NOT NULL;

CREATE TABLE cards.disputes (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  charge_id text NOT NULL UNIQUE REFERENCES cards.charges (id),
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  amount_cents integer NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL,
  status text NOT NULL
);

CREATE TABLE cards.events (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  type text NOT NULL,
  object jsonb NOT NULL,
  previous_attributes jsonb,
  request_id text,
  idempotency_key text,
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: nothing (more) to deliver.
  next_attempt_at timestamptz
);
CREATE INDEX events_due ON cards.events (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX events_created ON cards.events (created_at);

CREATE TABLE cards.idempotency_keys (
  scope text NOT NULL,
  key text NOT NULL,
  created_at timestamptz NOT NULL,
  request_digest text NOT NULL,
  answer_status integer NOT NULL,
  answer_body json NOT NULL,
  request_id text NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_created ON cards.idempotency_keys (created_at);
