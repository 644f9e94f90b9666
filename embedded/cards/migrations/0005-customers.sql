-- Customers, and the cards that they have saved: a card is saved with the payment that asks for it.
CREATE TABLE cards.customers (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL,
  email text,
  metadata jsonb NOT NULL
);
ALTER TABLE cards.payment_methods ADD COLUMN customer text REFERENCES cards.customers (id);
CREATE INDEX payment_methods_of_customer ON cards.payment_methods (customer) WHERE customer IS NOT NULL;
