-- allow removes: No version was released yet, so that no other server works on this database.
-- allow rewrites-table: As above.
-- allow all-rows: As above.
-- allow checks-all-rows: As above.
-- allow locks-writers: As above.
-- allow required-column: As above.
-- The ledger of units: each movement changes what is available, what is on the shelf, or how many units an order line holds, has shipped,
-- no longer owes or took back. What a line holds changes by the change on the shelf less the change of what is available.
-- The deferred foreign keys are checked at once: a table with rows to check cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;
DROP INDEX stock_movements_once;
ALTER TABLE stock_movements RENAME COLUMN quantity TO available_change;
ALTER TABLE stock_movements
  DROP CONSTRAINT stock_movements_quantity_check,
  DROP COLUMN round,
  ADD COLUMN kind text,
  ADD COLUMN units integer,
  ADD COLUMN shelf_change integer NOT NULL DEFAULT 0,
  ALTER COLUMN reason DROP NOT NULL;
UPDATE stock_movements SET order_line_id = line.id
FROM order_lines line WHERE order_line_id IS NULL AND line.order_id = stock_movements.order_id AND line.position = 1;
UPDATE stock_movements SET kind = CASE
    WHEN reason IN ('opening', 'correction') THEN reason
    WHEN reason IN ('order-placed', 'order-taken-up') THEN 'reserve'
    WHEN reason = 'order-restocked' AND moved_at > (SELECT shipped_at FROM orders WHERE id = order_id) THEN 'restock'
    ELSE 'release' END;
UPDATE stock_movements SET units = CASE kind WHEN 'reserve' THEN -available_change ELSE available_change END,
  shelf_change = CASE WHEN kind IN ('opening', 'correction', 'restock') THEN available_change ELSE 0 END;

-- Refunds took units back: of orders that had not shipped, these are no longer owed, of others they were returned.
INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, units, available_change, shelf_change, moved_at, moved_by)
SELECT product_id, line.order_id, line.id, moved.kind, moved.units, 0, moved.shelf_change, moved.moved_at, moved.moved_by
FROM order_lines line JOIN orders o ON o.id = line.order_id
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(shelf_change - available_change), 0) AS held, coalesce(sum(units) FILTER (WHERE kind = 'restock'), 0) AS restocked
    FROM stock_movements WHERE order_line_id = line.id) ledger
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(coalesce(returned_quantity, restocked_quantity)) FILTER (WHERE shipped_at IS NULL OR requested_at < shipped_at), 0) AS unsent,
      coalesce(sum(coalesce(returned_quantity, restocked_quantity)) FILTER (WHERE requested_at >= shipped_at), 0) AS returned
    FROM refund_lines JOIN (SELECT id, requested_at, state, refunds.restocked_quantity AS units FROM refunds) refund ON refund.id = refund_id
    WHERE order_line_id = line.id AND state <> 'failed') refunded
  CROSS JOIN LATERAL (SELECT least(unsent, quantity) AS cancelled) cancelled
  CROSS JOIN LATERAL (
    SELECT CASE WHEN shipped_at IS NULL AND refunded_at IS NOT NULL THEN held
      ELSE greatest(held - (quantity - cancelled.cancelled), 0) END AS written_off) gone
  CROSS JOIN LATERAL (VALUES
    ('write-off', written_off, -written_off, coalesce(refunded_at, shipped_at, now()), NULL::uuid),
    ('cancel', cancelled.cancelled, 0, coalesce(refunded_at, shipped_at, now()), NULL),
    ('ship', CASE WHEN shipped_at IS NOT NULL THEN quantity - cancelled.cancelled END, written_off - held, shipped_at, shipped_by),
    ('return', CASE WHEN shipped_at IS NOT NULL THEN least(greatest(returned, restocked), quantity - cancelled.cancelled) END, 0,
      coalesce(refunded_at, now()), NULL)
  ) AS moved (kind, units, shelf_change, moved_at, moved_by)
WHERE moved.units > 0;

ALTER TABLE stock_movements
  ALTER COLUMN kind SET NOT NULL,
  ALTER COLUMN units SET NOT NULL,
  ALTER COLUMN shelf_change DROP DEFAULT,
  ADD CONSTRAINT stock_movements_units_check CHECK (units <> 0),
  ADD CONSTRAINT stock_movements_kind_check CHECK (kind IN
    ('opening', 'correction', 'reserve', 'release', 'ship', 'write-off', 'cancel', 'return', 'restock'));
CREATE INDEX stock_movements_of_line ON stock_movements (order_line_id) WHERE order_line_id IS NOT NULL;

ALTER TABLE order_lines
  DROP COLUMN restocked_quantity,
  ADD COLUMN held_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN shipped_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN cancelled_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN returned_quantity integer NOT NULL DEFAULT 0;
UPDATE order_lines SET held_quantity = held, shipped_quantity = shipped, cancelled_quantity = cancelled, returned_quantity = returned
FROM (
  SELECT order_line_id, sum(shelf_change - available_change) AS held, coalesce(sum(units) FILTER (WHERE kind = 'ship'), 0) AS shipped,
    coalesce(sum(units) FILTER (WHERE kind = 'cancel'), 0) AS cancelled, coalesce(sum(units) FILTER (WHERE kind = 'return'), 0) AS returned
  FROM stock_movements WHERE order_line_id IS NOT NULL GROUP BY 1) moved
WHERE order_lines.id = order_line_id;
ALTER TABLE order_lines
  ADD CONSTRAINT order_lines_units CHECK (shipped_quantity >= 0 AND cancelled_quantity >= 0 AND shipped_quantity + cancelled_quantity <= quantity),
  ADD CONSTRAINT order_lines_returned CHECK (returned_quantity BETWEEN 0 AND shipped_quantity),
  ADD CONSTRAINT order_lines_held CHECK (held_quantity BETWEEN 0 AND quantity - shipped_quantity - cancelled_quantity);
-- Lines that hold units are few among all, and read with each list of products in the dashboard.
CREATE INDEX order_lines_holding_units ON order_lines (product_id) WHERE held_quantity > 0;
DROP INDEX orders_holding_stock;

-- Movements are written once; they go only with the demo or with a product that was added by mistake.
CREATE FUNCTION keep_stock_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' OR current_setting('shop.deletes_stock_movements', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'Stock movements are not changed: write another movement.';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER stock_movements_stay BEFORE UPDATE OR DELETE ON stock_movements FOR EACH ROW EXECUTE FUNCTION keep_stock_movements();

-- Only what changes the available units is told.
CREATE OR REPLACE FUNCTION tell_stock_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE paused_at IS NULL AND 'stock.changed' = ANY (events)) THEN
    INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
    SELECT DISTINCT endpoint.id, 'stock.changed', added.product_id
    FROM added, webhook_endpoints endpoint
    WHERE available_change <> 0 AND paused_at IS NULL AND 'stock.changed' = ANY (events)
    ORDER BY 3, 1
    -- The update holds the waiting message back until this transaction has ended: it then tells this change, too.
    ON CONFLICT (endpoint_id, type, subject_id) WHERE attempts = 0 AND type IN ('product.changed', 'stock.changed')
      DO UPDATE SET happened_at = now();
  END IF;
  RETURN NULL;
END $$;
