-- What the one switch of the sales checklist has switched on: it takes back no more than that.
CREATE TABLE selling_switch (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  is_on boolean NOT NULL DEFAULT false,
  set_tax boolean NOT NULL DEFAULT false,
  set_shipping boolean NOT NULL DEFAULT false,
  -- No references: a list that is deleted meanwhile is left out.
  price_list_ids bigint[] NOT NULL DEFAULT '{}',
  CHECK (is_on OR NOT set_tax AND NOT set_shipping AND price_list_ids = '{}')
);

-- The rows that the demo has written, with what makes them the demo's: a row with other facts is the seller's. Columns of a row that every
-- shop has are remembered by a name.
CREATE TABLE demo_rows (
  table_name text,
  id text,
  facts jsonb NOT NULL,
  PRIMARY KEY (table_name, id)
);

-- Deletes rows with all that refers to them, as their foreign keys say.
CREATE FUNCTION delete_with_references(target regclass, condition text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  reference record;
BEGIN
  FOR reference IN
    SELECT conrelid::regclass AS source, format('(%s) IN (SELECT %s FROM %s WHERE %s)',
      (SELECT string_agg(format('%I', attname), ', ' ORDER BY nth) FROM unnest(conkey) WITH ORDINALITY AS key (number, nth)
        JOIN pg_attribute ON attrelid = conrelid AND attnum = number),
      (SELECT string_agg(format('%I', attname), ', ' ORDER BY nth) FROM unnest(confkey) WITH ORDINALITY AS key (number, nth)
        JOIN pg_attribute ON attrelid = confrelid AND attnum = number), target, condition) AS condition
    FROM pg_constraint WHERE contype = 'f' AND confrelid = target AND confdeltype = 'a'
  LOOP
    PERFORM delete_with_references(reference.source, reference.condition);
  END LOOP;
  EXECUTE format('DELETE FROM %s WHERE %s', target, condition);
END $$;

INSERT INTO selling_switch DEFAULT VALUES;
-- Every shop has these categories from the start. Those that stay empty go with the demo.
INSERT INTO demo_rows (table_name, id, facts)
SELECT 'categories', id::text, jsonb_build_object('slug', slug) FROM categories;
