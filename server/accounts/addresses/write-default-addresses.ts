import { sql } from 'drizzle-orm'
import type { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

type StoredAddress = Omit<ReturnType<typeof readAddress>, 'label' | 'phone'>

/** Sets the default addresses of buyers; null deletes it. One that is there keeps its label, phone and addressee. */
export async function writeDefaultAddresses(
  tx: Transaction,
  writes: readonly { userId: string; address: StoredAddress | null }[],
): Promise<void> {
  const given = JSON.stringify(
    writes.flatMap(({ userId, address }) => (address ? [{ id: newId(), userId, ...address }] : [])),
  )
  const gone = writes.flatMap(({ userId, address }) => (address ? [] : [userId]))
  if (gone.length > 0)
    await tx.execute(sql`DELETE FROM addresses WHERE is_default AND user_id = ANY (${sql.param(gone)}::uuid[])`)
  await tx.execute(sql`
    INSERT INTO addresses (id, user_id, recipient, company, street, district, city, region, postal_code, country, is_default)
    SELECT id, "userId", recipient, company, street, district, city, region, "postalCode", country, true
    FROM jsonb_to_recordset(${given}::jsonb) AS given (id uuid, "userId" uuid, recipient text, company text, street text, district text,
      city text, region text, "postalCode" text, country text)
    ON CONFLICT (user_id) WHERE is_default DO UPDATE SET company = excluded.company, street = excluded.street, district = excluded.district,
      city = excluded.city, region = excluded.region, postal_code = excluded.postal_code, country = excluded.country`)
}
