-- The main language before, as long as products still have their own texts in it; null otherwise.
ALTER TABLE store ADD COLUMN former_main_language text;
-- The main language that the columns and changes of an import are for. A default, so that the version before writes it, too.
-- allow rewrites-table: a stable function is evaluated once
ALTER TABLE imports ADD COLUMN main_language text NOT NULL DEFAULT coalesce(main_language(), 'en');

-- Exchanges the own texts as in 0169, but that of a product without a name it makes no translation without one, which is refused.
CREATE OR REPLACE FUNCTION exchange_product_texts(from_language text, to_language text, behind uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[];
BEGIN
  ids := array(
    SELECT id FROM products WHERE id > behind AND (
      EXISTS (SELECT FROM product_texts WHERE product_id = id AND language = to_language)
      OR EXISTS (SELECT FROM product_images WHERE product_id = id AND alts ? to_language))
    -- In the order of all locks on products.
    ORDER BY id LIMIT most FOR NO KEY UPDATE);
  -- Products on sale without a number of their own differ by their names, which have at most 120 characters.
  UPDATE product_texts texts SET name = left(texts.name, 109) || ' (' || right(product_id::text, 8) || ')'
  FROM products WHERE products.id = product_id AND product_id = ANY (ids) AND language = to_language AND archived_at IS NULL AND (
    EXISTS (
      SELECT FROM products other WHERE lower(other.name) = lower(texts.name) AND lower(coalesce(other.sku, '')) = lower(coalesce(products.sku, ''))
        AND other.archived_at IS NULL AND other.id <> products.id)
    OR EXISTS (
      SELECT FROM product_texts others JOIN products other ON other.id = others.product_id
      WHERE lower(others.name) = lower(texts.name) AND others.language = to_language
        AND lower(coalesce(other.sku, '')) = lower(coalesce(products.sku, '')) AND other.archived_at IS NULL AND other.id <> products.id));
  -- What a product must have stays where there is none to exchange it for.
  WITH both_texts AS (
    SELECT id, texts.name, texts.description, texts.image_alt, texts.page_title, texts.page_description,
      CASE WHEN texts.name IS NOT NULL THEN nullif(products.name, '') END AS own_name,
      CASE WHEN texts.description IS NOT NULL THEN nullif(products.description, '') END AS own_description,
      products.image_alt AS own_image_alt, products.page_title AS own_page_title, products.page_description AS own_page_description
    FROM product_texts texts JOIN products ON id = product_id WHERE id = ANY (ids) AND language = to_language),
  exchanged AS (
    UPDATE product_texts SET language = from_language, name = own_name, description = own_description, image_alt = own_image_alt,
      page_title = own_page_title, page_description = own_page_description
    FROM both_texts WHERE product_id = id AND language = to_language
      AND num_nonnulls(own_name, own_description, own_image_alt, own_page_title, own_page_description) > 0),
  emptied AS (
    DELETE FROM product_texts USING both_texts WHERE product_id = id AND language = to_language
      AND num_nonnulls(own_name, own_description, own_image_alt, own_page_title, own_page_description) = 0)
  UPDATE products SET name = coalesce(both_texts.name, products.name),
    description = coalesce(both_texts.description, products.description), image_alt = both_texts.image_alt,
    page_title = both_texts.page_title, page_description = both_texts.page_description,
    -- As the trigger of the texts writes it, which then has nothing to do.
    other_names = coalesce((
      SELECT string_agg(others.name, ' ' ORDER BY others.language) FROM (
        SELECT own_name AS name, from_language AS language
        UNION ALL
        SELECT further.name, further.language FROM product_texts further
        WHERE further.product_id = products.id AND further.language <> to_language) others), '')
  FROM both_texts WHERE both_texts.id = products.id;
  UPDATE product_images SET alt = alts ->> to_language,
    alts = alts - to_language || CASE WHEN alt IS NULL THEN '{}' ELSE jsonb_build_object(from_language, alt) END
  WHERE product_id = ANY (ids) AND alts ? to_language;
  RETURN ids[cardinality(ids)];
END $$;
