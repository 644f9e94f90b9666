import { sql } from 'drizzle-orm'
import type { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/** Describes a default address; one that is there keeps its addressee if none is named, a new one gets that of `newRecipient`. */
export type DefaultAddress = Omit<ReturnType<typeof readAddress>, 'label' | 'phone' | 'recipient'> & {
  recipient?: string
  newRecipient: string
}

/** Sets the default addresses of buyers; null deletes it. One that is there keeps its label and phone. */
export async function writeDefaultAddresses(
  tx: Transaction,
  writes: readonly { userId: string; address: DefaultAddress | null }[],
): Promise<void> {
  const given = JSON.stringify(
    writes.flatMap(({ userId, address }) => (address ? [{ id: newId(), userId, ...address }] : [])),
  )
  const gone = writes.flatMap(({ userId, address }) => (address ? [] : [userId]))
  if (gone.length > 0)
    await tx.execute(sql`DELETE FROM addresses WHERE is_default AND user_id = ANY (${sql.param(gone)}::uuid[])`)
  await tx.execute(sql`
    INSERT INTO addresses (id, user_id, recipient, company, street, district, city, region, postal_code, country, is_default)
    SELECT given.id, "userId", coalesce(given.recipient, known.recipient, "newRecipient"), given.company, given.street, given.district,
      given.city, given.region, "postalCode", given.country, true
    FROM jsonb_to_recordset(${given}::jsonb) AS given (id uuid, "userId" uuid, recipient text, "newRecipient" text, company text, street text,
      district text, city text, region text, "postalCode" text, country text)
      LEFT JOIN addresses known ON known.user_id = "userId" AND known.is_default
    ON CONFLICT (user_id) WHERE is_default DO UPDATE SET recipient = excluded.recipient, company = excluded.company, street = excluded.street, district = excluded.district,
      city = excluded.city, region = excluded.region, postal_code = excluded.postal_code, country = excluded.country`)
}
