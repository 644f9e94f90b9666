import { getShelves } from '#contract/catalog.ts'
import { listReviews } from '#contract/reviews.ts'
import { call } from '#web/api/call.ts'
import { remember } from '#web/api/memory.ts'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { siteContentMemory } from '#web/site-content/site-content-memory.ts'

/** More than any home page shows. */
const latest = { query: { limit: '100' } }

const shelfMemory = remember(() => call(getShelves))
const reviewMemory = remember(() => call(listReviews, latest))

/** What the home page is made of, for those who come to it from inside the shop. */
export async function recallHome() {
  const [content, tools, shelves, reviews] = await Promise.all([
    siteContentMemory.recall(),
    recallProducts(),
    shelfMemory.recall(),
    reviewMemory.recall(),
  ])
  return { content, tools, shelves, reviews }
}
