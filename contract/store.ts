import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Describes the seller's store; every field is public. */
export const Store = Type.Object({
  /** The name of the software, as long as the seller has chosen none. */
  name: Type.String(),
  /** An ISO 4217 code. */
  currency: Type.String(),
  /** An IANA name. */
  timeZone: Type.String(),
  units: Type.Enum(['metric', 'imperial']),
})
export type Store = Static<typeof Store>

export const getStore = endpoint({
  name: 'getStore',
  method: 'GET',
  path: '/store',
  access: 'anyone',
  summary: 'Returns what the seller says about the store, such as its name.',
  answer: Store,
  problems: [],
})

export const updateStore = endpoint({
  name: 'updateStore',
  method: 'PUT',
  path: '/store',
  access: 'admin',
  permission: 'settings',
  summary:
    'Changes the fields that are sent; an empty text removes its value. Pages, mails and papers show them at once.',
  body: Type.Partial(
    Type.Object({
      name: Type.String({ maxLength: maxLengths.storeName, format: 'line-or-empty' }),
    }),
    { additionalProperties: false, minProperties: 1 },
  ),
  answer: Store,
  problems: [],
})
