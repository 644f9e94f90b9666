-- A text as it is indexed and searched for: in lower case, with the letters and signs of a plain keyboard. Umlauts stay, composed.
CREATE FUNCTION fold_text(content text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
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
CREATE FUNCTION fold_sizes(folded text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 500 AS $$
BEGIN
  IF folded !~ '[0-9]' THEN RETURN folded; END IF;
  folded := regexp_replace(folded, '([0-9]) *(?:"|''''|(?:inch(?:es)?|in|zoll)(?![a-z0-9]))', '\1 ', 'g');
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
CREATE FUNCTION plain_words(content text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array_remove(string_to_array(regexp_replace(
    regexp_replace(content, '[\x01-\x2f:-@[-`{-\x7f]+', ' ', 'g'), '([^ ]{64})', '\1 ', 'g'), ' '), '')
$$;

-- All words by which a text is found: as it is written, as the version before asks; folded; with umlauts as keyboards without them write
-- them; its sizes in one way, and their numbers one by one.
CREATE OR REPLACE FUNCTION words_of(content text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
  -- Indexes of expressions are built and analyzed with an empty search path.
  SET search_path FROM CURRENT AS $$
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

-- Corrections are shown, so that no word of the dictionary is one that nobody writes.
CREATE OR REPLACE FUNCTION add_to_dictionary(texts text[]) RETURNS void LANGUAGE sql AS $$
  WITH added AS (
    -- In one order, so that two transactions do not wait for each other.
    INSERT INTO dictionary (word)
    SELECT DISTINCT word COLLATE "C" FROM unnest(texts) AS given, unnest(plain_words(fold_text(given))) AS found (word)
    WHERE length(word) BETWEEN 3 AND 40 AND word !~ '[0-9]'
      AND NOT EXISTS (SELECT FROM dictionary known WHERE known.word = found.word) ORDER BY 1
    ON CONFLICT DO NOTHING RETURNING id, word)
  INSERT INTO dictionary_deletes (deleted, word_id) SELECT deletes_of(word), id FROM added
$$;

-- The keys of a part number in the spellings that it may be stored in: as it is, folded, and with × between digits for x.
CREATE FUNCTION near_part_number_keys(number text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT part_number_key(number) UNION SELECT part_number_key(fold_text(number))
    UNION SELECT regexp_replace(part_number_key(fold_text(number)), '([0-9])X(?=[0-9])', '\1×', 'g'))
$$;
