-- An order on account ships before it is paid; one that was cancelled or has expired does not ship.
ALTER TABLE orders
  DROP CONSTRAINT orders_check1,
  ADD CONSTRAINT orders_shipped CHECK (shipped_at IS NULL OR paid_at IS NOT NULL OR confirmed_at IS NOT NULL AND cancelled_at IS NULL);
CREATE INDEX orders_on_account ON orders (placed_at, id) WHERE confirmed_at IS NOT NULL AND paid_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX orders_on_account_of_buyer ON orders (buyer_id) WHERE confirmed_at IS NOT NULL AND paid_at IS NULL AND cancelled_at IS NULL;

ALTER TABLE payments
  -- How the money came. An admin records what did not come by card; `intent_id` then names the order.
  ADD COLUMN method text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'bank_transfer', 'check')),
  -- What the bank's list or the check says.
  ADD COLUMN reference text,
  ADD COLUMN recorded_by uuid REFERENCES users (id),
  ADD CONSTRAINT payments_recorded CHECK ((method = 'card') = (recorded_by IS NULL));
