import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { linkedProviders } from './identity.tables.ts'
import type { LinkedProvider } from './identity.tables.ts'

/** The accounts elsewhere that sign in to this one, the oldest link first. */
export function listLinkedProviders(db: Database | Tx, localId: string): Promise<LinkedProvider[]> {
  return db
    .select()
    .from(linkedProviders)
    .where(eq(linkedProviders.localId, localId))
    .orderBy(asc(linkedProviders.linkedAt), asc(linkedProviders.providerId))
}

export async function unlinkProviders(tx: Tx, localId: string, providerIds: readonly string[]): Promise<void> {
  if (providerIds.length === 0) return
  await tx
    .delete(linkedProviders)
    .where(and(eq(linkedProviders.localId, localId), inArray(linkedProviders.providerId, [...providerIds])))
}
