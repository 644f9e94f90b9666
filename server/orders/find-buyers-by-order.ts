import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { allOf, readWords } from '#server/platform/database/search.ts'

/** Limits the buyers that one number finds: customers number their own orders, so several may have the same. */
const maxBuyers = 50

/** Matches the number of an order, with the letters that it begins with, and of its parcels and papers: `BY-1001`, `#1001`, `BY-1001-C1`. */
const orderNumber = /^(?:\p{L}{1,8}|#)?[\s-]?(\d{1,15})(?:-[CR]?\d{1,4})?$/iu

/** Returns the ids of those with an order of this number, also of another shop, or with this number of their own (PO). */
export async function findBuyersByOrder(db: Database, said: string): Promise<string[]> {
  const asked = said.trim()
  const bare = asked.replace(/^#/, '')
  const parts = readWords(bare).map(({ part }) => part)
  if (!/\d/.test(bare) || parts.length === 0) return []
  const [, own = null] = orderNumber.exec(asked) ?? []
  const spellings = [asked, bare, `#${bare}`].flatMap((one) => [one, one.toUpperCase()])
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT buyer_id AS id FROM orders WHERE number = ${own}::bigint
    UNION SELECT buyer_id FROM past_orders WHERE number = ANY (${sql.param(spellings)}::text[])
    UNION SELECT buyer_id FROM orders WHERE words @@ ${allOf(parts)}::tsquery AND lower(po_number) = lower(${bare})
    LIMIT ${maxBuyers}`)
  return rows.map(({ id }) => id)
}
