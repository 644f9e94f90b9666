import type { ActionCodeInfo } from '@firebase/auth'
import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { IdentityProblem } from '#web/identity/identity-problem.ts'
import { callIdentityService } from '#web/identity/identity-service.ts'
import { refreshSessionAfterChange } from '#web/identity/session-changes.ts'
import { t } from '#web/i18n/messages.ts'

/** Describes a mail link. */
export interface MailLink {
  purpose: ActionCodeInfo['operation']
  email: string
  /** Set if the e-mail of the account changes. */
  previousEmail: string
  removal: Removal
  /** Set if its password is the first of an account that was opened for its owner. */
  activates?: boolean
}

/** Describes what the use of a mail link removes from an account. */
export interface Removal {
  /** Sign-in methods by their SDK names, and `secondFactor`. */
  removes: string[]
  /** Whether it undoes what was added with a change of which a notice told, or after it. Otherwise the address was never verified. */
  undoes: boolean
}

const removesNothing: Removal = { removes: [], undoes: false }

/** Reads a mail link without using it up. */
export async function readMailLink(code: string): Promise<MailLink> {
  if (!code) throw new IdentityProblem('auth/missing-action-code', t('mail-link.part-missing'))
  return identity(async (sdk) => {
    const { operation: purpose, data } = await sdk.checkActionCode(sdk.auth, code)
    const reclaims = purpose === 'EMAIL_SIGNIN' || purpose === 'PASSWORD_RESET'
    const effects = reclaims ? await readEffects(code) : { removal: removesNothing }
    return { purpose, email: data.email ?? '', previousEmail: data.previousEmail ?? '', ...effects }
  })
}

/** Returns what the link removes, and whether it opens the account; Google’s service does not report it. */
async function readEffects(code: string): Promise<Pick<MailLink, 'removal' | 'activates'>> {
  if (pageSettings().identity.mode === 'firebase') return { removal: removesNothing }
  const { removes, undoes, activates } = await callIdentityService('/v1/accounts:previewOobCode', { oobCode: code })
  // Our own service's answer.
  return { removal: { removes: removes as string[], undoes: undoes === true }, activates: activates === true }
}

/** Applies a mail link once. */
export async function applyMailLink(code: string): Promise<void> {
  await identity((sdk) => sdk.applyActionCode(sdk.auth, code))
  await refreshSessionAfterChange()
}

/** Resets the password, which ends all sessions of the account. */
export async function resetPassword(code: string, password: string): Promise<void> {
  await identity((sdk) => sdk.confirmPasswordReset(sdk.auth, code, password))
  await refreshSessionAfterChange()
}
