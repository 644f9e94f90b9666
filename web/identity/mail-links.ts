import { identity } from '#web/identity/identity-call.ts'
import { IdentityProblem } from '#web/identity/identity-problem.ts'
import type { MailLink } from '#web/identity/sdk/mail-codes.ts'
import { followAccount } from '#web/identity/session-changes.ts'
import { t } from '#web/words/words.ts'

export type { MailLink } from '#web/identity/sdk/mail-codes.ts'

/** What a link in a mail is for; the link can still be used afterwards. */
export async function readMailLink(code: string): Promise<MailLink> {
  if (!code) throw new IdentityProblem('auth/missing-action-code', t('mail-link.part-missing'))
  return identity((sdk) => sdk.readCode(code))
}

/** Does what a link in a mail is for, once. */
export async function applyMailLink(code: string): Promise<void> {
  await identity((sdk) => sdk.applyCode(code))
  await followAccount()
}

/** Uses a link for a forgotten password, which ends all sessions of its account. */
export async function resetPassword(code: string, password: string): Promise<void> {
  await identity((sdk) => sdk.resetPassword(code, password))
  await followAccount()
}
