import assert from 'node:assert/strict'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { toCents } from '#contract/currency.ts'
import type { Return } from '#contract/returns.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkShipments } from '#server/orders/shipments/check-shipments.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { checkReturns } from '#server/returns/check-returns.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { seededRandom } from '#server/testing/random-search.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

type Buyer = Awaited<ReturnType<typeof createCustomer>>

/** Holds what the shop has answered about an order. */
interface KnownOrder {
  order: Order
  buyer: Buyer
  quantities: readonly number[]
  /** The units by line of the parcels that were not undone. */
  parcels: Map<string, readonly number[]>
  /** The units that were cancelled, that refunds and credits named, and that were received with returns, and the money that went back or was credited. */
  cancelledUnits: number
  refundedUnits: number
  creditedUnits: number
  receivedUnits: number
  refundedCents: number
  isCancelled: boolean
  /** Whether other orders replace units of it, for which nothing is paid back. */
  isReplaced: boolean
  /** The addresses that it was placed with or changed to. */
  addresses: Set<string>
}

interface Answer {
  code?: string
  message?: string
  order?: Order
  refund?: Refund
  return?: Return
  asked?: true
  shipment?: { _id: string; lines: { line: number; units: number }[] }
}

/** The calls that take an idempotency key. */
const takesKey = /\/(?:shipments|offline-payment|refunds|cancellations|returns)$/
/** The refusals that say that this program is wrong, not that the shop is as it is. */
const isMistake = /^(?:route-not-found|invalid-request|idempotency-key-not-accepted)$/
const buyersAtOnce = 4
const openOrders = 12
/** So many steps are made between two audits. */
const auditEvery = 1000
/** The places that an order moves to: in the second, delivery and tax cost the same, in the third they do not. */
const places = [
  texanDelivery,
  { ...texanDelivery, street: '5 Main St', city: 'Houston', postalCode: '77002' },
  { ...texanDelivery, street: '1 Market St', city: 'San Francisco', region: 'CA', postalCode: '94105' },
]

/** Lists the steps that must happen in a long history. */
export const historySteps = [
  'place',
  'pay by card',
  'record payment',
  'take back a payment',
  'ship',
  'undo',
  'refund',
  'cancel',
  'cancel units',
  'cancel units as the buyer',
  'send by hand',
  'approve a return',
  'refuse a return',
  'cancel a return',
  'receive a return',
  'refund a return',
  'replace',
  'change the address',
  'ask to change the address',
] as const
type Step = (typeof historySteps)[number]

/** Performs random steps after placed orders, some of them at once, as buyers and staff do, and keeps a book of what is answered. */
export class OrderHistory {
  readonly #shop: TestShop
  readonly #random = seededRandom()
  readonly #orders: KnownOrder[] = []
  /** Counts the steps that succeeded. */
  readonly done = new Map<Step, number>()
  #buyers: Buyer[] = []
  #products: Tool[] = []

  constructor(shop: TestShop) {
    this.#shop = shop
  }

