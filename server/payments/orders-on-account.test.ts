import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { defaultStore } from '#contract/settings.ts'
import type { Customer, MyTerms } from '#contract/customers.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { checkStock } from '#server/stock/check-stock.ts'
import { eraseCustomer } from '#server/customers/erase-customer.ts'
import { erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import { anonymizeBuyer, anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { checkOrderLines, checkReservedStock } from '#server/orders/check-reserved-stock.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { checkPayments } from '#server/payments/check-payments.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed, placeOrder, readOrder } from '#server/testing/place-order.ts'
import { claimPaid, confirmCard, openPayment, payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let other: TestShop
before(async () => {
  shop = await openTestShop()
  other = await openTestShop({ sharing: shop })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  const laws = [checkStock, checkReservedStock, checkOrderLines, checkPayments, checkDocuments, checkOwedCredit]
  const broken = (await Promise.all(laws.map((law) => law(shop.db)))).flat()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(broken, [])
})

interface Buyer {
  id: string
  email: string
  token: string
}

const asAdmin = <Body = { code?: string; order?: Order }>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })

/** Creates a buyer who may pay by invoice. */
async function createAccountBuyer(name: string, terms: { netDays?: number; creditLimit?: number | null } = {}) {
  const buyer = await createCustomer(shop, name)
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: 1000, poRequired: false, ...terms })
  return buyer
}

/** Asks for an order of units at $10 on account. */
async function requestOnAccount(
  { token }: Buyer,
  units = 1,
  product = shop.addProduct({ price: 10 }),
  through = shop,
): Promise<Placed> {
  const body = { ...orderBody(await product, units), payBy: 'invoice', poNumber: 'PO-4711' }
  return (await through.call<Placed>('POST', '/orders', { token, body })).body
}

async function orderOnAccount(buyer: Buyer, units = 1): Promise<Order> {
  const { order, message } = await requestOnAccount(buyer, units)
  assert.ok(order, message)
  return order
}

const detailsOf = async ({ _id }: Order, { token }: { token: string } = shop.admin) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body
const record = ({ _id }: Order, reference = 'RF18 5390', method = 'bank_transfer') =>
  asAdmin('POST', `/order/${_id}/offline-payment`, { method, reference })
const ship = ({ _id }: Order) => asAdmin('PATCH', `/ship-order/${_id}`)
const cancel = ({ _id }: Pick<Order, '_id'>, { token }: { token: string } = shop.admin) =>
  shop.call<{ code?: string }>('DELETE', `/orders/${_id}`, { token })
const owedBy = async ({ token }: Buyer) =>
  (await shop.call<{ terms: MyTerms }>('GET', '/my-terms', { token })).body.terms.owed
const stockOf = async ({ productId }: Pick<Order, 'productId'>) =>
  (await shop.call<{ available: number }>('GET', `/tools/${productId}`)).body.available
const filtered = async (state: string, q: string) =>
  (await asAdmin<Order[]>('GET', `/all-orders?state=${state}&q=${q}`)).body.map(({ _id }) => _id)

test('an order on account ships unpaid, and its payment frees the credit', async () => {
  const buyer = await createAccountBuyer('account-buyer')
  const order = await orderOnAccount(buyer, 3)
  assert.deepEqual([order.state, order.paid, order.expiresAt], ['confirmed', false, undefined])
  assert.equal(order.onAccount?.netDays, 30)
  assert.equal(Date.parse(order.onAccount.dueAt ?? '') - Date.parse(order.placedAt), 30 * 86_400_000)
  assert.equal(await owedBy(buyer), 30)
  assert.deepEqual((await detailsOf(order)).actions, [
    'record-payment',
    'cancel',
    'cancel-units',
    'change',
    'ship',
    'refund',
  ])
  assert.deepEqual((await detailsOf(order, buyer)).actions, ['pay', 'cancel-units', 'change'])

  assert.equal((await ship(order)).status, 200)
  const shipped = await readOrder(shop, order)
  assert.deepEqual([shipped.state, shipped.paid], ['shipped', false])
  assert.equal(await owedBy(buyer), 30)
  assert.deepEqual((await detailsOf(order)).actions, ['record-payment', 'refund'])
  assert.equal((await cancel(order)).body.code, 'order-move-not-allowed')

  assert.equal((await record(order)).status, 200)
  const { order: paid, money, timeline, actions } = await detailsOf(order)
  assert.deepEqual([paid.state, paid.paid, paid.transactionId], ['shipped', true, `offline-${order.number}`])
  assert.deepEqual([money.captured, money.method, money.reference], [30, 'bank_transfer', 'RF18 5390'])
  assert.deepEqual(
    timeline.map(({ kind, actor }) => `${kind} by ${actor}`),
    ['placed by buyer', 'confirmed by shop', 'shipped by admin', 'paid by admin'],
  )
  assert.deepEqual(actions, ['record-surplus', 'refund'])
  assert.equal(await owedBy(buyer), 0)
})

