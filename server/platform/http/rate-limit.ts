import type { Database, Transaction } from '#server/platform/database/database.ts'
import { tooManyRequests } from '#server/platform/http/problem.ts'

export interface RateLimit {
  hits: number
  windowMs: number
}

/** Limits and proofs of work against floods, counted by all processes together; the identity service has them. */
export interface VisitorLimits {
  /** Counts one use under a name. Returns the seconds to wait if none is left, and counts nothing then. */
  countUse: (db: Database | Transaction, name: string, limit: RateLimit) => Promise<number | undefined>
  /** Takes back a use that was counted. */
  returnUse: (db: Database | Transaction, name: string) => Promise<void>
  /** Returns a new challenge for a proof of work, as JSON; a browser solves it in part of a second. */
  challenge: () => Promise<string>
  /** Whether `proof` solves a challenge; each counts once. */
  isSolved: (proof: string) => Promise<boolean>
}

/** Counts one use under a name; throws `too-many-requests` if none is left. */
export async function assertRateLimit(
  { countUse }: Pick<VisitorLimits, 'countUse'>,
  db: Database | Transaction,
  name: string,
  limit: RateLimit,
): Promise<void> {
  const seconds = await countUse(db, name, limit)
  if (seconds !== undefined) throw tooManyRequests(Math.max(1, Math.ceil(seconds)))
}
