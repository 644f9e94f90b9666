-- Addresses of other systems that are told what happens in the shop.
CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY,
  url text NOT NULL CHECK (url <> ''),
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Secrets are derived from the shop's own secret, this id and the edition. After a change both sign for a day.
  secret_edition integer NOT NULL DEFAULT 1,
  secret_changed_at timestamptz,
  paused_at timestamptz,
  pause_reason text CHECK (pause_reason IN ('admin', 'failing')),
  -- The first failure since the last success.
  failing_since timestamptz,
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((paused_at IS NULL) = (pause_reason IS NULL))
);

-- What is to be told to an endpoint, written in the transaction in which it happens.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The webhook-id, the same for each attempt.
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  type text NOT NULL,
  -- The order or product; null for a test.
  subject_id uuid,
  happened_at timestamptz NOT NULL DEFAULT now(),
  -- What is sent, made at the first attempt and the same for each.
  payload text,
  attempts integer NOT NULL DEFAULT 0,
  -- Null once it is delivered or given up.
  due_at timestamptz DEFAULT now(),
  sending_since timestamptz,
  delivered_at timestamptz,
  answer_status integer,
  answer_body text,
  error text,
  duration_ms integer
);
CREATE INDEX webhook_deliveries_about ON webhook_deliveries (subject_id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (id) WHERE due_at IS NULL AND delivered_at IS NULL;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (happened_at);

-- Of a product that changes often, one message waits at a time: it tells the state at the time of sending.
CREATE UNIQUE INDEX webhook_deliveries_waiting_product ON webhook_deliveries (endpoint_id, type, subject_id) WHERE attempts = 0 AND type IN ('product.changed', 'stock.changed');

CREATE FUNCTION tell_order_placed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE paused_at IS NULL AND 'order.placed' = ANY (events)) THEN
    INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
    SELECT endpoint.id, 'order.placed', added.id
    FROM added, webhook_endpoints endpoint WHERE paused_at IS NULL AND 'order.placed' = ANY (events)
    ORDER BY added.id, endpoint.id;
  END IF;
  RETURN NULL;
END $$;

-- A parcel is told once it cannot be undone any more.
CREATE FUNCTION tell_order_event() RETURNS trigger
  LANGUAGE plpgsql AS $$
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

-- Only what changes the available units is told.
CREATE FUNCTION tell_stock_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
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

CREATE FUNCTION tell_product_changed() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints WHERE paused_at IS NULL AND 'product.changed' = ANY (events)) THEN
    INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
    SELECT DISTINCT endpoint.id, 'product.changed', added.subject_id::uuid
    FROM added, webhook_endpoints endpoint
    WHERE paused_at IS NULL AND 'product.changed' = ANY (events) AND subject_type = 'product'
      AND kind IN ('product-added', 'product-changed', 'product-archived', 'product-restored')
    ORDER BY 3, 1
    ON CONFLICT (endpoint_id, type, subject_id) WHERE attempts = 0 AND type IN ('product.changed', 'stock.changed')
      DO UPDATE SET happened_at = now();
  END IF;
  RETURN NULL;
END $$;

-- An import writes one audit event, so it tells webhooks itself.
CREATE FUNCTION tell_products_changed(ids uuid[]) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
  SELECT endpoint.id, 'product.changed', product
  FROM unnest(ids) product, webhook_endpoints endpoint
  WHERE paused_at IS NULL AND 'product.changed' = ANY (events)
  ORDER BY product, endpoint.id
  ON CONFLICT (endpoint_id, type, subject_id) WHERE attempts = 0 AND type IN ('product.changed', 'stock.changed')
    DO UPDATE SET happened_at = now()
$$;

CREATE FUNCTION tell_shipment() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, type, subject_id, happened_at)
  SELECT endpoint.id, 'order.shipped', NEW.id, NEW.shipped_at FROM webhook_endpoints endpoint
  WHERE paused_at IS NULL AND 'order.shipped' = ANY (events) ORDER BY endpoint.id;
  RETURN NULL;
END $$;

CREATE TRIGGER audit_events_tell_webhooks
  AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tell_product_changed();

CREATE TRIGGER order_events_tell_webhooks
  AFTER INSERT ON order_events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tell_order_event();

CREATE TRIGGER orders_tell_webhooks
  AFTER INSERT ON orders REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tell_order_placed();

CREATE TRIGGER shipments_tell_webhooks
  AFTER UPDATE OF announced_at ON shipments
  FOR EACH ROW WHEN (old.announced_at IS NULL AND new.announced_at IS NOT NULL) EXECUTE FUNCTION tell_shipment();

CREATE TRIGGER stock_movements_tell_webhooks
  AFTER INSERT ON stock_movements REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION tell_stock_changed();
