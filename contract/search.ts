import { maxLengths } from '#contract/max-lengths.ts'
import { type Static, Type } from 'typebox'
import { listTools, ListedTool } from '#contract/catalog.ts'
import { endpoint, Name, NonBlankText } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { pageQuery } from '#contract/pagination.ts'
import { partNumberKinds } from '#contract/part-numbers.ts'

/** Defines the number by which a product was found. */
const MatchedNumber = Type.Object({
  kind: Type.Enum(partNumberKinds),
  maker: Type.Optional(Type.String()),
  number: Type.String(),
  /** Whether it differs from what was typed by signs between digits, such as M1.6 from M16: it is another number. */
  isNear: Type.Optional(Type.Boolean()),
})
export type MatchedNumber = Static<typeof MatchedNumber>

/** Describes a product in a search; `match` is there if a number found it. */
export const FoundTool = Type.Object({ ...ListedTool.properties, match: Type.Optional(MatchedNumber) })
export type FoundTool = Static<typeof FoundTool>

/** Says what a word of the search was taken for: a synonym, a correction, a similar word that was looked for besides, a part of longer words, a number that none has, for near ones, a vehicle, or a family of vehicles; or that it is left out, since no product has it or it was not understood. */
const Reading = Type.Object({
  kind: Type.Enum([
    'synonym',
    'correction',
    'similar-word',
    'part-of',
    'near-number',
    'vehicle',
    'family',
    'left-out',
    'not-understood',
  ]),
  word: Type.String(),
  means: Type.Array(Type.String()),
})
export type Reading = Static<typeof Reading>

/** Describes the family that a search names without a generation: what is found is not narrowed to it. */
const NamedFamily = Type.Object({
  /** What remains to be searched with a vehicle. */
  words: Type.String(),
  /** The generations that have parts, the latest first; all, if none has. */
  models: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      from: Type.Optional(Type.Integer()),
      to: Type.Optional(Type.Integer()),
    }),
  ),
})
export type NamedFamily = Static<typeof NamedFamily>

const SearchWords = NonBlankText(maxLengths.search)

const LookAlike = Type.Object({ product: Type.String(), name: Type.String(), number: Type.String() })
export type LookAlike = Static<typeof LookAlike>

export const searchProducts = endpoint('searchProducts', 'GET', '/search', {
  access: 'anyone',
  summary:
    'Finds products by number in any spelling, by words, synonyms, with typing errors and in the middle of compounds, best first, and says why. A vehicle with its year, as in `2019 sprinter brake pads`, is no word: the products are those that list it. `GET /tools?q=` returns the same products as a plain list.',
  query: Type.Object({ ...listTools.query.properties, q: SearchWords }),
  answer: Type.Object({
    products: Type.Array(FoundTool),
    readings: Type.Array(Reading),
    family: Type.Optional(NamedFamily),
    /** If nothing was found: numbers that differ from a typed one by signs that look alike, such as O and 0, or by one sign. */
    lookAlikes: Type.Optional(Type.Array(LookAlike)),
  }),
  problems: listTools.problems,
})
export type SearchResult = Static<typeof searchProducts.answer>

export const suggestSearches = endpoint('suggestSearches', 'GET', '/search/suggestions', {
  access: 'anyone',
  summary: 'Returns a few part numbers, categories, brands and products for the beginning of a search.',
  query: Type.Object({ q: SearchWords }),
  answer: Type.Object({
    numbers: Type.Array(
      Type.Object({
        product: Type.String(),
        name: Type.String(),
        brand: Type.Optional(Type.String()),
        ...MatchedNumber.properties,
      }),
    ),
    categories: Type.Array(Type.Object({ category: Type.String(), name: Type.String() })),
    /** By their slugs. */
    brands: Type.Array(Type.Object({ brand: Type.String(), name: Type.String() })),
    products: Type.Array(
      Type.Object({
        product: Type.String(),
        name: Type.String(),
        brand: Type.Optional(Type.String()),
        sku: Type.Optional(Type.String()),
      }),
    ),
  }),
})
export type Suggestions = Static<typeof suggestSearches.answer>

/** Limits the length of a term of a synonym. */
const SynonymText = Name(maxLengths.synonym)

const Synonym = Type.Object({
  _id: Type.String(),
  term: Type.String(),
  means: Type.String(),
  /** Whether `means` also finds what `term` does. */
  bothWays: Type.Boolean(),
})
export type Synonym = Static<typeof Synonym>

export const listSynonyms = endpoint('listSynonyms', 'GET', '/synonyms', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lists the synonyms of the search by their terms.',
  query: Type.Object({ limit: pageQuery.limit, after: Type.Optional(Type.String({ format: 'row-number' })) }),
  answer: Type.Array(Synonym),
})

export const addSynonym = endpoint('addSynonym', 'POST', '/synonyms', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lets a word or a few words also find what others do. A listed search without results is done with then.',
  body: Type.Object({ term: SynonymText, means: SynonymText, bothWays: Type.Boolean() }),
  answer: Type.Object({ success: Type.Literal(true), synonym: Synonym }),
  problems: ['synonym-known', 'synonym-needless', 'too-many-synonyms'],
})

export const deleteSynonym = endpoint('deleteSynonym', 'DELETE', '/synonyms/:id', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Removes a synonym.',
  params: Type.Object({ id: Type.String({ format: 'row-number' }) }),
  problems: ['synonym-not-found'],
})

/** Defines a pair of words of the trade, which every shop has; `_id` names it as it is shipped. */
const TradeSynonym = Type.Object({ ...Synonym.properties, state: Type.Enum(['shipped', 'changed', 'off']) })
export type TradeSynonym = Static<typeof TradeSynonym>

const TradeSynonymId = NonBlankText(2 * maxLengths.synonym + 3)

export const listTradeSynonyms = endpoint('listTradeSynonyms', 'GET', '/trade-synonyms', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Lists the synonyms of the trade in a language, as the shop has them.',
  query: Type.Object({ language: Type.Enum(languages) }),
  answer: Type.Array(TradeSynonym),
})

export const changeTradeSynonym = endpoint('changeTradeSynonym', 'PUT', '/trade-synonyms', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Changes a synonym of the trade for this shop, or switches it off.',
  body: Type.Object({
    id: TradeSynonymId,
    term: SynonymText,
    means: SynonymText,
    bothWays: Type.Boolean(),
    isOff: Type.Boolean(),
  }),
  answer: TradeSynonym,
  problems: ['synonym-not-found', 'synonym-known', 'synonym-needless', 'too-many-synonyms'],
})

export const restoreTradeSynonym = endpoint('restoreTradeSynonym', 'DELETE', '/trade-synonyms', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Restores a synonym of the trade as it is shipped.',
  query: Type.Object({ id: TradeSynonymId }),
  answer: TradeSynonym,
  problems: ['synonym-not-found'],
})

const SearchMiss = Type.Object({
  /** The words of the search in lower case, which also name the row. */
  _id: Type.String(),
  times: Type.Integer(),
  /** The last day (UTC). */
  lastOn: Type.String(),
})
export type SearchMiss = Static<typeof SearchMiss>

/** Limits the listed searches without results. */
export const maxListedMisses = 100

export const listSearchMisses = endpoint('listSearchMisses', 'GET', '/search-misses', {
  access: 'admin',
  permission: 'catalog',
  summary: `Lists searches that found nothing, the most frequent ${maxListedMisses} first.`,
  answer: Type.Array(SearchMiss),
})

export const deleteSearchMiss = endpoint('deleteSearchMiss', 'DELETE', '/search-misses', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Takes a search without results off the list.',
  query: Type.Object({ words: SearchWords }),
})
