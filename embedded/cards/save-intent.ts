import { eq } from 'drizzle-orm'
import { type PaymentIntentRow, paymentIntents, type Tx } from './cards.tables.ts'

/** Writes the intent back; the caller holds it. */
export async function saveIntent(tx: Tx, { sequence: _, ...row }: PaymentIntentRow): Promise<PaymentIntentRow> {
  const [saved] = await tx.update(paymentIntents).set(row).where(eq(paymentIntents.id, row.id)).returning()
  if (saved === undefined) throw new Error(`Payment intent ${row.id} vanished under its lock`)
  return saved
}
