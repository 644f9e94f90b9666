import type { IdentityDeps } from './identity-deps.ts'
import { longestPasswordBytes, shortestPassword } from './passwords.ts'

/** GET /v1/projects: the hosts that a sign-in window may be opened from. */
export function presentProject(deps: IdentityDeps): object {
  return { projectId: deps.projectId, authorizedDomains: deps.authorizedDomains() }
}

/** GET /v2/recaptchaConfig. Anything but OFF makes the SDK load a script from Google. */
export function presentRecaptchaConfig(deps: IdentityDeps): object {
  return {
    recaptchaKey: `projects/${deps.projectId}/keys/none`,
    recaptchaEnforcementState: [
      { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'OFF' },
      { provider: 'PHONE_PROVIDER', enforcementState: 'OFF' },
    ],
  }
}

/** GET /v1/recaptchaParams. There is no such captcha; without a key the SDK would call that an internal error. */
export function presentRecaptchaParams(): object {
  return { kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'none' }
}

/** GET /v2/passwordPolicy, for forms that check while one types. */
export function presentPasswordPolicy(): object {
  return {
    customStrengthOptions: { minPasswordLength: shortestPassword, maxPasswordLength: longestPasswordBytes },
    allowedNonAlphanumericCharacters: [...`^$*.[]{}()?"!@#%&/\\,><':;|_~`],
    enforcementState: 'ENFORCE',
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  }
}
