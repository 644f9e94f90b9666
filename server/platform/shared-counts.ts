import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { Logger } from 'pino'
import type { Database } from '#server/platform/database.ts'

interface Count {
  endsAt: number
  hits: number
  /** Of our hits, those that the table has. */
  told: number
  /** What the table has from other processes. */
  others: number
}

/** Whoever uses less than this part of the limit costs no statement. */
const busyFrom = 0.05
const exchangeEveryMs = 500
const mostAddresses = 5000

/**
 * Counts for the rate limit that all processes on one database share. Each counts for itself and twice a second they add up, but
 * only for addresses that ask a lot; while the database is away, each process goes on by itself.
 */
export function sharedCounts(db: Database, log: Logger): FastifyRateLimitStoreCtor {
  const counts = new Map<string, Count>()
  const busy = new Set<string>()
  let waiting: NodeJS.Timeout | undefined

  /** Windows begin at the same moments everywhere. */
  function count(address: string, windowMs: number, most: number): { current: number; ttl: number } {
    const now = Date.now()
    const endsAt = (Math.floor(now / windowMs) + 1) * windowMs
    let own = counts.get(address)
    if (own?.endsAt !== endsAt) {
      counts.delete(address)
      const [oldest] = counts.keys()
      if (oldest !== undefined && counts.size >= mostAddresses) counts.delete(oldest)
      own = { endsAt, hits: 0, told: 0, others: 0 }
      counts.set(address, own)
    }
    own.hits++
    if (own.hits >= most * busyFrom) {
      busy.add(address)
      waiting ??= setTimeout(() => void exchange(), exchangeEveryMs).unref()
    }
    return { current: own.hits + own.others, ttl: endsAt - now }
  }

  async function exchange(): Promise<void> {
    // In one order everywhere, so that two processes never wait for each other.
    const rows = [...busy].flatMap((address) => {
      const own = counts.get(address)
      return own ? [{ key: `${hash(address)}`, own, more: own.hits - own.told }] : []
    })
    rows.sort((a, b) => (a.key < b.key ? -1 : 1))
    busy.clear()
    try {
      const { rows: sums } = await db.$client.query<{ address: string; hits: number }>(
        `WITH gone AS (DELETE FROM request_counts WHERE window_ends_at < now() - interval '1 hour')
         INSERT INTO request_counts (address, window_ends_at, hits)
         SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::integer[])
         ON CONFLICT (address, window_ends_at) DO UPDATE SET hits = request_counts.hits + excluded.hits
         RETURNING address, hits`,
        [rows.map(({ key }) => key), rows.map(({ own }) => new Date(own.endsAt)), rows.map(({ more }) => more)],
      )
      const summed = new Map(sums.map(({ address, hits }) => [address, hits]))
      for (const { key, own, more } of rows) {
        own.told += more
        own.others = Math.max(own.others, (summed.get(key) ?? 0) - own.told)
      }
    } catch (error) {
      log.debug({ reason: String(error) }, 'the counts of the rate limit could not be shared')
    } finally {
      waiting = undefined
    }
  }

  return class SharedCounts implements FastifyRateLimitStore {
    incr(
      address: string,
      answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 60_000,
      most = Infinity,
    ): void {
      answer(null, count(address, windowMs, most))
    }
    child(): FastifyRateLimitStore {
      return this
    }
  }
}

/** Addresses are people's data; to add up, a name for them will do. */
const hash = (address: string) => createHash('sha256').update(address).digest('base64url').slice(0, 22)
