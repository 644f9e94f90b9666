-- The tree of categories with its names in each language. Products have one home category each.
CREATE TABLE categories (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parent_id integer REFERENCES categories (id),
  slug text NOT NULL CONSTRAINT categories_slug UNIQUE,
  -- The order among the children of one parent; ties are broken by the id.
  position integer NOT NULL,
  image_url text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (parent_id <> id)
);
CREATE INDEX categories_of_parent ON categories (parent_id, position, id);
CREATE TABLE category_texts (
  category_id integer NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  language text NOT NULL,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  PRIMARY KEY (category_id, language)
);
-- Addresses that pages had before; they redirect forever.
CREATE TABLE old_slugs (
  kind text NOT NULL,
  slug text NOT NULL,
  target_id integer NOT NULL,
  PRIMARY KEY (kind, slug)
);
CREATE INDEX old_slugs_of_target ON old_slugs (kind, target_id);

INSERT INTO categories (slug, position) VALUES
  ('engine', 1), ('brakes', 2), ('suspension', 3), ('electrical', 4), ('filters', 5), ('tyres-and-wheels', 6), ('hand-tools', 7),
  ('power-tools', 8), ('garage-machines', 9), ('fluids', 10);
INSERT INTO category_texts (category_id, language, name)
SELECT id, language, name FROM categories JOIN (VALUES
  ('engine', 'en', 'Engine'), ('engine', 'de', 'Motor'),
  ('brakes', 'en', 'Brakes'), ('brakes', 'de', 'Bremsen'),
  ('suspension', 'en', 'Suspension'), ('suspension', 'de', 'Fahrwerk'),
  ('electrical', 'en', 'Electrical'), ('electrical', 'de', 'Elektrik'),
  ('filters', 'en', 'Filters'), ('filters', 'de', 'Filter'),
  ('tyres-and-wheels', 'en', 'Tires & wheels'), ('tyres-and-wheels', 'de', 'Reifen & Räder'),
  ('hand-tools', 'en', 'Hand tools'), ('hand-tools', 'de', 'Handwerkzeug'),
  ('power-tools', 'en', 'Power tools'), ('power-tools', 'de', 'Elektrowerkzeug'),
  ('garage-machines', 'en', 'Garage machines'), ('garage-machines', 'de', 'Werkstattmaschinen'),
  ('fluids', 'en', 'Fluids'), ('fluids', 'de', 'Flüssigkeiten')
) AS texts (slug, language, name) USING (slug);

-- Without their index, which is made again below, the rows are filled several times faster.
DROP INDEX products_words;
ALTER TABLE products ADD COLUMN category_id integer;
UPDATE products SET category_id = categories.id FROM categories WHERE slug = category;
-- Category names are searched by their ids, so that a rename changes one row and not all products.
ALTER TABLE products DROP COLUMN words;
ALTER TABLE products ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (
  words_of(name || ' ' || coalesce(sku, '')) || array_to_tsvector(ARRAY['#' || coalesce(category_id::text, '')])) STORED;
CREATE INDEX products_words ON products USING gin (words);
ALTER TABLE products ADD CONSTRAINT products_category FOREIGN KEY (category_id) REFERENCES categories (id);
CREATE INDEX products_of_category ON products (category_id, position, id) WHERE archived_at IS NULL;
CREATE INDEX products_of_category_archived ON products (category_id) WHERE archived_at IS NOT NULL;

-- For one release: the version before reads and writes the slug in `category`, this one the id in `category_id`.
CREATE FUNCTION keep_category_slug() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.category_id IS NULL OR TG_OP = 'UPDATE' AND NEW.category IS DISTINCT FROM OLD.category THEN
    NEW.category_id := coalesce(
      (SELECT id FROM categories WHERE slug = NEW.category),
      (SELECT target_id FROM old_slugs WHERE kind = 'category' AND slug = NEW.category));
  ELSIF TG_OP = 'UPDATE' OR NEW.category IS NULL THEN
    NEW.category := (SELECT slug FROM categories WHERE id = NEW.category_id);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER products_keep_category_slug BEFORE INSERT OR UPDATE OF category, category_id ON products
  FOR EACH ROW EXECUTE FUNCTION keep_category_slug();
ANALYZE products;
