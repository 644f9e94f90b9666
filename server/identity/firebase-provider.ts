import { createRemoteJWKSet } from 'jose'
import type { IdentityProvider } from '#server/identity/exchange-id-token.ts'
import type { IdentityConfig } from '#server/platform/config.ts'

type FirebaseConfig = Extract<IdentityConfig, { mode: 'firebase' }>

/** A Firebase project, believed by the keys that Google publishes. Google's own answer allows keeping them for hours. */
export const firebaseProvider = ({ projectId, jwksUrl }: FirebaseConfig): IdentityProvider => ({
  issuer: () => `https://securetoken.google.com/${projectId}`,
  audience: projectId,
  keys: createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 4000,
    cooldownDuration: 10_000,
    cacheMaxAge: 6 * 3_600_000,
  }),
})

/** The origins that the library for browsers needs in this mode, by CSP directive. */
export const firebaseOrigins = ({ authDomain }: FirebaseConfig) => ({
  'script-src': ['https://apis.google.com', 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'connect-src': [
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
    'https://www.google.com/recaptcha/',
  ],
  'frame-src': [`https://${authDomain}`, 'https://www.google.com/recaptcha/'],
})
