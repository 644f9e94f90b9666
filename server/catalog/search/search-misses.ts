import { desc, eq, sql } from 'drizzle-orm'
import { maxListedMisses } from '#contract/search.ts'
import { searchMisses } from '#server/catalog/search/search.tables.ts'
import { normalizeTerm } from '#server/catalog/search/trade-synonyms.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'
import { mayBePersonal } from '#server/platform/personal-text.ts'

const maxLetters = 60
const maxWords = 6
/** The number of searches that are kept; the rarest and oldest make room. */
const maxKept = 1000
/** Limits the entries of one visitor. Pages that the server renders count together, since it asks for them itself. */
const limitOf = (ip: string) => ({ hits: ip === '127.0.0.1' ? 600 : 30, windowMs: 3_600_000 })

/** Counts a search that found nothing, unless it may hold personal data or the visitor has added enough. */
export async function recordSearchMiss(
  db: Database,
  limits: Pick<VisitorLimits, 'countUse'>,
  q: string,
  ip: string,
): Promise<void> {
  const words = normalizeTerm(q)
  if (words === '' || words.length > maxLetters || words.split(' ').length > maxWords || mayBePersonal(q)) return
  const wait = await limits.countUse(db, `search-miss ${visitorNetwork(ip)}`, limitOf(ip))
  if (wait !== undefined) return
  await db
    .insert(searchMisses)
    .values({ words })
    .onConflictDoUpdate({
      target: searchMisses.words,
      set: { times: sql`least(${searchMisses.times} + 1, 1000000)`, lastOn: sql`current_date` },
    })
  await db.execute(sql`
    DELETE FROM search_misses WHERE words IN (
      SELECT words FROM search_misses WHERE words <> ${words} ORDER BY times, last_on, words
      LIMIT greatest(0, (SELECT count(*) FROM search_misses) - ${maxKept}))`)
}

/** Returns the searches that found nothing, the most frequent first. */
export const listSearchMisses = (db: Database) =>
  db
    .select()
    .from(searchMisses)
    .orderBy(desc(searchMisses.times), desc(searchMisses.lastOn), searchMisses.words)
    .limit(maxListedMisses)

/** Takes a search off the list; it comes back when it finds nothing again. */
export async function deleteSearchMiss(db: Database, words: string): Promise<void> {
  await db.delete(searchMisses).where(eq(searchMisses.words, words))
}
