-- The own texts of products and of ways of shipping are in the main language of the store; further ones are in the other languages. The
-- texts of a shop whose main language is another one than at first were in English.

-- Exchanges the own texts for those in the language that becomes the main one, where there are some; returns the last id of a batch.
CREATE FUNCTION exchange_product_texts(from_language text, to_language text, behind uuid, most integer) RETURNS uuid LANGUAGE plpgsql AS $$
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
      CASE WHEN texts.name IS NOT NULL THEN products.name END AS own_name,
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

CREATE FUNCTION exchange_shipping_names(from_language text, to_language text) RETURNS void LANGUAGE sql AS $$
  UPDATE shipping_methods SET name = names ->> to_language, names = names - to_language || jsonb_build_object(from_language, name)
  WHERE names ? to_language;
  UPDATE ship_classes SET name = names ->> to_language, names = names - to_language || jsonb_build_object(from_language, name)
  WHERE names ? to_language;
$$;

-- allow cannot-see: it runs in batches of 1000 products, and only in a shop whose main language is not English
DO $$
DECLARE
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  IF main_language() <> 'en' THEN
    WHILE last IS NOT NULL LOOP
      last := exchange_product_texts('en', main_language(), last, 1000);
    END LOOP;
    PERFORM exchange_shipping_names('en', main_language());
  END IF;
END $$;

-- Whoever writes a text in the main language, as the version before does, writes the own one. Who writes a text while the main language
-- changes waits until it has; before a product is locked, the row of the store must be, or the two could wait for each other.
CREATE FUNCTION write_own_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  main text;
BEGIN
  SELECT languages[1] INTO main FROM store FOR KEY SHARE;
  IF NEW.language <> main THEN
    RETURN NEW;
  END IF;
  UPDATE products SET name = coalesce(NEW.name, name), description = coalesce(NEW.description, description),
    image_alt = coalesce(NEW.image_alt, image_alt), page_title = coalesce(NEW.page_title, page_title),
    page_description = coalesce(NEW.page_description, page_description)
  WHERE id = NEW.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER product_texts_write_own_text BEFORE INSERT ON product_texts FOR EACH ROW EXECUTE FUNCTION write_own_text();
