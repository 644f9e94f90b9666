-- What tells part numbers apart: as part_number_key, but a dot, comma or slash between two digits stays, since M1.6 is not M16. A comma is a dot.
CREATE FUNCTION part_number_identity(number text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(
    regexp_replace(translate(upper(normalize(number, NFKC) COLLATE "C"), ',⁄', './'), '[./](?![0-9])|(?<![0-9])[./]', '', 'g'),
    '[\u0001-\u002d\u003a-\u0040\u005b-\u00bf\u2000-\u303f]+', '', 'g'), '')
$$;
-- Whether rows whose numbers differ from one of the shop only by such a sign are other products.
ALTER TABLE imports ADD COLUMN adds_near_numbers boolean NOT NULL DEFAULT false;
