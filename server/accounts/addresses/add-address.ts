import { eq } from 'drizzle-orm'
import { type AddressInput, maxAddresses } from '#contract/addresses.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { addresses } from '#server/accounts/addresses/addresses.tables.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Saves an address of a buyer, the first one as the default; that staff did so is audited. Throws `too-many-addresses` and what `readAddress` throws. */
export function addAddress(db: Database, userId: string, input: AddressInput, staff?: AuditActor) {
  const address = readAddress(input)
  return db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const count = await tx.$count(addresses, eq(addresses.userId, userId))
    if (count >= maxAddresses) throw problem('too-many-addresses', { limit: maxAddresses })
    const [row] = await tx
      .insert(addresses)
      .values({ id: newId(), userId, ...address, isDefault: count === 0 })
      .returning()
    if (!row) throw problem('unexpected')
    // Never the address itself: audit events are permanent.
    if (staff)
      await recordAuditEvent(tx, staff, { kind: 'customer-address-added', subject: { type: 'user', id: userId } })
    return row
  })
}
