import { type Static, Type } from 'typebox'
import { Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Describes where goods go, as far as tax and shipping depend on it: the country as ISO 3166-1 alpha-2; the others as addresses have them. */
export const Place = Type.Object({
  country: Text(2, 2),
  region: Type.Optional(Text(maxLengths.region)),
  postalCode: Type.Optional(Text(maxLengths.postalCode)),
})
export type Place = Static<typeof Place>
