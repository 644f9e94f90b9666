CREATE SCHEMA cards;

-- Customers, and the cards that they have saved: a card is saved with the payment that asks for it.
CREATE TABLE cards.customers (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  email text,
  metadata jsonb NOT NULL
);

-- Never a card number or a security code: brand, last four digits, expiry and the name of the test card's behaviour.
CREATE TABLE cards.payment_methods (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  behaviour text NOT NULL,
  brand text NOT NULL,
  last4 text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  exp_month integer NOT NULL CHECK (exp_month >= 1 AND exp_month <= 12),
  exp_year integer NOT NULL,
  fingerprint text NOT NULL DEFAULT '',
  billing_details jsonb NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  used_at timestamptz,
  -- Where a card was issued, and the second brand that some carry.
  country text NOT NULL DEFAULT 'US' CHECK (country ~ '^[A-Z]{2}$'),
  customer text REFERENCES cards.customers (id)
);
CREATE INDEX payment_methods_of_customer ON cards.payment_methods (customer) WHERE customer IS NOT NULL;

CREATE TABLE cards.payment_intents (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  client_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  amount_received_cents bigint NOT NULL DEFAULT 0,
  currency text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'requires_capture', 'succeeded', 'canceled')),
  payment_method_id text REFERENCES cards.payment_methods (id),
  latest_charge_id text,
  customer text,
  description text,
  setup_future_usage text,
  shipping jsonb,
  metadata jsonb NOT NULL,
  last_payment_error jsonb,
  challenge_id text,
  canceled_at timestamptz
);

CREATE TABLE cards.charges (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  payment_method_id text NOT NULL REFERENCES cards.payment_methods (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  amount_captured_cents bigint NOT NULL,
  amount_refunded_cents bigint NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'failed')),
  captured boolean NOT NULL,
  authenticated boolean NOT NULL DEFAULT false,
  failure_code text,
  failure_message text,
  decline_code text,
  disputed_at timestamptz,
  CHECK (amount_captured_cents >= 0 AND amount_captured_cents <= amount_cents),
  CONSTRAINT charges_check1 CHECK (amount_refunded_cents >= 0 AND amount_refunded_cents <= amount_captured_cents)
);
CREATE INDEX charges_of_intent ON cards.charges (payment_intent_id);

-- Money moves at most once for an intent, whatever the code above it does.
CREATE UNIQUE INDEX charges_one_success ON cards.charges (payment_intent_id) WHERE status = 'succeeded';

CREATE TABLE cards.refunds (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  charge_id text NOT NULL REFERENCES cards.charges (id),
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  reason text,
  failure_reason text,
  metadata jsonb NOT NULL,
  -- Some test cards refund in two steps: what becomes of the refund, and when.
  turns_into text CHECK (turns_into IN ('succeeded', 'failed')),
  turns_at timestamptz
);
CREATE INDEX refunds_charge ON cards.refunds (charge_id);
CREATE INDEX refunds_of_intent ON cards.refunds (payment_intent_id);
CREATE INDEX refunds_turning ON cards.refunds (turns_at) WHERE turns_at IS NOT NULL;

CREATE TABLE cards.disputes (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  charge_id text NOT NULL REFERENCES cards.charges (id),
  payment_intent_id text NOT NULL REFERENCES cards.payment_intents (id),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  reason text NOT NULL,
  status text NOT NULL,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  metadata jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX disputes_of_charge ON cards.disputes (charge_id);

CREATE TABLE cards.events (
  id text PRIMARY KEY,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  created_at timestamptz NOT NULL,
  type text NOT NULL,
  object jsonb NOT NULL,
  request_id text,
  idempotency_key text,
  attempts integer NOT NULL DEFAULT 0,
  -- NULL: nothing (more) to deliver.
  next_attempt_at timestamptz,
  -- How many times an event is still to be delivered: 0 when it was lost on purpose, more than 1 when it comes again.
  copies integer NOT NULL DEFAULT 1 CHECK (copies >= 0)
);
CREATE INDEX events_created ON cards.events (created_at);
CREATE INDEX events_due ON cards.events (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE cards.idempotency_keys (
  scope text,
  key text,
  created_at timestamptz NOT NULL,
  request_digest text NOT NULL,
  answer_status integer NOT NULL,
  answer_body json NOT NULL,
  request_id text NOT NULL,
  PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_created ON cards.idempotency_keys (created_at);

-- Setup intents: a card is saved without a payment.
CREATE TABLE cards.setup_intents (
  id text PRIMARY KEY,
  client_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  customer text NOT NULL,
  usage text NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
  payment_method_id text REFERENCES cards.payment_methods (id),
  metadata jsonb NOT NULL,
  last_setup_error jsonb,
  challenge_id text
);
