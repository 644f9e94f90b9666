import { type Static, Type } from 'typebox'
import { EmailAddress, endpoint } from '#contract/endpoint.ts'
import { pageQuery, SearchWords } from '#contract/paging.ts'

/** Every kind of change that is on record, by what it is about. */
export const auditKinds = {
  catalog: ['product-added', 'product-changed', 'product-archived', 'product-restored', 'stock-adjusted'],
  orders: ['order-shipped', 'order-cancelled', 'order-allocated', 'order-refunded', 'held-payment-refunded'],
  people: ['role-changed', 'user-removed', 'profile-changed'],
  accounts: [
    'account-created',
    'account-deleted',
    'account-disabled',
    'account-reclaimed',
    'email-changed',
    'email-recovered',
    'email-verified',
    'password-changed',
    'password-reset',
    'phone-added',
    'provider-added',
    'provider-removed',
    'second-factor-added',
    'second-factor-removed',
  ],
  content: ['site-content-changed', 'review-hidden', 'review-shown'],
} as const

export const auditAreas = ['catalog', 'orders', 'people', 'accounts', 'content'] as const satisfies readonly AuditArea[]
export type AuditArea = keyof typeof auditKinds
export type AuditKind = (typeof auditKinds)[AuditArea][number]

const kinds = Object.values(auditKinds).flat()

const Facts = Type.Record(Type.String(), Type.Unsafe<unknown>({}))

/** One change: who, when, from where, what, and the parts that differ before and after. Moments are ISO 8601 in UTC. */
export const AuditEvent = Type.Object({
  _id: Type.String(),
  happenedAt: Type.String(),
  kind: Type.Enum(kinds),
  /** Nobody is named when it was done at the server's command line. */
  by: Type.Optional(Type.String()),
  /** The network address that it was asked from. */
  from: Type.Optional(Type.String()),
  subject: Type.Object({
    type: Type.Enum(['product', 'order', 'user', 'account', 'review', 'site']),
    id: Type.String(),
    /** What people call it, as far as it is still known. */
    name: Type.Optional(Type.String()),
  }),
  before: Type.Optional(Facts),
  after: Type.Optional(Facts),
})
export type AuditEvent = Static<typeof AuditEvent>

export const listAuditEvents = endpoint({
  name: 'listAuditEvents',
  method: 'GET',
  path: '/audit-log',
  whoMayCall: 'admin',
  summary:
    'Who changed what and when, the newest first; `q` searches those who did it and what it was done to, `by` takes the e-mail of one person.',
  query: Type.Object({
    limit: pageQuery.limit,
    after: Type.Optional(
      Type.String({ format: 'row-number', description: 'The `_id` of the last row of the page before.' }),
    ),
    q: Type.Optional(SearchWords),
    by: Type.Optional(EmailAddress),
    area: Type.Optional(Type.Enum(auditAreas)),
    kind: Type.Optional(Type.Enum(kinds)),
  }),
  answer: Type.Array(AuditEvent),
  problems: [],
})
