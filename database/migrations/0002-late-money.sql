-- Money that came for an order which had ended goes back; until this is set, it has not.
ALTER TABLE payments ADD COLUMN refunded_at timestamptz;
CREATE INDEX payments_unsettled ON payments (created_at) WHERE canceled_at IS NULL AND refunded_at IS NULL;
