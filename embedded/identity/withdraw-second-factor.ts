import { and, eq } from 'drizzle-orm'
import { record } from './audit.ts'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { secondFactors } from './identity.tables.ts'
import { createMailCode } from './mail-codes.ts'
import { actionLink, secondFactorRemovedMail } from './mails.ts'
import { issueTokens, upgradeSession } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Takes a second step off the account and tells its address, with a way to a new password. */
export async function withdrawSecondFactor(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  const { localId, email } = account
  const enrollmentId = readText(request.body, 'mfaEnrollmentId')
  if (!enrollmentId) throw new WireError('MISSING_MFA_ENROLLMENT_ID')
  assertRecentSignIn(identity, session)
  const now = identity.now()
  const open = await inTransaction(identity.db, async (tx) => {
    const [removed] = await tx
      .delete(secondFactors)
      .where(and(eq(secondFactors.enrollmentId, enrollmentId), eq(secondFactors.localId, localId)))
      .returning()
    if (!removed) throw new WireError('MFA_ENROLLMENT_NOT_FOUND')
    await record(tx, { event: 'second-factor-removed', localId, method: removed.kind, now, request })
    if (email) {
      const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email }, now)
      const link = actionLink(identity, request, 'resetPassword', code)
      await identity.sendMail(tx, secondFactorRemovedMail(email, link, removed.kind))
    }
    const { secondFactor, secondFactorId } =
      session.secondFactorId === enrollmentId ? { secondFactor: null, secondFactorId: null } : session
    return upgradeSession(tx, session, { secondFactor, secondFactorId }, now)
  })
  return { ...(await issueTokens(identity, account, open)) }
}
