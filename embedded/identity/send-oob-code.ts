import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { assertRecentSignIn, authenticate } from './authenticate.ts'
import { assertContinueUrl } from './continue-url.ts'
import { canonicalEmail } from './email-address.ts'
import { isEnumerationProtected } from './enumeration-protection.ts'
import type { Identity } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { countUse, limits, network } from './limits.ts'
import { createMailCode } from './mail-codes.ts'
import { actionLink, changeEmailMail, passwordResetMail, signInMail, verifyEmailMail } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'
import { WireError } from './wire-error.ts'

const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'

/** Mails a link with a code in it. */
export async function sendOobCode(identity: Identity, request: WireRequest): Promise<object> {
  const requestType = readText(request.body, 'requestType')
  if (!requestType || requestType === 'OOB_REQ_TYPE_UNSPECIFIED') throw new WireError('MISSING_REQ_TYPE')
  assertContinueUrl(identity, readText(request.body, 'continueUrl'))
  switch (requestType) {
    case 'VERIFY_EMAIL':
      return sendVerifyEmail(identity, request)
    case 'PASSWORD_RESET':
      return sendPasswordReset(identity, request)
    case 'EMAIL_SIGNIN':
      return sendSignInLink(identity, request)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return sendChangeEmail(identity, request)
    default:
      throw new WireError('INVALID_REQ_TYPE')
  }
}

async function sendVerifyEmail(identity: Identity, request: WireRequest): Promise<object> {
  const { account } = await authenticate(identity, readText(request.body, 'idToken'))
  const { localId, email } = account
  if (!email) throw new WireError('MISSING_EMAIL')
  await countMail(identity, request, 'verify', email)
  await inTransaction(identity.db, async (tx) => {
    const code = await createMailCode(tx, { purpose: 'VERIFY_EMAIL', localId, email }, identity.now())
    await identity.sendMail(tx, verifyEmailMail(email, actionLink(identity, request, 'verifyEmail', code)))
  })
  return { kind, email }
}

// Longer than the work for a known address takes, so that time does not tell whether there is an account.
const evenAnswerMs = 150

async function sendPasswordReset(identity: Identity, request: WireRequest): Promise<object> {
  const email = canonicalEmail(readText(request.body, 'email'))
  await countMail(identity, request, 'reset', email)
  await Promise.all([delay(evenAnswerMs), mailPasswordReset(identity, request, email)])
  return { kind, email }
}

async function mailPasswordReset(identity: Identity, request: WireRequest, email: string): Promise<void> {
  const [account] = await identity.db.select().from(accounts).where(eq(accounts.email, email))
  if (!account && !isEnumerationProtected(identity)) throw new WireError('EMAIL_NOT_FOUND')
  if (!account || account.disabledAt) return
  const { localId } = account
  await inTransaction(identity.db, async (tx) => {
    const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email }, identity.now())
    await identity.sendMail(tx, passwordResetMail(email, actionLink(identity, request, 'resetPassword', code)))
  })
}

// Known or not, the address gets the same mail: the first sign-in makes the account.
async function sendSignInLink(identity: Identity, request: WireRequest): Promise<object> {
  const email = canonicalEmail(readText(request.body, 'email'))
  if (!readText(request.body, 'continueUrl')) throw new WireError('MISSING_CONTINUE_URI')
  await countMail(identity, request, 'sign-in', email)
  await inTransaction(identity.db, async (tx) => {
    const code = await createMailCode(tx, { purpose: 'EMAIL_SIGNIN', localId: null, email }, identity.now())
    await identity.sendMail(tx, signInMail(email, actionLink(identity, request, 'signIn', code)))
  })
  return { kind, email }
}

async function sendChangeEmail(identity: Identity, request: WireRequest): Promise<object> {
  const { account, session } = await authenticate(identity, readText(request.body, 'idToken'))
  assertRecentSignIn(identity, session)
  const { localId, email } = account
  if (!email) throw new WireError('MISSING_EMAIL')
  const newEmailText = readText(request.body, 'newEmail')
  if (!newEmailText) throw new WireError('MISSING_NEW_EMAIL')
  const newEmail = canonicalEmail(newEmailText)
  if (newEmail === email) throw new WireError('INVALID_NEW_EMAIL', 'This is your address already.')
  await countMail(identity, request, 'change', newEmail)
  const [taken] = await identity.db.select().from(accounts).where(eq(accounts.email, newEmail))
  if (taken) throw new WireError('EMAIL_EXISTS')
  await inTransaction(identity.db, async (tx) => {
    const order = { purpose: 'VERIFY_AND_CHANGE_EMAIL', localId, email, newEmail } as const
    const code = await createMailCode(tx, order, identity.now())
    const link = actionLink(identity, request, 'verifyAndChangeEmail', code)
    await identity.sendMail(tx, changeEmailMail(newEmail, link))
  })
  return { kind, email }
}

async function countMail(identity: Identity, request: WireRequest, purpose: string, email: string): Promise<void> {
  await countUse(identity, `mail ${network(request.ipAddress)}`, limits.mailsOfAddress)
  await countUse(identity, `mail now ${purpose} ${email}`, limits.mailsAtOnce)
  const hourly = purpose === 'reset' ? limits.resetsOfAccount : limits.mailsOfAccount
  await countUse(identity, `mail ${purpose} ${email}`, hourly)
}
