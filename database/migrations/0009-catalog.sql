-- The brands of products.
CREATE TABLE brands (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL,
  name text NOT NULL,
  -- Another spelling that was merged; its slug and its name still lead to the brand.
  merged_into integer REFERENCES brands (id),
  CONSTRAINT brands_slug UNIQUE (slug),
  CHECK (merged_into <> id)
);
CREATE INDEX brands_merged ON brands (merged_into) WHERE merged_into IS NOT NULL;
CREATE UNIQUE INDEX brands_name ON brands (lower(name));
CREATE INDEX brands_words ON brands USING gin ((words_of(name) || words_of(transcribed(name))));

-- The tree of categories with its names in each language. Products have one home category each.
CREATE TABLE categories (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  parent_id integer REFERENCES categories (id),
  slug text NOT NULL,
  -- The order among the children of one parent; ties are broken by the id.
  position integer NOT NULL,
  image_url text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT categories_slug UNIQUE (slug),
  CHECK (parent_id <> id)
);
CREATE INDEX categories_of_parent ON categories (parent_id, position, id);

CREATE TABLE products (
  id uuid PRIMARY KEY,
  sku text,
  name text NOT NULL,
  description text NOT NULL,
  image_url text NOT NULL,
  price_cents integer NOT NULL CHECK (price_cents > 0),
  minimum_quantity integer NOT NULL CHECK (minimum_quantity >= 1),
  available_quantity integer NOT NULL CHECK (available_quantity >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users (id),
  updated_at timestamptz NOT NULL DEFAULT now(),
  archived_at timestamptz,
  archived_by uuid REFERENCES users (id),
  -- The order in which the shop shows its products.
  position bigint GENERATED ALWAYS AS IDENTITY,
  -- Whether a product is out of stock or low stands in its row: it changes seldom, so that an index can know it without following
  -- every order, as one of the available units would have to.
  stock_state text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN available_quantity < minimum_quantity THEN 'out' WHEN available_quantity < 4 * minimum_quantity::bigint THEN 'low'
      ELSE 'plenty' END) STORED,
  category_id integer,
  brand_id integer REFERENCES brands (id),
  -- The values of attributes as they are answered, by the codes of attributes and options.
  attributes jsonb,
  -- Describes the picture of `image_url`; without it, the name of the product does.
  image_alt text CHECK (image_alt <> ''),
  order_multiple integer NOT NULL DEFAULT 1 CHECK (order_multiple >= 1),
  maximum_quantity integer,
  -- Numbers with their units as entered, such as `2.5 kg`.
  weight text CHECK (weight <> ''),
  length text CHECK (length <> ''),
  width text CHECK (width <> ''),
  height text CHECK (height <> ''),
  -- A draft is kept like an archived product (`archived_at`), so that one condition leaves out everything that is not on sale.
  is_draft boolean NOT NULL DEFAULT false,
  replaced_by uuid REFERENCES products (id),
  other_names text NOT NULL DEFAULT '',
  words tsvector NOT NULL GENERATED ALWAYS AS (
    words_of(name || ' ' || other_names || ' ' || coalesce(sku, '')) || words_of(transcribed(name || ' ' || other_names))
    || array_to_tsvector(ARRAY['#' || coalesce(category_id::text, ''), '@' || coalesce(brand_id::text, '')])) STORED,
  -- The number of units that the price is for, so that a screw can cost less than a cent.
  price_per smallint NOT NULL DEFAULT 1,
  tax_class text NOT NULL DEFAULT 'standard' REFERENCES tax_classes (code),
  tax_code text,
  -- Null is the class `standard`.
  ship_class text,
  page_title text,
  page_description text,
  -- Whether the part is made for certain vehicles, for all, or has nothing to do with them, as tools and fluids.
  fit_kind text NOT NULL DEFAULT 'none' CHECK (fit_kind IN ('vehicles', 'universal', 'none')),
  -- The seller vouches that the part fits no other vehicle than those listed.
  fit_complete boolean NOT NULL DEFAULT false,
  -- Whether it has rows in `fitments`, which keep it: parts without their vehicles are counted and listed by it.
  has_fitments boolean NOT NULL DEFAULT false,
  CONSTRAINT products_fit_complete CHECK (NOT fit_complete OR fit_kind = 'vehicles'),
  CONSTRAINT products_category FOREIGN KEY (category_id) REFERENCES categories(id),
  CONSTRAINT products_ship_class FOREIGN KEY (ship_class) REFERENCES ship_classes(code),
  CONSTRAINT products_other_successor CHECK (replaced_by <> id),
  CONSTRAINT products_page_texts CHECK (page_title <> '' AND page_description <> ''),
  CONSTRAINT products_price_per CHECK (price_per IN (1, 100, 1000)),
  CONSTRAINT products_quantities CHECK ((minimum_quantity % order_multiple) = 0 AND (maximum_quantity IS NULL OR (maximum_quantity % order_multiple) = 0 AND maximum_quantity >= minimum_quantity))
) WITH (fillfactor=50);
CREATE INDEX products_unfitted ON products (position, id) WHERE fit_kind = 'vehicles' AND NOT has_fitments AND archived_at IS NULL;
CREATE INDEX products_universal ON products (id) WHERE fit_kind = 'universal' AND archived_at IS NULL;
CREATE INDEX products_by_minimum ON products (minimum_quantity, id) WHERE archived_at IS NULL;
CREATE INDEX products_by_name ON products (name, id) WHERE archived_at IS NULL;
CREATE INDEX products_by_price ON products (price_cents, id) WHERE archived_at IS NULL;

