import type Stripe from 'stripe'

export interface Confirmed {
  status: number
  /** The intent afterwards, as the buyer's browser sees it, also when the card was declined. */
  intent: Stripe.PaymentIntent
  error?: { code?: string; decline_code?: string; param?: string; message: string }
}

/** Confirms an intent as Stripe.js does, with the publishable key and the client secret, for tests. */
export async function confirmCard(
  origin: string,
  { id, client_secret }: Stripe.PaymentIntent,
  number = '4242424242424242',
  fields: Record<string, string> = {},
): Promise<Confirmed> {
  const card = { number, exp_month: '12', exp_year: String(new Date().getUTCFullYear() + 2), cvc: '123', ...fields }
  const body = new URLSearchParams({
    key: 'pk_test_browser',
    client_secret: client_secret ?? '',
    use_stripe_sdk: 'true',
    'payment_method_data[type]': 'card',
    'payment_method_data[billing_details][name]': 'Jo',
  })
  for (const [name, value] of Object.entries(card)) body.set(`payment_method_data[card][${name}]`, value)
  const response = await fetch(`${origin}/v1/payment_intents/${id}/confirm`, { method: 'POST', body })
  const result = (await response.json()) as Stripe.PaymentIntent & {
    error?: NonNullable<Confirmed['error']> & { payment_intent: Stripe.PaymentIntent }
  }
  const { error } = result
  return { status: response.status, intent: error ? error.payment_intent : result, ...(error ? { error } : {}) }
}
