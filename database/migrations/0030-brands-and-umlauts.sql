-- Brands are words of their products, and umlauts are found as keyboards without them write them.
CREATE FUNCTION transcribed(content text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT replace(replace(replace(replace(lower(content), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
$$;
DROP INDEX products_words;
ALTER TABLE products DROP COLUMN words;
ALTER TABLE products ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (
  words_of(name || ' ' || other_names || ' ' || coalesce(sku, '')) || words_of(transcribed(name || ' ' || other_names))
  || array_to_tsvector(ARRAY['#' || coalesce(category_id::text, ''), '@' || coalesce(brand_id::text, '')])) STORED;
CREATE INDEX products_words ON products USING gin (words);
CREATE INDEX brands_words ON brands USING gin ((words_of(name) || words_of(transcribed(name))));
CREATE TRIGGER brands_add_words AFTER INSERT OR UPDATE OF name ON brands FOR EACH ROW EXECUTE FUNCTION add_new_words();
SELECT add_to_dictionary(ARRAY(SELECT name FROM brands));
ANALYZE products, brands;
