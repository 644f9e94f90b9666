import { type ApiRequest, type ApiResponse, invalidRequest, ok } from './api.ts'
import { paymentIntents, type Tx } from './cards.tables.ts'
import { getCustomer } from './customers.ts'
import { newId, randomString } from './new-id.ts'
import { presentPaymentIntent } from './present.ts'

const withThreeDecimals = ['bhd', 'jod', 'kwd', 'omr', 'tnd']
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

/** Throws unless an amount can be charged: cards take two of three decimals, so that the last digit is a zero. */
export function assertChargeable(amount: number, currency: string): void {
  if (withThreeDecimals.includes(currency) && amount % 10 !== 0)
    throw invalidRequest(`Invalid amount: amounts in ${currency} must end with a zero.`, { param: 'amount' })
}

/** Creates an intent that waits for a card (POST /v1/payment_intents). */
export async function createPaymentIntent(
  tx: Tx,
  {
    params,
    at,
    limitsOf,
  }: ApiRequest<{ amount: string; currency: string; customer?: string; metadata?: Record<string, string> }>,
): Promise<ApiResponse> {
  const amountCents = Number(params.amount)
  const currency = params.currency.toLowerCase()
  if (!currencies.has(currency)) throw invalidRequest('Invalid currency.', { param: 'currency' })
  const { least, most } = limitsOf(currency)
  if (amountCents < least || amountCents > most)
    throw invalidRequest(`Amount must be ${least} to ${most} of the smallest unit of ${currency}`, {
      code: amountCents < least ? 'amount_too_small' : 'amount_too_large',
      param: 'amount',
    })
  assertChargeable(amountCents, currency)
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