test('the buyer is told when to pay, and that the payment has come', async () => {
  const buyer = await createAccountBuyer('mailed-buyer', { netDays: 14 })
  const order = await orderOnAccount(buyer)
  await shop.db.execute(sql`UPDATE orders SET confirmed_at = '2031-03-01T08:00:00Z' WHERE id = ${order._id}`)
  const queued: string[] = []
  await confirmOrders(
    shop.db,
    async (_tx, mail) => {
      if (mail.to === buyer.email) queued.push([mail.kind, ...mail.paragraphs].join('\n'))
    },
    findSellerSettings,
  )
  assert.equal(queued.length, 1)
  assert.match(queued[0] ?? '', /^order-confirmed[^]*Please pay \$10\.00 by 15 March 2031 \(net 14 days\)[^]*PO-4711/)
  await record(order, 'Check 1002', 'check')
  assert.deepEqual(
    (await mailsTo(shop, buyer.email)).map(({ kind }) => kind),
    ['payment-received'],
  )
})

test('the seller gets one mail about an order as soon as it can be shipped, in the main language of the store, and none without an address', async () => {
  const buyer = await createAccountBuyer('announced-buyer', { netDays: 14 })
  const seller = 'sales@wholesale.example'
  const silent = await orderOnAccount(buyer)
  const announce = () =>
    runWithStore({ ...defaultStore, languages: ['de', 'en'] }, () =>
      confirmOrders(shop.db, settleDeps(shop).queueMail, findSellerSettings),
    )
  await announce()
  await asAdmin('PUT', '/store', { orderRecipient: seller })
  const product = await shop.addProduct({ name: 'Bremsscheibe', sku: 'BS-1', price: 10, available: 9 })
  const byCard = await placeOrder(shop, buyer, product, 2)
  const byTransfer = await placeOrder(shop, buyer, product, 1)
  const onAccount = await orderOnAccount(buyer)
  const paidAtOnce = await orderOnAccount(buyer)
  await payFor(shop, buyer, byCard)
  await record(byTransfer)
  await payFor(shop, buyer, paidAtOnce)
  await announce()
  const late = await placeOrder(shop, buyer, product, 1)
  await announce()
  await payFor(shop, buyer, late)
  await announce()
  await record(onAccount)
  await record(silent)
  const mails = await mailsTo(shop, seller)
  const about = ({ _id }: Order) => mails.filter(({ kind, text }) => kind === 'new-order' && text.includes(_id))
  const all = [byCard, byTransfer, onAccount, paidAtOnce, late]
  assert.deepEqual([mails.length, ...all.map((order) => about(order).length)], [5, 1, 1, 1, 1, 1])
  const said = /Bestellung über 2 × Bremsscheibe \(BS-1\) für 20,00\s\$ ist[^]*ist bezahlt und kann versandt/
  assert.match(about(byCard)[0]?.text ?? '', said)
  assert.match(about(onAccount)[0]?.text ?? '', /auf Rechnung, fällig am/)
  assert.match(about(onAccount)[0]?.text ?? '', new RegExp(`Kunde:[^]*${buyer.email}[^]*Zahlung: auf Rechnung`))
  assert.match(about(byCard)[0]?.text ?? '', /Zahlung: Karte/)
  assert.match(about(byTransfer)[0]?.text ?? '', /Zahlung: Überweisung/)
  const { rows } = await shop.db.execute(
    sql`SELECT DISTINCT reply_to AS "replyTo" FROM outbox WHERE recipient = ${seller}`,
  )
  assert.deepEqual(rows, [{ replyTo: buyer.email }], 'it is erased with its buyer')
  await asAdmin('PUT', '/store', { orderRecipient: '' })
})

