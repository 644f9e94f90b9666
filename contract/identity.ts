import { Type } from 'typebox'
import { EmailAddress, EmailParams, endpoint } from '#contract/endpoint.ts'

/**
 * Describes the shop's access token, a bearer token that ends at `expiresAt` (ISO 8601). `startedOver` is set if the owner of the
 * address has just reclaimed an account that was used unverified; its data and orders were removed.
 */
const AccessToken = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  expiresAt: Type.String(),
  email: Type.String(),
  role: Type.Enum(['customer', 'admin']),
  startedOver: Type.Optional(Type.Boolean()),
})

/** `session-ended`: the token is valid, but its session was ended elsewhere. */
const exchangeProblems = [
  'proof-required',
  'session-ended',
  'email-required',
  'not-allowed',
  'email-not-verified',
  'email-taken',
  'account-removed',
  'account-merged',
  'account-disabled',
] as const

export const exchangeIdToken = endpoint('exchangeIdToken', 'PUT', '/user/:email', {
  access: 'anyone',
  summary: 'Exchanges the identity provider’s ID token (as bearer) for an access token of the shop.',
  params: EmailParams,
  answer: AccessToken,
  problems: exchangeProblems,
})

export const logIn = endpoint('logIn', 'POST', '/login', {
  access: 'anyone',
  summary: 'As PUT /user/{email}, with the email in the body.',
  body: Type.Object({ email: EmailAddress }),
  answer: AccessToken,
  problems: exchangeProblems,
})

export const signOut = endpoint('signOut', 'POST', '/sign-out', {
  access: 'signed-in',
  summary: 'Ends every access token of the caller.',
})

export const deleteMyAccount = endpoint('deleteMyAccount', 'DELETE', '/account', {
  access: 'signed-in',
  freshSignIn: true,
  summary:
    'Forgets the caller: unpaid orders are cancelled, reviews withdrawn, and nothing personal stays in the books. For accounts of an outside identity provider, which are deleted there. The shop’s own service does all of it by itself when an account is deleted, and with it this call is refused.',
  problems: ['last-admin', 'account-here'],
})