-- Other processes look for the latest changes once a second.
CREATE INDEX products_changed ON products (updated_at);
CREATE UNIQUE INDEX products_name_live ON products (
  lower(name), lower(coalesce(sku, '')), (CASE WHEN coalesce(sku, '') = '' THEN 0 ELSE coalesce(brand_id, 0) END)) WHERE archived_at IS NULL;
CREATE INDEX products_newest_archived ON products (archived_at, id) WHERE archived_at IS NOT NULL;
CREATE INDEX products_of_brand ON products (brand_id) WHERE brand_id IS NOT NULL;
CREATE INDEX products_of_category ON products (category_id, position, id) WHERE archived_at IS NULL;
CREATE INDEX products_of_category_archived ON products (category_id) WHERE archived_at IS NOT NULL;
CREATE INDEX products_out_or_low ON products (stock_state, position, id) WHERE stock_state IN ('out', 'low') AND archived_at IS NULL;

-- A number is that of one product of a brand on sale. No brand is one, too.
CREATE UNIQUE INDEX products_part_number_identity ON products (part_number_identity(sku), coalesce(brand_id, 0)) WHERE archived_at IS NULL;
CREATE INDEX products_position_live ON products (position, id) WHERE archived_at IS NULL;
CREATE INDEX products_replaced_by ON products (replaced_by) WHERE replaced_by IS NOT NULL;
CREATE INDEX products_ship_class ON products (ship_class) WHERE ship_class IS NOT NULL;
CREATE INDEX products_tax_class ON products (tax_class) WHERE tax_class <> 'standard';
CREATE INDEX products_words ON products USING gin (words);

CREATE TABLE category_texts (
  category_id integer REFERENCES categories (id) ON DELETE CASCADE,
  language text,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  page_title text NOT NULL DEFAULT '',
  page_description text NOT NULL DEFAULT '',
  PRIMARY KEY (category_id, language)
);
-- Each search compares its words with the names of categories.
CREATE INDEX category_texts_words ON category_texts USING gin ((words_of(name) || words_of(transcribed(name))));

