-- Paying in advance by bank transfer: for how many days the shop reserves the stock of such an order (0: it is not offered), which
-- orders are paid so, and when their buyers were reminded.
-- allow checks-all-rows: the store is one row
ALTER TABLE store ADD COLUMN transfer_days smallint NOT NULL DEFAULT 0 CHECK (transfer_days BETWEEN 0 AND 60);
ALTER TABLE orders ADD COLUMN by_transfer boolean NOT NULL DEFAULT false, ADD COLUMN reminded_at timestamptz;
