import type { IdentityDeps } from './identity-deps.ts'
import { passwordMaxBytes, passwordMinLength } from './passwords.ts'

/** Presents the hosts that may open a sign-in popup (GET /v1/projects). */
export function presentProject(deps: IdentityDeps): object {
  return { projectId: deps.projectId, authorizedDomains: deps.authorizedDomains() }
}

/** Presents the reCAPTCHA config (GET /v2/recaptchaConfig). Anything but OFF makes the SDK load a script from Google. */
export function presentRecaptchaConfig(deps: IdentityDeps): object {
  return {
    recaptchaKey: `projects/${deps.projectId}/keys/none`,
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  }
}

/** Presents the reCAPTCHA parameters (GET /v1/recaptchaParams). There is no such captcha, but without a key the SDK fails. */
export function presentRecaptchaParams(): object {
  return { recaptchaSiteKey: 'none' }
}

/** Presents the password policy (GET /v2/passwordPolicy), for validation in forms. */
export function presentPasswordPolicy(): object {
  return {
    customStrengthOptions: { minPasswordLength: passwordMinLength, maxPasswordLength: passwordMaxBytes },
    allowedNonAlphanumericCharacters: [...`^$*.[]{}()?"!@#%&/\\,><':;|_~`],
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}
