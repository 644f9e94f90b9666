import { and, isNull, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { inProductState } from '#server/catalog/find-products.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { numberText } from '#server/platform/numbers.ts'
import { lowStockTold } from '#server/reports/reports.tables.ts'

interface LowStockDeps {
  queueMail: QueueMail
  /** Returns where the mail goes; empty for nowhere. */
  findRecipient: (tx: Transaction) => Promise<string>
}

/** Limits the products that the mail lists; the page of products has all. */
const maxListed = 100

interface Low extends Record<string, unknown> {
  name: string
  sku: string | null
  available: number
}

/** Mails the seller which products have become low on stock or sold out since the last mail; none if nothing has. It is to run once a day. */
export async function mailLowStock(db: Database, { queueMail, findRecipient }: LowStockDeps): Promise<void> {
  await db.transaction(async (tx) => {
    const to = await findRecipient(tx)
    if (to === '') return
    // Two processes do not tell the same twice.
    await tx.execute(sql`LOCK TABLE ${lowStockTold} IN EXCLUSIVE MODE`)
    const isLow = and(
      isNull(products.archivedAt),
      or(inProductState('low'), inProductState('out'), inProductState('stranded')),
    )
    await tx.execute(sql`
      DELETE FROM ${lowStockTold} WHERE product_id NOT IN (SELECT ${products.id} FROM ${products} WHERE ${isLow})`)
    const { rows } = await tx.execute<Low>(sql`
      WITH told AS (
        INSERT INTO ${lowStockTold} (product_id) SELECT ${products.id} FROM ${products} WHERE ${isLow}
        ON CONFLICT DO NOTHING RETURNING product_id)
      SELECT name, sku, available_quantity AS available FROM ${products} JOIN told ON product_id = id ORDER BY name, id`)
    if (rows.length === 0) return
    const language = mainLanguage()
    const { subject, text, line, more, button } = texts[language]
    const listed = rows
      .slice(0, maxListed)
      .map((row) => line([row.name, row.sku].filter(Boolean).join(', '), numberText(row.available, language)))
    const left = rows.length - listed.length
    await queueMail(tx, {
      to,
      kind: 'low-stock',
      language,
      subject: subject(rows.length),
      paragraphs: [text, [...listed, ...(left > 0 ? [more(numberText(left, language))] : [])].join('\n')],
      action: { label: button, url: '/dashboard/manage-products?show=low' },
    })
  })
}

const texts: Record<
  Language,
  {
    subject: (count: number) => string
    text: string
    line: (name: string, available: string) => string
    more: (count: string) => string
    button: string
  }
> = {
  en: {
    subject: (count) => (count === 1 ? '1 product is low on stock' : `${count} products are low on stock`),
    text: 'Low or sold out since the last mail about it:',
    line: (name, available) => `${name}: ${available} left`,
    more: (count) => `and ${count} more`,
    button: 'View products low on stock',
  },
  de: {
    subject: (count) => (count === 1 ? '1 Produkt wird knapp' : `${count} Produkte werden knapp`),
    text: 'Seit der letzten E-Mail knapp geworden oder ausverkauft:',
    line: (name, available) => `${name}: noch ${available}`,
    more: (count) => `und ${count} weitere`,
    button: 'Knappe Produkte ansehen',
  },
}
