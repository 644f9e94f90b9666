import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { authenticate, authenticateForChange, holdSession } from './authenticate.ts'
import type { Call, Database, Tx } from './identity-deps.ts'
import { accounts, recoveryCodes } from './identity.tables.ts'
import { resetAttempts, guessAt, limits, consumeAttempt } from './limits.ts'
import { notifyOwner } from './mails.ts'
import { listSecondFactors } from './second-factors.ts'
import { countTry, finishPendingSignIn, getPendingSignIn, readCredential } from './second-factor-sign-in.ts'
import { issueTokens } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const codesAtOnce = 10
// Crockford's: no letter that is taken for a figure.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Makes ten new codes, which void the older ones, and shows them this once. Wants a second factor and a recent sign-in. */
export async function createRecoveryCodes(call: Call): Promise<object> {
  const { account, session } = await authenticateForChange(call, readText(call.body, 'idToken'))
  const { localId } = account
  const codes = Array.from({ length: codesAtOnce }, newCode)
  await inTransaction(call.db, async (tx) => {
    // Two who make new ones at once, or take the last factor off meanwhile, follow each other.
    await holdSession(tx, session)
    if ((await listSecondFactors(tx, localId)).length === 0) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.localId, localId))
    await tx
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ codeHash: hashCode(call, localId, code), localId, createdAt: call.at })))
    await record(tx, call, { event: 'recovery-codes-created', localId })
    await notifyOwner(tx, call, account, 'recovery-codes-created', { left: codesAtOnce })
  })
  return { recoveryCodes: codes }
}

/** Returns the number of unused codes, and when they were created. */
export async function readRecoveryCodes(call: Call): Promise<object> {
  const { account } = await authenticate(call, readText(call.body, 'idToken'))
  return { left: await countCodes(call.db, account.localId) }
}

/**
 * Completes a sign-in with a recovery code in place of a second factor. The code is used up, and the owner gets a mail with how many are
 * left.
 */
export async function signInWithRecoveryCode(call: Call): Promise<object> {
  const credentialHash = readCredential(call)
  const typed = readText(call.body, 'recoveryCode')
  if (!typed) throw new WireError('MISSING_CODE')
  const { localId } = await getPendingSignIn(call)
  // Separate from the second factor: exhausting one limit must not block the other.
  const guess = guessAt(recoverySubject(localId), call, limits.recoveryGuessesOfAccount)
  await consumeAttempt(call, guess)
  await countTry(call)
  const codeHash = await findCode(call, localId, typed)
  if (!codeHash) {
    await record(call.db, call, { event: 'second-factor-failed', localId, method: 'recovery-code' })
    throw new WireError('INVALID_RECOVERY_CODE')
  }

  const { account, open } = await finishPendingSignIn(call, credentialHash, async (tx) => {
    const used = await tx
      .delete(recoveryCodes)
      .where(and(eq(recoveryCodes.codeHash, codeHash), eq(recoveryCodes.localId, localId)))
      .returning()
    if (used.length === 0) throw new WireError('INVALID_RECOVERY_CODE')
    const [owner] = await tx.select().from(accounts).where(eq(accounts.localId, localId))
    if (!owner) throw new WireError('USER_NOT_FOUND')
    await record(tx, call, { event: 'recovery-code-used', localId })
    await notifyOwner(tx, call, owner, 'recovery-code-used', { left: await countCodes(tx, localId) })
  })
  await resetAttempts(call, guess)
  return { ...(await issueTokens(call, account, open)) }
}

const recoverySubject = (localId: string) => `recovery code ${localId}`

async function countCodes(db: Database | Tx, localId: string): Promise<number> {
  const [row] = await db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.localId, localId))
  return row?.left ?? 0
}

/** Returns the stored hash of a code; compares all codes in constant time. */
async function findCode(call: Call, localId: string, typed: string): Promise<Buffer | undefined> {
  const stored = await call.db.select().from(recoveryCodes).where(eq(recoveryCodes.localId, localId))
  const hash = hashCode(call, localId, typed)
  return stored.filter(({ codeHash }) => timingSafeEqual(codeHash, hash))[0]?.codeHash
}

// Keyed, so that codes cannot be guessed from a stolen database alone.
function hashCode({ encryptionKey }: Call, localId: string, code: string): Buffer {
  return createHmac('sha256', encryptionKey)
    .update(`recovery code\n${localId}\n${plainCode(code)}`)
    .digest()
}

/** Normalizes a code: without the dash, and with 0 for o. */
function plainCode(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')
}

/** Returns a code with fifty random bits, such as `7k3mp-2x9qd`. */
function newCode(): string {
  const letters = [...randomBytes(10)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
