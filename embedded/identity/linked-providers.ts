import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { linkedProviders } from './identity.tables.ts'
import type { LinkedProvider } from './identity.tables.ts'

/** Returns the linked provider accounts, oldest first. */
export function listLinkedProviders(db: Database | Tx, localId: string): Promise<LinkedProvider[]> {
  return db
    .select()
    .from(linkedProviders)
    .where(eq(linkedProviders.localId, localId))
    .orderBy(asc(linkedProviders.linkedAt), asc(linkedProviders.providerId))
}

/** Removes those of the named providers that are linked, and returns them. */
export async function unlinkProviders(tx: Tx, localId: string, providerIds: readonly string[]): Promise<string[]> {
  if (providerIds.length === 0) return []
  const removed = await tx
    .delete(linkedProviders)
    .where(and(eq(linkedProviders.localId, localId), inArray(linkedProviders.providerId, [...providerIds])))
    .returning()
  return removed.map(({ providerId }) => providerId)
}
