-- Orders whose buyers still get the mail that they were placed; a job writes it and deletes the row.
CREATE TABLE order_confirmations (
  order_id uuid PRIMARY KEY
);

ALTER TABLE orders
  ADD COLUMN carrier text,
  ADD COLUMN tracking_number text;
