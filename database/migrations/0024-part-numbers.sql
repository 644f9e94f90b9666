-- A part number as it is compared: in Unicode's compatible form and upper case, without anything that is no letter and no digit. Of letters beyond ASCII the case counts.
CREATE FUNCTION part_number_key(number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(upper(normalize(number, NFKC) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+', '', 'g'), '')
$$;
-- The keys of a part number: as a whole, and from each place behind a separator on.
CREATE FUNCTION part_number_keys_of(number text) RETURNS TABLE (key text, start smallint) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_to_string(parts[place:], ''), (place - 1)::smallint
  FROM (SELECT array_remove(regexp_split_to_array(
    upper(normalize(number, NFKC) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+'), '') AS parts) split,
    generate_subscripts(parts, 1) AS place
  WHERE place = 1 OR length(array_to_string(parts[place:], '')) >= 3
$$;

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
  key text COLLATE "C" NOT NULL,
  start smallint NOT NULL,
  part_number_id bigint NOT NULL REFERENCES part_numbers (id) ON DELETE CASCADE
);

INSERT INTO part_numbers (product_id, kind, number)
SELECT id, 'own', sku FROM products WHERE part_number_key(sku) IS NOT NULL ORDER BY position;
INSERT INTO part_number_keys (key, start, part_number_id) SELECT keys.key, keys.start, id FROM part_numbers, part_number_keys_of(number) keys;
CREATE INDEX part_number_keys_key ON part_number_keys (key, start, part_number_id);
CREATE INDEX part_number_keys_number ON part_number_keys (part_number_id);

CREATE FUNCTION add_part_number_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO part_number_keys (key, start, part_number_id)
  SELECT keys.key, keys.start, added.id FROM added, part_number_keys_of(added.number) keys;
  RETURN NULL;
END $$;
CREATE TRIGGER part_numbers_keys AFTER INSERT ON part_numbers REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_part_number_keys();

-- The own number follows `products.sku`, whichever version of the shop writes it. Orders do not touch that column.
CREATE FUNCTION add_own_part_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO part_numbers (product_id, kind, number)
  SELECT id, 'own', sku FROM added WHERE part_number_key(sku) IS NOT NULL ORDER BY position;
  RETURN NULL;
END $$;
CREATE TRIGGER products_add_own_number AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_own_part_numbers();
CREATE FUNCTION change_own_part_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM part_numbers WHERE product_id = NEW.id AND kind = 'own';
  INSERT INTO part_numbers (product_id, kind, number) SELECT NEW.id, 'own', NEW.sku WHERE part_number_key(NEW.sku) IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER products_change_own_number AFTER UPDATE OF sku ON products FOR EACH ROW
  WHEN (OLD.sku IS DISTINCT FROM NEW.sku) EXECUTE FUNCTION change_own_part_number();

-- From now on a number is that of one product on sale. Products that share theirs already keep it until it is changed: the first one
-- has it, the others are marked.
ALTER TABLE products ADD COLUMN shares_part_number boolean NOT NULL DEFAULT false;
UPDATE products SET shares_part_number = true FROM (
  SELECT id, row_number() OVER (PARTITION BY part_number_key(sku) ORDER BY position) AS place
  FROM products WHERE archived_at IS NULL AND part_number_key(sku) IS NOT NULL) numbered
WHERE numbered.id = products.id AND place > 1;
CREATE UNIQUE INDEX products_part_number_live ON products (part_number_key(sku)) WHERE archived_at IS NULL AND NOT shares_part_number;
CREATE INDEX products_sharing_number ON products (id) WHERE shares_part_number;

-- The words of names, of categories and of synonyms, for what is typed with an error. Words with digits are left out: they are
-- parts of numbers, and no number is ever corrected into another.
CREATE TABLE dictionary (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  word text COLLATE "C" NOT NULL CONSTRAINT dictionary_word UNIQUE,
  -- How many products have it, as of the last rebuild.
  seen integer NOT NULL DEFAULT 1
);
-- The first seven letters of each word, as they are and without each one of them.
CREATE TABLE dictionary_deletes (
  deleted text COLLATE "C" NOT NULL,
  word_id integer NOT NULL REFERENCES dictionary (id) ON DELETE CASCADE
);
CREATE INDEX dictionary_deletes_deleted ON dictionary_deletes (deleted) INCLUDE (word_id);
CREATE INDEX dictionary_deletes_word ON dictionary_deletes (word_id);
CREATE FUNCTION deletes_of(word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT left(word, 7) UNION SELECT overlay(left(word, 7) PLACING '' FROM place FOR 1) FROM generate_series(1, least(length(word), 7)) AS place
$$;
CREATE FUNCTION add_to_dictionary(texts text[]) RETURNS void LANGUAGE sql AS $$
  WITH added AS (
    -- In one order, so that two transactions do not wait for each other.
    INSERT INTO dictionary (word)
    SELECT DISTINCT word COLLATE "C" FROM unnest(texts) AS given, unnest(tsvector_to_array(words_of(given))) AS found (word)
    WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
      AND NOT EXISTS (SELECT FROM dictionary known WHERE known.word = found.word) ORDER BY 1
    ON CONFLICT DO NOTHING RETURNING id, word)
  INSERT INTO dictionary_deletes (deleted, word_id) SELECT deletes_of(word), id FROM added
$$;
CREATE FUNCTION add_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_dictionary(ARRAY(SELECT name FROM added));
  RETURN NULL;
END $$;
CREATE TRIGGER products_add_words AFTER INSERT ON products REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION add_product_words();
CREATE FUNCTION add_new_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM add_to_dictionary(ARRAY[NEW.name]);
  RETURN NULL;
END $$;
CREATE TRIGGER products_add_new_words AFTER UPDATE OF name ON products FOR EACH ROW
  WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION add_new_words();
CREATE TRIGGER category_texts_add_words AFTER INSERT OR UPDATE OF name ON category_texts FOR EACH ROW EXECUTE FUNCTION add_new_words();
SELECT add_to_dictionary(ARRAY(SELECT name FROM products UNION ALL SELECT name FROM category_texts));

-- What else is meant by a word or a few words; both are in lower case, their words one space apart.
CREATE TABLE synonyms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  term text NOT NULL,
  means text NOT NULL,
  is_two_way boolean NOT NULL,
  CONSTRAINT synonyms_once UNIQUE (term, means),
  CHECK (term <> means)
);
CREATE INDEX synonyms_means ON synonyms (means) WHERE is_two_way;

-- Searches that found nothing, without who or when exactly; the shop keeps a bounded number of them.
CREATE TABLE search_misses (
  words text PRIMARY KEY,
  times integer NOT NULL DEFAULT 1,
  last_on date NOT NULL DEFAULT current_date
);
ANALYZE products, part_numbers, part_number_keys, dictionary, dictionary_deletes;
