-- allow removes: No version was released yet, so that no other server works on this database.
-- allow all-rows: As above.
-- allow checks-all-rows: As above.
-- allow locks-writers: As above.
-- Orders ship in parcels. A parcel that was undone keeps its number; what it had is in the ledger twice, there and back.
CREATE TABLE shipments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  -- From 1: shown as BY-1001-2.
  position smallint NOT NULL CHECK (position > 0),
  carrier text,
  tracking_number text,
  shipped_at timestamptz NOT NULL,
  shipped_by uuid REFERENCES users (id),
  undone_at timestamptz,
  undone_by uuid REFERENCES users (id),
  -- When its mail and its webhook were written, which is when it cannot be undone any more.
  announced_at timestamptz,
  idempotency_key text,
  -- What the call with the key asked for, as a hash.
  request_hash text,
  UNIQUE (order_id, position),
  CHECK (undone_at IS NULL OR announced_at IS NULL)
);
CREATE UNIQUE INDEX shipments_by_key ON shipments (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX shipments_to_announce ON shipments (shipped_at) WHERE announced_at IS NULL AND undone_at IS NULL;

CREATE TABLE shipment_lines (
  shipment_id uuid NOT NULL REFERENCES shipments (id) ON DELETE CASCADE,
  order_line_id bigint NOT NULL REFERENCES order_lines (id),
  units integer NOT NULL CHECK (units > 0),
  PRIMARY KEY (shipment_id, order_line_id)
);
CREATE INDEX shipment_lines_of_line ON shipment_lines (order_line_id);

INSERT INTO shipments (id, order_id, position, carrier, tracking_number, shipped_at, shipped_by, announced_at)
SELECT gen_random_uuid(), id, 1, carrier, tracking_number, shipped_at, shipped_by, shipped_at FROM orders WHERE shipped_at IS NOT NULL;
INSERT INTO shipment_lines (shipment_id, order_line_id, units)
SELECT shipments.id, order_lines.id, shipped_quantity FROM shipments JOIN order_lines USING (order_id) WHERE shipped_quantity > 0;
SET CONSTRAINTS ALL IMMEDIATE;

-- Orders keep when the first parcel went, and, once nothing is left to ship, when the last one did.
ALTER TABLE orders ADD COLUMN first_shipped_at timestamptz;
UPDATE orders SET first_shipped_at = shipped_at WHERE shipped_at IS NOT NULL;
SET CONSTRAINTS ALL IMMEDIATE;
ALTER TABLE orders
  ADD CONSTRAINT orders_first_shipped CHECK (shipped_at IS NULL OR first_shipped_at <= shipped_at),
  DROP COLUMN shipped_by,
  DROP COLUMN carrier,
  DROP COLUMN tracking_number;
CREATE INDEX orders_partly_shipped ON orders (placed_at, id) WHERE first_shipped_at IS NOT NULL AND shipped_at IS NULL AND refunded_at IS NULL;

-- The units of a refund that were not shipped any more; the others had shipped and came back.
ALTER TABLE refund_lines ADD COLUMN cancelled_quantity integer NOT NULL DEFAULT 0
  CHECK (cancelled_quantity BETWEEN 0 AND returned_quantity);

-- A parcel is told once it cannot be undone any more.
CREATE OR REPLACE FUNCTION tell_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE paused_at IS NULL) THEN
    INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
    SELECT endpoint.id, told.type, added.order_id
    FROM added
    JOIN (VALUES ('paid', 'order.paid'), ('paid_late', 'order.paid'), ('paid_short', 'order.paid'),
      ('cancelled', 'order.cancelled'), ('expired', 'order.expired'), ('refunded', 'order.refunded')) told (kind, type)
      ON told.kind = added.kind
    JOIN webhook_endpoints endpoint ON paused_at IS NULL AND told.type = ANY (events)
    ORDER BY added.id, endpoint.id;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION tell_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, type, subject_id, happened_at)
  SELECT endpoint.id, 'order.shipped', NEW.id, NEW.shipped_at FROM webhook_endpoints endpoint
  WHERE paused_at IS NULL AND 'order.shipped' = ANY (events) ORDER BY endpoint.id;
  RETURN NULL;
END $$;
CREATE TRIGGER shipments_tell_webhooks AFTER UPDATE OF announced_at ON shipments
  FOR EACH ROW WHEN (OLD.announced_at IS NULL AND NEW.announced_at IS NOT NULL) EXECUTE FUNCTION tell_shipment();
