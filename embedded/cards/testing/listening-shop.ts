import { createServer } from 'node:http'
import Stripe from 'stripe'
import { eventually } from './eventually.ts'

export interface ListeningShop extends AsyncDisposable {
  webhook: { url: () => string; secret: string }
  /** What arrived, in the order in which it did, with its signature checked by the official SDK. */
  got: Stripe.Event[]
  /** So many deliveries are refused from now on. */
  refuse(count: number): void
  /** How many deliveries are still to be refused. */
  refusing(): number
  /** Waits for the event of this type about the object with this id. */
  delivered(type: Stripe.Event['type'], id: string): Promise<Stripe.Event>
}

/** For tests: whoever gets the sandbox's events, over HTTP on a port of its own. */
export async function listeningShop(): Promise<ListeningShop> {
  const secret = 'whsec_of_this_test'
  const sdk = new Stripe('sk_test_unused')
  const got: Stripe.Event[] = []
  let refusing = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const header = request.headers['stripe-signature'] ?? ''
      // A sandbox whose clock stands elsewhere signs with that clock.
      const event = sdk.webhooks.constructEvent(Buffer.concat(chunks), header, secret, 24 * 3600)
      const isRefused = refusing > 0
      if (isRefused) refusing -= 1
      else got.push(event)
      response.writeHead(isRefused ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const isAbout = (event: Stripe.Event, id: string) => JSON.stringify(event.data.object).includes(`"${id}"`)
  return {
    webhook: { url: () => `http://127.0.0.1:${port}/webhooks/stripe`, secret },
    got,
    refuse: (count) => void (refusing = count),
    refusing: () => refusing,
    delivered: (type, id) =>
      eventually(() => got.find((event) => event.type === type && isAbout(event, id)), `${type} of ${id}`),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
