import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Document } from '#contract/documents.ts'
import type { LegalDraft } from '#contract/legal.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { Selling } from '#contract/selling.ts'
import { checkOwedCredit } from '#server/orders/check-owed-credit.ts'
import { checkDocuments } from '#server/documents/check-documents.ts'
import { mailBody } from '#server/notifications/mail-body.ts'
import { anonymizePastBuyers } from '#server/orders/anonymize-buyer.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { readStore } from '#server/store/read-store.ts'
import { announceParcels } from '#server/testing/announce-parcels.ts'
import { chargeOrders, texanDelivery } from '#server/testing/charge-orders.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { nextCell } from '#server/notifications/mail-body.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { type Placed, readOrder } from '#server/testing/place-order.ts'

let shop: TestShop
let buyer: Awaited<ReturnType<typeof createCustomer>>
before(async () => {
  shop = await openTestShop()
  buyer = await createCustomer(shop, 'invoiced')
  await chargeOrders(shop)
  await shop.db.execute(sql`UPDATE tax_registrations SET number = 'TX-32001'`)
  await shop.db.execute(sql`
    INSERT INTO tax_registrations (country, region, number, starts_on, reverse_charge)
    VALUES ('FR', '', 'FR40303265045', '2020-01-01', true)`)
  await shop.db.execute(sql`
    INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on) VALUES ('FR', '', 'standard', 'TVA', 0.2, '2020-01-01')`)
  await shop.db.execute(
    sql`INSERT INTO shipping_zone_members (zone_id, position, country) SELECT id, 2, 'FR' FROM shipping_zones`,
  )
  await asAdmin('PUT', `/customer/${buyer.id}/terms`, { netDays: 30, creditLimit: null, poRequired: false })
})
after(() => shop[Symbol.asyncDispose]())

const asAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

const frenchDelivery = {
  country: 'FR',
  recipient: 'Garage Martin',
  street: '8 Rue de Rivoli',
  city: 'Paris',
  postalCode: '75004',
}
const austinText = 'Test Garage\n500 Congress Ave\nAustin, TX 78701\nUnited States'
const austin = { ...texanDelivery, street: '500 Congress Ave' }

/** Orders a unit at $100 on account. */
async function place(more: object = {}): Promise<Order> {
  const product = await shop.addProduct({ price: 100 })
  const lines = [{ productId: product._id, quantity: 1 }]
  const body = {
    lines,
    address: 'see delivery',
    phoneNumber: '5550100',
    delivery: texanDelivery,
    payBy: 'invoice',
    ...more,
  }
  const { body: placed } = await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })
  assert.ok(placed.order, placed.message)
  return placed.order
}

const detailsOf = async ({ _id }: Order, token = buyer.token) =>
  (await shop.call<OrderDetails>('GET', `/order/${_id}/details`, { token })).body

const invoiceOf = async ({ _id }: Order) =>
  (await shop.call<Document>('GET', `/order/${_id}/invoice`, { token: buyer.token })).body

/** Returns the texts of the mails about orders that are queued now. */
async function mailsOfNow(): Promise<string[]> {
  const texts: string[] = []
  await confirmOrders(
    shop.db,
    async (_tx, { paragraphs }) => void texts.push(paragraphs.join('\n\n').replaceAll(nextCell, ': ')),
    findSellerSettings,
  )
  return texts
}

/** Sets the seller and the bank details, as the page of the store does. */
async function setSellerSettings(company: string, address: string, bankDetails: string): Promise<void> {
  const { status } = await asAdmin('PUT', '/store', { company, address, bankDetails })
  assert.equal(status, 200)
}

