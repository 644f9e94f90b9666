import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tool } from '#contract/catalog.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { addProduct, enter, owner, ownerEnv, type Person, signUpBuyers } from '#torture/buyers.ts'
import { type ApiResponse, call } from '#torture/call.ts'
import { confirmCard, intentOf } from '#torture/confirm-card.ts'
import { logProgress } from '#torture/log-progress.ts'
import { audit } from '#torture/run-audit.ts'
import { check, info, never, type Result } from '#torture/result.ts'
import { pick } from '#torture/workload.ts'

const servers = 3
const hands = 15
const products = 60
/** Three products are scarce, so that some orders are refused or short. */
const scarce = 3
const widestLines = 300

/** Lists what a race may be refused with. */
const fineCodes = new Set([
  'lines-refused',
  'out-of-stock',
  'too-many-open-orders',
  'order-move-not-allowed',
  'payment-in-progress',
  'order-already-paid',
  'refund-too-large',
  'restock-too-large',
  'stock-out-of-range',
  'busy',
])

/**
 * Runs three servers on one database: orders of 1 to 300 lines over the same products in random order, of which some are paid, cancelled,
 * refunded or left to expire, while an admin corrects the stock.
 */
export async function overlappingOrders({ minutes }: { minutes: number }): Promise<Result[]> {
  await using database = await createTestDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shops: ShopProcess[] = []
  const settings = { ...ownerEnv, DATABASE_URL: database.url, ORDER_TTL_MINUTES: '1' }
  try {
    for (let index = 0; index < servers; index++) {
      shops.push(await runShopProcess(directory, { ...settings, PORT: String(await findFreePort()) }))
    }
    const urls = shops.map(({ url }) => url)
    const [first = ''] = urls
    const admin = await enter(first, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(first, hands)
    const tools = await Promise.all(
      Array.from({ length: products }, (_, index) => addProduct(first, admin, index < scarce ? 200 : 100_000)),
    )
    logProgress(`${servers} servers are open`)
    const counts = { placed: 0, lines: 0, paid: 0, cancelled: 0, refunded: 0, corrected: 0, refused: 0 }
    const surprises: string[] = []
    const endsAt = performance.now() + minutes * 60_000
    const anyServer = () => pick(urls, randomUnder(urls.length))

    /** Returns the body of a success; counts refusals that a race explains, and keeps others. */
    async function send<Body>(what: string, request: () => Promise<ApiResponse<Body>>): Promise<Body | undefined> {
      const { status, body } = await request()
      if (status === 200) return body
      const { code = '' } = body as { code?: string }
      if (fineCodes.has(code) || status === 503) counts.refused++
      else surprises.push(`${status} ${code} for ${what}`)
      return undefined
    }

    async function buy(buyer: Person): Promise<void> {
      while (performance.now() < endsAt) {
        const { token } = buyer
        const lines = randomLines(tools)
        const placed = await send<{ _id: string }>('POST /orders', () =>
          call(anyServer(), 'POST', '/orders', {
            token,
            body: { lines, address: '1 Test Street', phoneNumber: '5550100' },
          }),
        )
        if (!placed) continue
        counts.placed++
        counts.lines += lines.length
        const id = placed._id
        const fate = randomUnder(10)
        if (fate < 3) continue // expires
        if (fate < 5) {
          if (await send('DELETE /orders/:id', () => call(anyServer(), 'DELETE', `/orders/${id}`, { token }))) {
            counts.cancelled++
          }
          continue
        }
        const opened = await send<{ clientSecret: string }>('POST /create-payment-intent', () =>
          call(anyServer(), 'POST', '/create-payment-intent', { token, body: { orderId: id } }),
        )
        if (!opened || !(await send('confirm', () => confirmCard(anyServer(), opened.clientSecret)))) continue
        const body = { transactionId: intentOf(opened.clientSecret) }
        if (!(await send('PATCH /order/:id', () => call(anyServer(), 'PATCH', `/order/${id}`, { token, body }))))
          continue
        counts.paid++
        if (fate < 8) continue
        const refund = {
          reason: 'requested_by_customer',
          restockLines: lines.slice(0, 5).map(({ quantity }, index) => ({ line: index + 1, units: quantity })),
        }
        const refunded = await send('POST /order/:id/refunds', () =>
          call(anyServer(), 'POST', `/order/${id}/refunds`, { token: admin.token, body: refund }),
        )
        if (refunded) counts.refunded++
      }
    }

    async function correct(): Promise<void> {
      while (performance.now() < endsAt) {
        const { _id } = pick(tools, randomUnder(tools.length))
        const body = { change: randomUnder(21) - 10 || 1, reason: 'Counted.' }
        const corrected = await send('POST /tools/:id/stock-movements', () =>
          call(anyServer(), 'POST', `/tools/${_id}/stock-movements`, { token: admin.token, body }),
        )
        if (corrected) counts.corrected++
      }
    }

    await Promise.all([...buyers.map(buy), correct()])
    const { deadlocks, expired } = await readCounts(database.url)
    return [
      info(
        'orders',
        `${counts.placed} with ${counts.lines} lines; ${counts.paid} paid, ${counts.cancelled} cancelled, ${expired} expired, ${counts.refunded} refunded; ${counts.corrected} corrections; ${counts.refused} refused`,
      ),
      check('deadlocks', deadlocks === 0, String(deadlocks), '0'),
      never('answers that no race explains', surprises),
      never(
        'breaches of the laws of stock, orders and money',
        await audit({ DATABASE_URL: database.url, DATA_DIR: directory }),
      ),
    ]
  } finally {
    await Promise.all(shops.map((shop) => shop.stop('SIGTERM')))
    await rm(directory, { recursive: true, force: true })
  }
}

const randomUnder = (end: number) => Math.floor(Math.random() * end)

/** Returns lines of random products in random order; most orders are narrow, some wide. */
function randomLines(tools: readonly Tool[]): { productId: string; quantity: number; job: string }[] {
  const most = pick([1, 1, 5, 40, widestLines], randomUnder(5))
  return Array.from({ length: 1 + randomUnder(most) }, (_, index) => ({
    productId: pick(tools, randomUnder(tools.length))._id,
    quantity: 1 + randomUnder(3),
    job: `Job ${index}`,
  }))
}

async function readCounts(databaseUrl: string): Promise<{ deadlocks: number; expired: number }> {
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ deadlocks: number; expired: number }>(
      `SELECT (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()),
         (SELECT count(*)::int FROM orders WHERE expired_at IS NOT NULL) AS expired`,
    )
    return rows[0] ?? { deadlocks: 0, expired: 0 }
  } finally {
    await client.end()
  }
}
