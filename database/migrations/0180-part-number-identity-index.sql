-- migrate: concurrently
-- A number is that of one product on sale.
CREATE UNIQUE INDEX CONCURRENTLY products_part_number_identity ON products (part_number_identity(sku)) WHERE archived_at IS NULL AND NOT shares_part_number;
