import { sql } from 'drizzle-orm'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import type { offerStates, previewPrice as endpoint } from '#contract/pricing.ts'
import { lineTotalCents } from '#contract/assess-line.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { toDollars } from '#server/platform/money.ts'
import { getUserId } from '#server/pricing/group-members.ts'
import { listGroups } from '#server/pricing/list-groups.ts'
import { presentRule } from '#server/pricing/list-prices.ts'
import { nameProducts } from '#server/pricing/name-products.ts'
import { priceFor, quantityRuleFor } from '#server/pricing/price-for.ts'
import { stateOfList } from '#server/pricing/read-price-lists.ts'

/** Says what a customer or a visitor pays for a product at a quantity, and why. Throws the problems of its endpoint. */
export async function previewPrice(
  db: Database,
  { email, quantity: asked, ...named }: Body<typeof endpoint>,
): Promise<ResponseBody<typeof endpoint>> {
  const buyerId = email === undefined ? null : await getUserId(db, email)
  const buyer = sql`${buyerId}::uuid`
  const [productId = ''] = await nameProducts(db, [named])
  if (productId === 'product-ambiguous') throw problem('product-number-ambiguous', { number: named.partNumber ?? '' })
  if (productId === 'product-unknown') throw problem('product-not-found')
  const { rows } = await db.execute<Row>(sql`
    SELECT products.id, products.name, sku, products.price_cents AS "ownCents", price_per AS per, rule.minimum, rule.multiple,
      rule.maximum, quantity, price.price_cents AS cents, price.price_list_id::text AS "listId"
    FROM products
    CROSS JOIN LATERAL ${quantityRuleFor(sql`id`, sql`minimum_quantity, order_multiple, maximum_quantity`, buyer)} rule
    CROSS JOIN LATERAL (SELECT coalesce(${asked ?? null}::int, rule.minimum) AS quantity) wanted
    CROSS JOIN LATERAL ${priceFor(sql`id`, sql`products.price_cents`, buyer, sql`quantity`)} price
    WHERE products.id = ${productId}`)
  const [row] = rows
  if (!row) throw problem('product-not-found')
  const offers = await listOffers(db, row, buyerId)
  const chosen = offers.find(({ _id }) => _id === row.listId)
  return {
    product: {
      _id: row.id,
      name: row.name,
      ...(row.sku !== null && { sku: row.sku }),
      ownPrice: toDollars(row.ownCents),
      ...(row.per > 1 && { pricePer: row.per }),
    },
    quantity: row.quantity,
    unitPrice: toDollars(row.cents),
    total: toDollars(lineTotalCents({ priceCents: row.cents, pricePer: row.per }, row.quantity)),
    ...(chosen && { priceList: { _id: chosen._id, name: chosen.name } }),
    rule: presentRule(row),
    groups: email === undefined ? [] : (await listGroups(db, { email })).map(({ _id, name }) => ({ _id, name })),
    offers,
  }
}

/** Returns the lists that have a price for the product at the quantity, whether they apply or not. */
async function listOffers(db: Database, { id, quantity, ownCents, listId }: Row, buyerId: string | null) {
  const { rows } = await db.execute<OfferRow>(sql`
    SELECT list.id::text, list.name, list.is_exclusive AS exclusive, ${stateOfList} AS state,
      list.group_id IS NULL OR EXISTS (
        SELECT FROM group_members member WHERE member.group_id = list.group_id AND user_id = ${buyerId}::uuid) AS "isFor",
      (SELECT CASE WHEN list.adjust_percent IS NULL OR min(from_quantity) = 1 THEN min(cents)
         ELSE least(min(cents), greatest(1, round(public_price.cents * (100 + list.adjust_percent) / 100)::int)) END
       FROM prices WHERE product_id = ${id} AND price_list_id = list.id AND from_quantity <= ${quantity}) AS cents
    FROM price_lists list
    CROSS JOIN LATERAL (
      SELECT least(${ownCents}::int, min(prices.cents)) AS cents FROM prices JOIN price_lists base ON base.id = price_list_id
      WHERE base.is_base AND base.active AND product_id = ${id} AND from_quantity <= ${quantity}) public_price
    ORDER BY list.id`)
  const isExclusive = rows.some((row) => row.id === listId && row.exclusive)
  return rows.flatMap(({ id: _id, name, exclusive, state, isFor, cents }) => {
    if (cents === null) return []
    const applies = state === 'active' && isFor
    const why: (typeof offerStates)[number] = !isFor
      ? 'not-a-member'
      : state !== 'active'
        ? state
        : _id === listId
          ? 'chosen'
          : applies && isExclusive && !exclusive
            ? 'not-exclusive'
            : 'higher'
    return [{ _id, name, exclusive, unitPrice: toDollars(cents), state: why }]
  })
}

type Row = {
  id: string
  name: string
  sku: string | null
  ownCents: number
  per: number
  minimum: number
  multiple: number
  maximum: number | null
  quantity: number
  cents: number
  listId: string | null
}
type OfferRow = {
  id: string
  name: string
  exclusive: boolean
  state: 'off' | 'planned' | 'active' | 'ended'
  isFor: boolean
  cents: number | null
}