test('the billing address is on the order for its buyer and admins only, and in the mail', async () => {
  const order = await place({ delivery: frenchDelivery, billing: austin })
  assert.equal(order.billing, austinText)
  assert.match(order.address, /8 Rue de Rivoli/)
  assert.equal((await detailsOf(order)).order.billing, austinText)
  assert.equal((await detailsOf(order, shop.admin.token)).order.billing, austinText)
  const stranger = await createCustomer(shop, 'stranger')
  const theirs = await shop.call('GET', `/order/${order._id}/details`, { token: stranger.token })
  assert.equal(theirs.status, 404)
  assert.doesNotMatch(JSON.stringify(theirs.body), /Congress/)
  const [mail = ''] = await mailsOfNow()
  assert.ok(mail.includes(`Delivery address:\n${order.address}\n\nBilling address:\n${austinText}`), mail)

  const same = await place()
  assert.equal(same.billing, undefined)
  const [second = ''] = await mailsOfNow()
  assert.ok(second.includes(`Delivery and billing address:\n${same.address}`), second)
})

test('an invoice has seller, tax numbers and bank details; the mail says where to pay, and the checklist what is missing', async () => {
  const missing = async () => (await asAdmin<Selling>('GET', '/selling')).body.invoice
  assert.deepEqual(await missing(), { state: 'on', buyers: 1, hasBankDetails: false })
  const order = await place()
  assert.deepEqual((await detailsOf(order)).invoice, { seller: '', taxNumber: 'TX-32001' })
  const { seller, taxNumber, bankDetails } = await invoiceOf(order)
  assert.deepEqual([seller, taxNumber, bankDetails], ['', 'TX-32001', undefined])
  const origin = {
    company: 'Bolt Yard Inc.',
    street: '1 Dock Road',
    city: 'Austin',
    region: 'TX',
    postalCode: '78702',
    country: 'US',
  }
  await asAdmin('PUT', '/shipping-setup/settings', { origin })
  assert.equal((await invoiceOf(order)).seller, '', 'goods may be sent from the address of others')
  await mailsOfNow()

  await setSellerSettings('Bolt Yard Inc.', 'PO Box 7, Austin', 'First Bank\nIBAN DE02 1203')
  const next = await place()
  const invoice = await invoiceOf(next)
  assert.deepEqual(
    [invoice.seller, invoice.bankDetails],
    ['Bolt Yard Inc.\nPO Box 7, Austin', 'First Bank\nIBAN DE02 1203'],
  )
  const [mail = ''] = await mailsOfNow()
  assert.match(mail, /Please pay \$121\.24 by [^]*name BY-\d+[^]*\n\nPay to:\nFirst Bank\nIBAN DE02 1203\n/)
  assert.deepEqual(await missing(), { state: 'on', buyers: 1, hasBankDetails: true })
})

test('the name of the company stands once on invoices and in mails, even if the address begins with it', async () => {
  await setSellerSettings('Wolf Bremsen GmbH', ' WOLF  Bremsen GmbH\nHauptstraße 1\n10115 Berlin', '')
  const { seller } = await invoiceOf(await place())
  assert.equal(seller, 'Wolf Bremsen GmbH\nHauptstraße 1\n10115 Berlin')
  const store = await readStore(shop.db)
  const { text } = mailBody({ ...store, logo: undefined, publicUrl: 'https://shop.test' }, { paragraphs: ['Hello,'] })
  assert.match(text, /\nWolf Bremsen GmbH\nHauptstraße 1\n10115 Berlin\n/)
  const drafts = (await asAdmin<LegalDraft[]>('GET', '/legal-drafts')).body
  const imprint = drafts.find(({ kind, language }) => kind === 'imprint' && language === 'de')?.starter ?? ''
  assert.match(imprint, /Wolf Bremsen GmbH\s+Hauptstraße 1/)
  await setSellerSettings('', 'Boltyard\n1 Dock Road', '')
  assert.equal((await invoiceOf(await place())).seller, 'Boltyard\n1 Dock Road')
})

