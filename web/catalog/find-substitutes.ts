import type { listTools, Tool } from '#contract/catalog.ts'
import type { Query } from '#contract/endpoint.ts'
import { writeVehicleAddress } from '#contract/vehicle-address.ts'
import type { ProductFitments } from '#contract/vehicles.ts'
import { rankSubstitutes } from '#web/catalog/rank-substitutes.ts'

/** Limits the products that a substitute is chosen from. */
const maxCandidates = 100

/**
 * Finds what can be had instead of a product among others of its category, the most alike first: those for its vehicle, or, if none is,
 * those for others.
 */
export async function findSubstitutes(
  product: Tool,
  fits: ProductFitments | undefined,
  others: (query: Query<typeof listTools>) => Promise<Tool[]>,
): Promise<{ products: Tool[]; areOfSameFit: boolean }> {
  const inStock = { limit: String(maxCandidates), f: 'stock:plenty,low' }
  const [row] = fits?.fitments ?? []
  if (!row) return { products: rankSubstitutes(product, await others(inStock)), areOfSameFit: true }
  const vehicle = writeVehicleAddress({
    modelId: row.modelId,
    year: row.from,
    ...(row.engine && { engineId: row.engine.id }),
  })
  const same = rankSubstitutes(product, await others({ ...inStock, vehicle }))
  if (same.length > 0) return { products: same, areOfSameFit: true }
  return { products: rankSubstitutes(product, await others(inStock)), areOfSameFit: false }
}
