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
const startAfterSeconds = 3
/** No product has it: all come behind. */
const nilId = '00000000-0000-0000-0000-000000000000'

/** Whether products still get their texts in a new main language. */
export const areTextsExchanged = sql`EXISTS (SELECT FROM store WHERE former_main_language IS NOT NULL)`

/** Keeps the main language as it is until the end of the transaction, before products are locked; returns it. */
export async function holdMainLanguage(tx: Transaction): Promise<Language | undefined> {
  const { rows } = await tx.execute<{ main: Language }>(sql`SELECT languages[1] AS main FROM store FOR KEY SHARE`)
  return rows[0]?.main
}

/** Throws `main-language-changing` while products get their texts in a new main language, or when this process has not seen it yet. */
export async function assertMainLanguage(db: Database | Transaction): Promise<void> {
  const { rows } = await db.execute<{ main: Language; former: Language | null }>(
    sql`SELECT languages[1] AS main, former_main_language AS former FROM store`,
  )
  if (rows[0]?.main !== mainLanguage() || rows[0].former !== null) throw problem('main-language-changing')
}

/** Keeps the main language as it is for a transaction that writes texts. Throws as above. */
export async function lockMainLanguage(tx: Transaction): Promise<void> {
  await holdMainLanguage(tx)
  await assertMainLanguage(tx)
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
  const { rows: counted } = await tx.execute<{ exchanged: number; untranslated: number; changes: number }>(sql`
    SELECT count(texts.name) FILTER (WHERE archived_at IS NULL)::integer AS exchanged,
      count(*) FILTER (WHERE archived_at IS NULL AND texts.name IS NULL)::integer AS untranslated,
      (count(texts.product_id) + (SELECT count(*) FROM product_images WHERE alts ? ${to}))::integer AS changes
    FROM products LEFT JOIN product_texts texts ON product_id = id AND language = ${to}`)
  const { changes = 0, exchanged = 0, untranslated = 0 } = counted[0] ?? {}
  if (changes > maxAtOnce) {
    await tx.execute(sql`UPDATE store SET former_main_language = ${from}, main_language_changed_at = now()`)
    await jobs.enqueue(tx, exchangeTextsJob, {}, { startAfterSeconds })
  } else {
    await exchangeTexts(tx, { from, to, behind: nilId, most: maxAtOnce })
  }
  return { exchanged, untranslated }
}

/** Exchanges the texts of the products that a change of the main language has left, if it has. Safe to call again. */
export async function continueExchange(db: Database, whenDone: (tx: Transaction) => Promise<void>): Promise<void> {
  let last: string | null = nilId
  const step = (behind: string) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ to: Language; from: Language | null }>(sql`
        SELECT languages[1] AS to, former_main_language AS "from" FROM store
        WHERE main_language_changed_at <= now() - make_interval(secs => ${startAfterSeconds}) FOR NO KEY UPDATE`)
      const { to, from = null } = rows[0] ?? {}
      if (!to || from === null) return null
      const next = await exchangeTexts(tx, { from, to, behind, most: batchSize })
      if (next === null) {
        await whenDone(tx)
        await tx.execute(sql`UPDATE store SET former_main_language = NULL, main_language_changed_at = NULL`)
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