test('an issued invoice keeps its seller and where to pay; the order says where to pay now', async () => {
  await asAdmin('PUT', '/store', { company: '', address: '', bankDetails: '' })
  await shop.db.execute(sql`DELETE FROM invoice_sellers`)
  const sellerOf = async (order: Order) => (await invoiceOf(order)).seller
  const early = await place()
  assert.equal(await sellerOf(early), '', 'a shop without a name has none on papers')
  await setSellerSettings('Bolt Yard Inc.', '1 Dock Road', 'First Bank')
  const issued = await place()
  await setSellerSettings('Bolt Yard Ltd.', '2 Quay Street', 'Second Bank')
  const later = await place()
  assert.deepEqual([await sellerOf(early), await sellerOf(issued)], ['', 'Bolt Yard Inc.\n1 Dock Road'])
  assert.equal((await invoiceOf(issued)).bankDetails, 'First Bank')
  assert.equal((await detailsOf(issued)).invoice.bankDetails, 'Second Bank')
  assert.equal(await sellerOf(later), 'Bolt Yard Ltd.\n2 Quay Street')
  const paid = await asAdmin('POST', `/order/${issued._id}/offline-payment`, {
    method: 'bank_transfer',
    reference: 'T-1',
  })
  assert.deepEqual([paid.status, await sellerOf(issued)], [200, 'Bolt Yard Inc.\n1 Dock Road'])
  await asAdmin('PUT', '/store', { phone: '', email: '' })
  assert.equal(await sellerOf(later), 'Bolt Yard Ltd.\n2 Quay Street')
  await mailsOfNow()
})

test('an issued invoice keeps the tax number of then, however its registration is changed', async () => {
  const numberOf = async (order: Order) => (await invoiceOf(order)).taxNumber
  const issued = await place()
  await shop.db.execute(sql`UPDATE tax_registrations SET number = 'TX-32002' WHERE country = 'US'`)
  const later = await place()
  assert.deepEqual([await numberOf(issued), await numberOf(later)], ['TX-32001', 'TX-32002'])
  await shop.db.execute(sql`UPDATE tax_registrations SET number = '' WHERE country = 'US'`)
  const french = 'FR40303265045'
  // That of France says nothing on a paper of Texas, neither on the invoice nor on the order.
  const unnumbered = await place()
  assert.deepEqual([await numberOf(later), await numberOf(unnumbered)], ['TX-32002', undefined])
  assert.equal((await detailsOf(unnumbered)).invoice.taxNumber, undefined)
  await asAdmin('PUT', '/store', { taxNumber: '12/345' })
  assert.equal(await numberOf(await place()), '12/345')
  // As in a shop that has entered none yet: the number of the store stands on its invoices, also once one is entered.
  await shop.db.execute(sql`UPDATE tax_registrations SET number = ''`)
  await shop.db.execute(sql`DELETE FROM tax_registration_versions`)
  const early = await place()
  await shop.db.execute(sql`UPDATE tax_registrations SET number = 'TX-32001' WHERE country = 'US'`)
  await shop.db.execute(sql`UPDATE tax_registrations SET number = ${french} WHERE country = 'FR'`)
  assert.deepEqual([await numberOf(early), await numberOf(await place())], ['12/345', 'TX-32001'])
  await asAdmin('PUT', '/store', { taxNumber: '' })
  await mailsOfNow()
})

