-- Pages of filtered lists are read from bitmaps, too: a slot knows the place of its product in the shop's order, so that the first ones
-- of several categories are compared without reading the products. Slots in the order of prices are read at each count: as they are, they
-- take half of the space and are not unpacked.
ALTER TABLE facet_slots ADD COLUMN position bigint;
ALTER TABLE facet_chunks
  ALTER COLUMN cheapest TYPE smallint[] USING cheapest::smallint[],
  ALTER COLUMN dearest TYPE smallint[] USING dearest::smallint[],
  ALTER COLUMN prices SET STORAGE EXTERNAL,
  ALTER COLUMN cheapest SET STORAGE EXTERNAL,
  ALTER COLUMN dearest SET STORAGE EXTERNAL;
-- The job that looks for changes builds them within a minute.
TRUNCATE facet_chunks, facet_bitmaps, facet_slots, facet_changes;
ALTER TABLE facet_slots ALTER COLUMN position SET NOT NULL;

CREATE OR REPLACE FUNCTION build_facet_bitmaps() RETURNS void LANGUAGE plpgsql AS $$
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
  INSERT INTO facet_slots (slot, product_id, position)
  SELECT row_number() OVER (ORDER BY path, facets.position, product_id) - 1, product_id, facets.position
  FROM product_facets facets LEFT JOIN tree ON tree.id = category_id;
  DELETE FROM facet_chunks;
  DELETE FROM facet_bitmaps;
  FOR built IN SELECT DISTINCT slot / facet_chunk_size() FROM facet_slots LOOP
    INSERT INTO facet_chunks (chunk, prices, cheapest, dearest)
    SELECT built, array_agg(coalesce(price_cents, 0) ORDER BY slot), array_agg((slot % facet_chunk_size())::smallint ORDER BY price_cents),
      array_agg((slot % facet_chunk_size())::smallint ORDER BY price_cents DESC)
    FROM facet_slots LEFT JOIN product_facets USING (product_id)
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size();
    INSERT INTO facet_bitmaps (chunk, value_id, bits)
    SELECT built, value_id, bit_or(set_bit(no_facet_bits(), slot % facet_chunk_size(), 1))
    FROM facet_slots JOIN product_facets USING (product_id), unnest(value_ids || 0 || -category_id) AS value_id
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size() AND value_id IS NOT NULL
    GROUP BY value_id;
  END LOOP;
END $$;