-- Addresses that pages had before; they redirect forever.
CREATE TABLE old_slugs (
  kind text,
  slug text,
  target_id integer NOT NULL,
  PRIMARY KEY (kind, slug)
);
CREATE INDEX old_slugs_of_target ON old_slugs (kind, target_id);

-- Names and descriptions of products in further languages. `products.name` and `products.description` stay the main texts, which orders keep.
CREATE TABLE product_texts (
  product_id uuid REFERENCES products (id) ON DELETE CASCADE,
  language text CHECK (language ~ '^[a-z]{2}$'),
  name text CHECK (name <> ''),
  description text CHECK (description <> ''),
  image_alt text CHECK (image_alt <> ''),
  page_title text,
  page_description text,
  PRIMARY KEY (product_id, language),
  CONSTRAINT product_texts_page_texts CHECK (page_title <> '' AND page_description <> '')
);
-- An order names its product as its buyer saw it.
CREATE INDEX product_texts_name ON product_texts (lower(name));

-- The pictures behind the main one.
CREATE TABLE product_images (
  product_id uuid REFERENCES products (id) ON DELETE CASCADE,
  position smallint,
  url text NOT NULL,
  alt text CHECK (alt <> ''),
  -- By language.
  alts jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (product_id, position)
);

CREATE TABLE product_documents (
  product_id uuid REFERENCES products (id) ON DELETE CASCADE,
  position smallint,
  document_id text NOT NULL REFERENCES documents (id),
  kind text NOT NULL CHECK (kind IN ('data-sheet', 'manual', 'safety-sheet', 'certificate')),
  title text NOT NULL CHECK (title <> ''),
  PRIMARY KEY (product_id, position)
);

-- Products that fit together, each pair once.
CREATE TABLE product_pairs (
  first_id uuid REFERENCES products (id) ON DELETE CASCADE,
  second_id uuid REFERENCES products (id) ON DELETE CASCADE,
  PRIMARY KEY (first_id, second_id),
  CHECK (first_id < second_id)
);
CREATE INDEX product_pairs_second ON product_pairs (second_id);

CREATE FUNCTION keep_other_names() RETURNS trigger
  LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := coalesce(NEW.product_id, OLD.product_id);
  names text := coalesce((SELECT string_agg(name, ' ' ORDER BY language) FROM product_texts WHERE product_id = changed), '');
BEGIN
  UPDATE products SET other_names = names WHERE id = changed AND other_names <> names;
  PERFORM add_to_dictionary(ARRAY[names]);
  RETURN NULL;
END $$;

-- The brand of this name or slug: 0 for no name, which counts as a brand, and -1 for a name that no brand has.
CREATE FUNCTION brand_named(asked text) RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$ BEGIN
  IF coalesce(asked, '') = '' THEN RETURN 0; END IF;
  RETURN coalesce(
    (SELECT coalesce(merged_into, id) FROM brands WHERE lower(name) = lower(asked) LIMIT 1),
    (SELECT coalesce(merged_into, id) FROM brands WHERE slug = asked LIMIT 1), -1);
END $$;

CREATE TRIGGER product_texts_keep_other_names
  AFTER INSERT OR DELETE OR UPDATE ON product_texts
  FOR EACH ROW EXECUTE FUNCTION keep_other_names();

-- Who is mailed once when a product can be ordered again. A visitor has no account; the address goes when its mail is old, or by its link.
-- Until the address is confirmed, it gets no more than the mail that asks for it.
CREATE TABLE stock_notices (
  id uuid PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  email text NOT NULL CHECK (email <> ''),
  language text NOT NULL CHECK (language <> ''),
  token text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,
  sent_at timestamptz
);
CREATE UNIQUE INDEX stock_notices_waiting ON stock_notices (product_id, email) WHERE sent_at IS NULL;
CREATE INDEX stock_notices_of_address ON stock_notices (email);
CREATE INDEX stock_notices_of_user ON stock_notices (user_id) WHERE user_id IS NOT NULL;

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
