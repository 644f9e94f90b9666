import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { ManagedReview } from '#contract/reviews.ts'
import { checkStock } from '#server/catalog/check-stock.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { checkUnits } from '#server/orders/check-units.ts'
import { checkMoney } from '#server/payments/check-money.ts'
import { enrolled } from '#server/testing/enrolled.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { confirmCard } from '#server/testing/pay-with-card.ts'
import { people, settle, type Step } from './deeds.ts'
import { type Deed, foresee, type Model, type Outcome } from './model.ts'

interface Person {
  id: string
  email: string
  token: string
  /** Stands in what only this person and admins may read. */
  secret: string
}

/** One history, and how the shop calls what the model has names for. */
interface Story {
  /** What may be so: more than one when two deeds at once can have come in either order. */
  models: Model[]
  people: Record<string, Person>
  ids: Record<string, string>
  deeds: number
  /** Who has ever been made an admin, or is just being made one, may read of the others. */
  everAdmin: Set<string>
}

interface Answer {
  status: number
  body: { code?: Outcome; _id?: string; order?: Order; clientSecret?: string }
}

/** Two processes of a shop on one database, whose calls go to the one and the other in turn. */
export class ShopWorld {
  readonly #first: TestShop
  readonly #second: TestShop
  #calls = 0
  #stories = 0

  static async open(): Promise<ShopWorld> {
    // The provider tells nothing by itself, so that nothing happens that no deed has caused.
    const env = { SANDBOX_EVENTS: 'lost' }
    // What broke an answer of 500 is told beside it.
    const log = pino({ level: 'error' }, pino.destination(2))
    const first = await openTestShop({ env, log })
    return new ShopWorld(first, await openTestShop({ env, log, beside: first }))
  }

  private constructor(first: TestShop, second: TestShop) {
    this.#first = first
    this.#second = second
  }

  async close(): Promise<void> {
    await this.#second[Symbol.asyncDispose]()
    await this.#first[Symbol.asyncDispose]()
  }

  /** Lives a history through; throws where the shop does anything else than the model foresees, or shows what is not for all. */
  async live(steps: readonly Step[]): Promise<void> {
    const story = await this.#begin()
    for (const step of steps) await this.#take(story, step)
    await this.#compare(story)
  }

  /** What breaks a law of stock, orders or money; nothing, one hopes. */
  async brokenLaws(): Promise<object[]> {
    const { db } = this.#first
    return [await checkStock(db), await checkUnits(db), await checkMoney(db)].flat()
  }

  async #begin(): Promise<Story> {
    const number = ++this.#stories
    const model: Model = { people: {}, products: {}, orders: {}, reviews: {} }
    const story: Story = { models: [model], people: {}, ids: {}, deeds: 0, everAdmin: new Set(['Cem']) }
    for (const name of people) {
      const { id, email } = await enrolled(this.#first, `${name.toLowerCase()}-${number}`)
      const role = name === 'Cem' ? 'admin' : 'customer'
      if (role === 'admin') await this.#first.db.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${id}`)
      story.people[name] = { id, email, token: '', secret: `secret-of-${crypto.randomUUID()}` }
      story.models[0]!.people[name] = { role, access: 'signed-out' }
      await this.#take(story, [{ who: name, do: 'sign-in' }])
    }
    await this.#take(story, [{ who: 'Cem', do: 'add-product', available: 6, minimum: 1, cents: 500 }])
    return story
  }

