-- The price of one list for a product at a quantity, whether the list is in force and for whom or not; no row if it has none. A percentage
-- is of the public price at this quantity, half a cent rounded up; a price from one unit on replaces it.
CREATE FUNCTION list_price_for(product uuid, own_cents integer, quantity integer, list bigint, percent numeric)
RETURNS TABLE (cents integer) LANGUAGE sql STABLE AS $$
  SELECT listed.cents
  FROM (
    SELECT CASE WHEN percent IS NULL OR min(step.from_quantity) = 1 THEN min(step.cents)
      ELSE least(min(step.cents), greatest(1, least(2147483647, round(least(own_cents, (
          SELECT min(public_step.cents) FROM price_lists base JOIN prices public_step ON public_step.price_list_id = base.id
          WHERE base.is_base AND base.active AND public_step.product_id = product AND public_step.from_quantity <= quantity))
        * (100 + percent) / 100))::integer)) END AS cents
    FROM prices step
    WHERE step.product_id = product AND step.price_list_id = list AND step.from_quantity <= quantity) listed
  WHERE listed.cents IS NOT NULL
$$;

-- Picks from the same prices as before, which the explanation of a price now reads, too.
CREATE OR REPLACE FUNCTION price_for(product uuid, own_cents integer, buyer uuid, quantity integer)
RETURNS TABLE (price_cents integer, price_list_id bigint) LANGUAGE sql STABLE AS $$
  SELECT offer.cents, offer.list_id
  FROM (
    SELECT own_cents AS cents, NULL::bigint AS list_id, false AS is_exclusive
    UNION ALL
    SELECT listed.cents, list.id, list.is_exclusive
    FROM price_lists_for(buyer) list
    CROSS JOIN LATERAL list_price_for(product, own_cents, quantity, list.id, list.adjust_percent) listed) offer
  ORDER BY offer.is_exclusive DESC, offer.cents, offer.list_id NULLS FIRST LIMIT 1
$$;
