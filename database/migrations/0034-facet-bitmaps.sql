-- Facets of large categories are counted on bitmaps: each product on sale has a slot, in the order of the tree of categories, and each
-- value a bit for each slot. They are what a build has found; products that have changed since are listed and counted one by one, so
-- that counts are exact at every moment and writers never wait for each other.
CREATE TABLE facet_changes (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, product_id uuid NOT NULL);
CREATE TABLE facet_slots (slot integer PRIMARY KEY, product_id uuid NOT NULL UNIQUE);
-- The prices of a chunk by its slots, and the slots in the order of their prices.
CREATE TABLE facet_chunks (
  chunk integer PRIMARY KEY,
  prices integer[] NOT NULL,
  cheapest integer[] NOT NULL,
  dearest integer[] NOT NULL
);
-- `value_id` is that of `facet_values`; 0 stands for all products, -N for the category N without what is below it.
CREATE TABLE facet_bitmaps (
  chunk integer NOT NULL,
  value_id integer NOT NULL,
  bits bit varying NOT NULL,
  PRIMARY KEY (chunk, value_id)
);

-- A bitmap fits into a row of its page without being compressed.
CREATE FUNCTION facet_chunk_size() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 15360;
CREATE FUNCTION no_facet_bits() RETURNS bit varying LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN repeat('0', 15360)::bit varying;

CREATE FUNCTION list_facet_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO facet_changes (product_id) VALUES (coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;
CREATE TRIGGER product_facets_list_change AFTER INSERT OR UPDATE OR DELETE ON product_facets
  FOR EACH ROW EXECUTE FUNCTION list_facet_change();

CREATE FUNCTION build_facet_bitmaps() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  built integer;
BEGIN
  LOCK TABLE facet_slots IN SHARE ROW EXCLUSIVE MODE;
  -- First: what changes while the rest is read stays listed.
  DELETE FROM facet_changes;
  DELETE FROM facet_slots;
  WITH RECURSIVE tree AS (
    SELECT id, ARRAY[position, id] AS path FROM categories WHERE parent_id IS NULL
    UNION ALL SELECT child.id, path || child.position || child.id FROM tree JOIN categories child ON child.parent_id = tree.id)
  INSERT INTO facet_slots (slot, product_id)
  SELECT row_number() OVER (ORDER BY path, facets.position, product_id) - 1, product_id
  FROM product_facets facets LEFT JOIN tree ON tree.id = category_id;
  DELETE FROM facet_chunks;
  DELETE FROM facet_bitmaps;
  FOR built IN SELECT DISTINCT slot / facet_chunk_size() FROM facet_slots LOOP
    INSERT INTO facet_chunks (chunk, prices, cheapest, dearest)
    SELECT built, array_agg(coalesce(price_cents, 0) ORDER BY slot), array_agg(slot % facet_chunk_size() ORDER BY price_cents),
      array_agg(slot % facet_chunk_size() ORDER BY price_cents DESC)
    FROM facet_slots LEFT JOIN product_facets USING (product_id)
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size();
    INSERT INTO facet_bitmaps (chunk, value_id, bits)
    SELECT built, value_id, bit_or(set_bit(no_facet_bits(), slot % facet_chunk_size(), 1))
    FROM facet_slots JOIN product_facets USING (product_id), unnest(value_ids || 0 || -category_id) AS value_id
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size() AND value_id IS NOT NULL
    GROUP BY value_id;
  END LOOP;
END $$;

-- Each search compares its words with the names of categories.
CREATE INDEX category_texts_words ON category_texts USING gin ((words_of(name) || words_of(transcribed(name))));
ANALYZE category_texts;
