import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { searchMisses, synonyms } from '#server/catalog/search/search.tables.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { readWords } from '#server/platform/database/search.ts'

/** Ids are four bytes; what is larger is no synonym. */
const maxId = 2 ** 31 - 1

/** Limits the synonyms of one term: each search for it looks for all of them, which took 2.5 s for 540. */
export const maxSynonymsOfTerm = 50

/** Returns synonyms in the order in which they were added, and one row beyond the page. */
export async function listSynonyms(db: Database, page: Page) {
  if (Number(page.after ?? 0) > maxId) return []
  return db
    .select()
    .from(synonyms)
    .where(rowsAfter(page, 'ascending', [synonyms.id]))
    .orderBy(asc(synonyms.id))
    .limit(page.limit + 1)
}

/** Lets a term also find what another one finds. Throws `synonym-known`, `too-many-synonyms`, or `synonym-needless` for terms that are the same. */
export async function addSynonym(
  db: Database,
  given: { term: string; means: string; bothWays: boolean },
  by: AuditActor,
) {
  const term = normalizeTerm(given.term)
  const means = normalizeTerm(given.means)
  if (term === '' || means === '' || term === means) throw problem('synonym-needless')
  return db
    .transaction(async (tx) => {
      await assertRoom(tx, given.bothWays ? [term, means] : [term])
      const [row] = await tx.insert(synonyms).values({ term, means, isTwoWay: given.bothWays }).returning()
      if (!row) throw new Error('The insert of a synonym answered no row.')
      // Typing errors in a term are corrected, too.
      await tx.execute(sql`SELECT add_to_dictionary(ARRAY[${term}, ${means}])`)
      await tx.delete(searchMisses).where(eq(searchMisses.words, term))
      await recordAuditEvent(tx, by, {
        kind: 'synonym-added',
        subject: { type: 'synonym', id: String(row.id) },
        after: { term, means },
      })
      return row
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'synonyms_once' ? problem('synonym-known') : error
    })
}

/** Throws `too-many-synonyms` if one of the terms has as many as it may have; writers take turns. */
async function assertRoom(tx: Transaction, terms: readonly string[]): Promise<void> {
  await tx.execute(sql`LOCK TABLE ${synonyms} IN SHARE ROW EXCLUSIVE MODE`)
  for (const term of terms) {
    const isOf = or(eq(synonyms.term, term), and(eq(synonyms.means, term), synonyms.isTwoWay))
    const [found] = await tx.select({ count: count() }).from(synonyms).where(isOf)
    if ((found?.count ?? 0) >= maxSynonymsOfTerm) throw problem('too-many-synonyms', { term, count: maxSynonymsOfTerm })
  }
}

/** Removes a synonym; throws `synonym-not-found`. */
export function deleteSynonym(db: Database, id: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const number = Number(id)
    const [row] = number <= maxId ? await tx.delete(synonyms).where(eq(synonyms.id, number)).returning() : []
    if (!row) throw problem('synonym-not-found')
    const { term, means } = row
    await recordAuditEvent(tx, by, {
      kind: 'synonym-deleted',
      subject: { type: 'synonym', id },
      before: { term, means },
    })
  })
}

/** Writes a term as searches are compared with it: its words in lower case, one space apart. */
export const normalizeTerm = (text: string): string =>
  readWords(text)
    .map(({ word }) => word)
    .join(' ')
