-- Buyers at the card provider, where their saved cards are: the shop stores none.
CREATE TABLE card_customers (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  customer_id text NOT NULL CONSTRAINT card_customers_customer UNIQUE
);
