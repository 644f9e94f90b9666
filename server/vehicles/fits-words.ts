import { sql } from 'drizzle-orm'
import { maxListedPhrases, type OpenWords } from '#contract/fits-phrases.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { keepVehicles } from '#server/vehicles/find-vehicles.ts'
import { countTexts, listOpenPhrases, withExamples } from '#server/vehicles/open-phrases.ts'
import { isPlainWord } from '#server/vehicles/plain-words.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { readTextsJob } from '#server/vehicles/read-texts.ts'
import { nameKey, type VehicleNames } from '#server/vehicles/vehicle-names.ts'

/** The most open phrases that are looked through for words. */
const maxSearched = 1000

/** Returns words of texts that look like no name of a vehicle, by number of parts, with what it would do to say so of all of them. */
export async function listOpenWords(db: Database): Promise<OpenWords> {
  const { names } = await readDictionary(db)
  const phrases = await listOpenPhrases(db, { limit: maxSearched })
  const plain = phrases.filter(({ text }) => isPlainWord(text, names)).slice(0, maxListedPhrases)
  const words = (await withExamples(db, plain)).filter(
    ({ text, examples }) => !examples.some((example) => isBehindVehicle(text, example, names)),
  )
  return { counts: await countTexts(db, words), words }
}

/** Tells whether a word stands behind a vehicle or a make, where a trim, a body or the next vehicle of a list may stand. */
export function isBehindVehicle(word: string, text: string, names: VehicleNames): boolean {
  const at = text.toLowerCase().indexOf(word.toLowerCase())
  let [end, as] = [0, '']
  for (const used of readFits(text, names).used) {
    const start = text.indexOf(used.text, end)
    if (start < 0 || start >= at) break
    ;[end, as] = [start + used.text.length, used.as]
  }
  const unread = text.slice(end, Math.max(at, end)).split(/[^\p{L}\p{N}]+/u)
  return /^(?:vehicle|years|engine)$/.test(as) || unread.some((one) => names.things.has(nameKey(one)))
}

interface Deciding {
  db: Database
  jobs: Pick<Jobs, 'enqueue'>
}

/**
 * Answers that words name no vehicle, or with `reopens` that those answers are taken back, and has all texts read again; what is decided
 * in another way stays. Returns the number of words that changed; throws `fits-phrase-not-found`.
 */
export const answerOpenWords = (
  { db, jobs }: Deciding,
  { keys, reopens = false }: { keys: readonly string[]; reopens?: boolean },
  by: AuditActor,
): Promise<number> =>
  db.transaction(async (tx) => {
    await keepVehicles(tx)
    const { rows: known } = await tx.execute<{ key: string; text: string; isMeant: boolean }>(sql`
      SELECT key, text, NOT is_condition AND model_ids IS NOT DISTINCT FROM ${reopens ? sql`'{}'::integer[]` : sql`NULL`} AS "isMeant"
      FROM fits_phrases WHERE key = ANY (${sql.param(keys)}::text[]) ORDER BY key FOR UPDATE`)
    if (known.length < new Set(keys).size) throw problem('fits-phrase-not-found')
    const changed = known.filter(({ isMeant }) => isMeant)
    if (changed.length === 0) return 0
    await tx.execute(sql`
      UPDATE fits_phrases SET ${
        reopens
          ? sql`model_ids = NULL, decided_by = NULL, decided_at = NULL`
          : sql`model_ids = '{}', decided_by = ${by.id}::uuid, decided_at = now()`
      } WHERE key = ANY (${sql.param(changed.map(({ key }) => key))}::text[])`)
    const facts = { count: changed.length, term: changed.map(({ text }) => text).join(', ') }
    await recordAuditEvent(tx, by, {
      kind: reopens ? 'fits-words-reopened' : 'fits-words-answered',
      subject: { type: 'fits-phrase', id: 'words' },
      ...(reopens ? { before: facts } : { after: facts }),
    })
    await jobs.enqueue(tx, readTextsJob, {})
    return changed.length
  })
