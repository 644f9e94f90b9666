import { eq, sql } from 'drizzle-orm'
import { toCents } from '#contract/currency.ts'
import { activeCart, type CartLine, keyOf, type LineChange } from '#contract/cart-lines.ts'
import { carts } from '#server/carts/carts.tables.ts'
import { type CartRow, findCart } from '#server/carts/find-carts.ts'
import { isEmptied, noLink } from '#server/carts/share-link.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns a cart of a buyer, after `lockUser`; the active one is added if there is none. Throws `cart-not-found`. */
export async function getOrAddCart(tx: Transaction, userId: string, id: string): Promise<CartRow> {
  const found = await findCart(tx, userId, id)
  if (found || id !== activeCart) return found ?? throwMissing()
  const [added] = await tx.insert(carts).values({ id: newId(), userId }).returning()
  return added ?? throwMissing()
}

function throwMissing(): never {
  throw problem('cart-not-found')
}

/**
 * Gives lines another job, with which they keep their place; a line that has that job already is left to `changeLines`. Returns whether
 * any was renamed; after `lockUser`.
 */
export async function renameJobs(tx: Transaction, cart: CartRow, changes: readonly LineChange[]): Promise<boolean> {
  const renamed = changes.filter(({ productId, formerJob }) => formerJob !== undefined && isId(productId))
  if (renamed.length === 0) return false
  const column = (of: (line: LineChange) => string) => sql.param(renamed.map(of))
  const { rowCount } = await tx.execute(sql`
    UPDATE cart_lines SET job = renamed.job
    FROM (
      SELECT DISTINCT ON (product_id, job) *
      FROM unnest(${column(({ productId }) => productId)}::uuid[], ${column(({ formerJob = '' }) => formerJob)}::text[],
        ${column(({ job = '' }) => job)}::text[]) AS input (product_id, former, job)) renamed
    WHERE cart_id = ${cart.id} AND cart_lines.product_id = renamed.product_id AND cart_lines.job = renamed.former
      AND NOT EXISTS (SELECT FROM cart_lines other
        WHERE other.cart_id = ${cart.id} AND other.product_id = renamed.product_id AND other.job = renamed.job)`)
  if (!rowCount) return false
  await countChange(tx, cart)
  return true
}

const countChange = (tx: Transaction, cart: CartRow, { orderedAs = null, ...link }: Partial<CartRow> = {}) =>
  tx
    .update(carts)
    .set({ version: sql`version + 1`, orderedAs, ...link, updatedAt: sql`now()` })
    .where(eq(carts.id, cart.id))

/**
 * Writes what differs between the lines of a cart before and after, with one statement, and counts the change; one that is emptied, or
 * ordered with this id, is no longer shared. After `lockUser`. Returns the changed lines, removed ones with quantity 0.
 */
export async function writeCartLines(
  tx: Transaction,
  cart: CartRow,
  before: readonly CartLine[],
  after: readonly CartLine[],
  orderedAs?: string,
): Promise<CartLine[]> {
  const old = new Map(before.map((line) => [keyOf(line), line]))
  const kept = new Set(after.map(keyOf))
  const removed = before.filter((line) => !kept.has(keyOf(line))).map((line) => ({ ...line, quantity: 0 }))
  const changed = after.filter((line) => {
    const last = old.get(keyOf(line))
    return last?.quantity !== line.quantity || last.seenPrice !== line.seenPrice || perOf(last) !== perOf(line)
  })
  const lines = [...removed, ...changed]
  if (lines.length === 0) return lines
  const column = <Value>(of: (line: CartLine) => Value) => sql.param(lines.map(of))
  await tx.execute(sql`
    WITH changes AS (
      SELECT * FROM unnest(${column(({ productId }) => productId)}::uuid[], ${column(({ job }) => job ?? '')}::text[],
        ${column(({ quantity }) => quantity)}::int[], ${column(({ seenPrice }) => toCents(seenPrice ?? 0))}::int[],
        ${column(perOf)}::int[])
        WITH ORDINALITY AS input (product_id, job, quantity, seen_price_cents, seen_price_per, n)),
    removed AS (
      DELETE FROM cart_lines USING changes
      WHERE cart_id = ${cart.id} AND cart_lines.product_id = changes.product_id AND cart_lines.job = changes.job
        AND changes.quantity = 0)
    INSERT INTO cart_lines (cart_id, product_id, job, quantity, seen_price_cents, seen_price_per)
    SELECT ${cart.id}::uuid, product_id, job, quantity, seen_price_cents, seen_price_per FROM changes WHERE quantity > 0 ORDER BY n
    ON CONFLICT ON CONSTRAINT cart_lines_once
    DO UPDATE SET quantity = excluded.quantity, seen_price_cents = excluded.seen_price_cents,
      seen_price_per = excluded.seen_price_per`)
  await countChange(tx, cart, {
    ...(orderedAs !== undefined && { orderedAs }),
    ...((orderedAs !== undefined || isEmptied(before, after)) && noLink),
  })
  return lines
}

const perOf = ({ seenPricePer = 1 }: CartLine) => seenPricePer
