import { createServer } from 'node:http'
import Stripe from 'stripe'
import { waitFor } from './wait-for.ts'

export interface WebhookReceiver extends AsyncDisposable {
  webhook: { url: () => string; secret: string }
  /** The accepted events in order of arrival; the official SDK has checked their signatures. */
  received: Stripe.Event[]
  /** Answers the next deliveries with 500. */
  failNext(count: number): void
  failuresLeft(): number
  /** Waits for the event of this type about the object with this id. */
  waitForEvent(type: Stripe.Event['type'], id: string): Promise<Stripe.Event>
}

/** Starts a webhook endpoint on a port of its own that records the sandbox's events, for tests. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = 'whsec_of_this_test'
  const sdk = new Stripe('sk_test_unused')
  const received: Stripe.Event[] = []
  let failuresLeft = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const header = request.headers['stripe-signature'] ?? ''
      // A sandbox with another clock signs with that clock.
      const event = sdk.webhooks.constructEvent(Buffer.concat(chunks), header, secret, 24 * 3600)
      const fails = failuresLeft > 0
      if (fails) failuresLeft -= 1
      else received.push(event)
      response.writeHead(fails ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const isAbout = (event: Stripe.Event, id: string) => JSON.stringify(event.data.object).includes(`"${id}"`)
  return {
    webhook: { url: () => `http://127.0.0.1:${port}/webhooks/stripe`, secret },
    received,
    failNext: (count) => void (failuresLeft = count),
    failuresLeft: () => failuresLeft,
    waitForEvent: (type, id) =>
      waitFor(() => received.find((event) => event.type === type && isAbout(event, id)), `${type} of ${id}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