test('an order that is paid while mails about it are being written is told to the seller, and its buyer hears of the payment only', async () => {
  const buyer = await createAccountBuyer('raced-buyer')
  const seller = 'race@wholesale.example'
  await asAdmin('PUT', '/store', { orderRecipient: seller })
  const { queueMail } = settleDeps(shop)
  const countWaiting = async () => {
    const { rows } = await shop.db.execute(sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    return rows.length
  }
  for (const pay of [(order: Order) => payFor(shop, buyer, order), (order: Order) => record(order)]) {
    const order = await placeOrder(shop, buyer, await shop.addProduct({ price: 10 }), 1)
    const { paid, mailed } = await shop.db.transaction(async (tx) => {
      // Holds the payment at its mail, before it is committed.
      await tx.execute(sql`LOCK TABLE outbox IN SHARE MODE`)
      const paid = pay(order)
      await waitUntil(async () => (await countWaiting()) > 0, 'the payment waits for the outbox')
      let isDone = false
      const mailed = confirmOrders(shop.db, queueMail, findSellerSettings).then(() => (isDone = true))
      await waitUntil(async () => isDone || (await countWaiting()) > 1, 'the mails are written, or wait, too')
      return { paid, mailed }
    })
    await Promise.all([paid, mailed])
    await confirmOrders(shop.db, queueMail, findSellerSettings)
    const told = (await mailsTo(shop, seller)).filter(({ text }) => text.includes(order._id))
    assert.deepEqual(
      told.map(({ kind }) => kind),
      ['new-order'],
    )
  }
  const kinds = (await mailsTo(shop, buyer.email)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['order-paid', 'order-paid'])
  await asAdmin('PUT', '/store', { orderRecipient: '' })
})

test('of two orders at once that together exceed the limit exactly one is accepted, and the other takes no stock', async () => {
  const buyer = await createAccountBuyer('pair-buyer', { creditLimit: 100 })
  const products = await Promise.all([shop, other].map(() => shop.addProduct({ price: 10, available: 100 })))
  for (let round = 0; round < 10; round++) {
    const placed = await Promise.all(
      [shop, other].map((through, n) =>
        requestOnAccount(buyer, 6, products[n] && Promise.resolve(products[n]), through),
      ),
    )
    const accepted = placed.flatMap(({ order }) => order ?? [])
    const refused = placed.filter(({ code }) => code === 'credit-limit-reached')
    assert.deepEqual([accepted.length, refused.length, await owedBy(buyer)], [1, 1, 60])
    assert.match(refused[0]?.message ?? '', /\$40\.00 of it is left/)
    const [order] = accepted
    assert.ok(order)
    const stocks = await Promise.all(products.map(({ _id }) => stockOf({ productId: _id })))
    assert.deepEqual(new Set(stocks), new Set([100, 94]))
    assert.equal((await cancel(order)).status, 200)
  }
})

test('a payment is recorded once, however often', async () => {
  const buyer = await createAccountBuyer('recorded-buyer')
  await orderOnAccount(buyer, 5)
  const order = await orderOnAccount(buyer, 2)
  const same = await Promise.all(Array.from({ length: 8 }, () => record(order)))
  assert.deepEqual(new Set(same.map(({ status }) => status)), new Set([200]))
  assert.equal((await record(order, 'another one')).body.code, 'payment-is-surplus')
  const { rows } = await shop.db.execute(sql`
    SELECT (SELECT count(*)::int FROM payments WHERE order_id = ${order._id}) AS payments,
      (SELECT count(*)::int FROM order_events WHERE order_id = ${order._id} AND kind = 'paid') AS events,
      (SELECT count(*)::int FROM audit_events WHERE subject_id = ${order._id} AND kind = 'payment-recorded') AS audited`)
  assert.deepEqual(rows, [{ payments: 1, events: 1, audited: 1 }])
  assert.equal(await owedBy(buyer), 50)
})

test('of two payments recorded at once one counts', async () => {
  const buyer = await createAccountBuyer('twice-buyer')
  const order = await orderOnAccount(buyer)
  const outcomes = await Promise.all(['one', 'two', 'three'].map((reference) => record(order, reference)))
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set([200, 409]))
  assert.equal(outcomes.filter(({ status }) => status === 200).length, 1)
  assert.equal(await owedBy(buyer), 0)
})

