import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Document } from '#contract/documents.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { Refund } from '#contract/payments.ts'
import type { Store } from '#contract/store.ts'
import { erasePersonalData } from '#server/accounts/erase-personal-data.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { deleteOldDocuments } from '#server/documents/delete-old-documents.ts'
import { anonymizeBuyer, anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import type { Placed } from '#server/testing/place-order.ts'

type Buyer = Awaited<ReturnType<typeof createCustomer>>

let buyers = 0
const shop = provideTestShop({}, async () => {
  await chargeOrders(shop)
  await shop.db.execute(sql`UPDATE tax_registrations SET number = 'TX-32001'`)
  await asAdmin('PUT', '/store', { company: 'Bolt Yard Inc.', address: '1 Dock Road', bankDetails: 'First Bank' })
})

const asAdmin = <Body>(method: string, path: string, body?: object, through = shop) =>
  through.call<Body>(method, path, { token: through.admin.token, ...(body && { body }) })

async function newBuyer(through = shop): Promise<Buyer> {
  const buyer = await createCustomer(through, `paper-${++buyers}`)
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false }, through)
  return buyer
}

const billing = {
  country: 'FR',
  recipient: 'Garage Martin',
  street: '8 Rue de Rivoli',
  city: 'Paris',
  postalCode: '75004',
}

/** Orders two units of each price on account. */
async function place(buyer: Buyer, prices = [19.99, 5], more: object = {}, through = shop): Promise<Order> {
  const products = await Promise.all(prices.map((price) => through.addProduct({ price, available: 100 })))
  const lines = products.map(({ _id }) => ({ productId: _id, quantity: 2 }))
  const body = {
    lines,
    address: 'see delivery',
    phoneNumber: '5550100',
    delivery: texanDelivery,
    billing,
    poNumber: 'PO-7',
    note: 'Ring twice.',
    payBy: 'invoice',
    ...more,
  }
  const { body: placed } = await through.call<Placed>('POST', '/orders', { token: buyer.token, body })
  assert.ok(placed.order, placed.message)
  return placed.order
}

const record = ({ _id }: Order, through = shop) =>
  asAdmin('POST', `/order/${_id}/offline-payment`, { method: 'check', reference: '1002' }, through)
const refund = async ({ _id }: Order, body: object = { lines: [{ line: 1, units: 1 }] }, through = shop) =>
  (
    await asAdmin<{ refund: Refund }>(
      'POST',
      `/order/${_id}/refunds`,
      { reason: 'requested_by_customer', note: 'Sorry.', ...body },
      through,
    )
  ).body.refund
const readInvoice = ({ _id }: Order, token = shop.admin.token, through = shop) =>
  through.call<Document & { code?: string }>('GET', `/order/${_id}/invoice`, { token })
const invoiceOf = async (order: Order, through = shop) => (await readInvoice(order, through.admin.token, through)).body
const noteOf = async ({ _id }: Refund, through = shop) =>
  (await through.call<Document>('GET', `/credit-note/${_id}`, { token: through.admin.token })).body
const rowsOf = async ({ _id }: Order) =>
  (await shop.db.execute(sql`SELECT to_jsonb(d) AS row FROM issued_documents d WHERE order_id = ${_id} ORDER BY name`))
    .rows

const erase = (buyer: Buyer) =>
  shop.db.transaction((tx) =>
    erasePersonalData(tx, { id: buyer.id }, [async (within, user) => void (await anonymizeBuyer(within, user))]),
  )

test('deleting an account takes the person out of the order, and invoice and credit note keep their parties', async () => {
  const buyer = await newBuyer()
  const order = await place(buyer)
  await asAdmin('PATCH', `/ship-order/${order._id}`, {})
  await announceParcels(shop)
  await record(order)
  const first = await refund(order)
  const papers = async () => [await invoiceOf(order), await noteOf(first)]
  const before = await papers()
  assert.deepEqual(
    before.map(({ number, buyer: { name, address } }) => [number, name, address]),
    [
      [order.number, order.buyerName, 'Garage Martin\n8 Rue de Rivoli\n75004 Paris\nFrance'],
      [`${order.number}-C1`, order.buyerName, 'Garage Martin\n8 Rue de Rivoli\n75004 Paris\nFrance'],
    ],
  )
  await erase(buyer)
  await anonymizePastBuyers(shop.db, 0)
  const { body: now } = await asAdmin<Order>('GET', `/order/${order._id}`)
  assert.deepEqual([now.buyerName, now.address], ['Deleted account', ''])
  assert.deepEqual(await papers(), before)
  assert.equal((await readInvoice(order, buyer.token)).status, 401)
  // A credit note that is issued afterwards is to the party of the invoice.
  const late = await noteOf(await refund(order, { amount: 5 }))
  assert.deepEqual([late.number, late.buyer], [`${order.number}-C2`, before[0]?.buyer])
  assert.deepEqual(await checkDocuments(shop.db), [])
})

