import { eq } from 'drizzle-orm'
import { paymentMethods, type Tx } from './cards.tables.ts'
import { readBillingDetails } from './create-payment-method.ts'
import { findMethod } from './find-objects.ts'
import { presentPaymentMethod } from './present-payment-method.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { missing } from './wire-error.ts'

/** POST /v1/payment_methods/{id}: who pays and the metadata; the card stays what it is. */
export async function updatePaymentMethod(tx: Tx, call: Call, id: string): Promise<Answer> {
  const before = await findMethod(tx, id)
  if (before === undefined) throw missing('PaymentMethod', id, 'payment_method')
  const billing = call.params.object('billing_details')
  const metadata = call.params.metadata(before.metadata)
  const billingDetails = billing === undefined ? before.billingDetails : readBillingDetails(billing)
  call.params.done()
  const after = { ...before, billingDetails, metadata }
  await tx.update(paymentMethods).set({ billingDetails, metadata }).where(eq(paymentMethods.id, id))
  return ok(presentPaymentMethod(after))
}
