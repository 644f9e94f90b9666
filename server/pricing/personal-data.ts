import { type SQL, sql } from 'drizzle-orm'

const selectOwnPrices = (id: string, which: SQL) => sql`
    SELECT to_jsonb(list) - '{id,user_id,group_id,is_base}'::text[] || jsonb_build_object('prices', (
      SELECT coalesce(jsonb_agg(to_jsonb(prices) - 'price_list_id' ORDER BY product_id, from_quantity), '[]')
      FROM prices WHERE price_list_id = list.id)) AS row
    FROM price_lists list WHERE user_id = ${id} AND ${which} ORDER BY list.id`

/** Selects the own prices that were announced to a customer, and the used discounts; amounts are in the smallest unit of the currency. */
export const pricingData = {
  ownPrices: ({ id }: { id: string }) => selectOwnPrices(id, sql`active AND coalesce(starts_at <= now(), true)`),
  discounts: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('order_id', order_id, 'discount', name, 'code', code) AS row
    FROM discount_uses JOIN discounts ON discounts.id = discount_id WHERE buyer_id = ${id} ORDER BY order_id`,
}

/** Selects what only staff see: the groups of a customer, and own prices that are off or planned, too. */
export const staffPricingData = {
  groups: ({ id }: { id: string }) => sql`
    SELECT jsonb_build_object('group', name, 'added_at', added_at) AS row
    FROM group_members JOIN customer_groups ON customer_groups.id = group_id WHERE user_id = ${id} ORDER BY added_at`,
  ownPrices: ({ id }: { id: string }) => selectOwnPrices(id, sql`true`),
}
