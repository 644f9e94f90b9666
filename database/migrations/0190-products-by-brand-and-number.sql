-- The brand of this name or slug: 0 for no name, which counts as a brand, and -1 for a name that no brand has.
CREATE FUNCTION brand_named(asked text) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce((SELECT coalesce(merged_into, id) FROM brands WHERE lower(name) = lower(asked) OR slug = asked
    ORDER BY lower(name) = lower(asked) DESC LIMIT 1), CASE WHEN coalesce(asked, '') = '' THEN 0 ELSE -1 END)
$$;
-- The ways to read a text that names a product: as a number, of the given brand if there is one, or else, if it begins or ends with the
-- name of a brand, as in `BOSCH 0 986 478 853`, as that and the number beside it.
CREATE FUNCTION number_readings(typed text, asked_brand text) RETURNS TABLE (reading integer, number text, brand text, brand_id integer)
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 0, trim(typed), nullif(trim(asked_brand), ''), brand_named(trim(asked_brand))
  UNION ALL
  SELECT 1, named.number, named.brand, coalesce(merged_into, brands.id)
  FROM (SELECT regexp_split_to_array(trim(typed), '\s+') AS words) split
  CROSS JOIN LATERAL generate_series(1, least(cardinality(words), 12) - 1) AS place
  CROSS JOIN LATERAL (VALUES
    (array_to_string(words[:place], ' '), array_to_string(words[place + 1:], ' ')),
    (array_to_string(words[place + 1:], ' '), array_to_string(words[:place], ' '))) AS named (brand, number)
  JOIN brands ON lower(brands.name) = lower(named.brand)
  WHERE coalesce(trim(asked_brand), '') = ''
$$;
-- What rows mean whose number only a product without a brand has, while they have one: a question, that product, or another one.
ALTER TABLE imports ADD COLUMN numbers_without_brand text NOT NULL DEFAULT 'ask';
