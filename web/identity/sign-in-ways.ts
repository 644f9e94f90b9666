import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem, IdentityProblem } from '#web/identity/identity-problem.ts'
import { signInPath } from '#web/identity/origin-location.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { redirectToProvider } from '#web/identity/provider-return.ts'
import { type Entry, enter } from '#web/identity/session-changes.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/words/words.ts'

// Each of these throws IdentityProblem or ApiProblem, with a sentence.

/** After too many failures this browser does a little work for another try, without a word. */
export async function signIn(email: string, password: string): Promise<Entry> {
  const prove = () => identity((sdk) => sdk.proveByPassword(email.trim(), password))
  try {
    return await enter(await prove())
  } catch (error) {
    const isLocked = codeOfProblem(error) === 'auth/too-many-requests' && pageSettings().identity.mode === 'embedded'
    if (!isLocked) throw error
    const { proveHuman } = await import('#web/identity/prove-work.ts')
    await identity(() => proveHuman(email.trim()))
    return enter(await prove())
  }
}

/** Makes an account and signs in; the verification mail is sent, and its failure does not undo the account. */
export async function signUp(wish: { email: string; password: string; name: string }): Promise<void> {
  const proof = await identity((sdk) => sdk.createAccount(wish.email.trim(), wish.password, wish.name.trim()))
  await enter({ proof })
  await tryToSendVerification()
}

/** Completes an account that came without an e-mail address, which the shop knows people by. */
export async function addEmail(wish: { email: string; password: string; name: string }): Promise<Entry> {
  const proven = await identity(async (sdk) => {
    await sdk.rename(wish.name.trim())
    return sdk.addEmail(wish.email.trim(), wish.password)
  })
  const entry = await enter(proven)
  await tryToSendVerification()
  return entry
}

/** Signs in through another provider's window; where windows are blocked, this very page goes there and comes back to `from`. */
export async function signInWithProvider(providerId: string, from: string): Promise<Entry> {
  try {
    return await enter(await identity((sdk) => sdk.proveByProvider(providerId)))
  } catch (error) {
    const isBlocked = codeOfProblem(error) === 'auth/popup-blocked' && pageSettings().identity.mode === 'embedded'
    if (isBlocked) return redirectToProvider(providerId, 'sign-in', signInPath(from))
    throw inWordsOf(providerId, error)
  }
}

/** Goes on with what another provider sent back in the address. */
export async function signInByReturn(providerId: string, pendingToken: string): Promise<Entry> {
  try {
    return await enter(await identity((sdk) => sdk.proveByReturn(providerId, pendingToken)))
  } catch (error) {
    throw inWordsOf(providerId, error)
  }
}

const linkEmailKey = 'boltyard.sign-in-link'

/** Mails a link that signs in and leads to `from`. This browser remembers whom for, so that it need not ask when the link comes. */
export async function sendSignInLink(email: string, from: string): Promise<void> {
  await identity((sdk) => sdk.sendSignInLink(email.trim(), from))
  localStorage.setItem(linkEmailKey, email.trim())
}

/** Whom a sign-in link was asked for in this browser. */
export function askedLinkFor(): string | undefined {
  return localStorage.getItem(linkEmailKey) ?? undefined
}

export async function signInByLink(email: string, link: string): Promise<Entry> {
  const entry = await enter(await identity((sdk) => sdk.proveByLink(email.trim(), link)))
  localStorage.removeItem(linkEmailKey)
  return entry
}

/** Sends a text message; answers what its code must be handed in with. */
export async function sendPhoneCode(phoneNumber: string): Promise<string> {
  return identity((sdk) => sdk.sendPhoneCode(phoneNumber.trim()))
}

export async function signInByPhone(verificationId: string, code: string): Promise<Entry> {
  return enter(await identity((sdk) => sdk.proveByPhone(verificationId, code)))
}

export async function sendSecondStepCode(factorId: string): Promise<string> {
  return identity((sdk) => sdk.sendSecondStepCode(factorId))
}

export async function signInBySecondStep(factorId: string, code: string, verificationId?: string): Promise<Entry> {
  return enter(await identity((sdk) => sdk.finishSecondStep(factorId, code, verificationId)))
}

export async function sendResetMail(email: string): Promise<void> {
  await identity((sdk) => sdk.sendReset(email.trim()))
}

/** Sends the mail that asks to verify the address of whoever is signed in. */
export async function sendVerificationMail(): Promise<void> {
  await identity((sdk) => sdk.sendVerification())
}

async function tryToSendVerification(): Promise<void> {
  await sendVerificationMail().catch((error: unknown) => {
    toast.warning(error instanceof Error ? error.message : t('sign-up.mail-failed'))
  })
}

/** The library has one code for a wrong password and for an answer of a provider that is worth nothing. */
function inWordsOf(providerId: string, error: unknown): unknown {
  if (codeOfProblem(error) !== 'auth/invalid-credential') return error
  return new IdentityProblem('auth/invalid-credential', t('provider.invalid', { provider: providerName(providerId) }))
}
