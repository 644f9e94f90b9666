import { and, eq, sql } from 'drizzle-orm'
import { maxTags, type Tag, type TaggedSubject } from '#contract/tags.ts'
import { tags } from '#server/customers/tags/tags.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

/** Returns the tags that are in use, by name. */
export async function listTags(db: Database, subject: TaggedSubject): Promise<Tag[]> {
  const uses = sql.identifier(`${subject}_tags`)
  const rows = await db
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.subject, subject), sql`EXISTS (SELECT FROM ${uses} WHERE tag_id = ${tags.id})`))
    .orderBy(sql`lower(${tags.name})`, tags.id)
    .limit(maxTags)
  return rows.map(presentTag)
}

export const presentTag = ({ id, name }: { id: number; name: string }): Tag => ({ _id: String(id), name })
