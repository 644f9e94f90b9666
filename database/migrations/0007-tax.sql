-- Tax is off until the shop switches it on. `edition` counts the changes of all tables of this file, so that an order can tell that what
-- its tax was calculated from is still so.
CREATE TABLE tax_settings (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  enabled boolean NOT NULL DEFAULT false,
  prices_include_tax boolean NOT NULL DEFAULT false,
  shipping_tax text NOT NULL DEFAULT 'proportional' CHECK (shipping_tax IN ('proportional', 'highest')),
  provider text NOT NULL DEFAULT 'tables' CHECK (provider IN ('tables', 'stripe')),
  -- Where goods are sent from: ISO 3166-1 alpha-2, or empty while the shop has not said; the region as on a parcel, such as TX.
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'),
  region text NOT NULL DEFAULT '',
  edition bigint NOT NULL DEFAULT 0
);

-- Where the shop collects tax: without a row here, it collects none. Both days count.
CREATE TABLE tax_registrations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  region text NOT NULL DEFAULT '',
  number text NOT NULL DEFAULT '',
  -- `oss` covers buyers in all other countries of the European Union.
  scheme text NOT NULL DEFAULT 'normal' CHECK (scheme IN ('normal', 'oss')),
  starts_on date NOT NULL,
  ends_on date,
  -- Whether businesses with a number of the country owe the tax themselves: off, since a domestic sale of goods is taxed in most countries.
  reverse_charge boolean NOT NULL DEFAULT false,
  CHECK (ends_on >= starts_on)
);

CREATE TABLE tax_classes (
  code text PRIMARY KEY CHECK (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text NOT NULL,
  is_exempt boolean NOT NULL DEFAULT false,
  -- The tax code of products without their own, for Stripe Tax.
  tax_code text
);

-- The next start of the same rate ends it, so that none overlap. Rates of different names add up.
CREATE TABLE tax_rates (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  region text NOT NULL DEFAULT '',
  -- As `postalKey` writes postal codes.
  postal_prefix text NOT NULL DEFAULT '' CHECK (postal_prefix ~ '^[A-Z0-9]{0,16}$'),
  tax_class text NOT NULL REFERENCES tax_classes (code),
  name text NOT NULL,
  rate numeric(9,6) NOT NULL CHECK (rate >= 0 AND rate < 1),
  starts_on date NOT NULL,
  on_shipping boolean NOT NULL DEFAULT true,
  CONSTRAINT tax_rates_country_region_postal_prefix_tax_class_name_start_key UNIQUE NULLS NOT DISTINCT (country, region, postal_prefix, tax_class, name, starts_on)
);
CREATE INDEX tax_rates_class ON tax_rates (tax_class);

-- The tax numbers of buyers. `evidence` is what the register answered, or the admin who verified it.
CREATE TABLE tax_ids (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  -- As Stripe names it, such as eu_vat.
  kind text NOT NULL,
  -- The country of the number; EL and XI are written as GR and XI.
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  value text NOT NULL,
  status text NOT NULL DEFAULT 'unknown' CHECK (status IN ('unknown', 'verified', 'invalid', 'unavailable')),
  checked_at timestamptz,
  evidence jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, value)
);
CREATE INDEX tax_ids_waiting ON tax_ids (checked_at) WHERE status <> 'verified';

-- Buyers who pay no tax in a place, from and until a day; both days count.
CREATE TABLE exemption_certificates (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  region text NOT NULL DEFAULT '',
  number text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  starts_on date NOT NULL,
  ends_on date,
  verified_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (ends_on >= starts_on)
);
CREATE INDEX exemption_certificates_user ON exemption_certificates (user_id);
CREATE INDEX exemption_certificates_verified_by ON exemption_certificates (verified_by);

-- The tax numbers of the shop and its country, from when on: an issued invoice stays as it was.
CREATE TABLE tax_registration_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Not the beginning of the transaction: one that waits for another comes after it.
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  country text NOT NULL,
  -- [{"country": "US", "region": "TX", "number": "…", "startsOn": "2026-01-01", "endsOn": null}]: those with a number.
  registrations jsonb NOT NULL
);

CREATE FUNCTION count_tax_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tax_settings SET edition = edition + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION count_tax_settings() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_tax_registrations() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tax_registration_versions (country, registrations)
  SELECT (SELECT country FROM tax_settings), numbered.registrations
  FROM (SELECT coalesce(jsonb_agg(jsonb_build_object('country', country, 'region', region, 'number', number, 'startsOn', starts_on,
      'endsOn', ends_on) ORDER BY country, region, id), '[]') AS registrations
    FROM tax_registrations WHERE number <> '') AS numbered
  WHERE numbered.registrations <> '[]' OR EXISTS (SELECT FROM tax_registration_versions);
  RETURN NULL;
END $$;

CREATE TRIGGER exemption_certificates_count
  AFTER INSERT OR DELETE OR UPDATE ON exemption_certificates
  FOR EACH STATEMENT EXECUTE FUNCTION count_tax_change();

CREATE TRIGGER tax_classes_count
  AFTER INSERT OR DELETE OR UPDATE ON tax_classes
  FOR EACH STATEMENT EXECUTE FUNCTION count_tax_change();

CREATE TRIGGER tax_ids_count
  AFTER INSERT OR DELETE OR UPDATE ON tax_ids
  FOR EACH STATEMENT EXECUTE FUNCTION count_tax_change();

CREATE TRIGGER tax_rates_count
  AFTER INSERT OR DELETE OR UPDATE ON tax_rates
  FOR EACH STATEMENT EXECUTE FUNCTION count_tax_change();

CREATE TRIGGER tax_registrations_count
  AFTER INSERT OR DELETE OR UPDATE ON tax_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION count_tax_change();

CREATE TRIGGER tax_registrations_kept
  AFTER INSERT OR DELETE OR UPDATE ON tax_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION keep_tax_registrations();

CREATE TRIGGER tax_settings_count
  BEFORE UPDATE ON tax_settings
  FOR EACH ROW EXECUTE FUNCTION count_tax_settings();

CREATE TRIGGER tax_settings_kept
  AFTER UPDATE ON tax_settings
  FOR EACH ROW WHEN (new.country <> old.country) EXECUTE FUNCTION keep_tax_registrations();

INSERT INTO tax_settings DEFAULT VALUES;
INSERT INTO tax_classes (code, name) VALUES ('standard', 'Standard');
