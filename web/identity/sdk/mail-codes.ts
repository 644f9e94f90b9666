import { type ActionCodeInfo, applyActionCode, checkActionCode, confirmPasswordReset } from '@firebase/auth'
import { auth } from '#web/identity/sdk/auth.ts'

/** What a link in a mail is for. `previousEmail` is there where the address of the account changes. */
export interface MailLink {
  purpose: ActionCodeInfo['operation']
  email: string
  previousEmail: string
}

/** Reads the code of a mail's link without using it up. */
export async function readCode(code: string): Promise<MailLink> {
  const { operation, data } = await checkActionCode(auth, code)
  return { purpose: operation, email: data.email ?? '', previousEmail: data.previousEmail ?? '' }
}

export async function applyCode(code: string): Promise<void> {
  await applyActionCode(auth, code)
}

export async function resetPassword(code: string, password: string): Promise<void> {
  await confirmPasswordReset(auth, code, password)
}
