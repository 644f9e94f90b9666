import { createRemoteJWKSet } from 'jose'
import type { IdentityProvider } from '#server/identity/exchange-id-token.ts'
import type { IdentityConfig } from '#server/platform/config.ts'

type FirebaseConfig = Extract<IdentityConfig, { mode: 'firebase' }>

/** Creates the provider of a Firebase project. Google's keys are cached for hours, as their response allows. */
export const firebaseProvider = ({ projectId, jwksUrl }: FirebaseConfig): IdentityProvider => ({
  issuer: () => `https://securetoken.google.com/${projectId}`,
  audience: projectId,
  keys: createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 4000,
    cooldownDuration: 10_000,
    cacheMaxAge: 6 * 3_600_000,
  }),
})

/** Returns the origins that the Firebase SDK needs, by CSP directive. */
export const firebaseOrigins = ({ authDomain }: FirebaseConfig) => ({
  'script-src': ['https://apis.google.com', 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'connect-src': [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://www.google.com/recaptcha/',
  ],
  'frame-src': [`https://${authDomain}`, 'https://www.google.com/recaptcha/'],
})
