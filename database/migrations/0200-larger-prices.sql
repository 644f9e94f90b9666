-- Prices may have nine digits, since a million of a currency may be little.
-- allow checks-all-rows: both tables are the few rows of the shipping settings
ALTER TABLE shipping_rates
  DROP CONSTRAINT shipping_rates_price_cents_check,
  DROP CONSTRAINT shipping_rates_per_kg_cents_check,
  DROP CONSTRAINT shipping_rates_free_from_cents_check,
  ADD CONSTRAINT shipping_rates_price_cents_check CHECK (price_cents BETWEEN 0 AND 999999999),
  ADD CONSTRAINT shipping_rates_per_kg_cents_check CHECK (per_kg_cents BETWEEN 0 AND 999999999),
  ADD CONSTRAINT shipping_rates_free_from_cents_check CHECK (free_from_cents BETWEEN 0 AND 999999999);
ALTER TABLE shipping_class_rules
  DROP CONSTRAINT shipping_class_rules_surcharge_cents_check,
  ADD CONSTRAINT shipping_class_rules_surcharge_cents_check CHECK (surcharge_cents BETWEEN 0 AND 999999999);
-- As before, but ten times the largest price of a product ends at what the column holds.
CREATE OR REPLACE FUNCTION price_for(product uuid, own_cents integer, buyer uuid, quantity integer)
RETURNS TABLE (price_cents integer, price_list_id bigint) LANGUAGE sql STABLE AS $$
  SELECT offer.cents, offer.list_id
  FROM (
    SELECT own_cents AS cents, NULL::bigint AS list_id, false AS is_exclusive
    UNION ALL
    SELECT listed.cents, list.id, list.is_exclusive
    FROM price_lists_for(buyer) list
    CROSS JOIN LATERAL (
      SELECT CASE WHEN list.adjust_percent IS NULL OR min(step.from_quantity) = 1 THEN min(step.cents)
        ELSE least(min(step.cents), greatest(1, least(2147483647, round(least(own_cents, (
            SELECT min(public_step.cents) FROM price_lists base JOIN prices public_step ON public_step.price_list_id = base.id
            WHERE base.is_base AND base.active AND public_step.product_id = product AND public_step.from_quantity <= quantity))
          * (100 + list.adjust_percent) / 100))::integer)) END AS cents
      FROM prices step
      WHERE step.product_id = product AND step.price_list_id = list.id AND step.from_quantity <= quantity) listed
    WHERE listed.cents IS NOT NULL) offer
  ORDER BY offer.is_exclusive DESC, offer.cents, offer.list_id NULLS FIRST LIMIT 1
$$;
