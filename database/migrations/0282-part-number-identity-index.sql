-- migrate: concurrently
-- A number is that of one product of a brand on sale. No brand is one, too.
CREATE UNIQUE INDEX CONCURRENTLY products_part_number_identity ON products (part_number_identity(sku), coalesce(brand_id, 0)) WHERE archived_at IS NULL AND NOT shares_part_number;
