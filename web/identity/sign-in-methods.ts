import { pageSettings } from '#web/api/page-settings.ts'
import { identity } from '#web/identity/identity-call.ts'
import { codeOfProblem, IdentityProblem } from '#web/identity/identity-problem.ts'
import { signInUrl } from '#web/identity/return-path.ts'
import { callIdentityService } from '#web/identity/identity-service.ts'
import { providerName } from '#web/identity/provider-names.ts'
import { redeemPhoneCode, requestPhoneCode } from '#web/identity/phone-codes.ts'
import { redirectToProvider } from '#web/identity/provider-return.ts'
import { type SignInOutcome, endSession, completeSignIn, renameAtProvider } from '#web/identity/session-changes.ts'
import { clearSignInLinkEmail, saveSignInLinkEmail } from '#web/identity/sign-in-link-email.ts'
import { emailLookupSubject, withProofOfWork } from '#web/identity/with-proof-of-work.ts'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

// Each of these throws IdentityProblem or ApiProblem, with a sentence.

export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  const prove = () =>
    identity((sdk) => sdk.authenticate(sdk.signInWithEmailAndPassword(sdk.auth, email.trim(), password)))
  return completeSignIn(await withProofOfWork(async () => ({ email: email.trim() }), prove))
}

/** Makes an account and signs in; the verification mail is sent, and its failure does not undo the account. */
export async function signUp(input: { email: string; password: string; name: string }): Promise<void> {
  const create = () => identity((sdk) => sdk.createAccount(input.email.trim(), input.password, input.name.trim()))
  const proof = await withProofOfWork(emailLookupSubject, create)
  await completeSignIn({ proof })
  await tryToSendVerification()
}

/** Completes an account that came without an e-mail address, which the shop knows people by. */
export async function addEmail(input: { email: string; password: string; name: string }): Promise<SignInOutcome> {
  await renameAtProvider(input.name.trim())
  const verified = await withProofOfWork(emailLookupSubject, () =>
    identity(async (sdk) => {
      const credential = sdk.EmailAuthProvider.credential(input.email.trim(), input.password)
      return sdk.authenticate(sdk.linkWithCredential(await sdk.getUser(), credential))
    }),
  )
  const entry = await completeSignIn(verified)
  await tryToSendVerification()
  return entry
}

/** Leaves an account that lacks its e-mail address. Our own service deletes it, which frees its phone number. */
export async function leaveWithoutEmail(): Promise<void> {
  if (pageSettings().identity.mode === 'embedded') {
    // An account that is left behind expires by itself.
    await identity((sdk) => sdk.deleteWithoutEmail()).catch(() => undefined)
  }
  await endSession('left')
}

/** Signs in through another provider's window; where windows are blocked, this very page goes there and comes back to `from`. */
export async function signInWithProvider(providerId: string, from: string): Promise<SignInOutcome> {
  try {
    const open = () =>
      identity((sdk) =>
        sdk.authenticate(sdk.signInWithPopup(sdk.auth, sdk.createProviderClient(providerId), sdk.popupResolver)),
      )
    return await completeSignIn(await open())
  } catch (error) {
    const isBlocked = codeOfProblem(error) === 'auth/popup-blocked' && pageSettings().identity.mode === 'embedded'
    if (isBlocked) return redirectToProvider(providerId, 'sign-in', signInUrl(from))
    throw describeFailure(providerId, error)
  }
}

/** Goes on with what another provider sent back in the address. */
export async function signInWithRedirectResult(providerId: string, pendingToken: string): Promise<SignInOutcome> {
  try {
    const redeem = () =>
      identity((sdk) =>
        sdk.authenticate(sdk.signInWithCredential(sdk.auth, sdk.credentialFromToken(providerId, pendingToken))),
      )
    return await completeSignIn(await redeem())
  } catch (error) {
    throw describeFailure(providerId, error)
  }
}

/** Mails a sign-in link that leads to `from`. The e-mail is stored in this browser, so that it need not be typed again. */
export async function sendSignInLink(email: string, from: string): Promise<void> {
  const settings = { url: location.origin + from, handleCodeInApp: true }
  await identity((sdk) => sdk.sendSignInLinkToEmail(sdk.auth, email.trim(), settings))
  saveSignInLinkEmail(email.trim())
}

export async function signInWithEmailLinkInBrowser(email: string, link: string): Promise<SignInOutcome> {
  const authenticated = await identity((sdk) => sdk.authenticate(sdk.signInWithEmailLink(sdk.auth, email.trim(), link)))
  // The link is used up, even if a second factor is still needed.
  clearSignInLinkEmail()
  return completeSignIn(authenticated)
}

/** Sends a text message; answers what its code must be handed in with. */
export async function sendPhoneCode(phoneNumber: string): Promise<string> {
  return requestPhoneCode('sign-in', phoneNumber, (to) => identity((sdk) => sdk.sendPhoneCode(to)))
}

export async function signInWithPhone(verificationId: string, code: string): Promise<SignInOutcome> {
  const redeem = () =>
    identity((sdk) =>
      sdk.authenticate(sdk.signInWithCredential(sdk.auth, sdk.PhoneAuthProvider.credential(verificationId, code))),
    )
  return completeSignIn(await redeemPhoneCode(redeem))
}

export async function sendSecondFactorCode(factorId: string): Promise<string> {
  return identity((sdk) => sdk.sendSecondFactorCode(factorId))
}

export async function signInWithSecondFactor(
  factorId: string,
  code: string,
  verificationId?: string,
): Promise<SignInOutcome> {
  const finish = () => identity((sdk) => sdk.finishSecondFactor(factorId, code, verificationId))
  const whose = () => identity(async (sdk) => ({ mfaPendingCredential: sdk.pendingFirstFactorCredential() }))
  return completeSignIn(await withProofOfWork(whose, finish))
}

/** Signs in by a recovery code in place of a second step; only where the shop's own service answers. */
export async function signInWithRecoveryCodeInBrowser(recoveryCode: string): Promise<SignInOutcome> {
  const recover = (mfaPendingCredential: string) =>
    callIdentityService('/v2/accounts/mfaSignIn:recover', { mfaPendingCredential, recoveryCode })
  return completeSignIn(await identity((sdk) => sdk.finishWithRecoveryTokens(recover)))
}

export async function sendResetMail(email: string): Promise<void> {
  await identity((sdk) => sdk.sendPasswordResetEmail(sdk.auth, email.trim()))
}

/** Mails the verification link to the signed-in user. */
export async function sendVerificationMail(): Promise<void> {
  await identity(async (sdk) => sdk.sendEmailVerification(await sdk.getUser()))
}

async function tryToSendVerification(): Promise<void> {
  await sendVerificationMail().catch((error: unknown) => {
    toast.warning(error instanceof Error ? error.message : t('sign-up.mail-failed'))
  })
}

/** Distinguishes a wrong password from an invalid provider response, which share one SDK code. */
function describeFailure(providerId: string, error: unknown): unknown {
  if (codeOfProblem(error) !== 'auth/invalid-credential') return error
  return new IdentityProblem('auth/invalid-credential', t('provider.invalid', { provider: providerName(providerId) }))
}
