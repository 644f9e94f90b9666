import { and, eq } from 'drizzle-orm'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import { isAddress } from '#server/accounts/addresses/find-addresses.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Makes an address of a buyer the default one, or the one of the bills; throws `address-not-found`. */
export function markAddress(db: Database, userId: string, id: string, mark: 'isDefault' | 'isBilling'): Promise<void> {
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    await tx
      .update(addresses)
      .set({ [mark]: false })
      .where(and(eq(addresses.userId, userId), addresses[mark]))
    const { rowCount } = await tx
      .update(addresses)
      .set({ [mark]: true })
      .where(isAddress(userId, id))
    if (!rowCount) throw problem('address-not-found')
  })
}
