import type { Call, IdentityDeps, Tx } from './identity-deps.ts'
import type { Account, SecondFactorKind } from './identity.tables.ts'
import { languageFor } from './languages.ts'
import type { Language } from './languages.ts'
import { createNoticeCode } from './mail-codes.ts'
import { messages } from './messages.ts'
import { sha256 } from './sessions.ts'
import { readText } from './wire-body.ts'

/** Maps each kind of mail to its facts, in addition to the link. */
interface MailFacts {
  'verify-email': { to: string }
  'reset-password': { to: string }
  invitation: { to: string; isStaff: boolean }
  'sign-in-link': { to: string }
  'change-email': { to: string }
  'email-changed': { to: string; newEmail: string }
  'email-recovered': { to: string }
  'account-reclaimed': { to: string }
  'password-changed': { to: string }
  'sign-in-added': { to: string; way: string }
  'sign-in-removed': { to: string; way: string }
  'phone-added': { to: string; phone: string }
  'phone-removed': { to: string; phone: string }
  'second-factor-added': { to: string; factor: SecondFactorKind }
  'second-factor-removed': { to: string; factor: SecondFactorKind }
  'recovery-codes-created': { to: string; left: number }
  'recovery-code-used': { to: string; left: number }
}
type MailKind = keyof MailFacts

/** Holds the mails and text messages in one language, of a site with this name. */
export interface Messages {
  mails: { [Kind in MailKind]: (facts: MailFacts[Kind]) => MailText }
  accountDeleted: (to: string) => NoticeText
  phoneCode: (code: string) => string
}

/** Holds the text of the only mail without a link. */
type NoticeText = Omit<MailText, 'button'>

interface MailText {
  subject: string
  lead: string
  button: string
  notes: string[]
}

/** Maps each kind to the mode of its link, as in the SDK. */
const modes: Record<MailKind, string> = {
  'verify-email': 'verifyEmail',
  'reset-password': 'resetPassword',
  invitation: 'resetPassword',
  'sign-in-link': 'signIn',
  'change-email': 'verifyAndChangeEmail',
  'email-changed': 'recoverEmail',
  'second-factor-added': 'revertSecondFactorAddition',
  'account-reclaimed': 'resetPassword',
  // The way out for an owner who did not do it is a new password.
  'password-changed': 'resetPassword',
  'email-recovered': 'resetPassword',
  'sign-in-added': 'resetPassword',
  'sign-in-removed': 'resetPassword',
  'phone-added': 'resetPassword',
  'phone-removed': 'resetPassword',
  'second-factor-removed': 'resetPassword',
  'recovery-codes-created': 'resetPassword',
  'recovery-code-used': 'resetPassword',
}

/** Holds the parts of a call that a mail needs. */
export type MailCall = Pick<
  Call,
  'apiKey' | 'at' | 'body' | 'siteName' | 'issuer' | 'language' | 'sendMail' | 'visitorLanguage'
>

/** Mails a link with a code, in the language of the account's owner. */
export async function mailLink<Kind extends MailKind>(
  tx: Tx,
  call: MailCall,
  kind: Kind,
  facts: MailFacts[Kind],
  { code, account }: { code: string; account: Account | undefined },
): Promise<void> {
  const language = languageFor(call, account)
  const { subject, lead, button, notes } = messages[language](await call.siteName(tx)).mails[kind](facts)
  const action = { label: button, url: actionLink(call, modes[kind], code, language) }
  const mail = { to: facts.to, kind, language, subject, paragraphs: [lead], action, notes }
  await call.sendMail(tx, { ...mail, codeHash: sha256(code) })
}

/** Mails the owner what has changed about signing in, with a way to a new password for an owner who did not do it. */
export async function notifyOwner<Kind extends MailKind>(
  tx: Tx,
  call: MailCall,
  account: Account,
  kind: Kind,
  facts: Omit<MailFacts[Kind], 'to'>,
): Promise<void> {
  const { localId, email: to } = account
  if (!to) return
  const code = await createNoticeCode(tx, localId, to, call.at)
  await mailLink(tx, call, kind, { ...facts, to } as MailFacts[Kind], { code, account })
}

/** Mails the former owner of a deleted account, in the account's language. There is nothing left to open. */
export async function mailAccountDeleted(tx: Tx, call: MailCall, account: Account): Promise<void> {
  if (!account.email) return
  const language = languageFor(call, account)
  const { subject, lead, notes } = messages[language](await call.siteName(tx)).accountDeleted(account.email)
  await call.sendMail(tx, { to: account.email, kind: 'account-deleted', language, subject, paragraphs: [lead], notes })
}

/** Builds a text message with a code. The last line allows browsers to fill it in, on this site only. */
export async function phoneCodeText(
  tx: Tx,
  deps: Pick<IdentityDeps, 'siteName' | 'issuer'>,
  language: Language,
  code: string,
): Promise<string> {
  const { host } = new URL(deps.issuer())
  return `${messages[language](await deps.siteName(tx)).phoneCode(code)}\n\n@${host} #${code}`
}

/** Returns the URL of a mail link. The page acts only on a click, since scanners open links. */
function actionLink(call: MailCall, mode: string, oobCode: string, language: Language): string {
  const link = new URL('/auth/action', call.issuer())
  link.searchParams.set('mode', mode)
  link.searchParams.set('oobCode', oobCode)
  link.searchParams.set('apiKey', call.apiKey)
  const continueUrl = readText(call.body, 'continueUrl')
  if (continueUrl) link.searchParams.set('continueUrl', continueUrl)
  link.searchParams.set('lang', language)
  return link.href
}