  async prepare(): Promise<void> {
    await chargeOrders(this.#shop)
    await this.#shop.db.execute(sql`UPDATE return_settings SET fee_percent = 15`)
    await this.#shop.db.execute(sql`INSERT INTO tax_classes (code, name) VALUES ('reduced', 'Reduced')`)
    await this.#shop.db.execute(sql`
      INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on) VALUES ('US', 'TX', 'reduced', 'Texas', 0.07, '2020-01-01')`)
    for (const [price, taxClass] of [
      [10.99, 'standard'],
      [0.07, 'standard'],
      [3.33, 'reduced'],
      [149.5, 'reduced'],
    ] as const)
      this.#products.push(await this.#shop.addProduct({ price, taxClass, available: 1_000_000 }))
    for (let number = 0; number < buyersAtOnce; number++) {
      const buyer = await createCustomer(this.#shop, `history-${number}`)
      await this.#send('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
      this.#buyers.push(buyer)
    }
  }

  /** Performs so many steps. */
  async perform(steps: number): Promise<void> {
    for (let step = 0, audit = auditEvery; step < steps;) {
      if (step >= audit) {
        audit += auditEvery
        await this.#audit()
      }
      if (this.#orders.length < openOrders || this.#random() < 0.1) {
        await this.#place()
        step++
        continue
      }
      const known = this.#pick(this.#orders.slice(-openOrders))
      const together = this.#random() < 0.3 ? 2 + this.#below(3) : 1
      await Promise.all(Array.from({ length: together }, () => this.#pick(this.#acts)(known)))
      step += together
    }
  }

  /** Pays back all that is left, and asserts that no cent and no unit is off. */
  async settle(): Promise<void> {
    for (const known of this.#orders) await this.#refund(known, {})
    await this.#sendByHand()
    await waitUntil(async () => {
      const { rows } = await this.#shop.db.execute(
        sql`SELECT FROM refunds WHERE state IN ('requested', 'pending') LIMIT 1`,
      )
      return rows.length === 0
    }, 'all money has gone back')
    await announceParcels(this.#shop)
    for (const known of this.#orders) await this.#compare(known)
    await this.#audit()
    const { rows } = await this.#shop.db.execute(sql`
      SELECT orders.number, line.position, line.tax_cents - coalesce(sum(credit.tax_cents), 0) AS tax,
        line.total_cents - line.discount_cents - CASE WHEN prices_include_tax THEN line.tax_cents ELSE 0 END - coalesce(sum(credit.net_cents), 0) AS net
      FROM orders JOIN order_lines line ON line.order_id = orders.id LEFT JOIN credit_note_lines credit ON credit.order_line_id = line.id
      WHERE refunded_at IS NOT NULL GROUP BY orders.id, line.id
      HAVING line.tax_cents <> coalesce(sum(credit.tax_cents), 0)
        OR line.total_cents - line.discount_cents - CASE WHEN prices_include_tax THEN line.tax_cents ELSE 0 END <> coalesce(sum(credit.net_cents), 0)`)
    assert.deepEqual(rows, [], 'credit notes give back each line to the cent')
  }

  /** Asserts the laws that `audit` knows. */
  async #audit(): Promise<void> {
    const { db } = this.#shop
    const laws = [checkStock, checkReservedStock, checkOrderLines, checkOwedCredit, checkShipments, checkPayments]
    for (const law of [...laws, checkDocuments, checkReturns]) assert.deepEqual(await law(db), [])
  }

  readonly #acts = [
    (known: KnownOrder) => this.#pay(known),
    (known: KnownOrder) => this.#pay(known),
    (known: KnownOrder) => this.#ship(known, true),
    (known: KnownOrder) => this.#ship(known, true),
    (known: KnownOrder) => this.#ship(known, true),
    (known: KnownOrder) => this.#ship(known, false),
    (known: KnownOrder) => this.#undo(known),
    (known: KnownOrder) => this.#refund(known, { lines: this.#someUnits(known) }),
    (known: KnownOrder) => this.#refund(known, { lines: this.#someUnits(known), isRestocked: true }),
    (known: KnownOrder) => this.#refund(known, { shipping: true }),
    (known: KnownOrder) => this.#refund(known, { amount: (1 + this.#below(500)) / 100 }),
    (known: KnownOrder) => this.#return(known),
    (known: KnownOrder) => this.#return(known),
    (known: KnownOrder) => this.#cancel(known),
    (known: KnownOrder) => this.#cancelUnits(known, this.#shop.admin.token),
    (known: KnownOrder) => this.#cancelUnits(known, known.buyer.token),
    (known: KnownOrder) => this.#takeBack(known),
    () => this.#sendByHand(),
    (known: KnownOrder) => this.#move(known, this.#shop.admin.token),
    (known: KnownOrder) => this.#move(known, known.buyer.token),
  ]

  async #place(): Promise<void> {
    const { db } = this.#shop
    await db.execute(sql`UPDATE tax_settings SET prices_include_tax = ${this.#random() < 0.5}`)
    const buyer = this.#pick(this.#buyers)
    const quantities = Array.from({ length: 1 + this.#below(4) }, () => 1 + this.#below(20))
    const onAccount = this.#random() < 0.5
    const { body } = await this.#shop.call<Answer>('POST', '/orders', {
      token: buyer.token,
      body: {
        lines: quantities.map((quantity) => ({ productId: this.#pick(this.#products)._id, quantity })),
        delivery: texanDelivery,
        address: texanDelivery.street,
        phoneNumber: '5550100',
        ...(onAccount && { payBy: 'invoice' }),
      },
    })
    if (!body.order) throw new Error(`An order was refused: ${body.message}`)
    this.#count('place')
    this.#know(body.order, buyer, quantities)
  }

  #know(order: Order, buyer: Buyer, quantities: readonly number[]): void {
    const sums = { cancelledUnits: 0, refundedUnits: 0, creditedUnits: 0, receivedUnits: 0, refundedCents: 0 }
    this.#orders.push({
      order,
      buyer,
      quantities,
      parcels: new Map(),
      ...sums,
      isCancelled: false,
      isReplaced: false,
      addresses: new Set([order.address]),
    })
  }

  async #pay({ order, buyer }: KnownOrder): Promise<void> {
    if (this.#random() < 0.3 && !order.onAccount) {
      await payFor(this.#shop, buyer, order).then(
        () => this.#count('pay by card'),
        () => undefined,
      )
    } else {
      const isPart = this.#random() < 0.5
      const body = {
        method: 'bank_transfer',
        reference: crypto.randomUUID().slice(0, 8),
        ...(isPart && { amount: (1 + this.#below(20_000)) / 100 }),
        // Also for an order that is paid or cancelled.
        ...(this.#random() < 0.3 && { isSurplus: true as const }),
      }
      if ((await this.#send('POST', `/order/${order._id}/offline-payment`, body)).isDone) this.#count('record payment')
    }
  }

  async #ship(known: KnownOrder, isPart: boolean): Promise<void> {
    const lines = isPart ? this.#someUnits(known) : undefined
    const { isDone, body } = await this.#send('POST', `/order/${known.order._id}/shipments`, { lines })
    if (!isDone || !body.shipment) return
    this.#count('ship')
    const { shipment } = body
    known.parcels.set(
      shipment._id,
      known.quantities.map((_, index) => shipment.lines.find(({ line }) => line === index + 1)?.units ?? 0),
    )
  }

  async #undo(known: KnownOrder): Promise<void> {
    const parcel = [...known.parcels.keys()].at(-1)
    if (parcel === undefined) return
    const { isDone } = await this.#send('POST', `/order/${known.order._id}/shipments/${parcel}/undo`)
    if (isDone && known.parcels.delete(parcel)) this.#count('undo')
  }

  async #refund(
    known: KnownOrder,
    { isRestocked = false, ...asked }: { lines?: Units; shipping?: boolean; amount?: number; isRestocked?: boolean },
  ): Promise<void> {
    const { isDone, body } = await this.#send('POST', `/order/${known.order._id}/refunds`, {
      reason: 'requested_by_customer',
      ...asked,
      ...(isRestocked && { restockLines: asked.lines }),
    })
    if (!isDone || !body.refund) return
    this.#count('refund')
    known.refundedCents += toCents(body.refund.amount, 'usd')
    const units = (asked.lines ?? []).reduce((sum, line) => sum + line.units, 0)
    known[body.refund.credit ? 'creditedUnits' : 'refundedUnits'] += units
  }

  /** Asks for a return as its buyer or staff, who may refuse it, replace it before or after it has come, pay it back at once or later, or neither. */
  async #return(known: KnownOrder): Promise<void> {
    const lines = this.#someUnits(known)
    const asked = { lines: lines.map((line) => ({ ...line, reason: 'not-needed' })) }
    const isByBuyer = this.#random() < 0.5
    const path = `/order/${known.order._id}/returns`
    const { isDone, body } = await this.#send('POST', path, asked, isByBuyer ? known.buyer.token : undefined)
    if (!isDone || !body.return) return
    const { _id } = body.return
    if (isByBuyer) {
      const verb = this.#pick(['approve', 'approve', 'approve', 'refuse', 'cancel'] as const)
      await this.#send('POST', `/return/${_id}/${verb}`, verb === 'refuse' ? { answer: 'No.' } : undefined)
      this.#count(`${verb} a return`)
    }
    const [before, after] = [this.#pick(['replacement', '', '']), this.#pick(['replacement', 'refund', 'refund', ''])]
    if (before) await this.#replace(known, _id)
    const isRefunded = this.#random() < 0.3
    const received = await this.#send('POST', `/return/${_id}/receive`, {
      lines: lines.map(({ line, units }) => {
        const came = this.#below(units + 1)
        const restocked = this.#below(came + 1)
        return { line, received: came, restocked, scrapped: this.#below(came - restocked + 1) }
      }),
      ...(isRefunded && { refund: { fee: this.#random() < 0.5, shipping: this.#random() < 0.3 } }),
    })
    if (!received.isDone || !received.body.return) return
    this.#count('receive a return')
    known.receivedUnits += received.body.return.lines.reduce((sum, { receivedUnits }) => sum + receivedUnits, 0)
    known.refundedCents += toCents(received.body.return.refunded ?? 0, 'usd')
    if (after === 'replacement') await this.#replace(known, _id)
    if (after !== 'refund') return
    const refunded = await this.#send('POST', `/return/${_id}/refund`, { fee: false })
    if (!refunded.isDone) return
    this.#count('refund a return')
    known.refundedCents += toCents(refunded.body.return?.refunded ?? 0, 'usd')
  }

  /** Replaces a return by an order at no charge, which has a history of its own. */
  async #replace(known: KnownOrder, id: string): Promise<void> {
    const { isDone, body } = await this.#send('POST', `/return/${id}/replacement`)
    if (!isDone || !body.order) return
    this.#count('replace')
    known.isReplaced = true
    const { lines } = await this.#detailsOf(body.order)
    const quantities = lines.map(({ quantity }) => quantity)
    this.#know(body.order, known.buyer, quantities)
  }

  async #cancel(known: KnownOrder): Promise<void> {
    if (this.#random() > 0.2) return
    const { order, buyer } = known
    const { status } = await this.#shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })
    if (status !== 200) return
    known.isCancelled = true
    this.#count('cancel')
  }

  async #cancelUnits(known: KnownOrder, token: string): Promise<void> {
    const lines = this.#someUnits(known)
    const { isDone, body } = await this.#send(
      'POST',
      `/order/${known.order._id}/cancellations`,
      { lines, restock: this.#random() < 0.5 },
      token,
    )
    // An unpaid order whose units are all cancelled is closed instead.
    const isClosed = body.order?.state === 'cancelled' && !body.refund
    if (isClosed) known.isCancelled = true
    if (!isDone || isClosed) return
    this.#count(token === known.buyer.token ? 'cancel units as the buyer' : 'cancel units')
    known.cancelledUnits += lines.reduce((sum, { units }) => sum + units, 0)
    known.refundedCents += toCents(body.refund?.amount ?? 0, 'usd')
  }

  /** Takes back one of the payments that staff have recorded. */
  async #takeBack({ order }: KnownOrder): Promise<void> {
    const payments = (await this.#detailsOf(order)).payments.filter(({ takenBackAt }) => !takenBackAt)
    if (payments.length === 0) return
    const { _id } = this.#pick(payments)
    const { isDone } = await this.#send('POST', `/order/${order._id}/offline-payment/${_id}/take-back`)
    if (isDone) this.#count('take back a payment')
  }

  /** Records that all money was sent that goes back by hand. */
  async #sendByHand(): Promise<void> {
    const { rows } = await this.#shop.db.execute<{ id: string; order_id: string }>(
      sql`SELECT id, order_id FROM refunds JOIN payments USING (intent_id, order_id) WHERE state = 'pending' AND method <> 'card'`,
    )
    for (const { id, order_id: orderId } of rows) {
      const { isDone } = await this.#send('POST', `/order/${orderId}/refunds/${id}/sent`)
      if (isDone) this.#count('send by hand')
    }
  }

  async #move(known: KnownOrder, token: string): Promise<void> {
    const delivery = this.#pick(places)
    const body = { delivery, address: delivery.street, note: `Ring ${this.#below(9)} times` }
    const answer = await this.#send('PATCH', `/order/${known.order._id}/details`, body, token)
    if (!answer.isDone || !answer.body.order) return
    this.#count(answer.body.asked ? 'ask to change the address' : 'change the address')
    if (!answer.body.asked) known.addresses.add(answer.body.order.address)
  }

  /** Compares what was answered on the way with what the shop says at the end. */
  async #compare({
    order,
    quantities,
    parcels,
    cancelledUnits,
    refundedUnits,
    creditedUnits,
    receivedUnits,
    refundedCents,
    isCancelled,
    isReplaced,
    addresses,
  }: KnownOrder): Promise<void> {
    const body = await this.#detailsOf(order)
    const shipped = quantities.map((_, index) =>
      [...parcels.values()].reduce((sum, units) => sum + (units[index] ?? 0), 0),
    )
    assert.deepEqual(
      body.lines.map(({ units }) => units.shipped),
      shipped,
      order.number,
    )
    assert.deepEqual([addresses.has(body.order.address), body.order.totalPrice], [true, order.totalPrice], order.number)
    const { money } = body
    if (isCancelled) {
      assert.equal(body.order.state, 'cancelled', order.number)
      // Of an invoice, all is credited. Without one, nothing is owed after the end.
      const isInvoiced = body.order.onAccount !== undefined || money.captured > 0
      assert.ok(!isInvoiced || money.credited === undefined || money.credited === money.total, order.number)
      return
    }
    const back = body.lines.reduce((sum, { units }) => sum + units.cancelled + units.returned, 0) - cancelledUnits
    // A refund may be of units that a return has brought back before, and a credit of units that have shipped, which stay where they are.
    const isRight =
      back >= Math.max(refundedUnits, receivedUnits) && back <= refundedUnits + receivedUnits + creditedUnits
    assert.ok(isRight, `${order.number}: ${back} units of ${refundedUnits} refunded and ${receivedUnits} received`)
    assert.equal(toCents(money.refunded, 'usd') + toCents(money.credited ?? 0, 'usd'), refundedCents, order.number)
    if (money.captured === 0) return
    const [sent, came] = [toCents(money.refunded, 'usd'), toCents(money.captured, 'usd')]
    if (isReplaced) assert.ok(sent <= came, order.number)
    else assert.equal(sent, came, order.number)
  }

  #someUnits({ quantities }: KnownOrder): Units {
    const lines = quantities.flatMap((quantity, index) => {
      const units = this.#below(1 + Math.ceil(quantity / 2))
      return units > 0 ? [{ line: index + 1, units }] : []
    })
    return lines.length > 0 ? lines : [{ line: 1, units: 1 }]
  }

  async #detailsOf({ _id }: Order): Promise<OrderDetails> {
    const { token } = this.#shop.admin
    return (await this.#shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
  }

  /** Calls as an admin, or with another token; a refusal is an answer, too, but not a failure of the server. */
  async #send(
    method: string,
    path: string,
    body?: object,
    token = this.#shop.admin.token,
  ): Promise<{ isDone: boolean; body: Answer }> {
    const answer = await this.#shop.call<Answer>(method, path, {
      token,
      ...(body && { body }),
      ...(takesKey.test(path) && { headers: { 'idempotency-key': crypto.randomUUID() } }),
    })
    if (answer.status >= 500 || isMistake.test(answer.body.code ?? ''))
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return { isDone: answer.status === 200, body: answer.body }
  }

  #count(step: Step): void {
    this.done.set(step, (this.done.get(step) ?? 0) + 1)
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }
}

type Units = { line: number; units: number }[]
