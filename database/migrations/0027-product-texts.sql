-- Names and descriptions of products in further languages. `products.name` and `products.description` stay the main texts, which orders keep.
CREATE TABLE product_texts (
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  name text CHECK (name <> ''),
  description text CHECK (description <> ''),
  PRIMARY KEY (product_id, language),
  CHECK (name IS NOT NULL OR description IS NOT NULL)
);

-- An order names its product as its buyer saw it.
CREATE INDEX product_texts_name ON product_texts (lower(name));
