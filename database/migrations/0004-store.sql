-- The seller's store: one row. Without a name it has that of the software. The edition counts the changes.
CREATE TABLE store (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  edition integer NOT NULL DEFAULT 1,
  name text CHECK (name ~ '\S'),
  currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text NOT NULL DEFAULT 'UTC' CHECK (time_zone <> ''),
  units text NOT NULL DEFAULT 'metric' CHECK (units IN ('metric', 'imperial')),
  company text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  contact_recipient text NOT NULL DEFAULT '',
  company_number text NOT NULL DEFAULT '',
  tax_number text NOT NULL DEFAULT '',
  bank_details text NOT NULL DEFAULT '',
  opening_hours jsonb NOT NULL DEFAULT '{}',
  logo jsonb,
  icon jsonb,
  social_picture jsonb,
  primary_color text CHECK (primary_color ~ '^#[0-9a-f]{6}$'),
  accent_color text CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  announcement jsonb,
  -- Amounts are whole minor units of the currency of the store, or of their order: cents of USD, yen, fils. Names with `cents` mean those.
  currency_digits smallint NOT NULL DEFAULT 2 CHECK (currency_digits >= 0 AND currency_digits <= 4),
  -- The languages that pages and mails are offered in; the first one is for everyone who wants none of them.
  languages text[] NOT NULL DEFAULT '{en,de}' CHECK (cardinality(languages) > 0),
  order_prefix text NOT NULL DEFAULT 'BY-',
  -- Where the shop mails that an order can be shipped; empty for nowhere.
  order_recipient text NOT NULL DEFAULT '',
  -- Where the shop mails once a day which products have become low on stock; empty for nowhere.
  low_stock_recipient text NOT NULL DEFAULT '',
  -- For how many days the shop reserves the stock of an order that is paid in advance by bank transfer; 0: that is not offered.
  transfer_days smallint NOT NULL DEFAULT 0 CHECK (transfer_days >= 0 AND transfer_days <= 60),
  -- For how many years after the year of its issue a paper is kept.
  retention_years smallint NOT NULL DEFAULT 10,
  CONSTRAINT store_order_prefix CHECK (order_prefix ~ '^(?=.*[A-Z])[A-Z0-9-]{0,7}[A-Z-]$|^$'),
  CONSTRAINT store_retention_years CHECK (retention_years >= 5 AND retention_years <= 30)
);

-- The pictures of the store. They are small and stand in mails for years: rows are never deleted.
CREATE TABLE store_images (
  path text PRIMARY KEY,
  bytes bytea NOT NULL
);

CREATE FUNCTION count_store_edition() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END $$;

-- The language of the own texts of products, categories and content: the first of the store.
CREATE FUNCTION main_language() RETURNS text
  LANGUAGE sql STABLE AS $$SELECT languages[1] FROM store$$;

CREATE FUNCTION store_day(moment timestamp with time zone) RETURNS date
  LANGUAGE sql STABLE AS $$
  SELECT (moment AT TIME ZONE (SELECT time_zone FROM store))::date
$$;

CREATE TRIGGER count_edition
  BEFORE UPDATE ON store
  FOR EACH ROW EXECUTE FUNCTION count_store_edition();

INSERT INTO store DEFAULT VALUES;
