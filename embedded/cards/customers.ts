import { desc, eq } from 'drizzle-orm'
import { Type } from 'typebox'
import { type ApiRequest, type ApiResponse, invalidRequest, metadata, notFound, ok } from './api.ts'
import { customers, type PaymentIntentRow, type PaymentMethodRow, paymentMethods, type Tx } from './cards.tables.ts'
import { newId } from './new-id.ts'
import { presentList } from './list-objects.ts'
import { presentCustomer, presentPaymentMethod } from './present.ts'

export const customerParams = {
  email: Type.Optional(Type.String({ maxLength: 512 })),
  metadata: Type.Optional(metadata),
}

/** Creates a customer, whose saved cards are listed together (POST /v1/customers). */
export async function createCustomer(
  tx: Tx,
  { params, at }: ApiRequest<{ email?: string; metadata?: Record<string, string> }>,
): Promise<ApiResponse> {
  const [row] = await tx
    .insert(customers)
    .values({ id: newId('cus'), createdAt: at, email: params.email ?? null, metadata: { ...params.metadata } })
    .returning()
  if (row === undefined) throw new Error('The customer was not stored')
  return ok(presentCustomer(row))
}

/** Deletes a customer, and takes the cards off (DELETE /v1/customers/{id}). */
export async function deleteCustomer(tx: Tx, { id }: ApiRequest): Promise<ApiResponse> {
  await getCustomer(tx, id)
  await tx.update(paymentMethods).set({ customerId: null }).where(eq(paymentMethods.customerId, id))
  await tx.delete(customers).where(eq(customers.id, id))
  return ok({ id, object: 'customer', deleted: true })
}

/** Returns a customer; throws `resource_missing`, as Stripe does for the `customer` of a request. */
export async function getCustomer(tx: Tx, id: string, param?: string): Promise<void> {
  const [row] = await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, id)).for('key share')
  if (row !== undefined) return
  if (param === undefined) throw notFound('customer', id)
  throw invalidRequest(`No such customer: '${id.slice(0, 60)}'`, { code: 'resource_missing', param })
}

/** Lists the saved cards of a customer, newest first (GET /v1/payment_methods). */
export async function listPaymentMethods(
  tx: Tx,
  { params }: ApiRequest<{ customer: string; type: string; limit?: string }>,
): Promise<ApiResponse> {
  await getCustomer(tx, params.customer, 'customer')
  const rows = await tx
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.customerId, params.customer))
    .orderBy(desc(paymentMethods.createdAt), desc(paymentMethods.id))
  return presentList('/v1/payment_methods', rows, params.limit, presentPaymentMethod)
}

/** Returns a card (GET /v1/payment_methods/{id}). */
export async function retrievePaymentMethod(tx: Tx, { id }: ApiRequest): Promise<ApiResponse> {
  const [row] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id))
  if (row === undefined) throw notFound('PaymentMethod', id)
  return ok(presentPaymentMethod(row))
}

/** Takes a card off its customer, for good (POST /v1/payment_methods/{id}/detach). */
export async function detachPaymentMethod(tx: Tx, { id }: ApiRequest): Promise<ApiResponse> {
  const [row] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for('update')
  if (row === undefined) throw notFound('PaymentMethod', id)
  if (row.customerId === null)
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.')
  await tx.update(paymentMethods).set({ customerId: null }).where(eq(paymentMethods.id, id))
  return ok(presentPaymentMethod({ ...row, customerId: null }))
}

/** Returns the saved card that an intent is to be paid with; throws for one of another customer, and for one that was taken off. */
export async function findSavedCard(tx: Tx, id: string, { customerId }: PaymentIntentRow): Promise<PaymentMethodRow> {
  const [row] = await tx.select().from(paymentMethods).where(eq(paymentMethods.id, id)).for('key share')
  const param = 'payment_method'
  if (row === undefined)
    throw invalidRequest(`No such PaymentMethod: '${id.slice(0, 60)}'`, { code: 'resource_missing', param })
  if (customerId === null || row.customerId !== customerId)
    throw invalidRequest(
      'The PaymentMethod provided does not belong to the customer of this PaymentIntent. Please use it with that customer.',
      { param },
    )
  return row
}
