import { eq } from 'drizzle-orm'
import {
  type ChargeRow,
  charges,
  type DisputeRow,
  disputes,
  type PaymentIntentRow,
  paymentIntents,
  type PaymentMethodRow,
  paymentMethods,
  type RefundRow,
  refunds,
  type Tx,
} from './cards.tables.ts'

export async function findIntent(tx: Tx, id: string): Promise<PaymentIntentRow | undefined> {
  const [row] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id))
  return row
}

/** Whoever changes an intent, its charge or a refund holds the intent: so no two requests move its money at once. */
export async function findIntentForUpdate(tx: Tx, id: string): Promise<PaymentIntentRow | undefined> {
  const [row] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update')
  return row
}

export async function findMethod(tx: Tx, id: string): Promise<PaymentMethodRow | undefined> {
  const [row] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id))
  return row
}

export async function findCharge(tx: Tx, id: string): Promise<ChargeRow | undefined> {
  const [row] = await tx.select().from(charges).where(eq(charges.id, id))
  return row
}

export async function findDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  const [row] = await tx.select().from(disputes).where(eq(disputes.id, id))
  return row
}

export async function findRefund(tx: Tx, id: string): Promise<RefundRow | undefined> {
  const [row] = await tx.select().from(refunds).where(eq(refunds.id, id))
  return row
}
