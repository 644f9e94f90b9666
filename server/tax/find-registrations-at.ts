import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds where the shop collected tax under which number, and the country that it sent from. */
export interface RegistrationsAt {
  country: string
  registrations: { country: string; region: string; number: string; startsOn: string; endsOn: string | null }[]
}

/** Returns the registrations with a number as they stood at a time; triggers write them (0007-tax.sql). */
export async function findRegistrationsAt(db: Database | Transaction, time: Date): Promise<RegistrationsAt> {
  const { rows } = await db.execute<RegistrationsAt & Record<string, unknown>>(sql`
    SELECT country, registrations FROM tax_registration_versions WHERE since <= ${time} ORDER BY since DESC, id DESC LIMIT 1`)
  return rows[0] ?? { country: '', registrations: [] }
}
