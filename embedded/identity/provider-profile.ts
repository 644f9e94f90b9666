import { createHash } from 'node:crypto'
import { errors, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { canonicalEmail } from './email-address.ts'
import type { Identity } from './identity-deps.ts'
import type { OAuthClient } from './oauth-clients.ts'
import { isPictureAddress } from './picture-url.ts'
import { parseForm, readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Describes a user at another provider, as far as it is trusted. */
export interface ProviderProfile {
  providerId: string
  rawId: string
  federatedId: string
  email: string | null
  emailVerified: boolean
  displayName: string | null
  photoUrl: string | null
  /** The user name there, such as @ada. */
  screenName: string | null
  rawUserInfo: string
}

/** Holds a profile and the token that the page itself provided. */
export interface Assertion {
  profile: ProviderProfile
  idToken?: string
}

/**
 * Reads `id_token=…&providerId=…`, which came from `address`; throws unless the provider signed it for this very client,
 * lately.
 */
export async function readProviderProfile(identity: Identity, address: URL, credential: string): Promise<Assertion> {
  const fields = parseForm(credential)
  const providerId = readText(fields, 'providerId')
  if (!providerId) {
    // Without what stands behind the `?`: that may be the credential itself.
    const place = `${address.origin}${address.pathname}`
    throw new WireError('INVALID_CREDENTIAL_OR_PROVIDER_ID', `Invalid IdP response/credential: ${place}`)
  }
  const provider = await identity.oauth.find(providerId)
  if (!provider) {
    throw new WireError('OPERATION_NOT_ALLOWED', 'The identity provider configuration is not found.')
  }
  const idToken = readText(fields, 'idToken')
  // A bare access token may have been given to any other site.
  if (!idToken || !provider.openId) throw new WireError('INVALID_IDP_RESPONSE', 'An ID token is needed.')
  const claims = await verified(identity, provider.openId, idToken)
  assertNonce(claims['nonce'], readText(fields, 'nonce'))
  return { profile: profileOfClaims(providerId, claims), idToken }
}

/** Returns the profile of a verified ID token. */
export function profileOfClaims(providerId: string, claims: JWTPayload): ProviderProfile {
  return readProfile(providerId, {
    id: claims.sub,
    // Google signs with and without the scheme.
    federatedId: `${claims.iss?.includes('://') ? '' : 'https://'}${claims.iss}/${claims.sub}`,
    email: claims['email'],
    // The operator chose this issuer, and it signed this.
    emailVerified: claims['email_verified'] === true,
    name: claims['name'],
    picture: claims['picture'],
    // Clients read the fields of Google's older profile, beside those of the token.
    raw: { ...claims, id: claims.sub, verified_email: claims['email_verified'] === true },
  })
}

/** Holds the unvalidated data of a provider about a user. */
export interface ProviderUser {
  id: unknown
  federatedId: string
  email?: unknown
  emailVerified: boolean
  name?: unknown
  picture?: unknown
  screenName?: unknown
  raw: object
}

export function readProfile(providerId: string, user: ProviderUser): ProviderProfile {
  const { id, name, picture, screenName } = user
  if (typeof id !== 'string' || id === '' || id.length > 255) {
    throw new WireError('INVALID_IDP_RESPONSE', 'The response of the provider has no user id.')
  }
  const email = emailOf(user.email)
  return {
    providerId,
    rawId: id,
    federatedId: user.federatedId,
    email,
    emailVerified: email !== null && user.emailVerified,
    displayName: nameOf(name),
    photoUrl: typeof picture === 'string' && isPictureAddress(picture) ? picture : null,
    screenName: nameOf(screenName),
    rawUserInfo: JSON.stringify(user.raw),
  }
}

async function verified(identity: Identity, provider: NonNullable<OAuthClient['openId']>, idToken: string) {
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

function nameOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim.slice(0, 256) : null
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