test('a paper says all that its page prints, and its sums are those of order and refund', async () => {
  const buyer = await newBuyer()
  const order = await place(buyer, [100])
  const paper = await invoiceOf(order)
  const { _id, lines, amounts, dueOn, ...facts } = paper
  const day = order.placedAt.slice(0, 10)
  assert.deepEqual(facts, {
    kind: 'invoice',
    number: order.number,
    orderId: order._id,
    orderNumber: order.number,
    issuedOn: day,
    language: 'en',
    seller: 'Bolt Yard Inc.\n1 Dock Road',
    taxNumber: 'TX-32001',
    buyer: {
      name: order.buyerName,
      email: buyer.email,
      phone: '5550100',
      address: 'Garage Martin\n8 Rue de Rivoli\n75004 Paris\nFrance',
    },
    delivery: order.address,
    orderedOn: day,
    poNumber: 'PO-7',
    shippingMethod: { name: 'Ground' },
    netDays: 30,
    bankDetails: 'First Bank',
    note: 'Ring twice.',
  })
  assert.equal(dueOn, order.onAccount?.dueAt?.slice(0, 10))
  assert.deepEqual(
    lines.map(({ line, quantity, unitPrice, amount }) => [line, quantity, unitPrice, amount]),
    [[1, 2, 100, 200]],
  )
  const details = (await asAdmin<{ amounts: object }>('GET', `/order/${order._id}/details`)).body
  assert.deepEqual(amounts, details.amounts)

  await record(order)
  assert.deepEqual(await invoiceOf(order), paper, 'it is not the paper that is paid')
  const back = await refund(order)
  const note = await noteOf(back)
  assert.deepEqual(
    [note.kind, note.invoice, note.note, note.amounts.total, note.bankDetails],
    ['credit_note', { number: order.number, issuedOn: day }, 'Sorry.', back.amount, undefined],
  )
})

test('a prepaid order has its invoice when it is paid, and not before', async () => {
  const order = await place(await newBuyer(), [20], { payBy: 'card' })
  const missing = await readInvoice(order)
  assert.deepEqual([missing.status, missing.body.code], [404, 'invoice-not-found'])
  await record(order)
  const { paid, dueOn, bankDetails } = await invoiceOf(order)
  assert.deepEqual([paid?.method, paid?.reference, dueOn, bankDetails], ['check', '1002', undefined, undefined])
})

test('an invoice of an order that is cancelled before it is paid stays, with a credit note of all of it', async () => {
  const order = await place(await newBuyer())
  const before = await invoiceOf(order)
  assert.equal((await asAdmin('DELETE', `/orders/${order._id}`)).status, 200)
  assert.deepEqual(await invoiceOf(order), before)
  const { body } = await asAdmin<OrderDetails>('GET', `/order/${order._id}/details`)
  const [credit, ...more] = body.refunds
  assert.ok(credit)
  assert.deepEqual(
    [body.order.state, more, (await noteOf(credit)).amounts.total],
    ['cancelled', [], before.amounts.total],
  )
})

test('papers are for their buyer and for staff who read orders, never cached, and to others as if they did not exist', async () => {
  const buyer = await newBuyer()
  const order = await place(buyer)
  const own = await readInvoice(order, buyer.token)
  assert.equal(own.status, 200)
  assert.match(own.headers.get('cache-control') ?? '', /no-store/)
  assert.equal((await readInvoice(order, (await newBuyer()).token)).body.code, 'order-not-found')
})

