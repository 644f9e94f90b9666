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
