-- Brands, attributes and the values of products: each value is a typed row. A brand, an option or a number that two rows have is one
-- `facet_values` row, whose small integer is what facets are counted on.
CREATE TABLE brands (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL CONSTRAINT brands_slug UNIQUE,
  name text NOT NULL,
  -- Another spelling that was merged; its slug and its name still lead to the brand.
  merged_into integer REFERENCES brands (id) CHECK (merged_into <> id)
);
CREATE UNIQUE INDEX brands_name ON brands (lower(name));
CREATE INDEX brands_merged ON brands (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE attributes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Stands in the addresses of filtered lists, beside the groups of every product.
  code text NOT NULL CONSTRAINT attributes_code UNIQUE CHECK (code NOT IN ('brand', 'stock', 'price')),
  kind text NOT NULL CHECK (kind IN ('option', 'number', 'yes-no', 'text')),
  dimension text,
  -- The unit of numbers that are entered without one, and of the facet.
  unit text,
  is_multiple boolean NOT NULL DEFAULT false,
  UNIQUE (id, kind),
  CONSTRAINT attributes_dimension CHECK ((kind = 'number') = (dimension IS NOT NULL) AND (kind = 'number') = (unit IS NOT NULL))
);
CREATE TABLE attribute_texts (
  attribute_id integer NOT NULL REFERENCES attributes (id) ON DELETE CASCADE,
  language text NOT NULL,
  name text NOT NULL,
  help text NOT NULL DEFAULT '',
  PRIMARY KEY (attribute_id, language)
);
CREATE TABLE attribute_options (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attribute_id integer NOT NULL REFERENCES attributes (id) ON DELETE CASCADE,
  code text NOT NULL,
  position integer NOT NULL,
  -- Another spelling that was merged; addresses with its code still lead to the option.
  merged_into integer CHECK (merged_into <> id),
  CONSTRAINT attribute_options_code UNIQUE (attribute_id, code),
  UNIQUE (attribute_id, id),
  FOREIGN KEY (attribute_id, merged_into) REFERENCES attribute_options (attribute_id, id)
);
CREATE INDEX attribute_options_merged ON attribute_options (merged_into) WHERE merged_into IS NOT NULL;
CREATE TABLE attribute_option_texts (
  option_id integer NOT NULL REFERENCES attribute_options (id) ON DELETE CASCADE,
  language text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (option_id, language)
);
-- A category has the attributes of its ancestors, too; of several rows for one attribute, that of the nearest category holds.
CREATE TABLE category_attributes (
  category_id integer NOT NULL REFERENCES categories (id) ON DELETE CASCADE,
  attribute_id integer NOT NULL REFERENCES attributes (id) ON DELETE CASCADE,
  position integer NOT NULL,
  is_facet boolean NOT NULL,
  is_column boolean NOT NULL,
  is_required boolean NOT NULL,
  PRIMARY KEY (category_id, attribute_id)
);
CREATE INDEX category_attributes_of_attribute ON category_attributes (attribute_id);

CREATE TABLE facet_values (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  attribute_id integer REFERENCES attributes (id) ON DELETE CASCADE,
  option_id integer,
  -- In the base unit of the dimension.
  number numeric(40, 20),
  truth boolean,
  brand_id integer CONSTRAINT facet_values_brand UNIQUE REFERENCES brands (id) ON DELETE CASCADE,
  stock_state text CONSTRAINT facet_values_stock_state UNIQUE,
  CHECK (num_nonnulls(option_id, number, truth, brand_id, stock_state) = 1),
  CHECK ((attribute_id IS NOT NULL) = (num_nonnulls(option_id, number, truth) = 1)),
  UNIQUE (attribute_id, id),
  CONSTRAINT facet_values_option UNIQUE (attribute_id, option_id),
  CONSTRAINT facet_values_number UNIQUE (attribute_id, number),
  CONSTRAINT facet_values_truth UNIQUE (attribute_id, truth),
  FOREIGN KEY (attribute_id, option_id) REFERENCES attribute_options (attribute_id, id) ON DELETE CASCADE
);
INSERT INTO facet_values (stock_state) VALUES ('plenty'), ('low'), ('out');

