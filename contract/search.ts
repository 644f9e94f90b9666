import { type Static, Type } from 'typebox'
import { listTools, Tool } from '#contract/catalog.ts'
import { endpoint, NonBlankText } from '#contract/endpoint.ts'
import { partNumberKinds } from '#contract/part-numbers.ts'

/** Defines the number by which a product was found. */
const MatchedNumber = Type.Object({
  kind: Type.Enum(partNumberKinds),
  maker: Type.Optional(Type.String()),
  number: Type.String(),
})
export type MatchedNumber = Static<typeof MatchedNumber>

/** Describes a product in a search; `match` is there if a number found it. */
export const FoundTool = Type.Object({ ...Tool.properties, match: Type.Optional(MatchedNumber) })
export type FoundTool = Static<typeof FoundTool>

/** Says what a word of the search was taken for: a synonym, a correction, or a part of longer words. */
const Reading = Type.Object({
  kind: Type.Enum(['synonym', 'correction', 'part-of']),
  word: Type.String(),
  means: Type.Array(Type.String()),
})
export type Reading = Static<typeof Reading>

const SearchWords = NonBlankText(200)

export const searchProducts = endpoint({
  name: 'searchProducts',
  method: 'GET',
  path: '/search',
  access: 'anyone',
  summary:
    'Finds products by number in any spelling, by words, synonyms, with typing errors and in the middle of compounds, best first, and says why. `GET /tools?q=` returns the same products as a plain list.',
  query: Type.Object({ ...listTools.query.properties, q: SearchWords }),
  answer: Type.Object({ products: Type.Array(FoundTool), readings: Type.Array(Reading) }),
  problems: listTools.problems,
})
export type SearchResult = Static<typeof searchProducts.answer>

export const suggestSearches = endpoint({
  name: 'suggestSearches',
  method: 'GET',
  path: '/search/suggestions',
  access: 'anyone',
  summary: 'Returns a few part numbers, categories and products for the beginning of a search.',
  query: Type.Object({ q: SearchWords }),
  answer: Type.Object({
    numbers: Type.Array(Type.Object({ product: Type.String(), name: Type.String(), ...MatchedNumber.properties })),
    categories: Type.Array(Type.Object({ category: Type.String(), name: Type.String() })),
    products: Type.Array(
      Type.Object({ product: Type.String(), name: Type.String(), sku: Type.Optional(Type.String()) }),
    ),
  }),
  problems: [],
})
export type Suggestions = Static<typeof suggestSearches.answer>
