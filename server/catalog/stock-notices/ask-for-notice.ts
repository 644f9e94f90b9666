import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { stockNotices } from '#server/catalog/stock-notices/stock-notices.tables.ts'
import type { NoticeMail } from '#server/catalog/stock-notices/send-notices.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { newId, parseId } from '#server/platform/ids.ts'

const anHour = 3_600_000
const ofNetwork = { hits: 20, windowMs: anHour }
const ofAddress = { hits: 10, windowMs: anHour }

interface Recipient {
  email: string
  userId: string | undefined
  /** Whether it is known to be the address of who asks. */
  isVerified: boolean
  language: Language
}

interface AskDeps {
  limits: VisitorLimits
  network: string
  queueMail: (tx: Transaction, mail: NoticeMail) => Promise<void>
}

/**
 * Keeps who is to be mailed when a product can be ordered again, once for each address. One that is not verified gets a
 * mail to confirm it, but no second one while that waits. Throws `product-not-found`, `product-in-stock`, or
 * `too-many-requests` beyond 20 an hour of visitors of a network or 10 for an address.
 */
export async function askForNotice(
  db: Database,
  id: string,
  { email, userId, isVerified, language }: Recipient,
  { limits, network, queueMail }: AskDeps,
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
    const { rows } = await tx.execute<{ isConfirmed: boolean }>(
      sql`SELECT confirmed_at IS NOT NULL AS "isConfirmed" FROM stock_notices WHERE email = ${address}`,
    )
    const isConfirmed = isVerified || rows.some((row) => row.isConfirmed)
    const token = randomBytes(24).toString('base64url')
    await tx
      .insert(stockNotices)
      .values({
        id: newId(),
        productId,
        userId: userId ?? null,
        email: address,
        language,
        token,
        confirmedAt: isConfirmed ? sql`now()` : null,
      })
      .onConflictDoUpdate({
        target: [stockNotices.productId, stockNotices.email],
        targetWhere: isNull(stockNotices.sentAt),
        set: { confirmedAt: sql`coalesce(${stockNotices.confirmedAt}, excluded.confirmed_at)` },
      })
    if (!isConfirmed && rows.length === 0) await queueMail(tx, confirmationMail(address, token, language))
  })
}

const confirmationMail = (to: string, token: string, language: Language): NoticeMail => ({
  to,
  kind: 'stock-notice-confirmation',
  language,
  ...texts[language](`/stock-notices?token=${token}`),
})

const texts: Record<Language, (url: string) => Omit<NoticeMail, 'to' | 'kind' | 'language'>> = {
  en: (url) => ({
    subject: 'Confirm your address for stock notices',
    paragraphs: [
      'Hello,',
      'Someone, most likely you, asked us to write to this address when a product is in stock again. Confirm it once with one click.',
    ],
    action: { label: 'Confirm my address', url: `${url}&confirm=1` },
    notes: ['If it wasn’t you, ignore this email: we won’t write again, and delete the address after a week.'],
    links: [{ label: 'Forget my address', url }],
  }),
  de: (url) => ({
    subject: 'Bestätigen Sie Ihre Adresse für Lagermeldungen',
    paragraphs: [
      'Guten Tag,',
      'jemand, vermutlich Sie, möchte an diese Adresse erfahren, wann ein Produkt wieder auf Lager ist. Bestätigen Sie sie einmal mit einem Klick.',
    ],
    action: { label: 'Adresse bestätigen', url: `${url}&confirm=1` },
    notes: ['Wenn Sie das nicht waren, beachten Sie diese E-Mail nicht: Wir löschen die Adresse nach einer Woche.'],
    links: [{ label: 'Meine Adresse löschen', url }],
  }),
}