test('an admin cancels an unshipped order: units and credit come back; its buyer does not', async () => {
  const buyer = await createAccountBuyer('cancelling-buyer')
  const order = await orderOnAccount(buyer, 4)
  const left = await stockOf(order)
  assert.equal((await cancel(order, buyer)).body.code, 'order-move-not-allowed')
  assert.equal((await cancel(order)).status, 200)
  assert.equal((await readOrder(shop, order)).state, 'cancelled')
  assert.deepEqual([await stockOf(order), await owedBy(buyer)], [left + 4, 0])
  for (const move of [cancel, ship]) assert.equal((await move(order)).body.code, 'order-move-not-allowed')
  assert.equal((await record(order)).body.code, 'payment-is-surplus')
})

test('of cancelling, shipping and paying at once the outcome is one of a serial order', async () => {
  const buyer = await createAccountBuyer('moving-buyer', { creditLimit: null })
  for (let round = 0; round < 12; round++) {
    const order = await orderOnAccount(buyer)
    const [cancelled, shipped, recorded] = await Promise.all([cancel(order), ship(order), record(order)])
    const done = [cancelled.status, shipped.status, recorded.status].map((status) => status === 200)
    const now = await readOrder(shop, order)
    if (done[0]) assert.deepEqual([done, now.state], [[true, false, false], 'cancelled'])
    else assert.deepEqual([done[2], now.paid, now.shipped], [true, true, done[1]])
  }
  assert.equal(await owedBy(buyer), 0)
})

