import { and, eq, sql } from 'drizzle-orm'
import type { TaggedSubject } from '#contract/tags.ts'
import { tags } from '#server/customers/tags/tags.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Returns the tag of this name, in any case, and adds it if there is none. */
export async function findOrAddTag(
  tx: Transaction,
  subject: TaggedSubject,
  name: string,
  by: { id: string },
): Promise<{ id: number; name: string }> {
  await tx.insert(tags).values({ subject, name, createdBy: by.id }).onConflictDoNothing()
  const [tag] = await tx
    .select({ id: tags.id, name: tags.name })
    .from(tags)
    .where(and(eq(tags.subject, subject), sql`lower(${tags.name}) = lower(${name})`))
  if (!tag) throw new Error('a tag that was added is not there')
  return tag
}
