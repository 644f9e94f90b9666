import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import type { Tool } from '#contract/catalog.ts'
import { usualLoadLimits } from '#server/platform/shed-load.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { audit } from '#torture/audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Figure, holds, inSeconds, never, told } from '#torture/figure.ts'
import { addProduct, enter, owner, ownersSettings, type Person, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { pick } from '#torture/trade.ts'
import { watchHealth } from '#torture/watch-health.ts'

const floodSeconds = 12
/** Ten times as many as are let in at once. */
const crowd = 10 * usualLoadLimits.mostChanging

/** Ten times as many people as the shop lets in order at once, and again as soon as they are answered; then none. */
export async function overload(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shop = await runShopProcess(directory, {
    ...ownersSettings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'fatal',
  })
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 20 }, () => addProduct(url, admin, 1_000_000)))
    const orders = { url, buyers, products }

    const capacity = await flood(orders, 32, 4)
    stage(`${Math.round(capacity.takenPerSecond)} orders/s by 32 people; now come ${crowd}`)
    const health = watchHealth(url)
    const seen = await flood(orders, crowd, floodSeconds)
    const healthMs = await health.stop()
    const overAt = performance.now()
    const first = await call(url, 'POST', '/orders', { token: buyers[0]?.token, body: wishFor(products[0]) })
    const recoveredMs = performance.now() - overAt
    const after = await flood(orders, 32, 4)

    return [
      told('by 32 people before', `${Math.round(capacity.takenPerSecond)} orders/s`),
      told(`asked by ${crowd} people`, `${Math.round(seen.answers / floodSeconds)} orders/s for ${floodSeconds} s`),
      told('taken meanwhile', `${Math.round(seen.takenPerSecond)} orders/s`),
      never('answers other than success, 429 or 503, and none at all', seen.strange, ` of ${seen.answers}`),
      holds(
        'shed with Retry-After',
        seen.shedWithRetryAfter === seen.shed,
        `${seen.shedWithRetryAfter} of ${seen.shed}`,
        'all',
      ),
      atMost('an order that was taken', seen.takenMs, 5000),
      atMost('/healthz meanwhile', healthMs, 2000),
      holds(
        'the first order afterwards',
        first.status === 200 && recoveredMs < 1000,
        `${first.status} after ${inSeconds(recoveredMs)}`,
        '200, ≤ 1.0 s',
      ),
      told('by 32 people afterwards', `${Math.round(after.takenPerSecond)} orders/s`),
      never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}

interface Orders {
  url: string
  buyers: readonly Person[]
  products: readonly Tool[]
}

/** So many people order one thing after the other, each as soon as the last was answered, for so many seconds. */
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
          body: JSON.stringify(wishFor(pick(products, turn))),
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

const wishFor = (product: Tool | undefined) => ({
  productId: product?._id,
  quantity: 1,
  address: '1 Test Street',
  phoneNumber: '1',
  totalPrice: 1.25,
})
