import Stripe from 'stripe'
import type { CardSandbox } from '#embedded/cards/testing/start-sandbox.ts'
import { events } from '#embedded/cards/cards.tables.ts'
import { presentEvent } from '#embedded/cards/present.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'
import type { StatementRecorder } from '#server/testing/record-statements.ts'

export const sandboxKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
export const webhookSecret = 'whsec_counted'

/** Returns the settings of a shop that pays at this sandbox, so that its own statements can be told from those of the sandbox. */
export const settingsFor = ({ origin }: CardSandbox): Record<string, string> => ({
  STRIPE_SECRET_KEY: sandboxKey,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_counted',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: origin,
})

/** Names who tells the shop first that the money has arrived. */
export type FirstNews = 'browser' | 'webhook' | 'both'

/** Places and pays an order and returns the statements of the shop by step. */
export async function payStepByStep(
  shop: TestShop,
  cards: CardSandbox,
  recorder: StatementRecorder,
  { token, order, first }: { token: string; order: object; first: FirstNews },
): Promise<Map<string, string[]>> {
  const steps = new Map<string, string[]>()
  const call = async (method: 'PATCH' | 'POST', url: string, body: object) => {
    const response = await shop.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, body })
    if (response.statusCode !== 200) throw new Error(`${method} ${url}: ${response.payload}`)
    return response.json<{ _id: string; clientSecret: string }>()
  }
  const record = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const done: Result[] = []
    steps.set(step, await recorder.record(async () => done.push(await work())))
    return done[0] as Result
  }

  const { _id: id } = await record('POST /orders', () => call('POST', '/orders', order))
  const { clientSecret } = await record('POST /create-payment-intent', () =>
    call('POST', '/create-payment-intent', { orderId: id }),
  )
  const intentId = clientSecret.split('_secret_')[0] ?? ''
  await cards.confirm({ id: intentId, client_secret: clientSecret } as Stripe.PaymentIntent)
  const settle = () => record(`PATCH /order/{id}`, () => call('PATCH', `/order/${id}`, { transactionId: intentId }))
  const deliver = async () => {
    const sent = (await cards.db.select().from(events)).map((row) => presentEvent(row) as Stripe.Event)
    for (const event of sent) {
      if (!JSON.stringify(event.data.object).includes(`"${intentId}"`)) continue
      const payload = JSON.stringify(event)
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret }),
      }
      await record(`webhook ${event.type}`, () =>
        shop.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload }),
      )
    }
  }
  if (first === 'both') await Promise.all([settle(), deliver()])
  else for (const tell of first === 'browser' ? [settle, deliver] : [deliver, settle]) await tell()
  return steps
}
