import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { storeDay } from '#contract/time-zone.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Logger } from 'pino'
import type { Counted, CountedKind } from '#server/visits/read-visit.ts'

/** Limits the names of a kind on a day; further ones are counted together, under an empty name. */
const maxNames: Record<CountedKind, number> = { page: 2000, referrer: 500, search: 1000, viewed: 5000, added: 5000 }
/** Limits the visitors that are told apart on a day: 4 MB. Further ones have views and no visit. */
const maxVisitors = 100_000
/** Limits what one visitor counts in a minute, and all of one address together: a browser can name itself as it likes. */
const maxPerMinute = 60
const maxOfAddressPerMinute = 600
const writeMs = 5000

interface Visitor {
  ip: string
  agent: string
}

export interface VisitCounter {
  /** Counts in memory; returns at once. */
  count(
    visitor: Visitor,
    counted: readonly Counted[],
    options: { isView: boolean; referrer?: Counted | undefined },
  ): void
  /** Writes what has been counted. */
  write(): Promise<void>
  stop(): Promise<void>
}

interface CounterDeps {
  db: Database
  now: () => Date
  log: Pick<Logger, 'warn'>
}

/**
 * Creates the counter of visits. It counts in memory and writes sums every few seconds, so that a view costs no statement. Visitors of a
 * day are told apart by a hash of address and browser under a random secret; both are forgotten at the end of the day and never leave
 * this process, so each server process counts its own visits.
 */
export function createVisitCounter({ db, now, log }: CounterDeps): VisitCounter {
  let day = ''
  let secret = randomBytes(16)
  const visitors = new Set<number>()
  const recent = new Map<number, number>()
  let names = new Map<CountedKind, Set<string>>()
  let sums = new Map<string, number>()
  let writing: Promise<void> = Promise.resolve()

  function beginDay(today: string): void {
    if (today === day) return
    day = today
    secret = randomBytes(16)
    visitors.clear()
    names = new Map()
  }

  const hashOf = (ip: string, agent: string) =>
    createHash('sha256').update(secret).update(ip).update('\n').update(agent).digest().readUIntBE(0, 6)

  /** Counts a hit until the sums are written next. */
  function isTooOften(key: number, perMinute: number): boolean {
    const hits = (recent.get(key) ?? 0) + 1
    if (hits > (perMinute * writeMs) / 60_000 + 5 || (hits === 1 && recent.size >= 2 * maxVisitors)) return true
    recent.set(key, hits)
    return false
  }

  const add = (kind: string, name: string) => {
    const key = JSON.stringify([day, kind, name])
    sums.set(key, (sums.get(key) ?? 0) + 1)
  }

  /** Returns the name, or an empty one if the day has as many as it may have. */
  function bounded([kind, name]: Counted): string {
    const known = names.get(kind) ?? new Set()
    names.set(kind, known)
    if (!known.has(name) && known.size >= maxNames[kind]) return ''
    known.add(name)
    return name
  }

  async function writeNow(): Promise<void> {
    recent.clear()
    if (sums.size === 0) return
    const rows = [...sums].map(([key, count]) => {
      const [on, kind, name] = JSON.parse(key) as [string, string, string]
      return { day: on, kind, name, count }
    })
    const taken = sums
    sums = new Map()
    try {
      await db.execute(sql`
        INSERT INTO visit_counts (day, kind, name, count)
        SELECT day, kind, name, count FROM json_to_recordset(${JSON.stringify(rows)}::json)
          AS counted (day date, kind text, name text, count bigint)
        -- In one order, so that processes that write at once wait for each other.
        ORDER BY day, kind, name
        ON CONFLICT (day, kind, name) DO UPDATE SET count = visit_counts.count + excluded.count`)
    } catch (error) {
      log.warn({ err: error }, 'visits could not be written; they are kept')
      for (const [key, count] of taken) sums.set(key, (sums.get(key) ?? 0) + count)
    }
  }

  const write = () => (writing = writing.then(writeNow))
  const timer = setInterval(() => void write(), writeMs)
  timer.unref()

  return {
    count({ ip, agent }, counted, { isView, referrer }) {
      beginDay(storeDay(now()))
      const visitor = hashOf(ip, agent)
      if (isTooOften(hashOf(ip, ''), maxOfAddressPerMinute) || isTooOften(visitor, maxPerMinute)) return
      if (isView) {
        add('views', '')
        if (!visitors.has(visitor) && visitors.size < maxVisitors) {
          visitors.add(visitor)
          add('visits', '')
          if (referrer) add('referrer', bounded(referrer))
        }
      }
      for (const each of counted) add(each[0], bounded(each))
    },
    write,
    async stop() {
      clearInterval(timer)
      await write()
    },
  }
}

/** Deletes counts that are older than two years. */
export const deleteOldVisits = (db: Database, now: Date) =>
  db.execute(sql`DELETE FROM visit_counts WHERE day < ${now.toISOString()}::date - 731`)
