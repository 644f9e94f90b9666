import { asc, eq } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { secondFactors } from './identity.tables.ts'
import type { SecondFactor } from './identity.tables.ts'
import { WireError } from './wire-error.ts'

const mostFactors = 5

/** The second steps of an account, the oldest first. */
export function listSecondFactors(db: Database | Tx, localId: string): Promise<SecondFactor[]> {
  return db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.localId, localId))
    .orderBy(asc(secondFactors.enrolledAt))
}

/** One authenticator app, each number once, five in all. */
export function assertMayAdd(
  factors: readonly SecondFactor[],
  wish: { kind: 'totp' } | { kind: 'phone'; phoneNumber: string },
): void {
  const exists =
    wish.kind === 'totp'
      ? factors.some(({ kind }) => kind === 'totp')
      : factors.some(({ phoneNumber }) => phoneNumber === wish.phoneNumber)
  if (exists) throw new WireError('SECOND_FACTOR_EXISTS')
  if (factors.length >= mostFactors) throw new WireError('SECOND_FACTOR_LIMIT_EXCEEDED')
}