test('a reverse charge is on the order and in the mail with its reason, and the number of the buyer stays with the order until the account goes', async () => {
  await shop.db.execute(sql`
    INSERT INTO tax_ids (id, user_id, kind, country, value, status)
    VALUES (gen_random_uuid(), ${buyer.id}, 'eu_vat', 'FR', 'FR83404833048', 'verified')`)
  const order = await place({ delivery: frenchDelivery, billing: austin })
  await shop.db.execute(sql`DELETE FROM tax_ids`)
  const { amounts, buyer: party, taxNumber } = await invoiceOf(order)
  assert.deepEqual(
    amounts.taxes.map(({ reason, amount }) => [reason, amount]),
    [['reverse_charge', 0]],
  )
  assert.deepEqual([party.taxNumber, taxNumber], ['FR83404833048', 'FR40303265045'])
  const [mail = ''] = await mailsOfNow()
  const rows = ['Products: $100.00', 'Shipping, Ground: $12.00', 'Tax: $0.00 (reverse charge: the buyer owes the tax)']
  assert.ok(mail.includes([...rows, 'Total: $112.00'].join('\n')), mail)
  const taxed = await place()
  assert.equal((await invoiceOf(taxed)).buyer.taxNumber, undefined)
  await mailsOfNow()

  await asAdmin('PATCH', `/ship-order/${order._id}`)
  await announceParcels(shop)
  await asAdmin('POST', `/order/${order._id}/offline-payment`, { method: 'check', reference: '1002' })
  await shop.db.execute(sql`UPDATE users SET forgotten_at = now(), email = 'gone@deleted.test' WHERE id = ${buyer.id}`)
  await anonymizePastBuyers(shop.db, 0)
  const { rows: kept } = await shop.db.execute(
    sql`SELECT billing, buyer_tax_number FROM orders WHERE id = ${order._id}`,
  )
  await shop.db.execute(sql`UPDATE users SET forgotten_at = NULL, email = ${buyer.email} WHERE id = ${buyer.id}`)
  assert.deepEqual(kept, [{ billing: null, buyer_tax_number: null }])
})

test('where rates differ, invoice and credit note mark each line with its own; where they do not, none', async () => {
  await shop.db.execute(sql`INSERT INTO tax_classes (code, name) VALUES ('books', 'Books')`)
  await shop.db.execute(sql`
    INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on) VALUES ('US', 'TX', 'books', 'Texas', 0.02, '2020-01-01')`)
  const [disc, book] = [await shop.addProduct({ price: 7.3 }), await shop.addProduct({ price: 12.99 })]
  await shop.db.execute(sql`UPDATE products SET tax_class = 'books' WHERE id = ${book._id}`)
  const linesOf = (...products: { _id: string }[]) => ({
    lines: products.map(({ _id }, index) => ({ productId: _id, quantity: index + 1 })),
  })
  const ratesOf = ({ lines }: Document) => lines.map(({ taxRate }) => taxRate)
  const mixed = await place(linesOf(disc, book))
  assert.deepEqual(ratesOf(await invoiceOf(mixed)), ['0.0825', '0.02'])
  assert.deepEqual(ratesOf(await invoiceOf(await place(linesOf(book)))), [undefined])
  await asAdmin('POST', `/order/${mixed._id}/offline-payment`, { method: 'check', reference: 'mixed' })
  const units = [1, 2].map((line) => ({ line, units: 1 }))
  const { body } = await asAdmin<{ refund: Refund }>('POST', `/order/${mixed._id}/refunds`, {
    reason: 'requested_by_customer',
    lines: units,
  })
  const note = await asAdmin<Document>('GET', `/credit-note/${body.refund._id}`)
  assert.deepEqual(ratesOf(note.body), ['0.0825', '0.02'])
  await mailsOfNow()
})

test('an exempt buyer’s certificate is named', async () => {
  const certificate = { country: 'US', region: 'TX', number: 'RESALE-9', reason: 'Resale', startsOn: '2020-01-01' }
  await asAdmin('POST', '/exemption-certificates', { email: buyer.email, ...certificate })
  const { amounts, buyer: party } = await invoiceOf(await place())
  assert.equal(amounts.taxes[0]?.reason, 'customer_exempt')
  assert.equal(party.taxNumber, 'RESALE-9')
  await shop.db.execute(sql`DELETE FROM exemption_certificates`)
  await mailsOfNow()
})

test('prices with tax have their net price on the invoice', async () => {
  await asAdmin('PUT', '/tax', { pricesIncludeTax: true })
  const { lines } = await invoiceOf(await place({ delivery: frenchDelivery }))
  await asAdmin('PUT', '/tax', { pricesIncludeTax: false })
  assert.deepEqual([lines[0]?.unitPrice, lines[0]?.netUnitPrice], [100, 83.33])
  const { lines: net } = await invoiceOf(await place())
  assert.equal(net[0]?.netUnitPrice, undefined)
  await mailsOfNow()
})

