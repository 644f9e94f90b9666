-- Amounts are whole minor units of the currency of the store, or of their order: cents of USD, yen, fils. Names with `cents` mean those.
ALTER TABLE store ADD COLUMN currency_digits smallint NOT NULL DEFAULT 2 CHECK (currency_digits BETWEEN 0 AND 4);

-- What was added or taken off at the end, so that the total can be paid.
ALTER TABLE orders ADD COLUMN rounding_cents bigint NOT NULL DEFAULT 0 CHECK (rounding_cents BETWEEN -9 AND 9);

-- Cards take two of three decimals: the total of such an order is calculated, not just added up.
CREATE OR REPLACE FUNCTION charges_version() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT tax.edition || ' ' || shipping.edition FROM tax_settings tax, shipping_settings shipping
  WHERE tax.enabled OR shipping.enabled OR EXISTS (SELECT FROM store WHERE currency_digits = 3) OR EXISTS (
    SELECT FROM discounts
    WHERE code IS NULL AND active AND coalesce(starts_at <= now(), true) AND coalesce(ends_at > now(), true))
$$;

-- The languages that pages and mails are offered in; the first one is for everyone who wants none of them.
ALTER TABLE store ADD COLUMN languages text[] NOT NULL DEFAULT '{en,de}' CHECK (cardinality(languages) > 0);
