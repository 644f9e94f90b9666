import { type Static, Type } from 'typebox'
import { CategoryCount, CategorySlug, LanguageQuery } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { VehicleModel } from '#contract/vehicles.ts'

/** Sets the number of parts from which a vehicle has a page of its own in a category. */
export const minPartsOfPage = 3

export const getVehiclePage = endpoint('getVehiclePage', 'GET', '/vehicle/:slug', {
  access: 'anyone',
  summary:
    'Returns a vehicle by the address of its page, with the categories that have parts listed for it. A former address answers with the vehicle, whose `slug` is the one of now.',
  params: Type.Object({ slug: CategorySlug }),
  query: LanguageQuery,
  answer: Type.Object({
    ...VehicleModel.properties,
    /** The parts on sale that list it. */
    products: Type.Integer(),
    /** Each behind the category above it, with the parts that list the vehicle there and below. */
    categories: Type.Array(CategoryCount),
  }),
  problems: ['vehicle-not-found'],
})
export type VehiclePage = Static<typeof getVehiclePage.answer>
