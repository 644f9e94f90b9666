import { listTools } from '#contract/catalog.ts'
import { getCategories } from '#contract/categories.ts'
import { listReviews } from '#contract/reviews.ts'
import { getSiteContent } from '#contract/site-content.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import { currentLanguage } from '#web/i18n/language.ts'

/** Loads the data of the home page for navigations inside the shop; not part of its first script. */
export async function loadHome() {
  const [content, tools, categories, reviews] = await Promise.all([
    cachedCall(getSiteContent, { query: { language: currentLanguage() } }),
    cachedCall(listTools),
    cachedCall(getCategories, { query: { language: currentLanguage() } }),
    cachedCall(listReviews, { query: { limit: '100' } }),
  ])
  return { content, tools, categories, reviews }
}
