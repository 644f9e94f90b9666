CREATE TABLE attributes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Stands in the addresses of filtered lists, beside the groups of every product.
  code text NOT NULL CHECK (code NOT IN ('brand', 'stock', 'price')),
  kind text NOT NULL CHECK (kind IN ('option', 'number', 'yes-no', 'text')),
  dimension text,
  -- The unit of numbers that are entered without one, and of the facet.
  unit text,
  is_multiple boolean NOT NULL DEFAULT false,
  -- Whether buyers do not see its values: neither on pages nor in facets.
  is_staff_only boolean NOT NULL DEFAULT false,
  CONSTRAINT attributes_code UNIQUE (code),
  UNIQUE (id, kind),
  CONSTRAINT attributes_dimension CHECK ((kind = 'number') = (dimension IS NOT NULL) AND (kind = 'number') = (unit IS NOT NULL))
);

CREATE TABLE attribute_texts (
  attribute_id integer REFERENCES attributes (id) ON DELETE CASCADE,
  language text,
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
  merged_into integer,
  UNIQUE (attribute_id, id),
  CONSTRAINT attribute_options_code UNIQUE (attribute_id, code),
  FOREIGN KEY (attribute_id, merged_into) REFERENCES attribute_options(attribute_id, id),
  CHECK (merged_into <> id)
);
CREATE INDEX attribute_options_merged ON attribute_options (merged_into) WHERE merged_into IS NOT NULL;

CREATE TABLE attribute_option_texts (
  option_id integer REFERENCES attribute_options (id) ON DELETE CASCADE,
  language text,
  name text NOT NULL,
  PRIMARY KEY (option_id, language)
);

-- A category has the attributes of its ancestors, too; of several rows for one attribute, that of the nearest category holds.
CREATE TABLE category_attributes (
  category_id integer REFERENCES categories (id) ON DELETE CASCADE,
  attribute_id integer REFERENCES attributes (id) ON DELETE CASCADE,
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
  number numeric(40,20),
  truth boolean,
  brand_id integer REFERENCES brands (id) ON DELETE CASCADE,
  stock_state text,
  UNIQUE (attribute_id, id),
  CONSTRAINT facet_values_brand UNIQUE (brand_id),
  CONSTRAINT facet_values_number UNIQUE (attribute_id, number),
  CONSTRAINT facet_values_option UNIQUE (attribute_id, option_id),
  CONSTRAINT facet_values_stock_state UNIQUE (stock_state),
  CONSTRAINT facet_values_truth UNIQUE (attribute_id, truth),
  FOREIGN KEY (attribute_id, option_id) REFERENCES attribute_options(attribute_id, id) ON DELETE CASCADE,
  CHECK (num_nonnulls(option_id, number, truth, brand_id, stock_state) = 1),
  CONSTRAINT facet_values_check1 CHECK ((attribute_id IS NOT NULL) = (num_nonnulls(option_id, number, truth) = 1))
);

CREATE TABLE product_values (
  product_id uuid REFERENCES products (id) ON DELETE CASCADE,
  attribute_id integer,
  kind text NOT NULL,
  ordinal smallint CHECK (ordinal >= 1),
  value_id integer,
  number numeric(40,20),
  text text,
  -- A number as it was typed, with its unit and its zeros.
  entered text,
  PRIMARY KEY (product_id, attribute_id, ordinal),
  CONSTRAINT product_values_once UNIQUE (product_id, attribute_id, value_id),
  FOREIGN KEY (attribute_id, kind) REFERENCES attributes(id, kind),
  FOREIGN KEY (attribute_id, value_id) REFERENCES facet_values(attribute_id, id),
  CONSTRAINT product_values_of_kind CHECK ((kind = 'text') = (value_id IS NULL) AND (kind = 'text') = (text IS NOT NULL) AND (kind = 'number') = (number IS NOT NULL) AND (kind = 'number') = (entered IS NOT NULL))
);
CREATE INDEX product_values_by_number ON product_values (attribute_id, number, product_id) WHERE number IS NOT NULL;
CREATE INDEX product_values_of_value ON product_values (value_id);

