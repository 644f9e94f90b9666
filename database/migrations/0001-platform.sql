-- What a shop remembers of itself, such as the restore that it came from.
CREATE TABLE shop_facts (
  name text PRIMARY KEY,
  value text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now()
);

-- Jobs that waited when a backup was made; the next start enqueues them.
CREATE TABLE restored_jobs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL
);

-- How often something happened on a day (UTC): no row tells who it was. Names beyond a limit are counted under an empty one.
CREATE TABLE visit_counts (
  day date,
  kind text CHECK (kind IN ('views', 'visits', 'page', 'referrer', 'search', 'viewed', 'added')),
  name text CHECK (length(name) <= 200),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, kind, name)
);

-- The servers that are running: each writes its row every few seconds, so that one that does not fit the others is refused at its start.
CREATE TABLE servers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  version text NOT NULL,
  -- A public name of its SECRET_KEY.
  secret_key_id text NOT NULL,
  -- Where it keeps pictures: the id of its data folder, or the address of a storage that others reach.
  pictures text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  -- What the code of each running server knows, so that a migration that one of them could not work with is refused.
  migrations text[] NOT NULL DEFAULT '{}',
  -- The public address of each running server: links in mails lead there, so all should have the same.
  public_url text NOT NULL DEFAULT ''
);

-- The scripts, styles and fonts of the pages of all versions that have run lately: while servers are upgraded one by one, a page of one
-- version asks a server of another for them.
CREATE TABLE page_assets (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  is_gzip boolean NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now()
);

-- All words by which a text is found: as it is written; folded; with umlauts as keyboards without them write them; its sizes in one way,
-- and their numbers one by one.
CREATE FUNCTION words_of(content text) RETURNS tsvector
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 1000 SET search_path TO '$user', 'public' AS $$
DECLARE
  texts text := lower(content);
  folded text := fold_text(content);
  sizes text;
BEGIN
  IF folded <> texts THEN texts := texts || ' ' || folded; END IF;
  IF folded ~ '[äöü]' THEN texts := texts || ' ' || transcribed(folded) || ' ' || translate(folded, 'äöü', 'aou'); END IF;
  IF folded ~ '[0-9]' THEN
    sizes := fold_sizes(folded);
    IF sizes <> folded THEN texts := texts || ' ' || sizes || ' ' || translate(sizes, '×·', '  '); END IF;
    IF sizes ~ '[0-9](mm|cm|m|ml|l|g|kg|v|w|a|ah|nm|bar)(?![a-z0-9])' THEN
      texts := texts || ' ' || regexp_replace(sizes, '([0-9])(mm|cm|m|ml|l|g|kg|v|w|a|ah|nm|bar)(?![a-z0-9])', '\1 \2', 'g');
    END IF;
  END IF;
  RETURN array_to_tsvector(plain_words(texts));
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

