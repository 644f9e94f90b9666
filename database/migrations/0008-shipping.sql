-- What delivery costs: zones, methods, rates and ship classes. Nothing is charged until `enabled` is set.
CREATE TABLE shipping_settings (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  enabled boolean NOT NULL DEFAULT false,
  -- What a product without a weight weighs; without it, such products are freight on request wherever the price depends on weight.
  default_weight_grams integer CHECK (default_weight_grams >= 1 AND default_weight_grams <= 100000000),
  -- The address that carriers ship from.
  origin jsonb,
  -- Counts every change of the tables of shipping.
  edition bigint NOT NULL DEFAULT 1
);

CREATE TABLE ship_classes (
  code text PRIMARY KEY CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text NOT NULL,
  -- Names in other languages.
  names jsonb NOT NULL DEFAULT '{}',
  position integer NOT NULL DEFAULT 0
);

CREATE TABLE shipping_zones (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  position integer NOT NULL DEFAULT 0
);

-- The places of a zone; `*` is every country that no member names.
CREATE TABLE shipping_zone_members (
  zone_id integer REFERENCES shipping_zones (id) ON DELETE CASCADE,
  position integer,
  country text NOT NULL CHECK (country ~ '^([A-Z]{2}|\*)$'),
  region text NOT NULL DEFAULT '',
  -- The first characters of postal codes, without blanks and hyphens; a prefix has the same ones twice, a range only digits.
  postal_from text NOT NULL DEFAULT '',
  postal_to text NOT NULL DEFAULT '',
  PRIMARY KEY (zone_id, position),
  CONSTRAINT shipping_zone_members_postal CHECK (postal_from ~ '^[A-Z0-9]{0,16}$' AND (postal_to = postal_from OR postal_from ~ '^[0-9]+$' AND postal_to ~ '^[0-9]+$' AND length(postal_to) = length(postal_from) AND postal_to > (postal_from COLLATE "C"))),
  CONSTRAINT shipping_zone_members_rest CHECK (country <> '*' OR region = '' AND postal_from = '')
);

CREATE TABLE shipping_methods (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  names jsonb NOT NULL DEFAULT '{}',
  kind text NOT NULL CHECK (kind IN ('flat', 'table', 'pickup', 'carrier', 'quoted')),
  -- What the rows of a table are by.
  by text NOT NULL DEFAULT 'weight' CHECK (by IN ('weight', 'value')),
  days_from smallint CHECK (days_from >= 0 AND days_from <= 365),
  days_to smallint,
  -- The carrier that delivers; of the kind carrier, the one whose rates are asked for, or all.
  carrier text NOT NULL DEFAULT '',
  active boolean NOT NULL DEFAULT true,
  position integer NOT NULL DEFAULT 0,
  CHECK (days_to >= days_from AND days_to <= 365),
  CONSTRAINT shipping_methods_days CHECK ((days_from IS NULL) = (days_to IS NULL))
);

-- The rows of a method in a zone: a weight belongs to the row up to and with its end, a value to the row from its beginning on.
CREATE TABLE shipping_rates (
  method_id integer REFERENCES shipping_methods (id) ON DELETE CASCADE,
  zone_id integer REFERENCES shipping_zones (id) ON DELETE CASCADE,
  position integer,
  -- Grams or cents.
  from_amount bigint NOT NULL DEFAULT 0 CHECK (from_amount >= 0 AND from_amount <= 1000000000000),
  to_amount bigint,
  price_cents integer NOT NULL CHECK (price_cents >= 0 AND price_cents <= 999999999),
  -- For each kilogram begun, above `from_amount` where rows are by weight.
  per_kg_cents integer NOT NULL DEFAULT 0 CHECK (per_kg_cents >= 0 AND per_kg_cents <= 999999999),
  free_from_cents integer CHECK (free_from_cents >= 0 AND free_from_cents <= 999999999),
  PRIMARY KEY (method_id, zone_id, position),
  CHECK (to_amount > from_amount AND to_amount <= 1000000000000)
);
CREATE INDEX shipping_rates_zone ON shipping_rates (zone_id);

-- What a method does with goods of a class: it excludes them, or costs more.
CREATE TABLE shipping_class_rules (
  method_id integer REFERENCES shipping_methods (id) ON DELETE CASCADE,
  class text REFERENCES ship_classes (code) ON DELETE CASCADE,
  is_excluded boolean NOT NULL DEFAULT false,
  surcharge_cents integer NOT NULL DEFAULT 0 CHECK (surcharge_cents >= 0 AND surcharge_cents <= 999999999),
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

CREATE FUNCTION count_shipping_settings() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION count_shipping_edition() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shipping_settings SET edition = edition;
  RETURN NULL;
END $$;

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON ship_classes
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON shipping_class_rules
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON shipping_methods
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON shipping_rates
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

CREATE TRIGGER count_edition
  BEFORE UPDATE ON shipping_settings
  FOR EACH ROW EXECUTE FUNCTION count_shipping_settings();

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON shipping_zone_members
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

CREATE TRIGGER count_edition
  AFTER INSERT OR DELETE OR UPDATE ON shipping_zones
  FOR EACH STATEMENT EXECUTE FUNCTION count_shipping_edition();

INSERT INTO shipping_settings DEFAULT VALUES;
INSERT INTO ship_classes (code, name, names) VALUES ('standard', 'Standard', '{"de": "Standard"}');
