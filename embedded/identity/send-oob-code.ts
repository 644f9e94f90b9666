import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { authenticate, authenticateForChange, holdSession } from './authenticate.ts'
import { canonicalEmail } from './email-address.ts'
import { countEmailLookup, isEnumerationProtected } from './email-lookup-limit.ts'
import type { Call } from './identity-deps.ts'
import { accounts } from './identity.tables.ts'
import { consumeLimits, limits, returnUse } from './limits.ts'
import { createMailCode } from './mail-codes.ts'
import { mailLink } from './mails.ts'
import { inTransaction } from './transaction.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Mails a link with a code in it. */
export async function sendOobCode(call: Call): Promise<object> {
  const requestType = readText(call.body, 'requestType')
  if (!requestType || requestType === 'OOB_REQ_TYPE_UNSPECIFIED') throw new WireError('MISSING_REQ_TYPE')
  assertContinueUrl(call, readText(call.body, 'continueUrl'))
  switch (requestType) {
    case 'VERIFY_EMAIL':
      return sendVerifyEmail(call)
    case 'PASSWORD_RESET':
      return sendPasswordReset(call)
    case 'EMAIL_SIGNIN':
      return sendSignInLink(call)
    case 'VERIFY_AND_CHANGE_EMAIL':
      return sendChangeEmail(call)
    default:
      throw new WireError('INVALID_REQ_TYPE')
  }
}

async function sendVerifyEmail(call: Call): Promise<object> {
  const idToken = readText(call.body, 'idToken')
  // Not MISSING_ID_TOKEN: that is how Google answers here.
  if (!idToken) throw new WireError('INVALID_ID_TOKEN')
  const { account } = await authenticate(call, idToken)
  const { localId, email } = account
  if (!email) throw new WireError('MISSING_EMAIL')
  await sendCounted(call, 'verify', email, () =>
    inTransaction(call.db, async (tx) => {
      const code = await createMailCode(tx, { purpose: 'VERIFY_EMAIL', localId, email }, call.at)
      await mailLink(tx, call, 'verify-email', { to: email }, { code, account })
    }),
  )
  return { email }
}

// Longer than the work for a known address, so that the duration does not reveal accounts.
const minResponseMs = 150

async function sendPasswordReset(call: Call): Promise<object> {
  const email = canonicalEmail(readText(call.body, 'email'))
  await sendCounted(call, 'reset', email, () => Promise.all([delay(minResponseMs), mailPasswordReset(call, email)]))
  return { email }
}

async function mailPasswordReset(call: Call, email: string): Promise<void> {
  const [account] = await call.db.select().from(accounts).where(eq(accounts.email, email))
  if (!account && !isEnumerationProtected(call)) throw new WireError('EMAIL_NOT_FOUND')
  if (!account || account.disabledAt) return
  const { localId } = account
  await inTransaction(call.db, async (tx) => {
    const code = await createMailCode(tx, { purpose: 'PASSWORD_RESET', localId, email }, call.at)
    await mailLink(tx, call, 'reset-password', { to: email }, { code, account })
  })
}

// Known or not, the address gets the same mail: the first sign-in makes the account.
async function sendSignInLink(call: Call): Promise<object> {
  const email = canonicalEmail(readText(call.body, 'email'))
  if (!readText(call.body, 'continueUrl')) throw new WireError('MISSING_CONTINUE_URI')
  const [account] = await call.db.select().from(accounts).where(eq(accounts.email, email))
  await sendCounted(call, 'sign-in', email, () =>
    inTransaction(call.db, async (tx) => {
      const code = await createMailCode(tx, { purpose: 'EMAIL_SIGNIN', localId: null, email }, call.at)
      await mailLink(tx, call, 'sign-in-link', { to: email }, { code, account })
    }),
  )
  return { email }
}

async function sendChangeEmail(call: Call): Promise<object> {
  const newEmailText = readText(call.body, 'newEmail')
  if (!newEmailText) throw new WireError('MISSING_NEW_EMAIL')
  const newEmail = canonicalEmail(newEmailText)
  const { account, session } = await authenticateForChange(call, readText(call.body, 'idToken'))
  const { localId, email } = account
  if (!email) throw new WireError('MISSING_EMAIL')
  if (newEmail === email) throw new WireError('INVALID_NEW_EMAIL', 'This is your address already.')
  await countEmailLookup(call, localId)
  const [taken] = await call.db.select().from(accounts).where(eq(accounts.email, newEmail))
  if (taken) throw new WireError('EMAIL_EXISTS')
  await sendCounted(call, 'change', newEmail, () =>
    inTransaction(call.db, async (tx) => {
      await holdSession(tx, session)
      const order = { purpose: 'VERIFY_AND_CHANGE_EMAIL', localId, email, newEmail } as const
      const code = await createMailCode(tx, order, call.at)
      await mailLink(tx, call, 'change-email', { to: newEmail }, { code, account })
    }),
  )
  return { email }
}

/** Sends a mail within the limits. A mail that could not be written is not said to be on its way. */
async function sendCounted(call: Call, purpose: string, email: string, send: () => Promise<unknown>): Promise<void> {
  const now = `mail now ${purpose} ${email}`
  const hourly = purpose === 'reset' ? limits.resetsOfAccount : limits.mailsOfAccount
  await consumeLimits(call, [
    [`mail ${call.network}`, limits.mailsOfAddress],
    [now, limits.mailsAtOnce],
    [`mail ${purpose} ${email}`, hourly],
  ])
  try {
    await send()
  } catch (error) {
    await returnUse(call, now)
    throw error
  }
}

/** Throws unless a link in a mail may lead back there: http(s), and an authorised domain or a subdomain of one. */
function assertContinueUrl(call: Call, continueUrl: string | undefined): void {
  if (continueUrl === undefined) return
  const url = URL.parse(continueUrl)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new WireError('INVALID_CONTINUE_URI')
  }
  const host = url.hostname.toLowerCase()
  const allowed = call.authorizedDomains().some((domain) => host === domain || host.endsWith(`.${domain}`))
  if (!allowed) throw new WireError('UNAUTHORIZED_DOMAIN', 'Domain not whitelisted by project')
}