-- A part number as it is compared: in Unicode's compatible form and upper case, without anything that is no letter and no digit. Of letters
-- beyond ASCII the case counts.
CREATE FUNCTION part_number_key(number text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT nullif(regexp_replace(upper(normalize(number, NFKC) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+', '', 'g'), '')
$$;

-- The keys of a part number: as a whole, and from each place behind a separator on.
CREATE FUNCTION part_number_keys_of(number text) RETURNS TABLE(key text, start smallint)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_to_string(parts[place:], ''), (place - 1)::smallint
  FROM (SELECT array_remove(regexp_split_to_array(
    upper(normalize(number, NFKC) COLLATE "C"), '[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+'), '') AS parts) split,
    generate_subscripts(parts, 1) AS place
  WHERE place = 1 OR length(array_to_string(parts[place:], '')) >= 3
$$;

-- The first seven letters of a word, as they are and without each one of them.
CREATE FUNCTION deletes_of(word text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT left(word, 7) UNION SELECT overlay(left(word, 7) PLACING '' FROM place FOR 1) FROM generate_series(1, least(length(word), 7)) AS place
$$;

-- A text in lower case, with its umlauts as keyboards without them write them.
CREATE FUNCTION transcribed(content text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT replace(replace(replace(replace(lower(content), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')
$$;

-- What tells part numbers apart: as part_number_key, but a dot, comma or slash between two digits stays, since M1.6 is not M16. A comma is a dot.
CREATE FUNCTION part_number_identity(number text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT nullif(regexp_replace(
    regexp_replace(translate(upper(normalize(number, NFKC) COLLATE "C"), ',、。⁄∕⧸✕✖⨯', '...///***'),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u002d\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030]+',
      '', 'g'),
    '([0-9][\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+(?=[0-9]))|[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+',
    '\1', 'g'), '')
$$;

-- A text as it is indexed and searched for: in lower case, with the letters and signs of a plain keyboard. Umlauts stay, composed.
CREATE FUNCTION fold_text(content text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
BEGIN
  IF content ~ '^[\u0001-\u007f]*$' THEN RETURN lower(content); END IF;
  content := regexp_replace(content, '[\u00ad\u200b-\u200d\u2060\ufeff]', '', 'g');
  content := regexp_replace(content, '[\u00a9\u00ae\u2120\u2122]', ' ', 'g');
  content := regexp_replace(content, '([0-9])([\u00bc-\u00be\u2150-\u215e])', '\1 \2', 'g');
  content := regexp_replace(normalize(content, NFKD), '(?<![aouAOU])\u0308|[\u0300-\u0307\u0309-\u036f]', '', 'g');
  content := regexp_replace(lower(normalize(content, NFC)), '[ø⌀](?= ?[0-9])', ' ', 'g');
  content := replace(replace(replace(replace(replace(content, '′′', '"'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  content := translate(content, 'øđðłıħŧŋĸς“”„‟‘’‚‛′ʼ‐‒–—−⁃×✕✖⨯⁄∕', 'oddlihtnkσ""""''''''''''''------xxxx//');
  RETURN regexp_replace(content, '[\u0080-\u00bf\u00f7\u2000-\u2bff\u3001-\u3003\u3008-\u301f]', ' ', 'g');
END $$;

-- A folded text with its sizes written in one way, each as one word: tires and dimensions with × between their numbers, decimals with ·,
-- without inches and millimeters.
CREATE FUNCTION fold_sizes(folded text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 500 AS $$
BEGIN
  IF folded !~ '[0-9]' THEN RETURN folded; END IF;
  folded := regexp_replace(folded, '([0-9]) *(?:"|''''|(?:inch(?:es)?|in|zoll)(?![a-z0-9]))', '\1 ', 'g');
  folded := regexp_replace(folded,
    '(?<![a-z0-9.,/×*-])([3-8]|10)[/-](?=(?:9[89]|1[0-9][0-9]|205)(?:[.,][0-9]+)?(?![a-z0-9/-]))', '\1×', 'g');
  folded := regexp_replace(folded, '([0-9])(?: *mm)? *[x*] *(?=[0-9])', '\1×', 'g');
  IF folded ~ '×' THEN
    folded := regexp_replace(folded, '(×[0-9.,]+) *mm(?![a-z0-9])', '\1 ', 'g');
    folded := regexp_replace(folded, '([0-9])[.,](?=[0-9]+×)', '\1·', 'g');
    folded := regexp_replace(folded, '(×[0-9]+)[.,](?=[0-9])', '\1·', 'g');
    folded := regexp_replace(folded, '·([0-9]*[1-9])?0+(?![0-9])', '·\1', 'g');
    folded := regexp_replace(folded, '·(?![0-9])', '', 'g');
  END IF;
  folded := regexp_replace(folded, '(?<![a-z0-9])m +(?=[0-9])', 'm', 'g');
  folded := regexp_replace(folded,
    '(?<![0-9])([1-3][0-9]5) *[/ -] *([2-9][05]) *[/ -]? *(?:z?[rdb]f?)? *-? *(1[0-9]|2[0-4])(?![0-9])', ' \1×\2×\3 ', 'g');
  folded := regexp_replace(folded, '(?<![0-9])([1-3][0-9]5) *z?r *-? *(1[0-9]|2[0-4])(?![0-9])', ' \1×\2 ', 'g');
  folded := regexp_replace(folded, '(?<![0-9])([1-3][0-9]5)/([2-9][05]) *z?r *([12]?)(?![a-z0-9])', ' \1×\2×\3 ', 'g');
  RETURN regexp_replace(folded, '(?<![a-z0-9])([0-9]{1,2})w[ /-]*([0-9]{2})(?![0-9])', ' \1w\2 ', 'g');
END $$;

-- The words of a text as they are, none longer than 64 letters.
CREATE FUNCTION plain_words(content text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT array_remove(string_to_array(regexp_replace(
    regexp_replace(content, '[\x01-\x2f:-@[-`{-\x7f]+', ' ', 'g'), '([^ ]{64})', '\1 ', 'g'), ' '), '')
$$;

-- The keys of a part number in the spellings that it may be stored in: as it is, folded, and with ×, x and * between digits for each other.
CREATE FUNCTION near_part_number_keys(number text) RETURNS text[]
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$ BEGIN
  -- Most numbers have one spelling.
  IF number ~ '^[\u0001-\u007f]*$' AND number !~ '[xX*]' THEN RETURN ARRAY[part_number_key(number)]; END IF;
  RETURN ARRAY(
    SELECT part_number_key(translate(number, '×', '*')) UNION SELECT part_number_key(number)
    UNION SELECT part_number_key(fold_text(number)) UNION SELECT part_number_key(fold_text(translate(number, '*', '×')))
    UNION SELECT regexp_replace(part_number_key(fold_text(translate(number, '*', '×'))), '([0-9])X(?=[0-9])', '\1×', 'g'));
END $$;
