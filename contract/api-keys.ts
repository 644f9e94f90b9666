import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Name } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { permissions } from '#contract/permissions.ts'

/** Lists the states of a key; `powerless` is one whose creator has none of its scopes any more. */
export const apiKeyStates = ['active', 'powerless', 'expired', 'revoked'] as const

/** Describes a key without its secret; times are ISO 8601 in UTC. */
export const ApiKey = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  /** The first characters of the secret. */
  prefix: Type.String(),
  scopes: Type.Array(Type.Enum(permissions)),
  state: Type.Enum(apiKeyStates),
  /** The e-mail of the creator. */
  createdBy: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
  /** To the minute. */
  lastUsedAt: Type.Optional(Type.String()),
})
export type ApiKey = Static<typeof ApiKey>

export const listApiKeys = endpoint('listApiKeys', 'GET', '/api-keys', {
  access: 'admin',
  permission: 'everything',
  summary: 'Lists the keys for programs, newest first, at most 500, with their last use; never their secrets.',
  answer: Type.Array(ApiKey),
})

export const addApiKey = endpoint('addApiKey', 'POST', '/api-keys', {
  access: 'admin',
  permission: 'everything',
  freshSignIn: true,
  summary:
    'Creates a key for a program and returns its secret, this once. The key may do what is in its scopes, as long as its creator may.',
  body: Type.Object({
    name: Name(maxLengths.apiKeyName),
    scopes: Type.Array(Type.Enum(permissions), { minItems: 1, uniqueItems: true }),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  }),
  answer: Type.Object({ success: Type.Literal(true), key: ApiKey, secret: Type.String() }),
  problems: ['more-than-yours', 'too-many-api-keys'],
})

export const revokeApiKey = endpoint('revokeApiKey', 'DELETE', '/api-keys/:id', {
  access: 'admin',
  permission: 'everything',
  summary: 'Revokes a key: its next call is refused.',
  params: IdParams,
  problems: ['api-key-not-found'],
})
