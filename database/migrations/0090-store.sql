-- The seller's store: one row. Without a name it has that of the software. The edition counts the changes.
CREATE TABLE store (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  edition integer NOT NULL DEFAULT 1,
  name text CHECK (name ~ '\S'),
  currency text NOT NULL DEFAULT 'USD' CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text NOT NULL DEFAULT 'UTC' CHECK (time_zone <> ''),
  units text NOT NULL DEFAULT 'metric' CHECK (units IN ('metric', 'imperial'))
);
INSERT INTO store DEFAULT VALUES;

CREATE FUNCTION count_store_edition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.edition := OLD.edition + 1;
  RETURN NEW;
END $$;
CREATE TRIGGER count_edition BEFORE UPDATE ON store FOR EACH ROW EXECUTE FUNCTION count_store_edition();
