import { type SQL, sql } from 'drizzle-orm'

/**
 * Builds the rows `(price_cents, price_list_id)` of the price of a product for a buyer at a quantity; `ownCents` is the product's own
 * price. Migrations 0042 and 0330 have the rules.
 */
export const priceFor = (product: SQL, ownCents: SQL, buyer: SQL, quantity: SQL) =>
  sql`price_for(${product}, ${ownCents}, ${buyer}, ${quantity})`

/** Builds the row `(cents)` of the price of one list, of which `priceFor` picks; none if it has no price. `list` is a row of `price_lists`. */
export const listPriceFor = (product: SQL, ownCents: SQL, quantity: SQL, list: SQL) =>
  sql`list_price_for(${product}, ${ownCents}, ${quantity}, ${list}.id, ${list}.adjust_percent)`

/** Builds the rows `(minimum, multiple, maximum)` of the quantity rule of a product for a buyer; `own` are those of the product. */
export const quantityRuleFor = (product: SQL, own: SQL, buyer: SQL) =>
  sql`quantity_rule_for(${product}, ${own}, ${buyer})`

/**
 * Builds the prices of a product by quantity for a buyer, or for everyone (`NULL`): pairs of quantity and cents, null if its own price
 * holds at every quantity. The buyer must be the same for all rows: without a list in force, it is asked only once.
 */
export const priceSteps = (product: SQL, ownCents: SQL, buyer: SQL) => sql<PriceSteps | null>`CASE
  WHEN (SELECT EXISTS (SELECT FROM price_lists_for(${buyer})))
  THEN (SELECT steps FROM price_steps(${product}, ${ownCents}, ${buyer})) END`

/** Lists the quantities from which another price holds, ascending from 1, with the price in cents. */
export type PriceSteps = readonly (readonly [from: number, cents: number])[]
