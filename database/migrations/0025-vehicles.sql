-- Vehicles, and which parts fit them. Makes and models begin as a seed; the seller adds, renames, merges and hides them.
CREATE TABLE vehicle_makes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- A hidden make is neither offered to buyers nor read in texts.
  is_offered boolean NOT NULL DEFAULT true
);
CREATE UNIQUE INDEX vehicle_makes_name ON vehicle_makes (lower(name));

-- A row is what parts are made for: in Europe a generation of a family, in America a family without one.
CREATE TABLE vehicle_models (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  make_id integer NOT NULL REFERENCES vehicle_makes (id),
  family text NOT NULL CHECK (family <> ''),
  generation text CHECK (generation <> ''),
  -- Its address, such as `volkswagen-golf-v`.
  slug text NOT NULL,
  kind text NOT NULL DEFAULT 'car' CHECK (kind IN ('car', 'van', 'truck', 'motorcycle', 'machine')),
  -- Calendar years; empty if unknown, or if it is still built.
  year_from smallint CHECK (year_from BETWEEN 1886 AND 2100),
  year_to smallint CHECK (year_to BETWEEN 1886 AND 2100),
  is_offered boolean NOT NULL DEFAULT true,
  CONSTRAINT vehicle_models_name UNIQUE NULLS NOT DISTINCT (make_id, family, generation),
  CONSTRAINT vehicle_models_slug UNIQUE (slug),
  CONSTRAINT vehicle_models_years CHECK (year_from <= year_to)
);

-- Addresses of before a rename or a merge; they redirect forever.
CREATE TABLE vehicle_old_slugs (
  slug text PRIMARY KEY,
  model_id integer NOT NULL REFERENCES vehicle_models (id) ON DELETE CASCADE
);
CREATE INDEX vehicle_old_slugs_of_model ON vehicle_old_slugs (model_id);

CREATE TABLE vehicle_engines (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model_id integer NOT NULL REFERENCES vehicle_models (id) ON DELETE CASCADE,
  -- As it is called, such as `1.9 TDI`.
  name text NOT NULL CHECK (name <> ''),
  code text CHECK (code <> ''),
  litres numeric CHECK (litres > 0),
  fuel text CHECK (fuel IN ('petrol', 'diesel', 'hybrid', 'electric', 'gas')),
  kw smallint CHECK (kw > 0),
  year_from smallint,
  year_to smallint,
  CONSTRAINT vehicle_engines_name UNIQUE NULLS NOT DISTINCT (model_id, name, code),
  CONSTRAINT vehicle_engines_of_model UNIQUE (model_id, id),
  CONSTRAINT vehicle_engines_years CHECK (year_from <= year_to)
);

-- Vehicles that were merged with others: what a browser, an address or a file names by its former id leads there.
CREATE TABLE vehicle_merged_models (
  id integer PRIMARY KEY,
  model_id integer NOT NULL REFERENCES vehicle_models (id) ON DELETE CASCADE,
  -- What the open ends of its rows became; null where they stayed open.
  year_from smallint,
  year_to smallint
);
CREATE INDEX vehicle_merged_models_of_model ON vehicle_merged_models (model_id);
CREATE TABLE vehicle_merged_engines (
  id integer PRIMARY KEY,
  engine_id integer NOT NULL REFERENCES vehicle_engines (id) ON DELETE CASCADE
);
CREATE INDEX vehicle_merged_engines_of_engine ON vehicle_merged_engines (engine_id);

