import { type SQL, sql } from 'drizzle-orm'
import type { Currency } from '#contract/currency.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { changeWithDemo } from '#server/setup/demo-rows.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Makes all prices amounts of another currency; the numbers stay, rounded to its decimals. Orders keep their own currency; those that were
 * priced in the old one and come later are refused. Throws `currency-too-fine` if a price is too large for it.
 */
export async function changeCurrency(tx: Transaction, from: Currency, to: Currency): Promise<void> {
  if (from.digits === to.digits) return
  const factor = sql`${10 ** (to.digits - from.digits)}::numeric`
  const { rows } = await tx.execute(sql`
    SELECT FROM (SELECT max(price_cents) AS cents FROM products UNION ALL SELECT max(cents) FROM prices
      UNION ALL SELECT max(greatest(price_cents, per_kg_cents, free_from_cents)) FROM shipping_rates
      UNION ALL SELECT max(surcharge_cents) FROM shipping_class_rules) amounts
    WHERE cents * ${factor} > ${maxPriceCents}`)
  if (rows.length > 0) throw problem('currency-too-fine', { currency: to.code, most: maxPriceCents / 10 ** to.digits })
  const converted = (cents: SQL) => sql`round(${cents} * ${factor})`
  // A price above zero stays above zero.
  const price = (cents: SQL) => sql`greatest(1, ${converted(cents)})`
  const statements = [
    sql`UPDATE products SET price_cents = ${price(sql`price_cents`)}, updated_at = clock_timestamp()`,
    sql`UPDATE prices SET cents = ${price(sql`cents`)}`,
    sql`UPDATE cart_lines SET seen_price_cents = ${price(sql`seen_price_cents`)}`,
    sql`UPDATE shipping_rates SET price_cents = ${converted(sql`price_cents`)}, per_kg_cents = ${converted(sql`per_kg_cents`)},
      free_from_cents = ${converted(sql`free_from_cents`)}`,
    // A row of a table that has become empty has the smallest width.
    sql`UPDATE shipping_rates SET from_amount = ${converted(sql`from_amount`)},
      to_amount = greatest(${converted(sql`from_amount`)} + 1, ${converted(sql`to_amount`)})
      WHERE method_id IN (SELECT id FROM shipping_methods WHERE by = 'value') AND to_amount IS NOT NULL`,
    sql`UPDATE shipping_rates SET from_amount = ${converted(sql`from_amount`)}
      WHERE method_id IN (SELECT id FROM shipping_methods WHERE by = 'value') AND to_amount IS NULL`,
    sql`UPDATE shipping_class_rules SET surcharge_cents = ${converted(sql`surcharge_cents`)}`,
    sql`UPDATE discounts SET value = ${price(sql`value`)}, updated_at = clock_timestamp() WHERE kind = 'fixed'`,
    sql`UPDATE discounts SET minimum_cents = ${converted(sql`minimum_cents`)}`,
    // What is owed of orders of the demo stays in their currency.
    sql`UPDATE customer_terms SET credit_limit_cents = greatest(owed_cents, ${converted(sql`credit_limit_cents`)})
      WHERE credit_limit_cents IS NOT NULL`,
    sql`DELETE FROM shipping_quotes`,
  ]
  await changeWithDemo(tx, async () => {
    for (const statement of statements) await tx.execute(statement)
  })
}
