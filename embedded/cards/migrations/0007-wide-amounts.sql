-- The largest payments of some currencies have ten and twelve digits.
-- allow changes-type: only shops that try things out have the sandbox, and few payments
-- allow rewrites-table: see above
ALTER TABLE cards.payment_intents
  ALTER COLUMN amount_cents TYPE bigint,
  ALTER COLUMN amount_received_cents TYPE bigint;
ALTER TABLE cards.charges
  ALTER COLUMN amount_cents TYPE bigint,
  ALTER COLUMN amount_captured_cents TYPE bigint,
  ALTER COLUMN amount_refunded_cents TYPE bigint;
ALTER TABLE cards.refunds ALTER COLUMN amount_cents TYPE bigint;
ALTER TABLE cards.disputes ALTER COLUMN amount_cents TYPE bigint;
