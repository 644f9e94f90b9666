-- migrate: concurrently
-- A name is that of one product with the same number of the same brand. Among products without a number, brands tell none apart: an order names a product by its name.
CREATE UNIQUE INDEX CONCURRENTLY products_name_of_brand ON products (lower(name), lower(coalesce(sku, '')), (CASE WHEN coalesce(sku, '') = '' THEN 0 ELSE coalesce(brand_id, 0) END)) WHERE archived_at IS NULL;
