import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runShopProcess } from '#server/testing/run-shop-process.ts'
import { audit } from '#torture/audit.ts'
import { call } from '#torture/call.ts'
import { atMost, type Figure, holds, inSeconds, never, told } from '#torture/figure.ts'
import { freePort } from '#torture/free-port.ts'
import { addProduct, enter, owner, ownersSettings, signUpBuyers } from '#torture/people.ts'
import { stage } from '#torture/stage.ts'
import { pick } from '#torture/trade.ts'

const floodMs = 12_000
const crowd = 1500

/** Ten times as many orders as the shop can take, whether or not it answers; then none. */
export async function overload(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shop = await runShopProcess(directory, {
    ...ownersSettings,
    PORT: String(await freePort()),
    LOG_LEVEL: 'fatal',
  })
  try {
    const { url } = shop
    const admin = await enter(url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(url, 8)
    const products = await Promise.all(Array.from({ length: 20 }, () => addProduct(url, admin, 1_000_000)))
    const agent = new Agent({ keepAlive: true, maxSockets: crowd })
    const ask = (turn: number) => order(url, agent, pick(buyers, turn).token, pick(products, turn)._id)

    const capacity = await measureCapacity(ask)
    stage(`${Math.round(capacity)} orders/s at most; now ten times as many`)
    const answers: Answer[] = []
    const open: Promise<void>[] = []
    const health: number[] = []
    const begun = performance.now()
    let watching = true
    const watch = (async () => {
      while (watching) {
        const { status, ms } = await call(url, 'GET', '/healthz')
        if (status === 200) health.push(ms)
        await delay(200)
      }
    })()
    for (let sent = 0; performance.now() - begun < floodMs;) {
      // At its own pace, as crowds come; a crowd without end has no more sockets than this.
      const due = Math.min(
        ((performance.now() - begun) / 1000) * capacity * 10,
        sent + crowd - (open.length - answers.length),
      )
      for (; sent < due; sent++) open.push(ask(sent).then((answer) => void answers.push(answer)))
      await delay(5)
    }
    const floodedMs = performance.now() - begun
    await Promise.all(open)
    watching = false
    await watch
    const overAt = performance.now()
    const first = await ask(0)
    const recoveredMs = performance.now() - overAt
    const after = await measureCapacity(ask)
    agent.destroy()

    const taken = answers.filter(({ status }) => status === 200)
    const shed = answers.filter(({ status }) => status === 503 || status === 429)
    const strange = answers.filter((answer) => !taken.includes(answer) && !shed.includes(answer))
    return [
      told('capacity here and now', `${Math.round(capacity)} orders/s`),
      told('asked for', `${Math.round((answers.length * 1000) / floodedMs)} orders/s for ${inSeconds(floodedMs)}`),
      told('taken meanwhile', `${Math.round((taken.length * 1000) / floodedMs)} orders/s`),
      never(
        'answers other than success, 429 or 503',
        strange.map(({ status, fault }) => fault ?? String(status)),
        ` of ${answers.length}`,
      ),
      holds(
        'shed with Retry-After',
        shed.every(({ hasRetryAfter }) => hasRetryAfter),
        `${shed.filter(({ hasRetryAfter }) => hasRetryAfter).length} of ${shed.length}`,
        'all',
      ),
      atMost(
        'an order that was taken',
        taken.map(({ ms }) => ms),
        5000,
      ),
      atMost('/healthz meanwhile', health, 2000),
      holds(
        'the first order afterwards',
        first.status === 200 && recoveredMs < 1000,
        `${first.status} after ${inSeconds(recoveredMs)}`,
        '200, ≤ 1.0 s',
      ),
      told('capacity afterwards', `${Math.round(after)} orders/s`),
      never('breaches of the laws of stock, orders and money', await audit({ DATA_DIR: directory })),
    ]
  } finally {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
}

interface Answer {
  status: number
  hasRetryAfter: boolean
  ms: number
  /** Why there was no answer. */
  fault?: string
}

/** Orders a second by 32 people who each wait for their answer. */
async function measureCapacity(ask: (turn: number) => Promise<Answer>): Promise<number> {
  const begun = performance.now()
  let taken = 0
  await Promise.all(
    Array.from({ length: 32 }, async (_, hand) => {
      for (let turn = hand; performance.now() - begun < 4000; turn++) if ((await ask(turn)).status === 200) taken++
    }),
  )
  return (taken * 1000) / (performance.now() - begun)
}

/** One order; status 0 when the connection ended without an answer. */
function order(url: string, agent: Agent, token: string, productId: string): Promise<Answer> {
  const begun = performance.now()
  const body = JSON.stringify({ productId, quantity: 1, address: '1 Test Street', phoneNumber: '1', totalPrice: 1.25 })
  return new Promise((resolve) => {
    const end = (status: number, hasRetryAfter: boolean) =>
      resolve({ status, hasRetryAfter, ms: performance.now() - begun })
    const asking = request(`${url}/orders`, {
      method: 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    asking.on('response', (said) => {
      said.resume()
      said.on('end', () => end(said.statusCode ?? 0, said.headers['retry-after'] !== undefined))
    })
    asking.on('error', (error) =>
      resolve({ status: 0, hasRetryAfter: false, ms: performance.now() - begun, fault: error.message }),
    )
    asking.end(body)
  })
}
