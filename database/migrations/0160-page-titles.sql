-- What search engines show of a product or a category instead of what the patterns of the store make.
ALTER TABLE products
  ADD COLUMN page_title text CHECK (page_title <> ''),
  ADD COLUMN page_description text CHECK (page_description <> '');
ALTER TABLE product_texts
  ADD COLUMN page_title text CHECK (page_title <> ''),
  ADD COLUMN page_description text CHECK (page_description <> ''),
  DROP CONSTRAINT product_texts_any,
  ADD CONSTRAINT product_texts_any CHECK (num_nonnulls(name, description, image_alt, page_title, page_description) > 0);
ALTER TABLE category_texts
  ADD COLUMN page_title text NOT NULL DEFAULT '',
  ADD COLUMN page_description text NOT NULL DEFAULT '';
