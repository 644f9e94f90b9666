import { and, asc, eq } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { recoveryCodes, secondFactors } from './identity.tables.ts'
import type { SecondFactor } from './identity.tables.ts'
import { WireError } from './wire-error.ts'

const maxFactors = 5

/** Returns the second factors of an account, oldest first. */
export function listSecondFactors(db: Database | Tx, localId: string): Promise<SecondFactor[]> {
  return db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.localId, localId))
    .orderBy(asc(secondFactors.enrolledAt))
}

/** Takes second factors off an account, all of them or one; with the last one its recovery codes go. Returns what was taken. */
export async function deleteSecondFactors(tx: Tx, localId: string, enrollmentId?: string): Promise<SecondFactor[]> {
  const ofAccount = eq(secondFactors.localId, localId)
  const removed = await tx
    .delete(secondFactors)
    .where(enrollmentId === undefined ? ofAccount : and(ofAccount, eq(secondFactors.enrollmentId, enrollmentId)))
    .returning()
  if ((await listSecondFactors(tx, localId)).length === 0) {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.localId, localId))
  }
  return removed
}

/** Throws if one number would be both first and second factor. */
export function assertNotBothSteps(firstNumber: string | null, secondNumbers: readonly (string | null)[]): void {
  if (firstNumber !== null && secondNumbers.includes(firstNumber)) {
    throw new WireError('UNSUPPORTED_FIRST_FACTOR', 'A phone number cannot be both the first and the second factor.')
  }
}

/** Throws unless the factor may be added: one authenticator app, each number once, five in all. */
export function assertMayAdd(
  factors: readonly SecondFactor[],
  factor: { kind: 'totp' } | { kind: 'phone'; phoneNumber: string },
): void {
  const exists =
    factor.kind === 'totp'
      ? factors.some(({ kind }) => kind === 'totp')
      : factors.some(({ phoneNumber }) => phoneNumber === factor.phoneNumber)
  if (exists) {
    const what = factor.kind === 'totp' ? 'An authenticator app is' : 'Phone number'
    throw new WireError('SECOND_FACTOR_EXISTS', `${what} already enrolled as second factor for this account.`)
  }
  if (factors.length >= maxFactors) throw new WireError('SECOND_FACTOR_LIMIT_EXCEEDED')
}
