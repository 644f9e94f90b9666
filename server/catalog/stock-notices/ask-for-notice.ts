import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { stockNotices } from '#server/catalog/stock-notices/stock-notices.tables.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { newId, parseId } from '#server/platform/ids.ts'

const anHour = 3_600_000
const ofNetwork = { hits: 20, windowMs: anHour }
const ofAddress = { hits: 10, windowMs: anHour }

interface Recipient {
  email: string
  userId: string | undefined
  language: Language
}

/**
 * Keeps who is to be mailed when a product can be ordered again, once for each address. Throws `product-not-found`, `product-in-stock`, or
 * `too-many-requests` beyond 20 an hour of visitors of a network or 10 for an address.
 */
export async function askForNotice(
  db: Database,
  id: string,
  { email, userId, language }: Recipient,
  { limits, network }: { limits: VisitorLimits; network: string },
): Promise<void> {
  const productId = parseId(id, 'product-not-found')
  const address = email.toLowerCase()
  await db.transaction(async (tx) => {
    // A workshop shares one; who is signed in is mailed at the address of the account.
    if (userId === undefined) await assertRateLimit(limits, tx, `stock-notice from ${network}`, ofNetwork)
    await assertRateLimit(limits, tx, `stock-notice to ${address}`, ofAddress)
    const [product] = await tx
      .select({ isOut: sql<boolean>`${products.availableQuantity} < ${products.minimumQuantity}` })
      .from(products)
      .where(and(eq(products.id, productId), isNull(products.archivedAt)))
    if (!product) throw problem('product-not-found')
    if (!product.isOut) throw problem('product-in-stock')
    await tx
      .insert(stockNotices)
      .values({
        id: newId(),
        productId,
        userId: userId ?? null,
        email: address,
        language,
        token: randomBytes(24).toString('base64url'),
      })
      .onConflictDoNothing()
  })
}
