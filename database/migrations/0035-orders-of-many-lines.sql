-- The number of units that the price is for, so that a screw can cost less than a cent.
ALTER TABLE products ADD COLUMN price_per smallint NOT NULL DEFAULT 1
  CONSTRAINT products_price_per CHECK (price_per IN (1, 100, 1000));

-- The price of a line in cents, half a cent rounded up.
CREATE FUNCTION line_total(quantity integer, price_cents integer, price_per integer) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT (2 * quantity::bigint * price_cents + price_per) / (2 * price_per) $$;

-- Each order of today has one line. The defaults let the version before write them as before.
ALTER TABLE order_lines
  ADD COLUMN position smallint NOT NULL DEFAULT 1 CHECK (position BETWEEN 1 AND 1000),
  -- What the buyer needs it for, in the buyer's own words.
  ADD COLUMN job text,
  ADD COLUMN price_per smallint NOT NULL DEFAULT 1 CHECK (price_per IN (1, 100, 1000)),
  ADD COLUMN restocked_quantity integer NOT NULL DEFAULT 0 CHECK (restocked_quantity BETWEEN 0 AND quantity),
  ADD COLUMN total_cents bigint NOT NULL GENERATED ALWAYS AS (line_total(quantity, unit_price_cents, price_per)) STORED;
UPDATE order_lines SET restocked_quantity = orders.restocked_quantity
FROM orders WHERE orders.id = order_id AND orders.restocked_quantity > 0;
DROP INDEX order_lines_of_order;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_position UNIQUE (order_id, position);
-- The words of an order hold its first ten lines; the others are found by their products.
CREATE INDEX order_lines_beyond_words ON order_lines (product_id) WHERE position > 10;

ALTER TABLE orders
  ADD COLUMN line_count smallint NOT NULL DEFAULT 1 CHECK (line_count BETWEEN 1 AND 1000),
  -- Of all lines; empty if the version before has written the order, which has one line then.
  ADD COLUMN units integer CHECK (units >= line_count),
  ADD COLUMN po_number text,
  ADD COLUMN note text,
  DROP COLUMN words;
UPDATE orders SET units = quantity FROM order_lines WHERE order_id = orders.id;
ALTER TABLE orders ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (words_of(
  product_names || ' ' || part_numbers || ' BY-' || number::text || ' ' || coalesce(po_number, '') || ' ' || buyer_name || ' '
  || buyer_email || ' ' || id::text)) STORED;
CREATE INDEX orders_words ON orders USING gin (words);

-- Each line moves its units once for each reason and round. Movements of before have no line: that is the only one of their order.
ALTER TABLE stock_movements ADD COLUMN order_line_id bigint REFERENCES order_lines (id);
DROP INDEX stock_movements_once;
CREATE UNIQUE INDEX stock_movements_once ON stock_movements (order_id, order_line_id, reason, round) NULLS NOT DISTINCT
  WHERE order_id IS NOT NULL;

-- The units of each line that were restocked with a refund.
CREATE TABLE refund_lines (
  refund_id uuid NOT NULL REFERENCES refunds (id),
  order_line_id bigint NOT NULL REFERENCES order_lines (id),
  restocked_quantity integer NOT NULL CHECK (restocked_quantity > 0),
  PRIMARY KEY (refund_id, order_line_id)
);
INSERT INTO refund_lines (refund_id, order_line_id, restocked_quantity)
SELECT refunds.id, order_lines.id, refunds.restocked_quantity FROM refunds JOIN order_lines USING (order_id)
WHERE refunds.restocked_quantity > 0;
