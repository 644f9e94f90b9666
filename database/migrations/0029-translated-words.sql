-- The names of a product in other languages are words of the search, too.
DROP INDEX products_words;
ALTER TABLE products ADD COLUMN other_names text NOT NULL DEFAULT '';
UPDATE products SET other_names = texts.names
FROM (SELECT product_id, string_agg(name, ' ' ORDER BY language) AS names FROM product_texts WHERE name IS NOT NULL GROUP BY product_id) texts
WHERE id = product_id;
ALTER TABLE products DROP COLUMN words;
ALTER TABLE products ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (
  words_of(name || ' ' || other_names || ' ' || coalesce(sku, '')) || array_to_tsvector(ARRAY['#' || coalesce(category_id::text, '')])) STORED;
CREATE INDEX products_words ON products USING gin (words);

CREATE FUNCTION keep_other_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := coalesce(NEW.product_id, OLD.product_id);
  names text := coalesce((SELECT string_agg(name, ' ' ORDER BY language) FROM product_texts WHERE product_id = changed), '');
BEGIN
  UPDATE products SET other_names = names WHERE id = changed AND other_names <> names;
  PERFORM add_to_dictionary(ARRAY[names]);
  RETURN NULL;
END $$;
CREATE TRIGGER product_texts_keep_other_names AFTER INSERT OR UPDATE OR DELETE ON product_texts
  FOR EACH ROW EXECUTE FUNCTION keep_other_names();
SELECT add_to_dictionary(ARRAY(SELECT other_names FROM products WHERE other_names <> ''));
ANALYZE products;
