-- The units of a refund that came back or are not delivered, restocked or not; null where the version before wrote only those it restocked.
ALTER TABLE refund_lines
  ADD COLUMN returned_quantity integer,
  DROP CONSTRAINT refund_lines_restocked_quantity_check,
  ADD CONSTRAINT refund_lines_units CHECK (restocked_quantity >= 0 AND coalesce(returned_quantity, restocked_quantity) > 0) NOT VALID;
-- Whether a refund pays the delivery back.
ALTER TABLE refunds ADD COLUMN with_shipping boolean NOT NULL DEFAULT false;

-- What a refund took back of its order, written down when it has succeeded. One that fails afterwards keeps its number and counts no more.
CREATE TABLE credit_notes (
  refund_id uuid PRIMARY KEY REFERENCES refunds (id),
  order_id uuid NOT NULL REFERENCES orders (id),
  -- From 1 in each order: the second of BY-1001 is BY-1001-C2.
  position smallint NOT NULL CHECK (position > 0),
  issued_at timestamptz NOT NULL,
  shipping_net_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_net_cents >= 0),
  shipping_tax_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_tax_cents >= 0),
  -- Of what was rounded so that the order could be paid.
  rounding_cents bigint NOT NULL DEFAULT 0,
  CONSTRAINT credit_notes_position UNIQUE (order_id, position)
);
CREATE INDEX credit_notes_issued ON credit_notes (issued_at);
CREATE TABLE credit_note_lines (
  refund_id uuid NOT NULL REFERENCES credit_notes (refund_id),
  order_line_id bigint NOT NULL REFERENCES order_lines (id),
  -- 0 where only the price was reduced.
  units integer NOT NULL CHECK (units >= 0),
  net_cents bigint NOT NULL CHECK (net_cents >= 0),
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  PRIMARY KEY (refund_id, order_line_id)
);