-- What lists are filtered by and counted on: a narrow row for each product on sale, which orders change only when its stock state does.
CREATE TABLE product_facets (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  category_id integer,
  position bigint NOT NULL,
  price_cents integer NOT NULL,
  value_ids integer[] NOT NULL
);
CREATE INDEX product_facets_of_category ON product_facets (category_id, position, product_id) INCLUDE (price_cents, value_ids);
CREATE INDEX product_facets_of_value ON product_facets USING gin (value_ids) WITH (fastupdate=off);

-- Counts the changes of brands, attributes and their use: what pages show of them is kept until then.
CREATE TABLE attribute_editions (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  edition bigint NOT NULL
);

-- Facets of large categories are counted on bitmaps: each product on sale has a slot, in the order of the tree of categories, and each
-- value a bit for each slot. They are what a build has found; products that have changed since are listed and counted one by one, so
-- that counts are exact at every moment and writers never wait for each other.
CREATE TABLE facet_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL
);

CREATE TABLE facet_slots (
  slot integer PRIMARY KEY,
  product_id uuid NOT NULL UNIQUE,
  -- Pages of filtered lists are read from bitmaps, too: a slot knows the place of its product in the shop's order, so that the first ones
  -- of several categories are compared without reading the products. Slots in the order of prices are read at each count: as they are, they
  -- take half of the space and are not unpacked.
  position bigint NOT NULL
);

-- The prices of a chunk by its slots, and the slots in the order of their prices.
CREATE TABLE facet_chunks (
  chunk integer PRIMARY KEY,
  prices integer[] NOT NULL,
  cheapest smallint[] NOT NULL,
  dearest smallint[] NOT NULL
);
ALTER TABLE facet_chunks ALTER prices SET STORAGE EXTERNAL, ALTER cheapest SET STORAGE EXTERNAL, ALTER dearest SET STORAGE EXTERNAL;

-- `value_id` is that of `facet_values`; 0 stands for all products, -N for the category N without what is below it.
CREATE TABLE facet_bitmaps (
  chunk integer,
  value_id integer,
  bits bit varying NOT NULL,
  PRIMARY KEY (chunk, value_id)
);

CREATE VIEW projected_facets AS
 SELECT id AS product_id,
    category_id,
    "position",
    price_cents,
    ARRAY( SELECT product_values.value_id
           FROM product_values
             JOIN attributes ON attributes.id = product_values.attribute_id AND NOT attributes.is_staff_only
          WHERE product_values.product_id = products.id AND product_values.value_id IS NOT NULL
        UNION
         SELECT facet_values.id
           FROM facet_values
          WHERE facet_values.brand_id = products.brand_id
        UNION
         SELECT facet_values.id
           FROM facet_values
          WHERE facet_values.stock_state = products.stock_state
  ORDER BY 1) AS value_ids
   FROM products
  WHERE archived_at IS NULL;

CREATE VIEW projected_attributes AS
 SELECT product_id,
    jsonb_object_agg(code,
        CASE
            WHEN is_multiple THEN held
            ELSE held -> 0
        END) FILTER (WHERE NOT is_staff_only) AS attributes,
    jsonb_object_agg(code,
        CASE
            WHEN is_multiple THEN held
            ELSE held -> 0
        END) FILTER (WHERE is_staff_only) AS staff_attributes
   FROM ( SELECT product_values.product_id,
            attributes.code,
            attributes.is_multiple,
            attributes.is_staff_only,
            jsonb_agg(
                CASE product_values.kind
                    WHEN 'option'::text THEN to_jsonb(attribute_options.code)
                    WHEN 'number'::text THEN to_jsonb(product_values.entered)
                    WHEN 'yes-no'::text THEN to_jsonb(facet_values.truth)
                    ELSE to_jsonb(product_values.text)
                END ORDER BY product_values.ordinal) AS held
           FROM product_values
             JOIN attributes ON attributes.id = product_values.attribute_id
             LEFT JOIN facet_values ON facet_values.id = product_values.value_id
             LEFT JOIN attribute_options ON attribute_options.id = facet_values.option_id
          GROUP BY product_values.product_id, attributes.code, attributes.is_multiple, attributes.is_staff_only) each
  GROUP BY product_id;

