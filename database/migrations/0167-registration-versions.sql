-- The tax numbers of the shop and its country, from when on: an issued invoice stays as it was. Written by triggers, so that servers of the version before write them, too.
CREATE TABLE tax_registration_versions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Not the beginning of the transaction: one that waits for another comes after it.
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  country text NOT NULL,
  -- [{"country": "US", "region": "TX", "number": "…", "startsOn": "2026-01-01", "endsOn": null}]: those with a number.
  registrations jsonb NOT NULL
);
CREATE FUNCTION keep_tax_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tax_registration_versions (country, registrations)
  SELECT (SELECT country FROM tax_settings), numbered.registrations
  FROM (SELECT coalesce(jsonb_agg(jsonb_build_object('country', country, 'region', region, 'number', number, 'startsOn', starts_on,
      'endsOn', ends_on) ORDER BY country, region, id), '[]') AS registrations
    FROM tax_registrations WHERE number <> '') AS numbered
  WHERE numbered.registrations <> '[]' OR EXISTS (SELECT FROM tax_registration_versions);
  RETURN NULL;
END $$;
CREATE TRIGGER tax_registrations_kept AFTER INSERT OR UPDATE OR DELETE ON tax_registrations
  FOR EACH STATEMENT EXECUTE FUNCTION keep_tax_registrations();
CREATE TRIGGER tax_settings_kept AFTER UPDATE ON tax_settings FOR EACH ROW WHEN (NEW.country <> OLD.country)
  EXECUTE FUNCTION keep_tax_registrations();
-- allow all-rows: it changes none; its trigger writes the first version
UPDATE tax_registrations SET number = number WHERE false;
-- Invoices of before name those of now. allow all-rows: one row
UPDATE tax_registration_versions SET since = to_timestamp(0);
