import type { Database } from '#server/platform/database/database.ts'
import { readSiteContent } from '#server/site-content/read-site-content.ts'

/** Returns whether everyone sees the pages of products, and search engines may list them. */
export async function areProductPagesPublic(db: Database): Promise<boolean> {
  const { settings, search } = await readSiteContent(db)
  return settings.productPages === 'public' && search.indexing === 'shown'
}
