-- All numbers that a product is known by. Rows are added and deleted, never updated.
CREATE TABLE part_numbers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id uuid NOT NULL REFERENCES products (id),
  kind text NOT NULL CHECK (kind IN ('own', 'maker', 'oem', 'competitor', 'supersedes', 'barcode')),
  maker text NOT NULL DEFAULT '',
  number text NOT NULL,
  CONSTRAINT part_numbers_once UNIQUE (product_id, kind, maker, number)
);
CREATE UNIQUE INDEX part_numbers_own ON part_numbers (product_id) WHERE kind = 'own';

CREATE TABLE part_number_keys (
  key text NOT NULL COLLATE "C",
  start smallint NOT NULL,
  part_number_id bigint NOT NULL REFERENCES part_numbers (id) ON DELETE CASCADE
);
CREATE INDEX part_number_keys_key ON part_number_keys (key, start, part_number_id);

-- Finds the numbers that look like one which was typed: O and Q as 0, I and L as 1, Z as 2, S as 5, G as 6, B as 8.
CREATE INDEX part_number_keys_look_alike ON part_number_keys (translate(key, 'OQILZSGB', '00112568'), start, part_number_id);
CREATE INDEX part_number_keys_number ON part_number_keys (part_number_id);

-- The words of names, of categories and of synonyms, for what is typed with an error. Words with digits are left out: they are
-- parts of numbers, and no number is ever corrected into another.
CREATE TABLE dictionary (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text NOT NULL COLLATE "C",
  -- How many products have it, as of the last rebuild.
  seen integer NOT NULL DEFAULT 1,
  CONSTRAINT dictionary_word UNIQUE (word)
);

-- The first seven letters of each word, as they are and without each one of them.
CREATE TABLE dictionary_deletes (
  deleted text NOT NULL COLLATE "C",
  word_id integer NOT NULL REFERENCES dictionary (id) ON DELETE CASCADE
);
CREATE INDEX dictionary_deletes_deleted ON dictionary_deletes (deleted) INCLUDE (word_id);
CREATE INDEX dictionary_deletes_word ON dictionary_deletes (word_id);

-- What else is meant by a word or a few words; both are in lower case, their words one space apart. Pairs of the trade come with the
-- program; a row that names one in `changes` is in its place.
CREATE TABLE synonyms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  term text NOT NULL,
  means text NOT NULL,
  is_two_way boolean NOT NULL,
  changes text,
  is_off boolean NOT NULL DEFAULT false,
  CONSTRAINT synonyms_once UNIQUE (term, means),
  CONSTRAINT synonyms_changes UNIQUE (changes),
  CHECK (term <> means),
  CHECK (NOT is_off OR changes IS NOT NULL)
);
CREATE INDEX synonyms_means ON synonyms (means) WHERE is_two_way;

-- Searches that found nothing, without who or when exactly; the shop keeps a bounded number of them.
CREATE TABLE search_misses (
  words text PRIMARY KEY,
  times integer NOT NULL DEFAULT 1,
  last_on date NOT NULL DEFAULT CURRENT_DATE
);

CREATE FUNCTION add_part_number_keys() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO part_number_keys (key, start, part_number_id)
  SELECT keys.key, keys.start, added.id FROM added, part_number_keys_of(added.number) keys;
  RETURN NULL;
END $$;

-- The own number follows `products.sku`, which orders do not touch.
CREATE FUNCTION add_own_part_numbers() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO part_numbers (product_id, kind, number)
  SELECT id, 'own', sku FROM added WHERE part_number_key(sku) IS NOT NULL ORDER BY position;
  RETURN NULL;
END $$;

CREATE FUNCTION change_own_part_number() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM part_numbers WHERE product_id = NEW.id AND kind = 'own';
  INSERT INTO part_numbers (product_id, kind, number) SELECT NEW.id, 'own', NEW.sku WHERE part_number_key(NEW.sku) IS NOT NULL;
  RETURN NULL;
END $$;

-- Corrections are shown, so that no word of the dictionary is one that nobody writes.
CREATE FUNCTION add_to_dictionary(texts text[]) RETURNS void
  LANGUAGE sql AS $$
  WITH added AS (
    -- In one order, so that two transactions do not wait for each other.
    INSERT INTO dictionary (word)
    SELECT DISTINCT word COLLATE "C" FROM unnest(texts) AS given, unnest(plain_words(fold_text(given))) AS found (word)
    WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
      AND NOT EXISTS (SELECT FROM dictionary known WHERE known.word = found.word) ORDER BY 1
    ON CONFLICT DO NOTHING RETURNING id, word)
  INSERT INTO dictionary_deletes (deleted, word_id) SELECT deletes_of(word), id FROM added
$$;

CREATE FUNCTION add_product_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_dictionary(ARRAY(SELECT name FROM added));
  RETURN NULL;
END $$;

CREATE FUNCTION add_new_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_dictionary(ARRAY[NEW.name]);
  RETURN NULL;
END $$;

-- Splits what was typed once for each number: as a subquery that could be merged, it was split again for each place where a brand may end,
-- and 1,000 long numbers with many blanks took longer than a call may.
CREATE FUNCTION number_readings(typed text, asked_brand text) RETURNS TABLE(reading integer, number text, brand text, brand_id integer)
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 0, trim(typed), nullif(trim(asked_brand), ''), brand_named(trim(asked_brand))
  UNION ALL
  SELECT 1, array_to_string(CASE WHEN leads THEN words[place + 1:] ELSE words[:place] END, ' '), named.brand,
    coalesce(merged_into, brands.id)
  FROM (SELECT regexp_split_to_array(trim(typed), '\s+') AS words OFFSET 0) split
  CROSS JOIN LATERAL generate_series(1, least(cardinality(words), 12) - 1) AS place
  CROSS JOIN LATERAL (
    SELECT leads, array_to_string(CASE WHEN leads THEN words[:place] ELSE words[place + 1:] END, ' ') AS brand
    FROM (VALUES (true), (false)) AS side (leads) OFFSET 0) named
  JOIN brands ON lower(brands.name) = lower(named.brand)
  WHERE coalesce(trim(asked_brand), '') = ''
$$;

CREATE TRIGGER brands_add_words
  AFTER INSERT OR UPDATE OF name ON brands
  FOR EACH ROW EXECUTE FUNCTION add_new_words();

CREATE TRIGGER category_texts_add_words
  AFTER INSERT OR UPDATE OF name ON category_texts
  FOR EACH ROW EXECUTE FUNCTION add_new_words();

CREATE TRIGGER part_numbers_keys
  AFTER INSERT ON part_numbers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_part_number_keys();

CREATE TRIGGER products_add_new_words
  AFTER UPDATE OF name ON products
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name AND current_setting('shop.writes_facets', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION add_new_words();

CREATE TRIGGER products_add_own_number
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_own_part_numbers();

CREATE TRIGGER products_add_words
  AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_product_words();

CREATE TRIGGER products_change_own_number
  AFTER UPDATE OF sku ON products
  FOR EACH ROW WHEN (old.sku IS DISTINCT FROM new.sku) EXECUTE FUNCTION change_own_part_number();

SELECT add_to_dictionary(ARRAY(SELECT name FROM category_texts));
