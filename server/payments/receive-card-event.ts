import type { FastifyBaseLogger } from 'fastify'
import type Stripe from 'stripe'
import type { CardProvider } from '#server/payments/card-provider.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database.ts'
import { Problem, problem } from '#server/platform/problem.ts'

interface SignedEvent {
  body: Buffer
  signature: string
  secret: string
  log: FastifyBaseLogger
}

/** Takes over what the provider tells by itself, whether or not the buyer's browser is still there. Throws `signature-invalid`. */
export async function receiveCardEvent(
  db: Database,
  provider: CardProvider,
  { body, signature, secret, log }: SignedEvent,
): Promise<void> {
  const event = await readEvent(provider, body, signature, secret)
  if (event.type !== 'payment_intent.succeeded') return
  try {
    await settlePayment(db, provider, event.data.object)
  } catch (error) {
    // An intent that is not ours, or money that went back: sending the event again would change nothing.
    if (!(error instanceof Problem) || error.code.startsWith('payment-provider-')) throw error
    log.warn({ event: event.id, code: error.code }, 'a card event had no order to pay')
  }
}

async function readEvent(
  provider: CardProvider,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<Stripe.Event> {
  try {
    return await provider.webhooks.constructEventAsync(body, signature, secret)
  } catch {
    throw problem('signature-invalid')
  }
}
