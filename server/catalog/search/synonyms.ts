import { and, asc, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { searchMisses, synonyms } from '#server/catalog/search/search.tables.ts'
import {
  findTradeSynonym,
  normalizeTerm,
  type TradeSynonym,
  tradeSynonyms,
} from '#server/catalog/search/trade-synonyms.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'

/** Ids are four bytes; what is larger is no synonym. */
const maxId = 2 ** 31 - 1

/** Limits the synonyms of one term: each search for it looks for all of them, which took 2.5 s for 540. */
export const maxSynonymsOfTerm = 50

/** Returns what the audit log keeps of a synonym. */
const factsOf = ({ term, means, isTwoWay }: Pick<TradeSynonym, 'term' | 'means' | 'isTwoWay'>) => ({
  term,
  means,
  bothWays: isTwoWay,
})

/** Returns synonyms in the order in which they were added, and one row beyond the page. */
export async function listSynonyms(db: Database, page: Page) {
  if (Number(page.after ?? 0) > maxId) return []
  return db
    .select()
    .from(synonyms)
    .where(and(isNull(synonyms.changes), rowsAfter(page, 'ascending', [synonyms.id])))
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
        after: factsOf(row),
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
    const [row] =
      number <= maxId
        ? await tx
            .delete(synonyms)
            .where(and(eq(synonyms.id, number), isNull(synonyms.changes)))
            .returning()
        : []
    if (!row) throw problem('synonym-not-found')
    await recordAuditEvent(tx, by, {
      kind: 'synonym-deleted',
      subject: { type: 'synonym', id },
      before: factsOf(row),
    })
  })
}

/** Returns the pairs of the trade in a language, each as the shop has it. */
export async function listTradeSynonyms(db: Database, language: Language) {
  const rows = await db.select().from(synonyms).where(isNotNull(synonyms.changes))
  const changes = new Map(rows.map((row) => [row.changes, row]))
  return tradeSynonyms
    .filter((synonym) => synonym.language === language)
    .map((shipped) => presentTradeSynonym(shipped, changes.get(shipped.id)))
}

const presentTradeSynonym = (shipped: TradeSynonym, change: typeof synonyms.$inferSelect | undefined) => {
  const { term, means, isTwoWay } = change ?? shipped
  return {
    _id: shipped.id,
    term,
    means,
    bothWays: isTwoWay,
    state: change ? (change.isOff ? ('off' as const) : ('changed' as const)) : ('shipped' as const),
  }
}

/** Changes a pair of the trade for this shop, or switches it off. Throws `synonym-not-found`, and as `addSynonym` does. */
export async function changeTradeSynonym(
  db: Database,
  { id, ...given }: { id: string; term: string; means: string; bothWays: boolean; isOff: boolean },
  by: AuditActor,
) {
  const shipped = findTradeSynonym(id)
  if (!shipped) throw problem('synonym-not-found')
  const [term, means] = [normalizeTerm(given.term), normalizeTerm(given.means)]
  if (term === '' || means === '' || term === means) throw problem('synonym-needless')
  return db
    .transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE ${synonyms} IN SHARE ROW EXCLUSIVE MODE`)
      const [before = shipped] = await tx.delete(synonyms).where(eq(synonyms.changes, id)).returning()
      if (!given.isOff) await assertRoom(tx, given.bothWays ? [term, means] : [term])
      // A new row, not another state of one: what is kept for pages is renewed by the newest row.
      const [row] = await tx
        .insert(synonyms)
        .values({ term, means, isTwoWay: given.bothWays, changes: id, isOff: given.isOff })
        .returning()
      await recordAuditEvent(tx, by, {
        kind: given.isOff ? 'synonym-switched-off' : 'synonym-changed',
        subject: { type: 'synonym', id },
        before: factsOf(before),
        ...(!given.isOff && { after: factsOf({ term, means, isTwoWay: given.bothWays }) }),
      })
      return presentTradeSynonym(shipped, row)
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'synonyms_once' ? problem('synonym-known') : error
    })
}

/** Restores a pair of the trade as it is shipped; throws `synonym-not-found` if there is none of this name. */
export async function restoreTradeSynonym(db: Database, id: string, by: AuditActor) {
  const shipped = findTradeSynonym(id)
  if (!shipped) throw problem('synonym-not-found')
  return db.transaction(async (tx) => {
    const [before] = await tx.delete(synonyms).where(eq(synonyms.changes, id)).returning()
    if (before)
      await recordAuditEvent(tx, by, {
        kind: 'synonym-restored',
        subject: { type: 'synonym', id },
        before: factsOf(before),
        after: factsOf(shipped),
      })
    return presentTradeSynonym(shipped, undefined)
  })
}