test('the database refuses any change of a paper', async () => {
  const order = await place(await newBuyer())
  const before = await rowsOf(order)
  for (const change of [
    sql`UPDATE issued_documents SET facts = '{}' WHERE order_id = ${order._id}`,
    sql`DELETE FROM issued_documents WHERE order_id = ${order._id}`,
    sql`TRUNCATE issued_documents`,
  ])
    await assert.rejects(
      shop.db.execute(change),
      ({ cause }: { cause?: Error }) => cause?.message === 'a paper that was issued does not change',
    )
  await assert.rejects(
    shop.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL shop.deletes_documents = 'on'`)
      await tx.execute(sql`UPDATE issued_documents SET name = 'X' WHERE order_id = ${order._id}`)
    }),
  )
  assert.deepEqual(await rowsOf(order), before)
})

test('whatever becomes of order, store, product, tax and account, a paper stays what it was', async () => {
  const changes: ((order: Order, buyer: Buyer, step: number) => Promise<unknown>)[] = [
    (_order, _buyer, step) =>
      asAdmin('PUT', '/store', {
        company: `Company ${step}`,
        address: `${step} Quay`,
        bankDetails: `Bank ${step}`,
        taxNumber: `12/${step}`,
        timeZone: step % 2 ? 'Asia/Tokyo' : 'UTC',
      }),
    (_order, _buyer, step) => asAdmin('PUT', '/store', { languages: step % 2 ? ['en'] : ['en', 'de'] }),
    ({ productId }, _buyer, step) =>
      asAdmin('PUT', `/tools/${productId}`, { name: `Renamed ${step} ${productId}`, price: step + 1 }),
    ({ productId }) => asAdmin('DELETE', `/tools/${productId}`),
    () => shop.db.execute(sql`UPDATE tax_registrations SET number = number || '9'`),
    () => shop.db.execute(sql`UPDATE tax_rates SET rate = 0.09, name = 'Lone Star'`),
    (order) => asAdmin('PATCH', `/ship-order/${order._id}`, { carrier: 'DHL', trackingNumber: '0815' }),
    (order) => record(order),
    (order) => refund(order, { amount: 1 }),
    (order) => asAdmin('DELETE', `/orders/${order._id}`),
    (_order, buyer) => erase(buyer),
    () => anonymizePastBuyers(shop.db, 0),
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: changes.length - 1 }), { minLength: 4, maxLength: 10 }), async (picked) => {
      const buyer = await newBuyer()
      const order = await place(buyer)
      const known = new Map<string, unknown>()
      for (const [step, index] of picked.entries()) {
        await changes[index]?.(order, buyer, step)
        for (const { row } of await rowsOf(order)) {
          const { name } = row as { name: string }
          assert.deepEqual(row, known.get(name) ?? row)
          known.set(name, row)
        }
        assert.ok(known.has(order.number))
      }
      assert.deepEqual(await checkDocuments(shop.db), [])
    }),
    { numRuns: 12, seed: 41 },
  )
  await asAdmin('PUT', '/store', { timeZone: 'UTC', languages: ['en', 'de'] })
})

test('the job deletes papers whole when the years of the store have passed since the end of the year of their issue', async () => {
  const order = await place(await newBuyer())
  await record(order)
  await refund(order)
  const year = Number((await invoiceOf(order)).issuedOn.slice(0, 4))
  assert.equal((await asAdmin<Store>('GET', '/store')).body.retentionYears, 10)
  const at = (years: number, day: string) => new Date(`${year + years}-${day}T12:00Z`)
  assert.equal(await deleteOldDocuments(shop.db, at(10, '12-31')), 0)
  assert.equal((await asAdmin('PUT', '/store', { retentionYears: 4 })).status, 400)
  assert.equal((await asAdmin('PUT', '/store', { retentionYears: 8 })).status, 200)
  assert.equal(await deleteOldDocuments(shop.db, at(8, '12-31')), 0)
  const all = await shop.db.$client.query('SELECT FROM issued_documents')
  assert.equal(await deleteOldDocuments(shop.db, at(9, '01-01')), all.rowCount)
  assert.deepEqual(await rowsOf(order), [])
  assert.equal((await readInvoice(order)).body.code, 'invoice-not-found')
  const { rows } = await shop.db.execute(sql`SELECT after FROM audit_events WHERE kind = 'documents-deleted'`)
  assert.deepEqual(rows, [{ after: { count: all.rowCount } }])
  await asAdmin('PUT', '/store', { retentionYears: 10 })

  // Their orders are young still, so the audit misses them.
  assert.ok((await checkDocuments(shop.db)).some(({ orderId }) => orderId === order._id))
})

for (const { currency, price, total } of [
  { currency: 'JPY', price: 1200, total: 2400 },
  { currency: 'KWD', price: 1.255, total: 2.51 },
]) {
  test(`papers of a shop in ${currency} with an own prefix and a German main language`, async () => {
    await using foreign = await openTestShop()
    await asAdmin(
      'PUT',
      '/store',
      { currency, orderPrefix: 'SP-', timeZone: 'Asia/Tokyo', languages: ['de', 'en'], address: 'Kaiserstraße 1' },
      foreign,
    )
    const buyer = await newBuyer(foreign)
    const order = await place(buyer, [price], { delivery: undefined, billing: undefined }, foreign)
    await record(order, foreign)
    const paper = await invoiceOf(order, foreign)
    const note = await noteOf(await refund(order, {}, foreign), foreign)
    assert.match(order.number, /^SP-\d+$/)
    assert.deepEqual([paper.number, note.number], [order.number, `${order.number}-C1`])
    assert.deepEqual(
      [paper.amounts.total, note.amounts.total, paper.amounts.currency],
      [total, total, currency.toLowerCase()],
    )
    assert.deepEqual([paper.seller, paper.buyer.address], ['Kaiserstraße 1', 'see delivery'])
    assert.deepEqual(await checkDocuments(foreign.db), [])
  })
}
