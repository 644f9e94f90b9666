import type { JWTPayload } from 'jose'
import { maskedNumber } from './phone-number.ts'
import type { Account, LinkedProvider, SecondFactor, Session } from './identity.tables.ts'

/**
 * Presents UserInfo of `accounts:lookup`. Absent values have no key, and times are strings; otherwise the SDK signs the user out.
 */
export function presentAccount(
  account: Account,
  linked: readonly LinkedProvider[],
  factors: readonly SecondFactor[],
): object {
  return {
    localId: account.localId,
    ...(account.email && { email: account.email }),
    emailVerified: account.emailVerifiedAt !== null,
    ...presentProfile(account),
    ...(account.passwordHash && { passwordHash: redacted }),
    ...(account.phoneNumber && { phoneNumber: account.phoneNumber }),
    providerUserInfo: presentProviders(account, linked),
    // Also when there are none: from an absent list the SDK would not learn that the last one is gone.
    mfaInfo: factors.map(presentSecondFactor),
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastLoginAt.getTime()),
    validSince: String(wholeSeconds(account.validSince)),
    disabled: account.disabledAt !== null,
  }
}

/** Presents both current values, since the SDK drops an omitted one. */
export function presentProfile(account: Account): { displayName?: string; photoUrl?: string } {
  return {
    ...(account.displayName && { displayName: account.displayName }),
    ...(account.photoUrl && { photoUrl: account.photoUrl }),
  }
}

export function presentProviders(account: Account, linked: readonly LinkedProvider[]): object[] {
  return [...presentPassword(account), ...presentPhone(account), ...linked.map(presentLinked)]
}

function presentPhone({ phoneNumber }: Account): object[] {
  return phoneNumber ? [{ providerId: 'phone', rawId: phoneNumber, phoneNumber }] : []
}

function presentPassword(account: Account): object[] {
  if (!account.email || !(account.passwordHash || account.emailLinkUsedAt)) return []
  return [
    {
      providerId: 'password',
      rawId: account.email,
      federatedId: account.email,
      email: account.email,
      ...presentProfile(account),
    },
  ]
}

function presentLinked(linked: LinkedProvider): object {
  return {
    providerId: linked.providerId,
    rawId: linked.rawId,
    federatedId: linked.federatedId,
    ...(linked.email && { email: linked.email }),
    ...(linked.displayName && { displayName: linked.displayName }),
    ...(linked.photoUrl && { photoUrl: linked.photoUrl }),
  }
}

/** Presents a second factor for the SDK: exactly one of phoneInfo and totpInfo. */
export function presentSecondFactor(factor: SecondFactor): object {
  return {
    mfaEnrollmentId: factor.enrollmentId,
    ...(factor.displayName && { displayName: factor.displayName }),
    enrolledAt: factor.enrolledAt.toISOString(),
    ...(factor.phoneNumber ? { phoneInfo: factor.phoneNumber } : { totpInfo: {} }),
  }
}

/** Presents it masked, after the first factor only. */
export function presentMaskedFactor(factor: SecondFactor): object {
  return {
    ...presentSecondFactor(factor),
    ...(factor.phoneNumber && { phoneInfo: maskedNumber(factor.phoneNumber) }),
  }
}

export function idTokenClaims(
  account: Account,
  session: Session,
  linked: readonly LinkedProvider[],
): JWTPayload & { sub: string } {
  return {
    sub: account.localId,
    user_id: account.localId,
    sid: session.sessionId,
    auth_time: wholeSeconds(session.authenticatedAt),
    ...(account.displayName && { name: account.displayName }),
    ...(account.photoUrl && { picture: account.photoUrl }),
    ...(account.email && { email: account.email, email_verified: account.emailVerifiedAt !== null }),
    ...(account.phoneNumber && { phone_number: account.phoneNumber }),
    ...(session.signInProvider === 'anonymous' && { provider_id: 'anonymous' }),
    firebase: {
      identities: {
        ...(account.email && { email: [account.email] }),
        ...(account.phoneNumber && { phone: [account.phoneNumber] }),
        ...Object.fromEntries(linked.map(({ providerId, rawId }) => [providerId, [rawId]])),
      },
      sign_in_provider: session.signInProvider,
      ...(session.secondFactor && {
        sign_in_second_factor: session.secondFactor,
        second_factor_identifier: session.secondFactorId,
      }),
    },
  }
}

export function wholeSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}

// "REDACTED": the SDK only asks whether there is one.
const redacted = 'UkVEQUNURUQ='
