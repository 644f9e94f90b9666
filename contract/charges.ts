import { type Static, Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'

/** Says what shown prices hold: whether tax comes on top of them or is in them, and whether delivery is charged. */
export const Charges = Type.Object({ tax: Type.Enum(['none', 'added', 'included']), shipping: Type.Boolean() })
export type Charges = Static<typeof Charges>

export const getCharges = endpoint('getCharges', 'GET', '/charges', {
  access: 'anyone',
  summary: 'Says whether tax comes on top of prices or is in them, and whether delivery is charged.',
  answer: Charges,
})
