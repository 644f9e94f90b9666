import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Tool } from '#contract/catalog.ts'
import { type ApiResponse, call } from '#torture/call.ts'
import { confirmCard, intentOf } from '#torture/confirm-card.ts'
import { limitsAreOn } from '#server/testing/limits.ts'
import type { Person } from '#torture/buyers.ts'

/** Holds what the shop acknowledged about an order, which must stay true. */
export type AcknowledgedOrder = { state: 'unpaid' } | { state: 'cancelled' } | { state: 'paid'; transactionId: string }

/** Records everything that the shop has acknowledged. */
export interface Ledger {
  orders: Map<string, AcknowledgedOrder>
  /** Order requests with an order, and those that were refused, aborted or are under way. */
  requests: { fulfilled: number; open: number }
  /** The number of password mails by recipient. */
  mails: Map<string, number>
  /** The URLs of stored images. */
  pictures: Set<string>
  /** The times at which orders were acknowledged. */
  acknowledgedAt: number[]
  /** How long each of them took, with all tries, in milliseconds. */
  orderMs: number[]
  /** The refusals that were repeated, and the number of failed connections. */
  refusals: { status: number; ms: number; hasRetryAfter: boolean }[]
  cuts: number
  /** Unexpected responses such as 500. */
  surprises: string[]
}

export interface Workload {
  ledger: Ledger
  /** Stops sending and waits for open requests. */
  end(): Promise<void>
  /** Stops sending and does not retry. */
  abort(): Promise<void>
}

interface WorkloadOptions {
  url: string
  buyers: readonly Person[]
  products: readonly Tool[]
  ordersPerSecond: number
  /** Buyers who do one thing at a time. */
  hands?: number
  withPictures?: boolean
  /** The statuses after which a request is repeated. */
  repeatedStatuses?: readonly number[]
}

/**
 * Starts clients that order at a steady rate, pay every fifth order, cancel every tenth, request password mails and upload
 * images. A request without a response, or with a 503, is retried until it succeeds.
 */
