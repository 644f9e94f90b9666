-- migrate: in batches by products.id
-- Numbers such as M1. 6 and M1.6 were two, and are one: products on sale that have it keep it until it is changed. The first one has it,
-- the others are marked.
UPDATE products SET shares_part_number = true
WHERE id BETWEEN $1 AND $2 AND archived_at IS NULL AND NOT shares_part_number
  AND part_number_identity(sku) <> part_number_key(sku) AND EXISTS (
    SELECT FROM part_number_keys JOIN part_numbers ON part_numbers.id = part_number_id AND kind = 'own'
    JOIN products earlier ON earlier.id = product_id AND earlier.archived_at IS NULL AND NOT earlier.shares_part_number
    WHERE key = part_number_key(products.sku) AND start = 0
      AND part_number_identity(earlier.sku) = part_number_identity(products.sku)
      AND coalesce(earlier.brand_id, 0) = coalesce(products.brand_id, 0) AND earlier.position < products.position)
