-- What pictures show, in further languages; `products.image_alt` and `product_images.alt` stay the main texts.
ALTER TABLE product_texts
  ADD COLUMN image_alt text CHECK (image_alt <> ''),
  DROP CONSTRAINT product_texts_check,
  ADD CONSTRAINT product_texts_any CHECK (num_nonnulls(name, description, image_alt) > 0);
-- By language.
ALTER TABLE product_images ADD COLUMN alts jsonb NOT NULL DEFAULT '{}';