-- What people write for a make, a family of it or one of its models, besides their own names.
CREATE TABLE vehicle_names (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Upper case, without separators.
  key text NOT NULL COLLATE "C" CHECK (key <> ''),
  name text NOT NULL,
  make_id integer NOT NULL REFERENCES vehicle_makes (id) ON DELETE CASCADE,
  -- Null for a name of the make itself.
  family text,
  -- Null for a name of the make or the family.
  model_id integer REFERENCES vehicle_models (id) ON DELETE CASCADE,
  -- Whether the word counts without its make: only with it, alone, beside years or a generation, or as a body behind another family.
  counts text NOT NULL DEFAULT 'with-make' CHECK (counts IN ('with-make', 'alone', 'beside-years', 'body')),
  origin text NOT NULL CHECK (origin IN ('seed', 'merchant')),
  CONSTRAINT vehicle_names_target UNIQUE NULLS NOT DISTINCT (key, make_id, family, model_id),
  CHECK (model_id IS NULL OR family IS NOT NULL)
);
CREATE INDEX vehicle_names_of_make ON vehicle_names (make_id, family);
CREATE INDEX vehicle_names_of_model ON vehicle_names (model_id) WHERE model_id IS NOT NULL;

-- Codes of lists that the seller has licensed; an import fills them.
CREATE TABLE vehicle_codes (
  system text CHECK (system IN ('ktype', 'vcdb-base', 'epid', 'hsn-tsn')),
  code text COLLATE "C" CHECK (code <> ''),
  model_id integer NOT NULL REFERENCES vehicle_models (id) ON DELETE CASCADE,
  engine_id integer,
  PRIMARY KEY (system, code),
  FOREIGN KEY (model_id, engine_id) REFERENCES vehicle_engines (model_id, id) ON UPDATE CASCADE
);
CREATE INDEX vehicle_codes_of_model ON vehicle_codes (model_id);

-- Which vehicles a part fits. Ranges stay ranges; an empty end is that of the model.
CREATE TABLE fitments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
  model_id integer NOT NULL REFERENCES vehicle_models (id),
  year_from smallint CHECK (year_from BETWEEN 1886 AND 2100),
  year_to smallint CHECK (year_to BETWEEN 1886 AND 2100),
  built_from date,
  built_to date,
  -- Null fits every engine.
  engine_id integer,
  position text CHECK (position IN ('front', 'rear', 'left', 'right', 'front left', 'front right', 'rear left', 'rear right')),
  -- It makes the answer "check"; a note is only shown.
  condition text CHECK (condition <> ''),
  note text CHECK (note <> ''),
  -- By hand, from a column or a text of a file, or copied of a product with the same OE number.
  origin text NOT NULL CHECK (origin IN ('hand', 'import', 'text', 'copy')),
  CONSTRAINT fitments_once
    UNIQUE NULLS NOT DISTINCT (product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note),
  CONSTRAINT fitments_engine FOREIGN KEY (model_id, engine_id) REFERENCES vehicle_engines (model_id, id) ON UPDATE CASCADE,
  CONSTRAINT fitments_years CHECK (year_from <= year_to),
  CONSTRAINT fitments_built CHECK (built_from <= built_to)
);
CREATE INDEX fitments_of_model ON fitments (model_id, product_id)
  INCLUDE (year_from, year_to, built_from, built_to, engine_id, condition);

-- Keeps `products.has_fitments`; who writes rows has locked their products.
CREATE FUNCTION keep_has_fitments() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE products SET has_fitments = true WHERE NOT has_fitments AND id IN (SELECT product_id FROM moved);
  ELSE
    UPDATE products SET has_fitments = false WHERE has_fitments AND id IN (SELECT product_id FROM moved)
      AND NOT EXISTS (SELECT FROM fitments WHERE fitments.product_id = products.id);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER fitments_added AFTER INSERT ON fitments REFERENCING NEW TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION keep_has_fitments();
CREATE TRIGGER fitments_removed AFTER DELETE ON fitments REFERENCING OLD TABLE AS moved
  FOR EACH STATEMENT EXECUTE FUNCTION keep_has_fitments();