CREATE TABLE product_values (
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  attribute_id integer NOT NULL,
  kind text NOT NULL,
  ordinal smallint NOT NULL CHECK (ordinal >= 1),
  value_id integer,
  number numeric(40, 20),
  text text,
  -- A number as it was typed, with its unit and its zeros.
  entered text,
  PRIMARY KEY (product_id, attribute_id, ordinal),
  CONSTRAINT product_values_once UNIQUE (product_id, attribute_id, value_id),
  FOREIGN KEY (attribute_id, kind) REFERENCES attributes (id, kind),
  FOREIGN KEY (attribute_id, value_id) REFERENCES facet_values (attribute_id, id),
  CONSTRAINT product_values_of_kind CHECK (
    (kind = 'text') = (value_id IS NULL) AND (kind = 'text') = (text IS NOT NULL)
    AND (kind = 'number') = (number IS NOT NULL) AND (kind = 'number') = (entered IS NOT NULL))
);
CREATE INDEX product_values_of_value ON product_values (value_id);
CREATE INDEX product_values_by_number ON product_values (attribute_id, number, product_id) WHERE number IS NOT NULL;

-- `attributes` shows the values as they are answered: by the codes of attributes and options.
ALTER TABLE products ADD COLUMN brand_id integer REFERENCES brands (id), ADD COLUMN attributes jsonb;
CREATE INDEX products_of_brand ON products (brand_id) WHERE brand_id IS NOT NULL;

-- What lists are filtered by and counted on: a narrow row for each product on sale, which orders change only when its stock state does.
CREATE TABLE product_facets (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  category_id integer,
  position bigint NOT NULL,
  price_cents integer NOT NULL,
  value_ids integer[] NOT NULL
);
CREATE VIEW projected_facets AS
SELECT id AS product_id, category_id, position, price_cents, ARRAY(
    SELECT value_id FROM product_values WHERE product_id = products.id AND value_id IS NOT NULL
    UNION SELECT facet_values.id FROM facet_values WHERE facet_values.brand_id = products.brand_id
    UNION SELECT facet_values.id FROM facet_values WHERE facet_values.stock_state = products.stock_state
    ORDER BY 1) AS value_ids
FROM products WHERE archived_at IS NULL;

CREATE VIEW projected_attributes AS
SELECT product_id, jsonb_object_agg(code, CASE WHEN is_multiple THEN held ELSE held -> 0 END) AS attributes
FROM (
  SELECT product_id, attributes.code, is_multiple, jsonb_agg(
      CASE product_values.kind WHEN 'option' THEN to_jsonb(attribute_options.code) WHEN 'number' THEN to_jsonb(entered)
        WHEN 'yes-no' THEN to_jsonb(truth) ELSE to_jsonb(text) END ORDER BY ordinal) AS held
  FROM product_values JOIN attributes ON attributes.id = product_values.attribute_id
    LEFT JOIN facet_values ON facet_values.id = value_id LEFT JOIN attribute_options ON attribute_options.id = option_id
  GROUP BY product_id, attributes.code, is_multiple) each
GROUP BY product_id;

CREATE FUNCTION write_facets(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM product_facets WHERE product_id IN (SELECT id FROM products WHERE id = ANY (ids) AND archived_at IS NOT NULL);
  INSERT INTO product_facets SELECT * FROM projected_facets WHERE product_id = ANY (ids) ORDER BY product_id
  ON CONFLICT (product_id) DO UPDATE SET category_id = excluded.category_id, position = excluded.position,
    price_cents = excluded.price_cents, value_ids = excluded.value_ids
  WHERE (product_facets.category_id, product_facets.position, product_facets.price_cents, product_facets.value_ids)
    IS DISTINCT FROM (excluded.category_id, excluded.position, excluded.price_cents, excluded.value_ids)
$$;
CREATE FUNCTION keep_facets() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM write_facets(ARRAY[NEW.id]); RETURN NULL; END $$;
-- As triggers: the version before writes products, too, and orders flip stock states.
CREATE TRIGGER products_keep_new_facets AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION keep_facets();
CREATE TRIGGER products_keep_facets AFTER UPDATE ON products FOR EACH ROW WHEN (
  OLD.stock_state <> NEW.stock_state OR OLD.price_cents <> NEW.price_cents OR OLD.position <> NEW.position
  OR OLD.category_id IS DISTINCT FROM NEW.category_id OR OLD.brand_id IS DISTINCT FROM NEW.brand_id
  OR OLD.archived_at IS DISTINCT FROM NEW.archived_at) EXECUTE FUNCTION keep_facets();
INSERT INTO product_facets SELECT * FROM projected_facets;
CREATE INDEX product_facets_of_category ON product_facets (category_id, position, product_id) INCLUDE (price_cents, value_ids);
CREATE INDEX product_facets_of_value ON product_facets USING gin (value_ids) WITH (fastupdate = off);

-- Counts the changes of brands, attributes and their use: what pages show of them is kept until then.
CREATE TABLE attribute_editions (id boolean PRIMARY KEY DEFAULT true CHECK (id), edition bigint NOT NULL);
INSERT INTO attribute_editions (edition) VALUES (0);
ANALYZE product_facets;
