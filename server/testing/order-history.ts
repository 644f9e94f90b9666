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
  /** The units that refunds named, those that credits named, those that were received with returns, and the money that went back or was credited. */
  refundedUnits: number
  creditedUnits: number
  receivedUnits: number
  refundedCents: number
  isCancelled: boolean
}

interface Answer {
  code?: string
  message?: string
  order?: Order
  refund?: Refund
  return?: Return
  shipment?: { _id: string; lines: { line: number; units: number }[] }
}

const buyersAtOnce = 4
const openOrders = 12

/** Performs random steps after placed orders, some of them at once, as buyers and staff do, and keeps a book of what is answered. */
export class OrderHistory {
  readonly #shop: TestShop
  readonly #random = seededRandom()
  readonly #orders: KnownOrder[] = []
  /** Counts the steps that succeeded. */
  readonly done = new Map<string, number>()
  #buyers: Buyer[] = []
  #products: Tool[] = []

  constructor(shop: TestShop) {
    this.#shop = shop
  }

  async prepare(): Promise<void> {
    await chargeOrders(this.#shop)
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
    for (let step = 0; step < steps;) {
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
    const { db } = this.#shop
    const laws = [checkStock, checkReservedStock, checkOrderLines, checkOwedCredit, checkShipments, checkPayments]
    for (const law of [...laws, checkDocuments, checkReturns]) assert.deepEqual(await law(db), [])
    const { rows } = await db.execute(sql`
      SELECT orders.number, line.position, line.tax_cents - coalesce(sum(credit.tax_cents), 0) AS tax,
        line.total_cents - line.discount_cents - CASE WHEN prices_include_tax THEN line.tax_cents ELSE 0 END - coalesce(sum(credit.net_cents), 0) AS net
      FROM orders JOIN order_lines line ON line.order_id = orders.id LEFT JOIN credit_note_lines credit ON credit.order_line_id = line.id
      WHERE refunded_at IS NOT NULL GROUP BY orders.id, line.id
      HAVING line.tax_cents <> coalesce(sum(credit.tax_cents), 0)
        OR line.total_cents - line.discount_cents - CASE WHEN prices_include_tax THEN line.tax_cents ELSE 0 END <> coalesce(sum(credit.net_cents), 0)`)
    assert.deepEqual(rows, [], 'credit notes give back each line to the cent')
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
    (known: KnownOrder) => this.#cancel(known),
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
    this.#orders.push({
      order: body.order,
      buyer,
      quantities,
      parcels: new Map(),
      refundedUnits: 0,
      creditedUnits: 0,
      isCancelled: false,
      receivedUnits: 0,
      refundedCents: 0,
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

  /** Asks for a return, receives it, puts a part of it into stock, and pays it back, or leaves that for later. */
  async #return(known: KnownOrder): Promise<void> {
    const lines = this.#someUnits(known)
    const asked = lines.map((line) => ({ ...line, reason: 'not-needed' }))
    const { isDone, body } = await this.#send('POST', `/order/${known.order._id}/returns`, { lines: asked })
    if (!isDone || !body.return) return
    const received = lines.map(({ line, units }) => {
      const restocked = this.#below(units + 1)
      return { line, received: units, restocked, scrapped: units - restocked }
    })
    const path = `/return/${body.return._id}`
    if (!(await this.#send('POST', `${path}/receive`, { lines: received })).isDone) return
    known.receivedUnits += lines.reduce((sum, { units }) => sum + units, 0)
    this.#count('return')
    if (this.#random() < 0.5) return
    const refunded = await this.#send('POST', `${path}/refund`, { fee: false })
    if (!refunded.isDone) return
    this.#count('refund a return')
    known.refundedCents += toCents(refunded.body.return?.refunded ?? 0, 'usd')
  }

  /** Records that all money was sent that goes back by hand. */
  async #sendByHand(): Promise<void> {
    const { rows } = await this.#shop.db.execute<{ id: string; order_id: string }>(
      sql`SELECT id, order_id FROM refunds JOIN payments USING (intent_id, order_id) WHERE state = 'pending' AND method <> 'card'`,
    )
    for (const { id, order_id: orderId } of rows) await this.#send('POST', `/order/${orderId}/refunds/${id}/sent`)
  }

  async #cancel(known: KnownOrder): Promise<void> {
    if (this.#random() > 0.2) return
    const { order, buyer } = known
    const { status } = await this.#shop.call('DELETE', `/orders/${order._id}`, { token: buyer.token })
    if (status !== 200) return
    known.isCancelled = true
    this.#count('cancel')
  }

  /** Compares what was answered on the way with what the shop says at the end. */
  async #compare({
    order,
    quantities,
    parcels,
    refundedUnits,
    creditedUnits,
    receivedUnits,
    refundedCents,
    isCancelled,
  }: KnownOrder): Promise<void> {
    const { body } = await this.#shop.call<OrderDetails>('GET', `/order/${order._id}/details`, {
      token: this.#shop.admin.token,
    })
    const shipped = quantities.map((_, index) =>
      [...parcels.values()].reduce((sum, units) => sum + (units[index] ?? 0), 0),
    )
    assert.deepEqual(
      body.lines.map(({ units }) => units.shipped),
      shipped,
      order.number,
    )
    const { money } = body
    if (isCancelled) {
      assert.equal(body.order.state, 'cancelled', order.number)
      // Of money that has come, and before of what was credited, there is a credit note.
      assert.ok(money.credited === undefined || money.credited === money.total, order.number)
      return
    }
    const back = body.lines.reduce((sum, { units }) => sum + units.cancelled + units.returned, 0)
    // A refund may be of units that a return has brought back before, and a credit of units that have shipped, which stay where they are.
    const isRight =
      back >= Math.max(refundedUnits, receivedUnits) && back <= refundedUnits + receivedUnits + creditedUnits
    assert.ok(isRight, `${order.number}: ${back} units of ${refundedUnits} refunded and ${receivedUnits} received`)
    assert.equal(toCents(money.refunded, 'usd') + toCents(money.credited ?? 0, 'usd'), refundedCents, order.number)
    if (money.captured > 0) assert.equal(toCents(money.refunded, 'usd'), toCents(money.captured, 'usd'), order.number)
  }

  #someUnits({ quantities }: KnownOrder): Units {
    const lines = quantities.flatMap((quantity, index) => {
      const units = this.#below(1 + Math.ceil(quantity / 2))
      return units > 0 ? [{ line: index + 1, units }] : []
    })
    return lines.length > 0 ? lines : [{ line: 1, units: 1 }]
  }

  /** Calls as an admin; a refusal is an answer, too, but not a failure of the server. */
  async #send(method: string, path: string, body?: object): Promise<{ isDone: boolean; body: Answer }> {
    const answer = await this.#shop.call<Answer>(method, path, {
      token: this.#shop.admin.token,
      ...(body && { body }),
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    if (answer.status >= 500 || answer.body.code === 'route-not-found' || answer.body.code === 'invalid-request')
      throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return { isDone: answer.status === 200, body: answer.body }
  }

  #count(step: string): void {
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
