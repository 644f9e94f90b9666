import { and, desc, eq } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { parseId } from '#server/platform/ids.ts'

/** Matches an address of a buyer; throws `address-not-found` for what is no id. */
export const isAddress = (userId: string, id: string) =>
  and(eq(addresses.userId, userId), eq(addresses.id, parseId(id, 'address-not-found')))

/** Returns the addresses of a buyer, the default one first, then the latest. */
export const findAddresses = (db: Database | Transaction, userId: string) =>
  db
    .select()
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), desc(addresses.createdAt), desc(addresses.id))
