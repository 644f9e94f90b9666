-- migrate: contract after 0193-one-number-of-two-brands.sql
-- What tells part numbers apart: as part_number_key, but any sign between two digits stays, since neither M1.6 nor M1:6 is M16. Only
-- blanks, signs that cannot be seen and hyphens of all lengths say nothing, so that M1 . 6 is M1.6. A comma is a dot, and slashes are one.
-- The index of the function before goes, and comes again when the products that have one number now are marked.
DROP INDEX products_part_number_identity;
CREATE OR REPLACE FUNCTION part_number_identity(number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(
    regexp_replace(translate(upper(normalize(number, NFKC) COLLATE "C"), ',、。⁄∕⧸✕✖⨯', '...///***'),
      '[\u0001-\u0020\u007f-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u002d\u2010-\u2015\u2043\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030]+',
      '', 'g'),
    '([0-9][\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+(?=[0-9]))|[\u0001-\u002f\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+',
    '\1', 'g'), '')
$$;
-- The keys of a part number in the spellings that it may be stored in: as it is, folded, and with ×, x and * between digits for each other.
CREATE OR REPLACE FUNCTION near_part_number_keys(number text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(
    SELECT part_number_key(translate(number, '×', '*')) UNION SELECT part_number_key(number)
    UNION SELECT part_number_key(fold_text(number)) UNION SELECT part_number_key(fold_text(translate(number, '*', '×')))
    UNION SELECT regexp_replace(part_number_key(fold_text(translate(number, '*', '×'))), '([0-9])X(?=[0-9])', '\1×', 'g'))
$$;
