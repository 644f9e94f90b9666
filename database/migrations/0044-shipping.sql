-- What delivery costs: zones, methods, rates and ship classes. Nothing is charged until `enabled` is set.
CREATE TABLE shipping_settings (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  enabled boolean NOT NULL DEFAULT false,
  -- What a product without a weight weighs; without it, such products are freight on request wherever the price depends on weight.
  default_weight_grams integer CHECK (default_weight_grams BETWEEN 1 AND 100000000),
  -- The address that carriers ship from.
  origin jsonb,
  -- Counts every change of the tables of shipping.
  edition bigint NOT NULL DEFAULT 1
);
INSERT INTO shipping_settings DEFAULT VALUES;

CREATE TABLE ship_classes (
  code text PRIMARY KEY CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text NOT NULL,
  -- Names in other languages.
  names jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0
);
INSERT INTO ship_classes (code, name, names) VALUES ('standard', 'Standard', '{"de": "Standard"}');

CREATE TABLE shipping_zones (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  position integer NOT NULL DEFAULT 0
);

-- The places of a zone; `*` is every country that no member names.
CREATE TABLE shipping_zone_members (
  zone_id integer NOT NULL REFERENCES shipping_zones (id) ON DELETE CASCADE,
  position integer NOT NULL,
  country text NOT NULL CHECK (country ~ '^([A-Z]{2}|\*)$'),
  region text NOT NULL DEFAULT '',
  -- The first characters of postal codes, without blanks and hyphens; a prefix has the same ones twice, a range only digits.
  postal_from text NOT NULL DEFAULT '',
  postal_to text NOT NULL DEFAULT '',
  PRIMARY KEY (zone_id, position),
  CONSTRAINT shipping_zone_members_postal CHECK (
    postal_from ~ '^[A-Z0-9]{0,16}$'
    AND (postal_to = postal_from
      OR (postal_from ~ '^[0-9]+$' AND postal_to ~ '^[0-9]+$' AND length(postal_to) = length(postal_from) AND postal_to > postal_from COLLATE "C"))),
  CONSTRAINT shipping_zone_members_rest CHECK (country <> '*' OR (region = '' AND postal_from = ''))
);

CREATE TABLE shipping_methods (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  names jsonb NOT NULL DEFAULT '{}',
  kind text NOT NULL CHECK (kind IN ('flat', 'table', 'pickup', 'carrier', 'quoted')),
  -- What the rows of a table are by.
  by text NOT NULL DEFAULT 'weight' CHECK (by IN ('weight', 'value')),
  days_from smallint CHECK (days_from BETWEEN 0 AND 365),
  days_to smallint CHECK (days_to BETWEEN days_from AND 365),
  -- The carrier that delivers; of the kind carrier, the one whose rates are asked for, or all.
  carrier text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  CONSTRAINT shipping_methods_days CHECK ((days_from IS NULL) = (days_to IS NULL))
);

-- The rows of a method in a zone: a weight belongs to the row up to and with its end, a value to the row from its beginning on.
CREATE TABLE shipping_rates (
  method_id integer NOT NULL REFERENCES shipping_methods (id) ON DELETE CASCADE,
  zone_id integer NOT NULL REFERENCES shipping_zones (id) ON DELETE CASCADE,
  position integer NOT NULL,
  -- Grams or cents.
  from_amount bigint NOT NULL DEFAULT 0 CHECK (from_amount BETWEEN 0 AND 1000000000000),
  to_amount bigint CHECK (to_amount > from_amount AND to_amount <= 1000000000000),
  price_cents integer NOT NULL CHECK (price_cents BETWEEN 0 AND 99999999),
  -- For each kilogram begun, above `from_amount` where rows are by weight.
  per_kg_cents integer NOT NULL DEFAULT 0 CHECK (per_kg_cents BETWEEN 0 AND 99999999),
  free_from_cents integer CHECK (free_from_cents BETWEEN 0 AND 99999999),
  PRIMARY KEY (method_id, zone_id, position)
);
CREATE INDEX shipping_rates_zone ON shipping_rates (zone_id);

-- What a method does with goods of a class: it excludes them, or costs more.
CREATE TABLE shipping_class_rules (
  method_id integer NOT NULL REFERENCES shipping_methods (id) ON DELETE CASCADE,
  class text NOT NULL REFERENCES ship_classes (code) ON DELETE CASCADE,
  is_excluded boolean NOT NULL DEFAULT false,
  surcharge_cents integer NOT NULL DEFAULT 0 CHECK (surcharge_cents BETWEEN 0 AND 99999999),
  -- Whether the surcharge is for each unit or once for the order.
  per_unit boolean NOT NULL DEFAULT false,
  PRIMARY KEY (method_id, class)
);

-- Rates of carriers, by a hash of what they were asked for: for other contents or another place there are none.
CREATE TABLE shipping_quotes (
  input_hash text PRIMARY KEY,
  rates jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX shipping_quotes_expiry ON shipping_quotes (expires_at);

CREATE FUNCTION count_shipping_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER count_edition BEFORE UPDATE ON shipping_settings FOR EACH ROW EXECUTE FUNCTION count_shipping_settings();
CREATE FUNCTION count_shipping_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shipping_settings SET edition = edition;
  RETURN NULL;
END $$;
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON ship_classes EXECUTE FUNCTION count_shipping_edition();
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON shipping_zones EXECUTE FUNCTION count_shipping_edition();
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON shipping_zone_members EXECUTE FUNCTION count_shipping_edition();
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON shipping_methods EXECUTE FUNCTION count_shipping_edition();
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON shipping_rates EXECUTE FUNCTION count_shipping_edition();
CREATE TRIGGER count_edition AFTER INSERT OR UPDATE OR DELETE ON shipping_class_rules EXECUTE FUNCTION count_shipping_edition();

-- Null is the class `standard`.
ALTER TABLE products ADD COLUMN ship_class text CONSTRAINT products_ship_class REFERENCES ship_classes (code);
CREATE INDEX products_ship_class ON products (ship_class) WHERE ship_class IS NOT NULL;
