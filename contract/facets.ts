import { type Static, Type } from 'typebox'
import { CategorySlug } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { SearchText } from '#contract/pagination.ts'
import { dimensionNames } from '#contract/units.ts'
import { vehicleQuery } from '#contract/vehicle-query.ts'
import { ListVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'

/** Limits the groups of one filter, and the number of values that a facet of numbers lists one by one. */
export const maxFilters = 20
export const maxListedNumbers = 50

/** The number of products in a list above which facets are counted on bitmaps only, and not before they are built. */
export const maxCountedProducts = 20_000

/** The number of results of a search above which they are not counted, and the number of attributes that their facets have. */
export const maxCountedResults = 10_000
export const maxResultFacets = 12

const Filter = Type.String({ maxLength: 600, format: 'facet-filter' })

/** Defines the query parameters that filter a list of products. */
export const filterQuery = {
  f: Type.Optional(
    Type.Union([Filter, Type.Array(Filter, { maxItems: maxFilters })], {
      description:
        'One filter for each group: `brand:bosch,ate`, `thread:m8`, `stock:plenty`, `vented:yes`, `width:7.9375` or `width:5..10` in the base unit, `price:10..49.99` in the currency of the store. A product must have one of the values of each.',
    }),
  ),
  ...vehicleQuery,
  words: Type.Optional(
    Type.Enum(['only'], {
      description: 'Takes no word of `q` for a vehicle: all are searched in the texts of products.',
    }),
  ),
}

/** Lists the sort orders for buyers; a minus reverses one. */
export const listSorts = ['price', '-price', 'name', 'newest'] as const
export type ListSort = (typeof listSorts)[number]

const Names = Type.Record(Type.String(), Type.String())

const FacetValue = Type.Object({
  /** As filters name it. */
  code: Type.String(),
  /** By language; absent for numbers, stock states, yes and no. */
  names: Type.Optional(Names),
  products: Type.Integer(),
  isChosen: Type.Boolean(),
})
export type FacetValue = Static<typeof FacetValue>

const facetFields = {
  /** An attribute's code, or `brand`, `stock` or `price`. */
  code: Type.String(),
  kind: Type.Enum(['brand', 'stock', 'price', 'option', 'number', 'yes-no']),
  names: Type.Optional(Names),
  dimension: Type.Optional(Type.Enum(dimensionNames)),
  unit: Type.Optional(Type.String()),
}
const chosenEnds = { from: Type.Optional(Type.String()), to: Type.Optional(Type.String()) }

/** Describes a chosen filter in words, whether or not a product has its values. */
const NamedFilter = Type.Object({
  ...facetFields,
  values: Type.Array(Type.Object({ code: Type.String(), names: Type.Optional(Names) })),
  range: Type.Optional(Type.Object(chosenEnds)),
})
export type NamedFilter = Static<typeof NamedFilter>

const Facet = Type.Object({
  ...facetFields,
  help: Type.Optional(Names),
  values: Type.Array(FacetValue),
  /** Instead of values: the least and the greatest number, and the chosen ones; in the base unit, or in the currency of the store. */
  range: Type.Optional(
    Type.Object({
      least: Type.String(),
      greatest: Type.String(),
      ...chosenEnds,
    }),
  ),
})
export type Facet = Static<typeof Facet>

export const getFacets = endpoint('getFacets', 'GET', '/tools/facets', {
  access: 'anyone',
  summary: `Returns the exact number of products of a filtered list, and by what else it can be filtered: each value with the number of products that the list has with it. The counts of a group ignore the filter of the group itself. Groups are left out of a list of more than ${maxCountedProducts} products in the first minutes after these were added, and above ${maxCountedResults} results of a search, which \`isMore\` says, the number, too.`,
  query: Type.Object({ ...filterQuery, q: Type.Optional(SearchText), category: Type.Optional(CategorySlug) }),
  answer: Type.Object({
    total: Type.Integer(),
    /** Set if there are more than `total`. */
    isMore: Type.Optional(Type.Boolean()),
    /** Set if there are too many products to count. */
    isUncounted: Type.Optional(Type.Boolean()),
    /** The filters in one order, with merged values named by what they are now. */
    filters: Type.Array(Type.String()),
    /** Filters that name nothing that the shop knows; no product has them. */
    unknown: Type.Optional(Type.Array(Type.String())),
    /** The filters in words, for those that the shop knows. */
    chosen: Type.Array(NamedFilter),
    groups: Type.Array(Facet),
    /** The vehicle that was read out of the search, the words that are searched, and, with a year, each vehicle that a buyer can keep of it. */
    read: Type.Optional(Type.Object({ name: Type.String(), words: Type.String(), vehicles: Type.Array(NamedVehicle) })),
    /** The vehicle of the list, if the shop knows it. */
    vehicle: Type.Optional(ListVehicle),
    /** The number of products without the vehicle, if the list has none with it. */
    withoutVehicle: Type.Optional(Type.Integer()),
  }),
  problems: ['category-not-found'],
})
export type Facets = Static<typeof getFacets.answer>
