import { type ApiRequest, type ApiResponse, invalidRequest, ok } from './api.ts'
import { paymentIntents, type Tx } from './cards.tables.ts'
import { getCustomer } from './customers.ts'
import { newId, randomString } from './new-id.ts'
import { presentPaymentIntent } from './present.ts'

const minAmountCents = 50
/** Lists two-decimal currencies only: the sandbox converts nothing. */
const currencies = ['aud', 'cad', 'chf', 'eur', 'gbp', 'nzd', 'sek', 'usd']

/** Creates an intent that waits for a card (POST /v1/payment_intents). */
export async function createPaymentIntent(
  tx: Tx,
  {
    params,
    at,
  }: ApiRequest<{ amount: string; currency: string; customer?: string; metadata?: Record<string, string> }>,
): Promise<ApiResponse> {
  const amountCents = Number(params.amount)
  if (amountCents < minAmountCents) throw invalidRequest('Amount must be at least $0.50 usd', { param: 'amount' })
  const currency = params.currency.toLowerCase()
  if (!currencies.includes(currency)) throw invalidRequest('Invalid currency.', { param: 'currency' })
  if (params.customer !== undefined) await getCustomer(tx, params.customer, 'customer')
  const id = newId('pi')
  const [row] = await tx
    .insert(paymentIntents)
    .values({
      id,
      clientSecret: `${id}_secret_${randomString(25)}`,
      createdAt: at,
      amountCents,
      currency,
      status: 'requires_payment_method',
      customerId: params.customer ?? null,
      metadata: { ...params.metadata },
    })
    .returning()
  if (row === undefined) throw new Error('The payment intent was not stored')
  return ok(presentPaymentIntent(row))
}