  /** Two deeds at once must come to what the one after the other would, in some order. */
  async #take(story: Story, step: Step): Promise<void> {
    const deeds = step.flatMap((plan) => settle(plan, story.models[0]!, `thing-${++story.deeds}`) ?? [])
    for (const deed of deeds) if (deed.do === 'make-admin') story.everAdmin.add(deed.whom)
    const outcomes = await Promise.all(deeds.map((deed) => this.#do(story, deed)))
    const foreseen = story.models.flatMap((model) => inEveryOrder(deeds).map((order) => foreseeAll(model, order)))
    const fitting = foreseen.filter(({ came }) => deeds.every((deed, index) => came.get(deed) === outcomes[index]))
    story.models = [...new Map(fitting.map(({ model }) => [printOf(model), model])).values()]
    const wanted = foreseen.map(({ came }) => deeds.map((deed) => came.get(deed)).join(', '))
    assert.ok(
      fitting.length > 0,
      `${JSON.stringify(deeds)} came to ${outcomes.join(', ')}, not to ${wanted.join(' or ')}`,
    )
  }

  async #do(story: Story, deed: Deed): Promise<Outcome> {
    const person = story.people[deed.who]!
    const id = (name: string) => story.ids[name] ?? crypto.randomUUID()
    const email = (name: string) => story.people[name]!.email
    const call = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
      this.#call(story, deed.who, { method, path, body, headers })
    const outcome = ({ status, body }: Answer): Outcome => (status === 200 ? 'done' : (body.code ?? 'unexpected'))
    switch (deed.do) {
      case 'sign-in': {
        const { rows } = await this.#first.db.execute<{ version: number }>(
          sql`SELECT token_version AS version FROM users WHERE id = ${person.id} AND removed_at IS NULL`,
        )
        if (!rows[0]) return 'account-removed'
        const claims = { userId: person.id, version: rows[0].version, signedInAt: new Date() }
        person.token = await signAccessToken(this.#first.secrets.accessTokenKey, claims, new Date())
        return 'done'
      }
      case 'place': {
        const body = {
          productId: id(deed.product),
          quantity: deed.units,
          address: person.secret,
          phoneNumber: '5550100',
        }
        const headers = { 'idempotency-key': deed.name }
        const answers = await Promise.all(
          Array.from({ length: deed.twice ? 2 : 1 }, () => call('POST', '/orders', body, headers)),
        )
        const made = new Set(answers.flatMap((answer) => answer.body._id ?? []))
        assert.ok(made.size <= 1, 'one wish made two orders')
        const [orderId] = made
        if (orderId !== undefined) story.ids[deed.name] = orderId
        return orderId === undefined ? outcome(answers[0]!) : 'done'
      }
      case 'cancel':
        return outcome(await call('DELETE', `/orders/${id(deed.order)}`))
      case 'look-at-order':
        await call('GET', `/order/${id(deed.order)}/details`)
        return outcome(await call('GET', `/order/${id(deed.order)}`))
      case 'pay':
        return this.#pay(story, deed, id(deed.order))
      case 'ship':
        return outcome(await call('PATCH', `/ship-order/${id(deed.order)}`))
      case 'refund': {
        const units = deed.restock ? story.models[0]!.orders[deed.order]!.units : 0
        const body = { reason: 'requested_by_customer', restockUnits: units }
        return outcome(await call('POST', `/order/${id(deed.order)}/refunds`, body))
      }
      case 'list-orders':
        return outcome(await call('GET', `/orders?email=${email(deed.whom)}`))
      case 'save-profile': {
        const body = {
          displayName: deed.whom,
          education: 'School',
          skill: 'Brakes',
          address: story.people[deed.whom]!.secret,
        }
        const answer = await call('PUT', `/user-info-update/${email(deed.whom)}`, body)
        if (answer.status === 200) await call('GET', `/user?email=${email(deed.whom)}`)
        return outcome(answer)
      }
      case 'make-admin':
        return outcome(await call('PUT', `/user-update/${email(deed.whom)}`))
      case 'demote':
        return outcome(await call('DELETE', `/admin/${email(deed.whom)}`))
      case 'remove':
        return outcome(await call('DELETE', `/user/${email(deed.whom)}`))
      case 'forget-me':
        return outcome(await call('DELETE', '/account'))
      case 'sign-out':
        return outcome(await call('POST', '/sign-out'))
      case 'add-product': {
        const { available, minimum: minQuantity, cents } = deed
        const name = `${deed.name} ${crypto.randomUUID()}`
        const body = { name, content: 'Text.', available, minQuantity, price: cents / 100, img: '/media/test/960.webp' }
        const answer = await call('POST', '/tools', body)
        if (answer.body._id !== undefined) story.ids[deed.name] = answer.body._id
        return outcome(answer)
      }
      case 'change-product': {
        const body = { available: deed.available, price: deed.cents / 100 }
        return outcome(await call('PUT', `/tools/${id(deed.product)}`, body))
      }
      case 'archive':
        return outcome(await call('DELETE', `/tools/${id(deed.product)}`))
      case 'restore':
        return outcome(await call('POST', `/tools/${id(deed.product)}/restore`))
      case 'adjust': {
        const body = { change: deed.change, reason: 'Counted again.' }
        return outcome(await call('POST', `/tools/${id(deed.product)}/stock-movements`, body))
      }
      case 'review': {
        const body = { massage: deed.name, image: '/media/test/960.webp', rating: 4 }
        const answer = await call('POST', '/add-review', body)
        if (answer.body._id !== undefined) story.ids[deed.name] = answer.body._id
        return outcome(answer)
      }
      case 'change-review':
        return outcome(await call('PUT', `/reviews/${id(deed.review)}`, { massage: deed.name }))
      case 'withdraw':
        return outcome(await call('DELETE', `/reviews/${id(deed.review)}`))
      case 'hide':
        return outcome(await call('PATCH', `/reviews/${id(deed.review)}`, { hidden: deed.hidden }))
    }
  }

