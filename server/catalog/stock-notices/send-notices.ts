import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { nameIn } from '#server/catalog/name-in.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

const batchSize = 100

export interface NoticeMail {
  to: string
  kind: 'stock-notice' | 'stock-notice-confirmation'
  language: Language
  subject: string
  paragraphs: string[]
  action: { label: string; url: string }
  notes: string[]
  links: { label: string; url: string }[]
}

interface Due extends Record<string, unknown> {
  id: string
  productId: string
  name: string
  sku: string | null
  email: string
  language: Language
  token: string
}

interface NoticeDeps {
  queueMail: (tx: Transaction, mail: NoticeMail) => Promise<void>
  emailOfUser: (id: SQLWrapper) => SQL<string | null>
}

/**
 * Mails those who wait for products that can be ordered again, each once, and forgets addresses 30 days after their mail, after two years of
 * waiting, or when they were not confirmed within a week. It is a job; the rows are its queue, so that no movement of stock has to know of them.
 */
export async function sendNotices(db: Database, { queueMail, emailOfUser }: NoticeDeps): Promise<void> {
  await db.execute(sql`
    DELETE FROM stock_notices
    WHERE sent_at < now() - interval '30 days' OR (sent_at IS NULL AND asked_at < now() - interval '2 years')
      OR (confirmed_at IS NULL AND asked_at < now() - interval '7 days')`)
  for (let sent = batchSize; sent === batchSize;) {
    sent = await db.transaction(async (tx) => {
      const { rows } = await tx.execute<Due>(sql`
        WITH due AS (
          SELECT stock_notices.id FROM stock_notices JOIN products ON products.id = product_id
          WHERE confirmed_at IS NOT NULL AND sent_at IS NULL AND archived_at IS NULL AND available_quantity >= minimum_quantity
          ORDER BY asked_at LIMIT ${batchSize} FOR UPDATE OF stock_notices SKIP LOCKED)
        UPDATE stock_notices SET sent_at = now() FROM due, products
        WHERE stock_notices.id = due.id AND products.id = product_id AND sent_at IS NULL
        RETURNING stock_notices.id, product_id AS "productId", ${nameIn(sql`language`, sql`products.id`, sql`products.name`)} AS name, sku,
          coalesce(${emailOfUser(sql`user_id`)}, email) AS email, language, token`)
      for (const row of rows) await queueMail(tx, noticeMail(row))
      return rows.length
    })
  }
}

const noticeMail = ({ productId, name, sku, email, language, token }: Due): NoticeMail => ({
  to: email,
  kind: 'stock-notice',
  language,
  ...texts[language](sku ? `${name} (${sku})` : name, {
    product: `/products/${productId}`,
    end: `/stock-notices?token=${token}`,
  }),
})

type Text = Pick<NoticeMail, 'subject' | 'paragraphs' | 'action' | 'notes' | 'links'>

const texts: Record<Language, (name: string, url: { product: string; end: string }) => Text> = {
  en: (name, url) => ({
    subject: `Back in stock: ${name}`,
    paragraphs: ['Hello,', `${name} is in stock again. We don’t hold any for you: first come, first served.`],
    action: { label: 'Open the product', url: url.product },
    notes: ['You asked us to tell you. This is the only email about it.'],
    links: [{ label: 'Forget my address', url: url.end }],
  }),
  de: (name, url) => ({
    subject: `Wieder auf Lager: ${name}`,
    paragraphs: [
      'Guten Tag,',
      `${name} ist wieder auf Lager. Reserviert ist nichts: Wer zuerst bestellt, bekommt die Ware.`,
    ],
    action: { label: 'Zum Produkt', url: url.product },
    notes: ['Sie haben um diese Nachricht gebeten. Eine weitere dazu gibt es nicht.'],
    links: [{ label: 'Meine Adresse löschen', url: url.end }],
  }),
}
