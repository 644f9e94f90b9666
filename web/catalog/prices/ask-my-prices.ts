import { getMyPrices, maxPricedProducts, type MyPrice } from '#contract/my-prices.ts'
import { freshAccessToken } from '#web/api/access-token.ts'
import { call } from '#web/api/call-endpoint.ts'

/** Returns the buyer's own prices of products, where they differ from the public ones. */
export async function askMyPrices(productIds: readonly string[]): Promise<MyPrice[]> {
  const pages = Array.from({ length: Math.ceil(productIds.length / maxPricedProducts) }, (_, page) =>
    productIds.slice(page * maxPricedProducts, (page + 1) * maxPricedProducts),
  )
  // With the token at hand, a refused one ends no session: another tab may just be changing the password.
  const bearer = await freshAccessToken()
  const answers = await Promise.all(
    pages.map((ids) => call(getMyPrices, { body: { productIds: [...ids] }, ...(bearer && { bearer }) })),
  )
  return answers.flatMap(({ prices }) => prices)
}
