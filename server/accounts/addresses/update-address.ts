import type { AddressInput } from '#contract/addresses.ts'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import { isAddress } from '#server/accounts/addresses/find-addresses.ts'
import { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Replaces an address of a buyer. Throws `address-not-found` and what `readAddress` throws. */
export async function updateAddress(db: Database, userId: string, id: string, input: AddressInput) {
  const [row] = await db.update(addresses).set(readAddress(input)).where(isAddress(userId, id)).returning()
  if (!row) throw problem('address-not-found')
  return row
}