  /** Opens the payment, lets the card pay it, and tells the shop. */
  async #pay(story: Story, { who }: Deed, orderId: string): Promise<Outcome> {
    const opened = await this.#call(story, who, {
      method: 'POST',
      path: '/create-payment-intent',
      body: { orderId },
    })
    const secret = opened.body.clientSecret
    if (secret === undefined) return opened.body.code ?? 'unexpected'
    const { intentId } = await confirmCard(this.#shop(), secret)
    const claimed = await this.#call(story, who, {
      method: 'PATCH',
      path: `/order/${orderId}`,
      body: { transactionId: intentId },
    })
    return claimed.status === 200 ? 'done' : (claimed.body.code ?? 'unexpected')
  }

  async #call(
    story: Story,
    who: string,
    {
      method,
      path,
      body,
      headers = {},
    }: { method: string; path: string; body?: object | undefined; headers?: Record<string, string> | undefined },
  ): Promise<Answer> {
    const answer = await this.#shop().call<Answer['body']>(method, path, {
      token: story.people[who]!.token,
      body,
      headers,
    })
    assert.ok(answer.status < 500, `${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    if (!story.everAdmin.has(who)) this.#assertPrivate(story, who, JSON.stringify(answer.body), path)
    return answer
  }

  #assertPrivate(story: Story, reader: string, text: string, path: string): void {
    for (const [name, { secret, email }] of Object.entries(story.people)) {
      if (name === reader) continue
      assert.ok(!text.includes(secret) && !text.includes(email), `${reader} reads of ${name} at ${path}: ${text}`)
    }
  }

  #shop(): TestShop {
    this.#calls += 1
    return this.#calls % 2 === 0 ? this.#first : this.#second
  }

  /** The shop must know exactly what the model knows. */
  async #compare({ models, ids }: Story): Promise<void> {
    const [model] = models
    assert.ok(model)
    const found = await this.#look(model, ids)
    const shown = models.map(visible)
    assert.ok(
      shown.some((each) => isDeepStrictEqual(each, found)),
      `${JSON.stringify(found)} is not ${JSON.stringify(shown)}`,
    )
  }

  /** What the shop shows of the things that the model knows. */
  async #look(model: Model, ids: Story['ids']) {
    const { token } = this.#first.admin
    const products: Record<string, unknown> = {}
    for (const name of Object.keys(model.products)) {
      const { status, body } = await this.#shop().call<Tool>('GET', `/tools/${ids[name]}`)
      const { available, minOrder: minimum, price } = body
      products[name] = status === 404 ? 'archived' : { available, minimum, cents: Math.round(price * 100) }
    }
    const orders: Record<string, unknown> = {}
    for (const name of Object.keys(model.orders)) {
      const { body } = await this.#shop().call<Order>('GET', `/order/${ids[name]}`, { token })
      orders[name] = { state: body.state, units: body.quantity, cents: Math.round(body.totalPrice * 100) }
    }
    const reviews: Record<string, unknown> = {}
    const { body: all } = await this.#shop().call<ManagedReview[]>('GET', '/all-reviews', { token })
    for (const name of Object.keys(model.reviews)) {
      const review = all.find(({ _id }) => _id === ids[name])
      reviews[name] = review ? { text: review.massage, hidden: review.hidden } : 'withdrawn'
    }
    return { products, orders, reviews }
  }
}

/** What the shop must show if this is so. */
function visible({ products, orders, reviews }: Model) {
  const each = <Facts, Shown>(things: Record<string, Facts>, show: (facts: Facts) => Shown) =>
    Object.fromEntries(Object.entries(things).map(([name, facts]) => [name, show(facts)]))
  return {
    products: each(products, ({ archived, ...facts }) => (archived ? 'archived' : facts)),
    orders: each(orders, ({ state, units, cents }) => ({ state, units, cents })),
    reviews: each(reviews, ({ text, hidden, withdrawn }) => (withdrawn ? 'withdrawn' : { text, hidden })),
  }
}

/** Equal for models that say the same, in whatever order it came about. */
function printOf(model: Model): string {
  const lines = Object.values(model).map((things) =>
    Object.entries(things)
      .map((entry) => JSON.stringify(entry))
      .sort(),
  )
  return JSON.stringify(lines)
}

function inEveryOrder(deeds: readonly Deed[]): (readonly Deed[])[] {
  return deeds.length < 2 ? [deeds] : [deeds, deeds.toReversed()]
}

/** What one deed after the other comes to. */
function foreseeAll(start: Model, deeds: readonly Deed[]): { came: Map<Deed, Outcome>; model: Model } {
  let model = start
  const came = new Map<Deed, Outcome>()
  for (const deed of deeds) {
    const { outcome, after } = foresee(model, deed)
    came.set(deed, outcome)
    model = after
  }
  return { came, model }
}