CREATE FUNCTION write_facets(ids uuid[]) RETURNS void
  LANGUAGE sql AS $$
  DELETE FROM product_facets WHERE product_id IN (SELECT id FROM products WHERE id = ANY (ids) AND archived_at IS NOT NULL);
  INSERT INTO product_facets SELECT * FROM projected_facets WHERE product_id = ANY (ids) ORDER BY product_id
  ON CONFLICT (product_id) DO UPDATE SET category_id = excluded.category_id, position = excluded.position,
    price_cents = excluded.price_cents, value_ids = excluded.value_ids
  WHERE (product_facets.category_id, product_facets.position, product_facets.price_cents, product_facets.value_ids)
    IS DISTINCT FROM (excluded.category_id, excluded.position, excluded.price_cents, excluded.value_ids)
$$;

-- Who writes many products at once calls write_facets() for all of them: 200 calls for one product each take 75 to 290 ms, one for 200
-- takes 4 to 8. The setting ends with the transaction.
CREATE FUNCTION keep_facets() RETURNS trigger
  LANGUAGE plpgsql AS $$ BEGIN
  IF current_setting('shop.writes_facets', true) IS DISTINCT FROM 'on' THEN PERFORM write_facets(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;

-- A bitmap fits into a row of its page without being compressed.
CREATE FUNCTION facet_chunk_size() RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 15360;

CREATE FUNCTION no_facet_bits() RETURNS bit varying
  LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN repeat('0', 15360)::bit varying;

CREATE FUNCTION list_facet_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO facet_changes (product_id) VALUES (coalesce(NEW.product_id, OLD.product_id));
  RETURN NULL;
END $$;

CREATE FUNCTION build_facet_bitmaps() RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  built integer;
BEGIN
  LOCK TABLE facet_slots IN SHARE ROW EXCLUSIVE MODE;
  -- First: what changes while the rest is read stays listed.
  DELETE FROM facet_changes;
  DELETE FROM facet_slots;
  WITH RECURSIVE tree AS (
    SELECT id, ARRAY[position, id] AS path FROM categories WHERE parent_id IS NULL
    UNION ALL SELECT child.id, path || child.position || child.id FROM tree JOIN categories child ON child.parent_id = tree.id)
  INSERT INTO facet_slots (slot, product_id, position)
  SELECT row_number() OVER (ORDER BY path, facets.position, product_id) - 1, product_id, facets.position
  FROM product_facets facets LEFT JOIN tree ON tree.id = category_id;
  DELETE FROM facet_chunks;
  DELETE FROM facet_bitmaps;
  FOR built IN SELECT DISTINCT slot / facet_chunk_size() FROM facet_slots LOOP
    INSERT INTO facet_chunks (chunk, prices, cheapest, dearest)
    SELECT built, array_agg(coalesce(price_cents, 0) ORDER BY slot), array_agg((slot % facet_chunk_size())::smallint ORDER BY price_cents),
      array_agg((slot % facet_chunk_size())::smallint ORDER BY price_cents DESC)
    FROM facet_slots LEFT JOIN product_facets USING (product_id)
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size();
    INSERT INTO facet_bitmaps (chunk, value_id, bits)
    SELECT built, value_id, bit_or(set_bit(no_facet_bits(), slot % facet_chunk_size(), 1))
    FROM facet_slots JOIN product_facets USING (product_id), unnest(value_ids || 0 || -category_id) AS value_id
    WHERE slot >= built * facet_chunk_size() AND slot < (built + 1) * facet_chunk_size() AND value_id IS NOT NULL
    GROUP BY value_id;
  END LOOP;
END $$;

CREATE TRIGGER product_facets_list_change
  AFTER INSERT OR DELETE OR UPDATE ON product_facets
  FOR EACH ROW EXECUTE FUNCTION list_facet_change();

CREATE TRIGGER products_keep_facets
  AFTER UPDATE ON products
  FOR EACH ROW WHEN (old.stock_state <> new.stock_state OR old.price_cents <> new.price_cents OR old.position <> new.position OR old.category_id IS DISTINCT FROM new.category_id OR old.brand_id IS DISTINCT FROM new.brand_id OR old.archived_at IS DISTINCT FROM new.archived_at) EXECUTE FUNCTION keep_facets();

-- As triggers, since orders flip stock states.
CREATE TRIGGER products_keep_new_facets
  AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION keep_facets();

INSERT INTO facet_values (stock_state) VALUES ('plenty'), ('low'), ('out');
INSERT INTO attribute_editions (edition) VALUES (0);
