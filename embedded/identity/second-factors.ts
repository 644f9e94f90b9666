import { asc, eq } from 'drizzle-orm'
import type { Database, Tx } from './identity-deps.ts'
import { secondFactors } from './identity.tables.ts'
import type { SecondFactor } from './identity.tables.ts'

/** The second steps of an account, the oldest first. */
export function listSecondFactors(db: Database | Tx, localId: string): Promise<SecondFactor[]> {
  return db
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.localId, localId))
    .orderBy(asc(secondFactors.enrolledAt))
}