test('an order on account neither expires nor counts as an open one', async () => {
  const buyer = await createAccountBuyer('patient-buyer')
  const order = await orderOnAccount(buyer)
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() - interval '1 day' WHERE id = ${order._id}`)
  await expireOrders(shop.db, {
    releasePayment: () => Promise.resolve(),
    queueMail: () => Promise.resolve(),
    log: shop.app.log as never,
  })
  assert.equal((await readOrder(shop, order)).state, 'confirmed')
})

test('overdue orders are found and marked until they are paid', async () => {
  const buyer = await createAccountBuyer('late-buyer', { netDays: 10 })
  const [early, late] = [await orderOnAccount(buyer), await orderOnAccount(buyer)]
  await shop.db.execute(sql`UPDATE orders SET confirmed_at = now() - interval '264 hours' WHERE id = ${late._id}`)
  await shop.db.execute(sql`UPDATE orders SET confirmed_at = now() - interval '239 hours' WHERE id = ${early._id}`)
  assert.deepEqual(await filtered('overdue', 'late-buyer'), [late._id])
  assert.deepEqual(await filtered('owed', 'late-buyer'), [late._id, early._id])
  assert.equal((await readOrder(shop, late)).onAccount?.overdue, true)
  assert.equal((await readOrder(shop, early)).onAccount?.overdue, undefined)
  await ship(late)
  assert.deepEqual(await filtered('overdue', 'late-buyer'), [late._id])
  assert.deepEqual(await filtered('confirmed', 'late-buyer'), [early._id])
  await record(late)
  assert.deepEqual(await filtered('overdue', 'late-buyer'), [])
  assert.deepEqual(await filtered('owed', 'late-buyer'), [early._id])
  assert.equal((await readOrder(shop, late)).onAccount?.overdue, undefined)
})

test('an order on account is overdue from the day after its due day in the time zone of the store', async () => {
  const buyer = await createAccountBuyer('day-buyer', { netDays: 0 })
  const [today, yesterday] = [await orderOnAccount(buyer), await orderOnAccount(buyer)]
  const startOfToday = sql`date_trunc('day', now(), (SELECT time_zone FROM store))`
  await shop.db.execute(sql`UPDATE orders SET confirmed_at = ${startOfToday} WHERE id = ${today._id}`)
  await shop.db.execute(
    sql`UPDATE orders SET confirmed_at = ${startOfToday} - interval '1 millisecond' WHERE id = ${yesterday._id}`,
  )
  assert.deepEqual(await filtered('overdue', 'day-buyer'), [yesterday._id])
  assert.equal((await readOrder(shop, today)).onAccount?.overdue, undefined)
  assert.equal((await readOrder(shop, yesterday)).onAccount?.overdue, true)
})

test('a buyer can pay an order on account by card, shipped or not; that frees the credit', async () => {
  const buyer = await createAccountBuyer('card-buyer')
  const before = await orderOnAccount(buyer)
  await payFor(shop, buyer, before)
  assert.equal((await readOrder(shop, before)).state, 'paid')
  const after = await orderOnAccount(buyer)
  await ship(after)
  await announceParcels(shop)
  await payFor(shop, buyer, after)
  const { state, paid } = await readOrder(shop, after)
  assert.deepEqual([state, paid, await owedBy(buyer)], ['shipped', true, 0])
  const kinds = (await mailsTo(shop, buyer.email)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['payment-received', 'order-shipped', 'payment-received'])
})

test('a card payment that is open when the payment is recorded takes no money', async () => {
  const buyer = await createAccountBuyer('both-buyer')
  const order = await orderOnAccount(buyer)
  const secret = await openPayment(shop, buyer, order)
  assert.equal((await record(order)).status, 200)
  const { status, intentId } = await confirmCard(shop, secret)
  assert.equal(status, 400)
  assert.equal((await claimPaid(shop, buyer, order, intentId)).status, 409)
  assert.equal((await detailsOf(order)).money.method, 'bank_transfer')
})

test('an order that waits for a card can be paid by bank transfer, too', async () => {
  const buyer = await createCustomer(shop, 'transfer-buyer')
  const body = orderBody(await shop.addProduct({ price: 10 }), 1)
  const { order } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
  assert.ok(order)
  assert.equal((await record(order)).status, 200)
  assert.equal((await readOrder(shop, order)).state, 'paid')
})

test('a refund of money that did not come by card is recorded as done, and no card provider hears of it', async () => {
  const buyer = await createAccountBuyer('refunded-buyer')
  const order = await orderOnAccount(buyer, 2)
  await record(order)
  const left = await stockOf(order)
  const refund = (amount: number, units: number) =>
    asAdmin<{ refund: Refund; code?: string }>('POST', `/order/${order._id}/refunds`, {
      amount,
      reason: 'requested_by_customer',
      restockUnits: units,
    })
  const part = await refund(5, 1)
  assert.deepEqual([part.body.refund.state, part.body.refund.amount], ['succeeded', 5])
  assert.equal((await refund(15.01, 0)).body.code, 'refund-too-large')
  await refund(15, 1)
  assert.deepEqual([(await readOrder(shop, order)).state, await stockOf(order)], ['refunded', left + 2])
  const kinds = (await mailsTo(shop, buyer.email)).map(({ kind }) => kind)
  assert.deepEqual(kinds, ['order-refunded-by-hand', 'order-refunded-by-hand', 'payment-received'])
})

test('only a buyer with terms orders on account, and only an admin records payments', async () => {
  const stranger = await createCustomer(shop, 'no-terms-buyer')
  assert.equal((await requestOnAccount(stranger)).code, 'terms-not-allowed')
  const buyer = await createAccountBuyer('withdrawn-buyer')
  const order = await orderOnAccount(buyer)
  await asAdmin('DELETE', `/customer/${buyer.id}/terms`)
  assert.equal((await requestOnAccount(buyer)).code, 'terms-not-allowed')
  const body = { method: 'check', reference: 'mine' }
  const own = await shop.call('POST', `/order/${order._id}/offline-payment`, { token: buyer.token, body })
  assert.equal(own.status, 403)
  assert.equal((await record(order)).status, 200)
  const [customer] = (await asAdmin<Customer[]>('GET', '/customers?q=withdrawn-buyer')).body
  assert.equal(customer?.terms?.owed, 0)
})

test('who owes money keeps the name on the order after deleting the account, until it is paid', async () => {
  const buyer = await createAccountBuyer('leaving-buyer')
  const order = await orderOnAccount(buyer)
  await ship(order)
  await shop.db.transaction((tx) =>
    erasePersonalData(tx, { id: buyer.id }, [
      eraseCustomer,
      async (inner, user) => void (await anonymizeBuyer(inner, user)),
    ]),
  )
  assert.equal((await readOrder(shop, order)).email, buyer.email)
  await record(order)
  await announceParcels(shop)
  await anonymizePastBuyers(shop.db, 0)
  assert.equal((await readOrder(shop, order)).buyerName, 'Deleted account')
})
