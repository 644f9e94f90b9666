-- What search engines show of a product or a category instead of what the patterns of the store make.
ALTER TABLE products
  ADD COLUMN page_title text,
  ADD COLUMN page_description text,
  ADD CONSTRAINT products_page_texts CHECK (page_title <> '' AND page_description <> '') NOT VALID;
ALTER TABLE product_texts
  ADD COLUMN page_title text,
  ADD COLUMN page_description text,
  ADD CONSTRAINT product_texts_page_texts CHECK (page_title <> '' AND page_description <> '') NOT VALID,
  DROP CONSTRAINT product_texts_any,
  ADD CONSTRAINT product_texts_any
    CHECK (num_nonnulls(name, description, image_alt, page_title, page_description) > 0) NOT VALID;
ALTER TABLE category_texts
  ADD COLUMN page_title text NOT NULL DEFAULT '',
  ADD COLUMN page_description text NOT NULL DEFAULT '';
