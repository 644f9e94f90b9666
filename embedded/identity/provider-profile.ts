import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import { canonicalEmail } from './email-address.ts'
import type { Identity, OpenIdProvider } from './identity-deps.ts'
import { isPictureAddress } from './picture-address.ts'
import { parseForm, readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Who somebody is at another provider, as far as that one is believed. */
export interface ProviderProfile {
  providerId: string
  rawId: string
  federatedId: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  photoUrl: string | null
  rawUserInfo: string
  idToken: string
}

/** Reads `id_token=…&providerId=…`; throws unless the provider signed it for this very client, lately. */
export async function readProviderProfile(identity: Identity, postBody: string): Promise<ProviderProfile> {
  const fields = parseForm(postBody)
  const providerId = readText(fields, 'providerId')
  if (!providerId) throw new WireError('INVALID_CREDENTIAL_OR_PROVIDER_ID')
  const provider = identity.openIdProviders?.().find((one) => one.providerId === providerId)
  if (!provider) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.')
  }
  const idToken = readText(fields, 'idToken')
  // A bare access token may have been given to any other site.
  if (!idToken) throw new WireError('INVALID_IDP_RESPONSE', 'An ID token is needed.')
  const claims = await verified(identity, provider, idToken)
  assertNonce(claims['nonce'], readText(fields, 'nonce'))

  const { sub, iss } = claims
  if (!sub || sub.length > 255) throw new WireError('INVALID_IDP_RESPONSE', 'The ID token names nobody.')
  const email = emailOf(claims['email'])
  const { name, picture } = claims
  return {
    providerId,
    rawId: sub,
    federatedId: `${iss}/${sub}`,
    email,
    emailVerified: email !== null && provider.trustsEmail && claims['email_verified'] === true,
    displayName: typeof name === 'string' ? name.slice(0, 256) : null,
    photoUrl: typeof picture === 'string' && isPictureAddress(picture) ? picture : null,
    rawUserInfo: JSON.stringify(claims),
    idToken,
  }
}

async function verified(identity: Identity, provider: OpenIdProvider, idToken: string) {
  try {
    const { payload } = await jwtVerify(idToken, provider.keys, {
      algorithms: ['RS256', 'PS256', 'ES256'],
      issuer: [...provider.issuers],
      audience: provider.clientId,
      currentDate: identity.now(),
      clockTolerance: 60,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    return payload
  } catch (thrown) {
    if (thrown instanceof errors.JWKSTimeout) throw thrown
    if (thrown instanceof errors.JOSEError) throw new WireError('INVALID_IDP_RESPONSE', 'The ID token is not valid.')
    throw thrown
  }
}

// Some providers sign the nonce itself, some its SHA-256.
function assertNonce(signed: unknown, given: string | undefined): void {
  if (signed === undefined && given === undefined) return
  const hashed = given === undefined ? undefined : createHash('sha256').update(given).digest('hex')
  if (given === undefined || (signed !== given && signed !== hashed)) throw new WireError('MISSING_OR_INVALID_NONCE')
}

function emailOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  try {
    return canonicalEmail(claim)
  } catch {
    // an address that could not be mailed to is none
    return null
  }
}
