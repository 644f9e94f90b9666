-- The rows that the demo has written, with what makes them the demo's: a row with other facts is the seller's. Columns of a row that every
-- shop has are remembered by a name.
CREATE TABLE demo_rows (
  table_name text NOT NULL,
  id text NOT NULL,
  facts jsonb NOT NULL,
  PRIMARY KEY (table_name, id)
);

-- Every shop has these from the start. Those that stay empty go with the demo.
-- allow all-rows: It reads the categories of a shop, which are few.
INSERT INTO demo_rows (table_name, id, facts)
SELECT 'categories', id::text, jsonb_build_object('slug', slug) FROM categories
WHERE slug IN ('engine', 'brakes', 'suspension', 'electrical', 'filters', 'tyres-and-wheels', 'hand-tools', 'power-tools', 'garage-machines', 'fluids');

-- Deletes rows with all that refers to them, as their foreign keys say.
CREATE FUNCTION delete_with_references(target regclass, condition text) RETURNS void LANGUAGE plpgsql AS $$
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
