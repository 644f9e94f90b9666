-- migrate: in batches by products.id
-- The words of products that were written before: their column is generated again.
UPDATE products SET name = name WHERE id BETWEEN $1 AND $2 AND words <> (
  words_of(name || ' ' || other_names || ' ' || coalesce(sku, '')) || words_of(transcribed(name || ' ' || other_names))
  || array_to_tsvector(ARRAY['#' || coalesce(category_id::text, ''), '@' || coalesce(brand_id::text, '')]))
