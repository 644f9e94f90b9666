import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import type { Tool } from '#contract/catalog.ts'
import { type Answer, call } from '#torture/call.ts'
import type { Person } from '#torture/people.ts'

/** What a buyer was told of an order, and so must be true for ever. */
export type Told = { state: 'unpaid' } | { state: 'cancelled' } | { state: 'paid'; transactionId: string }

/** Everything that the shop has acknowledged to those who trade with it. */
export interface Ledger {
  orders: Map<string, Told>
  /** Wishes that have their order, or were given up when the trade ended. */
  wishes: { fulfilled: number; open: number }
  /** Password mails, by recipient. */
  mails: Map<string, number>
  /** Addresses of stored pictures. */
  pictures: Set<string>
  /** Moments at which an order was acknowledged. */
  acknowledgedAt: number[]
  /** How long each answer 503 took, and how often nothing at all came. */
  refusals: { ms: number; hasRetryAfter: boolean }[]
  cuts: number
  /** Answers that nobody should ever see, such as 500. */
  surprises: string[]
}

export interface Trade {
  ledger: Ledger
  /** Starts nothing new and waits until whatever is under way is answered. */
  end(): Promise<void>
  /** The same, but whoever has heard nothing by now does not ask again. */
  giveUp(): Promise<void>
}

interface TradeOptions {
  url: string
  buyers: readonly Person[]
  products: readonly Tool[]
  ordersPerSecond: number
  /** Buyers who do one thing at a time. */
  hands?: number
  withPictures?: boolean
}

/**
 * People who order at a steady pace, pay every fifth order, cancel every tenth, ask for password mails and send pictures.
 * Whoever hears nothing, or that the shop is away, asks the very same again until it is answered.
 */
export function startTrade(options: TradeOptions): Trade {
  const { url, buyers, products, ordersPerSecond, hands = 32, withPictures = true } = options
  const ledger: Ledger = {
    orders: new Map(),
    wishes: { fulfilled: 0, open: 0 },
    mails: new Map(),
    pictures: new Set(),
    acknowledgedAt: [],
    refusals: [],
    cuts: 0,
    surprises: [],
  }
  let ending = false
  let givingUp = false
  let slot = performance.now()

  const running = Promise.all([
    ...Array.from({ length: hands }, (_, hand) => buy(pick(buyers, hand), hand)),
    askForMails(),
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
    async giveUp() {
      ending = givingUp = true
      await running
    },
  }

  async function buy(buyer: Person, hand: number): Promise<void> {
    for (let turn = hand; !ending; turn++) {
      await nextSlot()
      const product = pick(products, turn)
      ledger.wishes.open++
      const key = crypto.randomUUID()
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
      ledger.wishes.open--
      if (!placed) continue
      ledger.wishes.fulfilled++
      const id = placed._id
      ledger.orders.set(id, { state: 'unpaid' })
      ledger.acknowledgedAt.push(performance.now())
      if (turn % 5 === 0) await pay(buyer, id)
      else if (turn % 10 === 1) await cancel(buyer, id)
    }
  }

  async function pay(buyer: Person, id: string): Promise<void> {
    const opened = await insist<{ clientSecret: string }>('POST /create-payment-intent', () =>
      call(url, 'POST', '/create-payment-intent', { token: buyer.token, body: { orderId: id } }),
    )
    if (!opened) return
    const transactionId = opened.clientSecret.split('_secret_')[0] ?? ''
    const confirmed = await insist<{ status?: string }>(
      'confirm',
      () => confirm(opened.clientSecret, transactionId),
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

  function confirm(clientSecret: string, intentId: string): Promise<Answer<{ status?: string }>> {
    return call(url, 'POST', `/v1/payment_intents/${intentId}/confirm`, {
      token: 'pk_test_boltyard',
      body: new URLSearchParams({
        client_secret: clientSecret,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 3),
        'payment_method_data[card][cvc]': '123',
      }),
    })
  }

  async function askForMails(): Promise<void> {
    for (let turn = 0; !ending; turn++) {
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
    for (let turn = 0; !ending; turn++) {
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

  /** Asks until there is an answer; undefined when the answer was no, or the trade ended before there was one. */
  async function insist<Body = Record<string, unknown>>(
    what: string,
    ask: () => Promise<Answer<Body>>,
    alsoFine: readonly number[] = [],
  ): Promise<Body | undefined> {
    for (let tries = 0; ; tries++) {
      const answer = await ask().catch((error: unknown) => {
        if (!(error instanceof Error)) throw error
        return undefined
      })
      // A proxy's own 502 says that the shop behind it gave no answer.
      if (answer === undefined || (answer.status === 502 && typeof answer.body === 'string')) ledger.cuts++
      else if (answer.status === 200 || alsoFine.includes(answer.status)) return answer.body
      else if (answer.status === 503 || answer.status === 429) {
        ledger.refusals.push({ ms: answer.ms, hasRetryAfter: answer.headers.has('retry-after') })
      } else {
        ledger.surprises.push(`${answer.status} for ${what}: ${JSON.stringify(answer.body).slice(0, 200)}`)
        return undefined
      }
      // When everything is over, nobody waits for a shop that stays away.
      if (givingUp || (ending && tries > 100)) return undefined
      await delay(50 + Math.random() * 100)
    }
  }

  async function nextSlot(): Promise<void> {
    const now = performance.now()
    // What was missed while the shop was away is not made up for.
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

/** A small picture that was never sent before. */
function drawNoise(turn: number): Promise<Buffer<ArrayBuffer>> {
  const pixels = Buffer.from(Array.from({ length: 16 * 16 * 3 }, () => Math.floor(Math.random() * 256)))
  pixels[0] = turn % 256
  return sharp(pixels, { raw: { width: 16, height: 16, channels: 3 } })
    .png()
    .toBuffer()
    .then((bytes) => Buffer.from(bytes))
}
