import { asc, inArray, or, sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import Stripe from 'stripe'
import { events } from '#embedded/cards/cards.tables.ts'
import { presentEvent } from '#embedded/cards/present-event.ts'
import { settleRefunds } from '#embedded/cards/settle-refunds.ts'
import { addProduct } from '#server/catalog/add-product.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import type { Step } from '#server/testing/payment-history.ts'
import { brokenLaws } from '#server/testing/payment-laws.ts'

/** An order as its buyer knows it. */
interface KnownOrder {
  id: string
  units: number
  /** The provider's secrets that the shop gave out for it. */
  intents: Map<string, string>
  /** What the shop has acknowledged, and must not take back. */
  acknowledged: Set<'cancelled' | 'paid' | 'shipped'>
}

interface Story {
  buyer: { id: string; email: string; token: string }
  productId: string
  orders: KnownOrder[]
  broken: string[]
}

/** After so many histories one of the processes ends, and another begins. */
const restartEvery = 500

interface Answer {
  status: number
  body: {
    code?: string
    _id?: string
    clientSecret?: string
    orderId?: string
    order?: { _id: string }
    refund?: { _id: string }
  }
}

/** A shop of two processes on one database, with a card provider that tells nothing by itself. Many histories run in it at once. */
export class PaymentWorld {
  readonly #first: TestShop
  /** Not the shop's own connections, so that it sees what is so also while those are cut. */
  readonly #pool: pg.Pool
  readonly #db: NodePgDatabase
  #second: TestShop
  #stories = 0
  readonly #clients = new WeakMap<FastifyInstance, Stripe>()
  #turn = 0
  readonly #strangersPayments: { id: string; buyerId: string }[] = []

  static async open(): Promise<PaymentWorld> {
    const env = { SANDBOX_EVENTS: 'lost', ORDER_TTL_MINUTES: '60' }
    const first = await openTestShop({ env })
    const second = await openTestShop({ env, beside: first })
    await first.db.execute(sql`CREATE INDEX ON cards.payment_intents ((metadata->>'order_id'))`)
    await first.db.execute(sql`CREATE INDEX ON cards.events ((object->>'id'))`)
    await first.db.execute(sql`CREATE INDEX ON cards.events ((object->>'payment_intent'))`)
    await first.db.execute(sql`CREATE INDEX ON outbox (recipient)`)
    return new PaymentWorld(first, second)
  }

  private constructor(first: TestShop, second: TestShop) {
    this.#first = first
    this.#second = second
    this.#pool = new pg.Pool({ connectionString: first.databaseUrl, max: 8, application_name: 'observer' })
    this.#db = drizzle(this.#pool)
  }

  async close(): Promise<void> {
    await this.#pool.end()
    await this.#second[Symbol.asyncDispose]()
    await this.#first[Symbol.asyncDispose]()
  }

  /** Lives one history through, lets everything come to rest, and answers which laws it broke. */
  async live(steps: readonly Step[]): Promise<string[]> {
    const story = await this.#begin()
    for (const step of steps) await this.#take(story, step)
    return [...story.broken, ...(await this.#rest(story))]
  }

  async #begin(): Promise<Story> {
    const number = ++this.#stories
    if (number % restartEvery === 0) await this.#restart()
    // Connections may be cut just now by another history.
    const buyer = await this.#patiently(() => enrolled(this.#first, `buyer-${number}`))
    const product = await this.#patiently(() =>
      addProduct(
        this.#first.db,
        {
          name: `Part ${number} ${crypto.randomUUID()}`,
          description: 'Made for a test.',
          imageUrl: '/media/test/960.webp',
          priceCents: 1234,
          minimumQuantity: 1,
          availableQuantity: 4,
        },
        undefined,
      ),
    )
    return { buyer, productId: product.id, orders: [], broken: [] }
  }

  async #take(story: Story, step: Step): Promise<void> {
    if (step.do === 'at-once') {
      await Promise.all(step.steps.map((each) => this.#take(story, each)))
      return
    }
    if (step.do === 'place') return this.#place(story, step.units)
    if (step.do === 'cut') return this.#cut()
    const order = story.orders[step.order % Math.max(1, story.orders.length)]
    if (order !== undefined) await this.#takeFor(story, order, step)
  }

  async #takeFor(story: Story, order: KnownOrder, step: Exclude<Step, { do: 'at-once' | 'cut' | 'place' }>) {
    const { buyer } = story
    const admin = this.#first.admin
    switch (step.do) {
      case 'pay':
        return this.#pay(story, order, step.card)
      case 'answer-bank':
        return this.#answerBank(order, step.outcome)
      case 'open':
        return void (await this.#open(story, order))
      case 'claim':
        return this.#claim(story, order, step.transaction)
      case 'deliver':
        return this.#deliver(order, step)
      case 'cancel': {
        const { status } = await this.#call(story, 'DELETE', `/orders/${order.id}`, buyer)
        if (status === 200) order.acknowledged.add('cancelled')
        return undefined
      }
      case 'expire':
        await this.#db.execute(sql`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = ${order.id}`)
        return this.#runJob(() => expireOrders(this.#shop().db, { ...this.#deps(), releasePayment: this.#release }))
      case 'close-unasked': {
        const closing = { as: step.as, by: step.as === 'cancelled' ? buyer : undefined }
        await this.#runJob(() => closeUnpaidOrder(this.#shop().db, order.id, closing))
        return undefined
      }
      case 'reconcile':
        await this.#age(story)
        return this.#runJob(() => reconcilePayments(this.#shop().db, this.#deps()))
      case 'refund':
        return this.#refund(story, order, step)
      case 'refund-at-provider':
        for (const payment_intent of order.intents.keys()) {
          const amount = Math.ceil((order.units * 1234 * step.quarters) / 4)
          await this.#provider((stripe) => stripe.refunds.create({ payment_intent, amount }))
        }
        return undefined
      case 'refund-held':
        for (const id of order.intents.keys()) await this.#call(story, 'POST', `/held-payments/${id}/refund`, admin)
        return undefined
      case 'ship': {
        const { status } = await this.#call(story, 'PATCH', `/ship-order/${order.id}`, admin)
        if (status === 200) order.acknowledged.add('shipped')
        return undefined
      }
      case 'allocate':
        return void (await this.#call(story, 'POST', `/order/${order.id}/allocate`, admin))
      case 'change-amount':
        await this.#open(story, order)
        for (const id of order.intents.keys())
          await this.#provider((stripe) => stripe.paymentIntents.update(id, { amount: order.units * 1234 + 100 }))
        return undefined
      case 'answer-dispute':
        for (const payment_intent of order.intents.keys()) {
          const list = await this.#provider((stripe) => stripe.disputes.list({ payment_intent }))
          const evidence = { uncategorized_text: step.outcome }
          for (const { id } of list?.data ?? [])
            await this.#provider((stripe) => stripe.disputes.update(id, { evidence }))
        }
        return undefined
      case 'time-passes-at-provider':
        return this.#passTimeAtProvider(order)
    }
  }

  async #place(story: Story, units: number): Promise<void> {
    if (story.orders.length === 2) return
    const { buyer, productId } = story
    const body = { productId, address: '1 Test Street', phoneNumber: '5550100', quantity: units }
    const answer = await this.#call(story, 'POST', '/orders', buyer, body)
    const id = answer.body._id
    if (id !== undefined) story.orders.push({ id, units, intents: new Map(), acknowledged: new Set() })
  }

  async #open(story: Story, order: KnownOrder): Promise<string | undefined> {
    const { body } = await this.#call(story, 'POST', '/create-payment-intent', story.buyer, { orderId: order.id })
    const secret = body.clientSecret
    if (secret !== undefined) order.intents.set(secret.split('_secret_')[0] ?? '', secret)
    // A window that was opened earlier pays with what it has.
    return secret ?? [...order.intents.values()].at(-1)
  }

  async #pay(story: Story, order: KnownOrder, card: string): Promise<void> {
    const secret = await this.#open(story, order)
    if (secret === undefined) return
    const id = secret.split('_secret_')[0] ?? ''
    await this.#form(`/v1/payment_intents/${id}/confirm`, { client_secret: secret, payment_method: card })
  }

  async #answerBank(order: KnownOrder, outcome: string): Promise<void> {
    for (const [id, secret] of order.intents) {
      const intent = await this.#provider((stripe) => stripe.paymentIntents.retrieve(id))
      const asked = intent?.next_action?.use_stripe_sdk
      if (!asked || !('three_d_secure_2_source' in asked)) continue
      const source = String(asked.three_d_secure_2_source)
      await this.#form(`/v1/payment_intents/${id}/challenge`, { client_secret: secret, source, outcome })
    }
  }

  async #claim(
    story: Story,
    order: KnownOrder,
    whose: 'another-orders' | 'made-up' | 'own' | 'strangers',
  ): Promise<void> {
    const another = story.orders.find((each) => each !== order)
    const id = {
      own: [...order.intents.keys()].at(-1),
      'another-orders': another && [...another.intents.keys()].at(-1),
      strangers: this.#strangersPayments.find(({ buyerId }) => buyerId !== story.buyer.id)?.id,
      'made-up': `pi_3${crypto.randomUUID().replaceAll('-', '').slice(0, 23)}`,
    }[whose]
    if (id === undefined) return
    const { status } = await this.#call(story, 'PATCH', `/order/${order.id}`, story.buyer, { transactionId: id })
    if (status !== 200) return
    if (whose === 'own') order.acknowledged.add('paid')
    else story.broken.push(`A claim of a ${whose} transaction was believed.`)
    if (this.#strangersPayments.length < 50) this.#strangersPayments.push({ id, buyerId: story.buyer.id })
  }

  /** An admin's click, and often a second one of an impatient hand: with one key it is one refund. */
  async #refund(story: Story, order: KnownOrder, { quarters, restock }: { quarters: number; restock: number }) {
    const body = {
      ...(quarters === 4 ? {} : { amount: Math.ceil((order.units * 1234 * quarters) / 4) / 100 }),
      reason: 'requested_by_customer',
      restockUnits: restock,
    }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const ask = () => this.#call(story, 'POST', `/order/${order.id}/refunds`, this.#first.admin, body, headers)
    const answers = await Promise.all(quarters % 2 === 0 ? [ask(), ask()] : [ask()])
    const made = new Set(answers.flatMap(({ body: answer }) => answer.refund?._id ?? []))
    if (made.size > 1) story.broken.push('One wish was refunded twice.')
  }

  /** The provider's events about an order, as they would come over HTTP. */
  async #deliver(order: KnownOrder, how: { events: 'all' | 'first' | 'last'; backwards: boolean; times: number }) {
    const all = await this.#eventsAbout(order)
    const chosen = how.events === 'all' ? all : how.events === 'first' ? all.slice(0, 2) : all.slice(-2)
    for (const event of how.backwards ? chosen.toReversed() : chosen)
      await Promise.all(Array.from({ length: how.times }, () => this.#tell(event)))
  }

  async #eventsAbout(order: KnownOrder): Promise<(typeof events.$inferSelect)[]> {
    const ids = [...order.intents.keys()]
    if (ids.length === 0) return []
    return this.#db
      .select()
      .from(events)
      .where(or(inArray(sql`object->>'id'`, ids), inArray(sql`object->>'payment_intent'`, ids)))
      .orderBy(asc(events.sequence))
  }

  async #tell(event: typeof events.$inferSelect): Promise<number> {
    const payload = JSON.stringify(presentEvent(event))
    const { cardEventSecret: secret } = this.#first.secrets
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret })
    const { statusCode } = await this.#shop().app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    })
    return statusCode
  }

  async #passTimeAtProvider(order: KnownOrder): Promise<void> {
    const ids = [...order.intents.keys()]
    if (ids.length === 0) return
    const due = inArray(sql`payment_intent_id`, ids)
    await this.#db.execute(
      sql`UPDATE cards.refunds SET turns_at = now() - interval '1 second' WHERE turns_at IS NOT NULL AND ${due}`,
    )
    const deps = { db: this.#db, secretKey: this.#first.secrets.cardsSecretKey, now: () => new Date() }
    await this.#patiently(() => settleRefunds(deps))
  }

  /** Like kill -9 of every process of the shop: whatever is under way ends where it is. */
  async #cut(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
    await this.#pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'boltyard' AND datname = current_database()`,
    )
  }

  /** One of the two processes ends in good order, and a new one begins. */
  async #restart(): Promise<void> {
    const before = this.#second
    this.#second = this.#first
    const after = await openTestShop({ env: { SANDBOX_EVENTS: 'lost', ORDER_TTL_MINUTES: '60' }, beside: this.#first })
    this.#second = after
    if (before !== this.#first) await before[Symbol.asyncDispose]()
  }

  /** Lets an hour pass: what was lost is told again or asked for, until nothing changes any more. */
  async #rest(story: Story): Promise<string[]> {
    for (const order of story.orders) await this.#passTimeAtProvider(order)
    let broken: string[] = []
    for (let round = 0; round < 6; round += 1) {
      // A payment whose events are all lost is found by asking; what the provider does by itself it tells until it is heard.
      for (const order of story.orders)
        for (const event of await this.#eventsAbout(order))
          if (/^(?:charge\.dispute|refund)\./.test(event.type)) await this.#tell(event)
      await this.#age(story)
      await this.#runJob(() => reconcilePayments(this.#shop().db, this.#deps()))
      broken = await brokenLaws(this.#pool, story)
      if (broken.length === 0) return []
      await new Promise((resolve) => setTimeout(resolve, 30 * 2 ** round))
    }
    return broken
  }

  /** Makes the payments and refunds of a story old enough to be asked about. */
  async #age({ buyer }: Story): Promise<void> {
    await this.#pool.query(
      `WITH mine AS (SELECT id FROM orders WHERE buyer_id = $1),
       aged AS (UPDATE payments SET created_at = now() - interval '1 hour', checked_at = NULL
                WHERE order_id IN (SELECT id FROM mine) AND canceled_at IS NULL AND succeeded_at IS NULL)
       UPDATE refunds SET asked_at = now() - interval '1 hour'
       WHERE order_id IN (SELECT id FROM mine) AND state IN ('requested', 'pending')`,
      [buyer.id],
    )
  }

  #shop(): TestShop {
    this.#turn += 1
    return this.#turn % 2 === 0 ? this.#first : this.#second
  }

  readonly #release = (orderId: string) => releasePayment(this.#shop().db, this.#deps(), orderId)

  /** What the shop's own jobs are given. */
  #deps() {
    const { app } = this.#shop()
    const noJobs = { enqueue: () => Promise.resolve() } as never
    return {
      provider: this.#client(app),
      queueMail: createQueueMail(noJobs, false, () => undefined),
      log: pino({ level: 'silent' }),
    }
  }

  #client(app: FastifyInstance): Stripe {
    const known = this.#clients.get(app)
    if (known) return known
    const client = this.#newClient(app)
    this.#clients.set(app, client)
    return client
  }

  #newClient(app: FastifyInstance): Stripe {
    const answer = async (url: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url)
      const { statusCode, rawPayload, headers } = await app.inject({
        method: init?.method === 'POST' ? 'POST' : 'GET',
        url: pathname + search,
        headers: Object.fromEntries(new Headers(init?.headers)),
        ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
      })
      const kept = { 'content-type': 'application/json', 'request-id': String(headers['request-id'] ?? '') }
      return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: kept })
    }
    return new Stripe(this.#first.secrets.cardsSecretKey, {
      httpClient: Stripe.createFetchHttpClient(answer),
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }

  /** What somebody does at the provider itself; refusals are its business. */
  async #provider<Result>(work: (stripe: Stripe) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work(this.#client(this.#shop().app))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError) return undefined
      throw error
    }
  }

  /** What the buyer's browser sends to the provider. */
  async #form(url: string, fields: Record<string, string>): Promise<void> {
    await this.#shop().app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ key: 'pk_test_boltyard', ...fields }).toString(),
    })
  }

  async #call(
    story: Story,
    method: 'DELETE' | 'PATCH' | 'POST',
    url: string,
    { token }: { token: string },
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.#shop().app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    })
    // A database that is cut off makes 503; nothing that happens to an order makes a 500.
    if (answer.statusCode === 500) story.broken.push(`${method} ${url} answered 500: ${answer.payload}`)
    return { status: answer.statusCode, body: answer.payload === '' ? {} : answer.json() }
  }

  /** The scheduler runs a job again that has failed. */
  async #runJob(job: () => Promise<unknown>): Promise<void> {
    await this.#patiently(job)
  }

  async #patiently<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt === 5) throw error
        await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt))
      }
    }
  }
}
