import { and, eq, type SQL, sql } from 'drizzle-orm'
import { maxTags, type Tag, type TaggedSubject } from '#contract/tags.ts'
import { tags } from '#server/customers/tags/tags.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the tags that are in use, by name; `isOnOrder` says so of a row of `tags`. */
export async function listTags(db: Database, subject: TaggedSubject, isOnOrder: SQL): Promise<Tag[]> {
  const isOnCustomer = sql`EXISTS (SELECT FROM customer_tags WHERE tag_id = ${tags.id})`
  const rows = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.subject, subject), subject === 'order' ? isOnOrder : isOnCustomer))
    .orderBy(sql`lower(${tags.name})`, tags.id)
    .limit(maxTags)
  return rows.map(presentTag)
}

export const presentTag = ({ id, name }: { id: number; name: string }): Tag => ({ _id: String(id), name })
