import { eq } from 'drizzle-orm'
import { type PaymentIntentRow, paymentIntents, type Tx } from './cards.tables.ts'

/** Writes the intent back; the caller holds it. */
export async function saveIntent(tx: Tx, row: PaymentIntentRow): Promise<PaymentIntentRow> {
  // The database alone gives sequence numbers, and wants none given.
  const { sequence: _sequence, ...values } = row
  const [saved] = await tx.update(paymentIntents).set(values).where(eq(paymentIntents.id, row.id)).returning()
  if (saved === undefined) throw new Error(`Payment intent ${row.id} vanished under its lock`)
  return saved
}
