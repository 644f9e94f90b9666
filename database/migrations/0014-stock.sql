CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id) DEFERRABLE INITIALLY DEFERRED,
  available_change integer NOT NULL,
  reason text CHECK (reason IN ('opening', 'order-placed', 'order-cancelled', 'order-expired', 'order-taken-up', 'order-restocked', 'correction')),
  order_id uuid REFERENCES orders (id),
  moved_at timestamptz NOT NULL DEFAULT now(),
  moved_by uuid REFERENCES users (id),
  -- Why a correction was made, in the words of whoever made it.
  note text,
  -- Each line moves its units once for each reason and round.
  order_line_id bigint REFERENCES order_lines (id),
  kind text NOT NULL CHECK (kind IN ('opening', 'correction', 'reserve', 'release', 'ship', 'write-off', 'cancel', 'return', 'restock')),
  units integer NOT NULL CHECK (units <> 0),
  shelf_change integer NOT NULL
);
CREATE INDEX stock_movements_of_line ON stock_movements (order_line_id) WHERE order_line_id IS NOT NULL;
CREATE INDEX stock_movements_of_product_in_order ON stock_movements (product_id, id);

-- The calls that corrected stock, so that one that is repeated with its key does nothing more.
CREATE TABLE stock_keys (
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  PRIMARY KEY (product_id, idempotency_key)
);

-- The products of which the seller was mailed that they are low, for as long as they are.
CREATE TABLE low_stock_told (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE
);

-- Movements are written once; they go only with the demo or with a product that was added by mistake.
CREATE FUNCTION keep_stock_movements() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' OR current_setting('shop.deletes_stock_movements', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'Stock movements are not changed: write another movement.';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER stock_movements_stay
  BEFORE DELETE OR UPDATE ON stock_movements
  FOR EACH ROW EXECUTE FUNCTION keep_stock_movements();
