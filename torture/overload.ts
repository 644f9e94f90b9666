import autocannon from 'autocannon'
import type { Tool } from '#contract/catalog.ts'
import { maxInFlight } from '#server/platform/http/shed-load.ts'
import { audit } from '#torture/run-audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Result, check, inSeconds, never, info } from '#torture/result.ts'
import { addProducts, type Person } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { logProgress } from '#torture/log-progress.ts'
import { pick } from '#torture/workload.ts'
import { watchHealth } from '#torture/watch-health.ts'

const floodSeconds = 12
/** 3,000 clients: far above the limit of concurrent requests. */
const crowd = 7.5 * maxInFlight

/** Sends orders from 7.5 times as many clients as a process admits, without pauses; then none. */
export async function overload(): Promise<Result[]> {
  await using shop = await openShop({ LOG_LEVEL: 'fatal' })
  const { url, admin, buyers, directory } = shop
  const products = await addProducts(url, admin, 20)
  const orders = { url, buyers, products }

  const capacity = await flood(orders, 32, 4)
  logProgress(`${Math.round(capacity.takenPerSecond)} orders/s by 32 buyers; now ${crowd} buyers`)
  const health = watchHealth(url)
  const seen = await flood(orders, crowd, floodSeconds)
  const healthMs = await health.stop()
  const overAt = performance.now()
  const first = await call(url, 'POST', '/orders', { token: buyers[0]?.token, body: bodyFor(products[0]) })
  const recoveredMs = performance.now() - overAt
  const after = await flood(orders, 32, 4)

  return [
    info('by 32 buyers before', `${Math.round(capacity.takenPerSecond)} orders/s`),
    info(`with ${crowd} buyers`, `${Math.round(seen.answers / floodSeconds)} orders/s for ${floodSeconds} s`),
    info('taken meanwhile', `${Math.round(seen.takenPerSecond)} orders/s`),
    never('answers other than success, 429 or 503, and none at all', seen.strange, ` of ${seen.answers}`),
    check(
      'shed with Retry-After',
      seen.shedWithRetryAfter === seen.shed,
      `${seen.shedWithRetryAfter} of ${seen.shed}`,
      'all',
    ),
    atMost('an order that was taken', seen.takenMs, 5000),
    atMost('/healthz meanwhile', healthMs, 2000),
    check(
      'the first order afterwards',
      first.status === 200 && recoveredMs < 1000,
      `${first.status} after ${inSeconds(recoveredMs)}`,
      '200, ≤ 1.0 s',
    ),
    info('by 32 people afterwards', `${Math.round(after.takenPerSecond)} orders/s`),
    never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
  ]
}

interface Orders {
  url: string
  buyers: readonly Person[]
  products: readonly Tool[]
}

/** Sends orders from that many clients for that many seconds, each after its last response. */
async function flood({ url, buyers, products }: Orders, people: number, seconds: number) {
  const takenMs: number[] = []
  const strange: string[] = []
  const seen = { answers: 0, shed: 0, shedWithRetryAfter: 0 }
  let turn = 0
  const { errors } = await autocannon({
    url,
    connections: people,
    duration: seconds,
    setupClient(client) {
      turn++
      client.setRequests([
        {
          method: 'POST',
          path: '/orders',
          headers: { authorization: `Bearer ${pick(buyers, turn).token}`, 'content-type': 'application/json' },
          body: JSON.stringify(bodyFor(pick(products, turn))),
          onResponse(status, _body, _context, names) {
            if (status !== 503 && status !== 429) return
            seen.shed++
            if (names && 'retry-after' in names) seen.shedWithRetryAfter++
          },
        },
      ])
      client.on('response', (status, _bytes, ms) => {
        seen.answers++
        if (status === 200) takenMs.push(ms)
        else if (status !== 503 && status !== 429) strange.push(String(status))
      })
    },
  })
  strange.push(...Array<string>(errors).fill('no answer'))
  return { ...seen, strange, takenMs, takenPerSecond: takenMs.length / seconds }
}

const bodyFor = (product: Tool | undefined) => ({
  productId: product?._id,
  quantity: 1,
  address: '1 Test Street',
  phoneNumber: '5550100',
  totalPrice: 1.25,
})
