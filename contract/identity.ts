import { Type } from 'typebox'
import { EmailAddress, EmailParams, endpoint, Success } from '#contract/endpoint.ts'

/** `token` is the shop's own access token, a bearer for every other call; it ends at `expiresAt` (ISO 8601). */
const AccessToken = Type.Object({
  success: Type.Literal(true),
  token: Type.String(),
  expiresAt: Type.String(),
  email: Type.String(),
  role: Type.Union([Type.Literal('customer'), Type.Literal('admin')]),
})

/** `session-ended`: the token is good, but its session was ended elsewhere. */
const exchangeProblems = [
  'proof-required',
  'session-ended',
  'email-required',
  'not-allowed',
  'email-not-verified',
  'email-taken',
  'account-removed',
] as const

export const exchangeIdToken = endpoint({
  name: 'exchangeIdToken',
  method: 'PUT',
  path: '/user/:email',
  whoMayCall: 'anyone',
  summary: 'Gives an access token to whoever shows the identity provider’s ID token of this e-mail as bearer.',
  params: EmailParams,
  answer: AccessToken,
  problems: exchangeProblems,
})

export const logIn = endpoint({
  name: 'logIn',
  method: 'POST',
  path: '/login',
  whoMayCall: 'anyone',
  summary: 'As PUT /user/{email}, with the e-mail in the body.',
  body: Type.Object({ email: EmailAddress }),
  answer: AccessToken,
  problems: exchangeProblems,
})

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/sign-out',
  whoMayCall: 'signed-in',
  summary: 'Ends every access token of the caller.',
  answer: Success,
  problems: [],
})

export const forgetMe = endpoint({
  name: 'forgetMe',
  method: 'DELETE',
  path: '/account',
  whoMayCall: 'signed-in',
  freshSignIn: true,
  summary:
    'Forgets the caller: unpaid orders are cancelled, reviews withdrawn, and nothing personal stays in the books. For accounts of an outside identity provider, which are deleted there; the shop’s own service does all of it by itself when an account is deleted.',
  answer: Success,
  problems: ['last-admin'],
})
