import { Agent, request } from 'node:http'
import pg from 'pg'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'
import { unlimitedPlaceOrder } from '#server/orders/place-order.ts'
import { newId } from '#server/platform/ids.ts'

const buyers = 16
const roundMs = 3000

/** Orders through HTTP, signed in, against the same statement on a bare pool; on a spread of products and on a single one. */
export async function benchOrders(shop: ShopProcess): Promise<BenchRow[]> {
  const tokens: string[] = []
  for (let index = 0; index < buyers; index++) tokens.push(await shop.signUp(`buyer-${index}@bench.test`))
  const products: string[] = []
  for (let index = 0; index < 200; index++) {
    const { _id } = await shop.call<{ _id: string }>('POST', '/tools', shop.adminToken, {
      name: `Bench product ${index}`,
      content: 'Only for this run.',
      available: 1_000_000,
      minQuantity: 1,
      price: 10,
      img: '/media/bench/960.webp',
    })
    products.push(_id)
  }
  const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: buyers })
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM users WHERE email LIKE 'buyer-%@bench.test'`)
  const userIds = rows.map(({ id }) => id)
  const agent = new Agent({ keepAlive: true, maxSockets: buyers })
  try {
    const measure = async (what: string, choice: readonly string[], goal?: number): Promise<BenchRow> => {
      const rates = await interleave(
        () => perSecond((index, turn) => orderOverHttp(shop.url, agent, pick(tokens, index), pick(choice, turn))),
        () => perSecond((index, turn) => orderOnPool(pool, pick(userIds, index), pick(choice, turn))),
      )
      return { what, ...rates, ...(goal === undefined ? {} : { goal }) }
    }
    return [
      await measure(`POST /orders, ${buyers} buyers, 200 products`, products, 0.35),
      await measure(`POST /orders, ${buyers} buyers, one product`, products.slice(0, 1)),
    ]
  } finally {
    agent.destroy()
    await pool.end()
  }
}

/** Goes round a list; there is always something in it. */
function pick<Item>(list: readonly Item[], turn: number): Item {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** How often per second the work is done by all buyers together, each of whom does one thing at a time. */
async function perSecond(work: (buyer: number, turn: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: buyers }, async (_, buyer) => {
      for (let turn = buyer * 13; performance.now() - startedAt < roundMs; turn++) {
        await work(buyer, turn)
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - startedAt)
}

function orderOverHttp(url: string, agent: Agent, token: string, productId: string): Promise<void> {
  const body = JSON.stringify({
    productId,
    quantity: 1,
    address: '1 Bench Street',
    phoneNumber: '5550100',
    totalPrice: 10,
  })
  return new Promise((resolve, reject) => {
    const call = request(`${url}/orders`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    call.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`an order was answered ${answer.statusCode}`)),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function orderOnPool(pool: pg.Pool, buyerId: string, productId: string): Promise<void> {
  const { rowCount } = await pool.query({
    ...unlimitedPlaceOrder,
    values: [newId(), buyerId, 1, productId, 1000, 'Bench', 'bench@bench.test', '1 Bench Street', '5550100', null, 60],
  })
  if (rowCount !== 1) throw new Error('The statement placed no order.')
}
