import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type CartLine, keyOf } from '#contract/cart-lines.ts'
import { maxShareDays } from '#contract/carts.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { carts, endedCartLinks } from '#server/carts/carts.tables.ts'
import type { CartRow } from '#server/carts/find-carts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/*
 * A link shows the lines of its cart or list until that is ordered, emptied, deleted, no longer shared or shared again, and for 90 days. It
 * ends with its key: a trigger keeps each key that leaves the row, or goes with it, as ended.
 */

/** Gives a cart a new link. */
export const newLink = () => ({ shareKey: randomBytes(18).toString('base64url'), sharedAt: sql`now()` })

/** Ends the link of a cart. */
export const noLink = { shareKey: null }

/** Whether nothing of what the link showed is left, also if the cart is filled again in the same step. */
export function isEmptied(before: readonly CartLine[], after: readonly CartLine[]): boolean {
  const kept = new Set(after.map(keyOf))
  return before.length > 0 && !before.some((line) => kept.has(keyOf(line)))
}

/** Whether others can read the cart by its link now. */
export const isShared = ({ shareKey, sharedAt }: CartRow, now = new Date()): boolean =>
  shareKey !== null && now.getTime() < sharedAt.getTime() + maxShareDays * 86_400_000

/** Returns the cart that is shared with this key, and the name of its owner; throws `cart-not-found` for an unknown one, and `shared-cart-ended`. */
export async function getSharedCart(
  db: Database,
  key: string,
  now: Date,
): Promise<{ cart: CartRow; sharedBy: string }> {
  const [row] = await db
    .select({ cart: carts, sharedBy: users.displayName })
    .from(carts)
    .innerJoin(users, eq(users.id, carts.userId))
    .where(eq(carts.shareKey, key))
  if (row && isShared(row.cart, now)) return row
  const hasEnded = row ?? (await db.select().from(endedCartLinks).where(eq(endedCartLinks.shareKey, key)))[0]
  throw problem(hasEnded ? 'shared-cart-ended' : 'cart-not-found')
}
