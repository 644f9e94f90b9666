import { type SQL, sql } from 'drizzle-orm'
import type { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/** Describes an address of a buyer; one that is there keeps its addressee and its phone if none is named, a new one gets the addressee `newRecipient`. */
export type DefaultAddress = Omit<ReturnType<typeof readAddress>, 'label' | 'phone' | 'recipient'> & {
  recipient?: string
  phone?: string
  newRecipient: string
}

/** Sets the default addresses of buyers; null deletes it. One that is there keeps its label. */
export async function writeDefaultAddresses(
  tx: Transaction,
  writes: readonly { userId: string; address: DefaultAddress | null }[],
): Promise<void> {
  const gone = writes.flatMap(({ userId, address }) => (address ? [] : [userId]))
  if (gone.length > 0)
    await tx.execute(sql`DELETE FROM addresses WHERE is_default AND user_id = ANY (${sql.param(gone)}::uuid[])`)
  await writeAddresses(tx, sql`is_default`, writes)
}

/** Sets the addresses for bills and for deliveries of buyers; without one of its own, deliveries go where the bills go. */
export async function writeAddressPairs(
  tx: Transaction,
  writes: readonly { userId: string; billing: DefaultAddress | null; delivery: DefaultAddress | null }[],
): Promise<void> {
  const idsOf = (hasDelivery: boolean) =>
    sql.param(writes.flatMap(({ userId, delivery }) => ((delivery !== null) === hasDelivery ? [userId] : [])))
  const hasOther = sql`EXISTS (
    SELECT FROM addresses other WHERE other.user_id = addresses.user_id AND other.is_billing AND NOT other.is_default)`
  // Rows keep what no file says: the address of the bills is the same row before and after.
  await tx.execute(
    sql`DELETE FROM addresses WHERE is_default AND user_id = ANY (${idsOf(false)}::uuid[]) AND ${hasOther}`,
  )
  await tx.execute(sql`
    UPDATE addresses SET is_default = true, is_billing = false WHERE is_billing AND user_id = ANY (${idsOf(false)}::uuid[])`)
  await tx.execute(sql`
    UPDATE addresses SET is_default = false, is_billing = true
    WHERE is_default AND user_id = ANY (${idsOf(true)}::uuid[]) AND NOT ${hasOther}`)
  await writeAddresses(
    tx,
    sql`is_billing`,
    writes.flatMap(({ userId, billing, delivery }) => (delivery ? [{ userId, address: billing }] : [])),
  )
  await writeDefaultAddresses(
    tx,
    writes.map(({ userId, billing, delivery }) => ({ userId, address: delivery ?? billing })),
  )
}

/** Adds or changes the address of each buyer that a column marks. */
async function writeAddresses(
  tx: Transaction,
  mark: SQL,
  writes: readonly { userId: string; address: DefaultAddress | null }[],
): Promise<void> {
  const given = writes.flatMap(({ userId, address }) => (address ? [{ id: newId(), userId, ...address }] : []))
  if (given.length === 0) return
  await tx.execute(sql`
    INSERT INTO addresses (id, user_id, recipient, company, street, district, city, region, postal_code, country, phone, ${mark})
    SELECT given.id, "userId", coalesce(given.recipient, known.recipient, "newRecipient"), given.company, given.street, given.district,
      given.city, given.region, "postalCode", given.country, coalesce(given.phone, known.phone, ''), true
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS given (id uuid, "userId" uuid, recipient text, "newRecipient" text, company text,
      street text, district text, city text, region text, "postalCode" text, country text, phone text)
      LEFT JOIN addresses known ON known.user_id = "userId" AND known.${mark}
    ON CONFLICT (user_id) WHERE ${mark} DO UPDATE SET recipient = excluded.recipient, company = excluded.company, street = excluded.street, district = excluded.district,
      city = excluded.city, region = excluded.region, postal_code = excluded.postal_code, country = excluded.country, phone = excluded.phone`)
}
