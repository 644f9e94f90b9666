import { type ApplicationVerifier, browserPopupRedirectResolver, RecaptchaVerifier } from '@firebase/auth'
import { auth } from '#web/identity/sdk/auth.ts'

/** Windows by way of the Firebase project's own pages. */
export const windows = browserPopupRedirectResolver

let place: HTMLElement | undefined

/** Google's captcha, which shows itself only when it has doubts. */
export function makeVerifier(): ApplicationVerifier {
  place?.remove()
  place = document.body.appendChild(document.createElement('div'))
  return new RecaptchaVerifier(auth, place, { size: 'invisible' })
}
