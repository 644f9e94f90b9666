import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import type { ExchangedTexts } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** The job that goes on with the products that a change of the main language has left. */
export const exchangeTextsJob = 'exchange-texts'

/** Limits the products whose texts are exchanged in the transaction that changes the main language. */
const maxAtOnce = 400
/** Orders wait for the products of a batch: for these, about a tenth of a second. */
const batchSize = 200
/** Other processes see the new main language after a second: until then, they show the own texts of products as those in the former one. */
const startAfterSeconds = 2
const first = '00000000-0000-0000-0000-000000000000'

/** Throws `main-language-changing` while products get their texts in a new main language, or when this process has not seen it yet. */
export const assertMainLanguage = (db: Database | Transaction): Promise<void> => readMainLanguage(db)

/** Keeps the main language as it is until the end of a transaction that writes texts; before products are locked. Throws as above. */
export const lockMainLanguage = (tx: Database | Transaction): Promise<void> => readMainLanguage(tx, { lock: true })

async function readMainLanguage(db: Database | Transaction, { lock = false } = {}): Promise<void> {
  const { rows } = await db.execute<{ main: Language; former: Language | null }>(sql`
    SELECT languages[1] AS main, former_main_language AS former FROM store ${lock ? sql`FOR KEY SHARE` : sql``}`)
  if (rows[0]?.main !== mainLanguage() || rows[0].former !== null) throw problem('main-language-changing')
}

/**
 * Makes the texts of products in another language their own ones, and the own ones translations; products that have none stay. Those of
 * many are left to the job, and pages show the right ones meanwhile. Returns how many on sale get theirs and have none. Throws
 * `main-language-changing`.
 */
export async function changeMainTexts(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  { from, to }: { from: Language; to: Language },
): Promise<ExchangedTexts> {
  const { rows: stores } = await tx.execute(sql`SELECT FROM store WHERE former_main_language IS NOT NULL`)
  if (stores.length > 0) throw problem('main-language-changing')
  const { rows: counted } = await tx.execute<{ exchanged: number; untranslated: number; all: number }>(sql`
    SELECT count(texts.name) FILTER (WHERE archived_at IS NULL)::integer AS exchanged,
      count(*) FILTER (WHERE archived_at IS NULL AND texts.name IS NULL)::integer AS untranslated,
      (count(texts.product_id) + (SELECT count(*) FROM product_images WHERE alts ? ${to}))::integer AS all
    FROM products LEFT JOIN product_texts texts ON product_id = id AND language = ${to}`)
  const { all = 0, exchanged = 0, untranslated = 0 } = counted[0] ?? {}
  if (all > maxAtOnce) {
    await tx.execute(sql`UPDATE store SET former_main_language = ${from}`)
    await jobs.enqueue(tx, exchangeTextsJob, {}, { startAfterSeconds })
  } else {
    await exchangeTexts(tx, { from, to, behind: first, most: maxAtOnce })
  }
  return { exchanged, untranslated }
}

/** Exchanges the texts of the products that a change of the main language has left, if it has. Safe to call again. */
export async function continueExchange(db: Database, whenDone: (tx: Transaction) => Promise<void>): Promise<void> {
  let last: string | null = first
  const step = (behind: string) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ to: Language; from: Language | null }>(sql`
        SELECT languages[1] AS to, former_main_language AS "from" FROM store FOR NO KEY UPDATE`)
      const { to, from = null } = rows[0] ?? {}
      if (!to || from === null) return null
      const next = await exchangeTexts(tx, { from, to, behind, most: batchSize })
      if (next === null) {
        await whenDone(tx)
        await tx.execute(sql`UPDATE store SET former_main_language = NULL`)
      }
      return next
    })
  while (last !== null) last = await step(last)
}

/** Exchanges the texts of one batch, and returns the last id; null if none is left. */
async function exchangeTexts(
  tx: Transaction,
  { from, to, behind, most }: { from: Language; to: Language; behind: string; most: number },
): Promise<string | null> {
  const { rows } = await tx.execute<{ last: string | null }>(
    sql`SELECT exchange_product_texts(${from}, ${to}, ${behind}::uuid, ${most}) AS last`,
  )
  return rows[0]?.last ?? null
}
