-- Goods that come back. A return is goods, a refund is money: each is there without the other.
CREATE TABLE returns (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  -- From 1 in each order: shown as BY-1001-R1.
  position smallint NOT NULL CHECK (position > 0),
  -- A consumer withdraws from the contract: it is approved as it is asked for, and never refused.
  is_withdrawal boolean NOT NULL DEFAULT false,
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by uuid REFERENCES users (id),
  note text,
  -- The restocking fee as the buyer was told of it.
  fee_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (fee_percent >= 0 AND fee_percent <= 100),
  approved_at timestamptz,
  approved_by uuid REFERENCES users (id),
  refused_at timestamptz,
  refused_by uuid REFERENCES users (id),
  -- What the seller wrote to the buyer.
  answer text,
  cancelled_at timestamptz,
  cancelled_by uuid REFERENCES users (id),
  received_at timestamptz,
  received_by uuid REFERENCES users (id),
  -- The order that replaces its units at no charge.
  replacement_id uuid REFERENCES orders (id),
  idempotency_key text,
  -- What the call with the key asked for, as a hash.
  request_hash text,
  UNIQUE (order_id, position),
  CONSTRAINT returns_ended CHECK (num_nonnulls(refused_at, cancelled_at, received_at) <= 1),
  CONSTRAINT returns_received CHECK (received_at IS NULL OR approved_at IS NOT NULL),
  CONSTRAINT returns_refused CHECK (refused_at IS NULL OR approved_at IS NULL AND NOT is_withdrawal),
  CONSTRAINT returns_replaced CHECK (replacement_id IS NULL OR approved_at IS NOT NULL AND cancelled_at IS NULL),
  CONSTRAINT returns_withdrawn CHECK (NOT is_withdrawal OR approved_at IS NOT NULL)
);
CREATE UNIQUE INDEX returns_by_key ON returns (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX returns_by_replacement ON returns (replacement_id) WHERE replacement_id IS NOT NULL;
CREATE INDEX returns_newest ON returns (requested_at, id);
CREATE INDEX returns_to_answer ON returns (requested_at, id)
  WHERE approved_at IS NULL AND refused_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX returns_to_receive ON returns (requested_at, id)
  WHERE approved_at IS NOT NULL AND received_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX returns_to_pay_back ON returns (requested_at, id)
  WHERE is_withdrawal AND cancelled_at IS NULL;

CREATE TABLE return_lines (
  return_id uuid REFERENCES returns (id) ON DELETE CASCADE,
  order_line_id bigint REFERENCES order_lines (id),
  units integer NOT NULL CHECK (units > 0),
  reason text NOT NULL CHECK (reason IN ('not-needed', 'does-not-fit', 'defective', 'damaged', 'wrong-part', 'missing', 'withdrawal')),
  -- The address of an uploaded picture, which only the buyer and staff are told.
  photo_url text,
  received_units integer NOT NULL DEFAULT 0,
  restocked_units integer NOT NULL DEFAULT 0,
  scrapped_units integer NOT NULL DEFAULT 0,
  PRIMARY KEY (return_id, order_line_id),
  CONSTRAINT return_lines_received CHECK (received_units >= 0 AND received_units <= units),
  CONSTRAINT return_lines_divided CHECK (restocked_units >= 0 AND scrapped_units >= 0 AND restocked_units + scrapped_units <= received_units)
);
CREATE INDEX return_lines_of_line ON return_lines (order_line_id);

-- allow checks-all-rows: no version before has refunds of returns
ALTER TABLE refunds ADD CONSTRAINT refunds_return FOREIGN KEY (return_id) REFERENCES returns (id);

CREATE TABLE return_settings (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  -- For how many days after the last parcel a buyer may ask for a return; 0 if only staff enter returns.
  days smallint NOT NULL DEFAULT 30 CHECK (days >= 0 AND days <= 1000),
  -- Taken off what is refunded of parts that were not needed or do not fit.
  fee_percent numeric(5,2) NOT NULL DEFAULT 0 CHECK (fee_percent >= 0 AND fee_percent <= 100),
  -- Who pays the way back, in the seller's words, by language.
  way_back jsonb NOT NULL DEFAULT '{}',
  -- Whether consumers withdraw online, as in the EU, and the days that a delivery takes at most.
  withdrawal boolean NOT NULL DEFAULT false,
  delivery_days smallint NOT NULL DEFAULT 5 CHECK (delivery_days >= 0 AND delivery_days <= 365)
);
INSERT INTO return_settings DEFAULT VALUES;

CREATE FUNCTION tell_return() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, type, subject_id)
  SELECT endpoint.id, TG_ARGV[0], NEW.id FROM webhook_endpoints endpoint
  WHERE paused_at IS NULL AND TG_ARGV[0] = ANY (events) ORDER BY endpoint.id;
  RETURN NULL;
END $$;

CREATE TRIGGER returns_tell_webhooks
  AFTER INSERT ON returns
  FOR EACH ROW EXECUTE FUNCTION tell_return('return.requested');

CREATE TRIGGER received_returns_tell_webhooks
  AFTER UPDATE OF received_at ON returns
  FOR EACH ROW WHEN (old.received_at IS NULL AND new.received_at IS NOT NULL) EXECUTE FUNCTION tell_return('return.received');
