import { eq } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import { findAddresses, isAddress } from '#server/accounts/addresses/find-addresses.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Deletes an address of a buyer; of those that are left, the latest becomes the default. Throws `address-not-found`. */
export function deleteAddress(db: Database, userId: string, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const { rowCount } = await tx.delete(addresses).where(isAddress(userId, id))
    if (!rowCount) throw problem('address-not-found')
    const [first] = await findAddresses(tx, userId)
    if (first && !first.isDefault) await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, first.id))
  })
}
