import { type ApplicationVerifier, browserPopupRedirectResolver, RecaptchaVerifier } from '@firebase/auth'
import { auth } from '#web/identity/sdk/auth.ts'

/** Resolves popups through the pages of the Firebase project. */
export const popupResolver = browserPopupRedirectResolver

let place: HTMLElement | undefined

/** Creates Google's captcha, which is visible only in case of doubt. */
export function makeVerifier(): ApplicationVerifier {
  place?.remove()
  place = document.body.appendChild(document.createElement('div'))
  return new RecaptchaVerifier(auth, place, { size: 'invisible' })
}
