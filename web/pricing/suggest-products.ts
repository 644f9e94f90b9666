import { priceLines } from '#contract/carts.ts'
import { maxLines } from '#contract/max-lengths.ts'
import { call } from '#web/api/call-endpoint.ts'
import type { Suggestions } from '#web/catalog/suggested-products.tsx'

/** Returns the products that have nearly each of these part numbers. */
export async function suggestProducts(partNumbers: readonly string[]): Promise<Suggestions[]> {
  const lines = partNumbers.slice(0, maxLines).map((partNumber) => ({ partNumber }))
  const priced = lines.length > 0 ? (await call(priceLines, { body: { lines } })).lines : []
  return partNumbers.map((_, index) => priced[index]?.suggestions ?? [])
}
