-- Splits what was typed once for each number: as a subquery that could be merged, it was split again for each place where a brand may end,
-- and 1,000 long numbers with many blanks took longer than a call may.
CREATE OR REPLACE FUNCTION number_readings(typed text, asked_brand text)
RETURNS TABLE (reading integer, number text, brand text, brand_id integer)
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