test('nothing of an order is due, payable or invoiced until staff set its freight, from when it is due', async () => {
  const toQuote = async () =>
    (await asAdmin<Order[]>('GET', '/all-orders?state=freight_to_quote')).body.map(({ _id }) => _id)
  const codesOf = async (order: Order) => [
    (await shop.call<ProblemBody>('GET', `/order/${order._id}/invoice`, { token: buyer.token })).body.code,
    (
      await shop.call<ProblemBody>('POST', '/create-payment-intent', {
        token: buyer.token,
        body: { orderId: order._id },
      })
    ).body.code,
    (
      await asAdmin<ProblemBody>('POST', `/order/${order._id}/offline-payment`, {
        method: 'bank_transfer',
        reference: 'Bank 1',
      })
    ).body.code,
  ]
  const other = await place()
  const { body: quote } = await shop.call<{ shippingMethods: { id: string; price?: number }[] }>(
    'POST',
    '/order-quote',
    {
      body: {
        lines: [{ productId: other.productId, quantity: 1 }],
        place: { country: 'US', region: 'TX', postalCode: '78701' },
      },
    },
  )
  const shippingMethod = quote.shippingMethods.find(({ price }) => price === undefined)?.id
  await mailsOfNow()
  const order = await place({ shippingMethod })
  assert.deepEqual([order.freightOnRequest, other.freightOnRequest], [true, undefined])
  assert.deepEqual([order.onAccount, order.open], [{ netDays: 30 }, undefined])
  const [mail = ''] = await mailsOfNow()
  assert.match(mail, /Shipping, Freight on request: on request\n/)
  assert.match(mail, /for \$108\.25 without freight\.\n\nFreight is not in the total yet: we email you what it costs\./)
  assert.match(mail, /Subtotal without freight/)
  assert.doesNotMatch(mail, /Please pay/)
  assert.deepEqual(await codesOf(order), ['invoice-not-found', 'freight-open', 'freight-open'])
  assert.equal((await detailsOf(order)).money.open, undefined)
  assert.deepEqual(
    (await detailsOf(order, shop.admin.token)).actions.filter((action) =>
      ['pay', 'record-payment', 'remind'].includes(action),
    ),
    [],
  )
  await asAdmin('PATCH', `/ship-order/${order._id}`)
  assert.deepEqual(await toQuote(), [order._id])
  assert.deepEqual([await checkDocuments(shop.db), await checkOwedCredit(shop.db)], [[], []])

  const set = await asAdmin<{ order: Order; code?: string }>('PUT', `/order/${order._id}/freight`, { freight: 50 })
  // 8.25 % of 150.00 is 12.375.
  assert.deepEqual([set.body.order.totalPrice, set.body.order.open], [162.38, 162.38])
  assert.ok(Date.parse(set.body.order.onAccount?.dueAt ?? '') > Date.parse(order.placedAt) + 30 * 86_400_000)
  const invoice = await invoiceOf(order)
  assert.deepEqual(
    [invoice.amounts.shipping, invoice.amounts.tax, invoice.amounts.total, invoice.shippingMethod?.onRequest],
    [50, 12.38, 162.38, undefined],
  )
  assert.equal(invoice.amounts.taxes[0]?.taxable, 150)
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT text_body AS text FROM outbox WHERE kind = 'freight-set' AND order_id = ${order._id}`)
  assert.match(rows[0]?.text ?? '', /Please pay \$162\.38 by .* \(net 30 days\)/)
  assert.deepEqual(await toQuote(), [])
  assert.equal(
    (await asAdmin<ProblemBody>('PUT', `/order/${order._id}/freight`, { freight: 9 })).body.code,
    'freight-is-final',
  )
  assert.deepEqual([await checkDocuments(shop.db), await checkOwedCredit(shop.db)], [[], []])
})

test('mails about parcels and cancelled units of an order on account name its PO number, and when and where to pay', async () => {
  const product = await shop.addProduct({ price: 100 })
  const order = await place({ lines: [{ productId: product._id, quantity: 4 }], poNumber: 'B-2026-117' })
  await asAdmin('POST', `/order/${order._id}/shipments`, { lines: [{ line: 1, units: 1 }] })
  await asAdmin('POST', `/order/${order._id}/cancellations`, { lines: [{ line: 1, units: 1 }] })
  await asAdmin('PATCH', `/ship-order/${order._id}`)
  const whole = await place({ poNumber: 'B-2026-118' })
  await asAdmin('PATCH', `/ship-order/${whole._id}`)
  await announceParcels(shop)
  const { rows } = await shop.db.execute<{ kind: string; text: string }>(sql`
    SELECT kind, text_body AS text FROM outbox
    WHERE order_id IN (${order._id}, ${whole._id}) AND kind IN ('order-shipped', 'units-cancelled')`)
  assert.deepEqual(rows.map(({ kind }) => kind).toSorted(), [
    'order-shipped',
    'order-shipped',
    'order-shipped',
    'units-cancelled',
  ])
  for (const { kind, text } of rows) {
    assert.match(text, /Purchase order: B-2026-11[78]/)
    if (kind === 'order-shipped')
      assert.match(text, /Please pay \$[\d.]+ by [\w ,]+ \d{4}, and name BY-\d+ with your payment\.\n\nPay to:\n/)
  }
})

test('an order by card waits for its freight as long as the seller needs, and is paid with it', async () => {
  const first = await place({ payBy: 'card' })
  const { body: quote } = await shop.call<{ shippingMethods: { id: string; price?: number }[] }>(
    'POST',
    '/order-quote',
    {
      body: {
        lines: [{ productId: first.productId, quantity: 1 }],
        place: { country: 'US', region: 'TX', postalCode: '78701' },
      },
    },
  )
  const verify = (time: string | null) =>
    shop.db.execute(sql`UPDATE users SET email_verified_at = ${time} WHERE id = ${buyer.id}`)
  await verify(new Date().toISOString())
  const shippingMethod = quote.shippingMethods.find(({ price }) => price === undefined)?.id
  const order = await place({ payBy: 'card', shippingMethod })
  assert.equal(order.expiresAt, undefined)
  const mail = (await mailsOfNow()).find((text) => text.includes('without freight')) ?? ''
  assert.match(mail, /without freight\.\n\nFreight is not in the total yet: .* We hold its stock for you\.\n/)
  assert.doesNotMatch(mail, /until \w+ \d/)
  const runOut = async ({ _id }: { _id: string }) => {
    await shop.db.execute(sql`UPDATE orders SET expires_at = now() - interval '1 day' WHERE id = ${_id}`)
    await expireOrders(shop.db, {
      releasePayment: () => Promise.resolve(),
      queueMail: settleDeps(shop).queueMail,
      log: shop.app.log as never,
    })
  }
  await runOut(order)
  await asAdmin('PUT', `/order/${order._id}/freight`, { freight: 50 })
  const priced = await readOrder(shop, order)
  assert.ok(Date.parse(priced.expiresAt ?? '') > Date.now() + 6 * 86_400_000)
  await payFor(shop, buyer, priced)
  assert.equal((await invoiceOf(order)).amounts.total, 162.38)
  const held = await place({ payBy: 'card', shippingMethod })
  await verify(null)
  await runOut(held)
  const { rows } = await shop.db.execute(
    sql`SELECT expired_at IS NOT NULL AS "isExpired" FROM orders WHERE id = ${held._id}`,
  )
  assert.deepEqual(rows, [{ isExpired: true }], 'whoever has no verified address cannot hold stock for nothing')
})