export function startWorkload(options: WorkloadOptions): Workload {
  const {
    url,
    buyers,
    products,
    ordersPerSecond,
    hands = 32,
    withPictures = true,
    repeatedStatuses = [429, 503],
  } = options
  const ledger: Ledger = {
    orders: new Map(),
    requests: { fulfilled: 0, open: 0 },
    mails: new Map(),
    pictures: new Set(),
    acknowledgedAt: [],
    orderMs: [],
    refusals: [],
    cuts: 0,
    surprises: [],
  }
  // The hourly limits of mails and pictures.
  const maxTurns = limitsAreOn() ? 10 : Infinity
  let ending = false
  let aborting = false
  let slot = performance.now()

  const running = Promise.all([
    ...Array.from({ length: hands }, (_, hand) => buy(pick(buyers, hand), hand)),
    requestMails(),
    ...(withPictures ? [sendPictures()] : []),
  ])
  // a failure is reported by end()
  running.catch(() => undefined)
  return {
    ledger,
    async end() {
      ending = true
      await running
    },
    async abort() {
      ending = aborting = true
      await running
    },
  }

  async function buy(buyer: Person, hand: number): Promise<void> {
    for (let turn = hand; !ending; turn++) {
      await nextSlot()
      const product = pick(products, turn)
      ledger.requests.open++
      const key = crypto.randomUUID()
      const askedAt = performance.now()
      const placed = await insist<{ _id: string }>('POST /orders', () =>
        call(url, 'POST', '/orders', {
          token: buyer.token,
          headers: { 'idempotency-key': key },
          body: {
            productId: product._id,
            address: '1 Test Street',
            phoneNumber: '5550100',
            quantity: 2,
            totalPrice: product.price * 2,
          },
        }),
      )
      // It may have been placed all the same.
      if (!placed) continue
      ledger.requests.open--
      ledger.requests.fulfilled++
      const id = placed._id
      ledger.orders.set(id, { state: 'unpaid' })
      ledger.acknowledgedAt.push(performance.now())
      ledger.orderMs.push(performance.now() - askedAt)
      if (turn % 5 === 0) await pay(buyer, id)
      // Where limits are on, a buyer has only some open orders at once.
      else if (turn % 10 === 1 || limitsAreOn()) await cancel(buyer, id)
    }
  }

  async function pay(buyer: Person, id: string): Promise<void> {
    const opened = await insist<{ clientSecret: string }>('POST /create-payment-intent', () =>
      call(url, 'POST', '/create-payment-intent', { token: buyer.token, body: { orderId: id } }),
    )
    if (!opened) return
    const transactionId = intentOf(opened.clientSecret)
    const confirmed = await insist<{ status?: string }>(
      'confirm',
      () => confirmCard(url, opened.clientSecret),
      // Asked again after a lost answer: it has succeeded already.
      [400],
    )
    if (!confirmed) return
    const paid = await insist(`PATCH /order/:id`, () =>
      call(url, 'PATCH', `/order/${id}`, { token: buyer.token, body: { transactionId } }),
    )
    if (paid) ledger.orders.set(id, { state: 'paid', transactionId })
  }

  async function cancel(buyer: Person, id: string): Promise<void> {
    // 409: the first try, whose answer was lost, has cancelled it.
    const done = await insist('DELETE /orders/:id', () => call(url, 'DELETE', `/orders/${id}`, buyer), [409])
    if (done) ledger.orders.set(id, { state: 'cancelled' })
  }

  async function requestMails(): Promise<void> {
    for (let turn = 0; !ending && turn < maxTurns; turn++) {
      const { email } = pick(buyers, turn)
      const sent = await insist('sendOobCode', () =>
        call(url, 'POST', '/v1/accounts:sendOobCode?key=boltyard', {
          body: { requestType: 'PASSWORD_RESET', email },
        }),
      )
      if (sent) ledger.mails.set(email, (ledger.mails.get(email) ?? 0) + 1)
      await delay(200)
    }
  }

  async function sendPictures(): Promise<void> {
    for (let turn = 0; !ending && turn < maxTurns; turn++) {
      const picture = await drawNoise(turn)
      const stored = await insist<{ data: { url: string } }>('POST /1/upload', () => {
        const form = new FormData()
        form.set('image', new Blob([picture]), 'noise.png')
        return call(url, 'POST', '/1/upload', { token: pick(buyers, turn).token, body: form })
      })
      if (stored) ledger.pictures.add(stored.data.url)
      await delay(500)
    }
  }

  /** Retries until there is a response; undefined if it was a rejection or the workload ended. */
  async function insist<Body = Record<string, unknown>>(
    what: string,
    request: () => Promise<ApiResponse<Body>>,
    alsoFine: readonly number[] = [],
  ): Promise<Body | undefined> {
    for (let tries = 0; ; tries++) {
      const response = await request().catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
        return undefined
      })
      // A proxy's own 502 says that the shop behind it gave no answer.
      if (response === undefined || (response.status === 502 && typeof response.body === 'string')) ledger.cuts++
      else if (response.status === 200 || alsoFine.includes(response.status)) return response.body
      else if (repeatedStatuses.includes(response.status)) {
        const { status, ms, headers } = response
        ledger.refusals.push({ status, ms, hasRetryAfter: headers.has('retry-after') })
      } else {
        ledger.surprises.push(`${response.status} for ${what}: ${JSON.stringify(response.body).slice(0, 200)}`)
        return undefined
      }
      // At the end, clients do not wait for a shop that stays down.
      if (aborting || (ending && tries > 100)) return undefined
      await delay(50 + Math.random() * 100)
    }
  }

  async function nextSlot(): Promise<void> {
    const now = performance.now()
    // Requests missed during an outage are not caught up.
    slot = Math.max(slot + 1000 / ordersPerSecond, now - 100)
    if (slot > now) await delay(slot - now)
  }
}

/** Goes round a list; there is always something in it. */
export function pick<Item>(list: readonly Item[], turn: number): Item {
  const item = list[turn % list.length]
  if (item === undefined) throw new Error('There is nothing to choose from.')
  return item
}

/** Draws a small unique image. */
function drawNoise(turn: number): Promise<Buffer<ArrayBuffer>> {
  const pixels = Buffer.from(Array.from({ length: 16 * 16 * 3 }, () => Math.floor(Math.random() * 256)))
  pixels[0] = turn % 256
  return sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer()
    .then((bytes) => Buffer.from(bytes))
}