-- What the seller wrote of the vehicles of a part, and how it was read last; it is read again after each answer.
CREATE TABLE fits_texts (
  product_id uuid PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
  text text NOT NULL CHECK (text <> ''),
  -- Of a file, or the name of the part, which is taken where there is nothing else.
  origin text NOT NULL DEFAULT 'file' CHECK (origin IN ('file', 'name')),
  -- The keys of the phrases that were not read.
  leftover text[] NOT NULL DEFAULT '{}',
  -- Every word was read, so that its vehicles may be applied without a further look.
  is_complete boolean NOT NULL DEFAULT false,
  -- It names a vehicle or what may be one, so that answers may complete it.
  names_vehicle boolean NOT NULL DEFAULT false,
  -- Of vehicles, names and answers, as of the last reading: `vehicle_editions.names`. A text that changes begins again.
  edition bigint NOT NULL DEFAULT -1
);
CREATE INDEX fits_texts_by_edition ON fits_texts (edition);
CREATE INDEX fits_texts_of_phrase ON fits_texts USING gin (leftover);

-- Phrases that were not read in a text, and what the seller answered.
CREATE TABLE fits_phrases (
  key text COLLATE "C" PRIMARY KEY CHECK (key <> ''),
  text text NOT NULL,
  -- The ids of the models that it means; empty if it is no vehicle, null as long as nobody has answered.
  model_ids integer[],
  -- It is no vehicle, but restricts those of its texts; of a whole text, whose key begins with `=`, its other words restrict its vehicles;
  -- of a family, its parts are for some of its vehicles, and nobody said which.
  is_condition boolean NOT NULL DEFAULT false
    CHECK (NOT is_condition OR model_ids IS NOT NULL AND (model_ids <> '{}' OR NOT starts_with(key, '='))),
  decided_by uuid REFERENCES users (id),
  decided_at timestamptz,
  CHECK ((model_ids IS NULL) = (decided_at IS NULL))
);

-- The vehicles of a buyer.
CREATE TABLE garage_vehicles (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  name text NOT NULL DEFAULT '',
  plate text NOT NULL DEFAULT '',
  vin text NOT NULL DEFAULT '',
  model_id integer NOT NULL REFERENCES vehicle_models (id),
  year smallint NOT NULL,
  built date,
  engine_id integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (model_id, engine_id) REFERENCES vehicle_engines (model_id, id) ON UPDATE CASCADE
);
CREATE INDEX garage_vehicles_of_user ON garage_vehicles (user_id, created_at);
CREATE INDEX garage_vehicles_of_model ON garage_vehicles (model_id);

-- Counts the changes of vehicles, names, answers and fitments: pages and dictionaries are kept until then.
CREATE TABLE vehicle_editions (
  id boolean DEFAULT true PRIMARY KEY CHECK (id),
  -- Of vehicles, names and answers, by which texts are read.
  names bigint NOT NULL DEFAULT 0,
  -- Of all that pages show of vehicles and fitments.
  edition bigint NOT NULL DEFAULT 0
);
INSERT INTO vehicle_editions DEFAULT VALUES;

CREATE FUNCTION count_vehicle_names() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vehicle_editions SET names = names + 1, edition = edition + 1;
  RETURN NULL;
END $$;
CREATE FUNCTION count_fitments() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vehicle_editions SET edition = edition + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER vehicle_makes_count AFTER INSERT OR DELETE OR UPDATE ON vehicle_makes
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER vehicle_models_count AFTER INSERT OR DELETE OR UPDATE ON vehicle_models
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER vehicle_engines_count AFTER INSERT OR DELETE OR UPDATE ON vehicle_engines
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER vehicle_names_count AFTER INSERT OR DELETE OR UPDATE ON vehicle_names
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER vehicle_codes_count AFTER INSERT OR DELETE OR UPDATE ON vehicle_codes
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER fits_phrases_count AFTER UPDATE OF model_ids, is_condition ON fits_phrases
  FOR EACH STATEMENT EXECUTE FUNCTION count_vehicle_names();
CREATE TRIGGER fitments_count AFTER INSERT OR DELETE OR UPDATE ON fitments
  FOR EACH STATEMENT EXECUTE FUNCTION count_fitments();
