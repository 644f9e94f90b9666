import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Tool } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import type { BoughtProduct, Order } from '#contract/orders.ts'
import type { Document } from '#contract/documents.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { defaultStore } from '#contract/settings.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { runWithStore } from '#server/platform/current-store.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { mailsTo } from '#server/testing/identity-wire.ts'
import { archiveProducts } from '#server/testing/archive-products.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { payFor } from '#server/testing/pay-with-card.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const own = { en: 'Vented front brake disc', de: 'Bremsscheibe vorn, belüftet' }
const other = { en: 'Brake pads', de: 'Bremsbeläge' }

/** Adds a product with its names in the main language, and in the other one. */
const addNamed = (names: Record<Language, string>, [main, second]: readonly [Language, Language]) =>
  shop.addProduct({
    name: names[main],
    sku: `${main}-${names.en.length}`,
    price: 10,
    available: 100,
    texts: { [second]: { name: names[second], content: '' } },
  })

for (const languages of [
  ['de', 'en'],
  ['en', 'de'],
] as const) {
  const [main, second] = languages
  test(`in a shop in ${main}, a buyer who reads ${second} gets the names that were on the page, and the seller her own`, async () => {
    const asAdmin = { token: shop.admin.token }
    const seller = `desk-${main}@wholesale.example`
    await archiveProducts(shop)
    await shop.call('PUT', '/store', { ...asAdmin, body: { languages, orderRecipient: seller } })
    const products = [await addNamed(own, languages), await addNamed(other, languages)]
    const buyer = await createCustomer(shop, `reader-of-${second}`)
    const place = async (some: readonly Tool[], language: Language) => {
      const lines = some.map(({ _id }) => ({ productId: _id, quantity: 2 }))
      const body = {
        ...(lines.length > 1 ? { lines } : lines[0]),
        address: '1 Test Street',
        phoneNumber: '5550100',
      }
      const headers = { cookie: `language=${language}` }
      const placed = await shop.call<{ order: Order; message?: string }>('POST', '/orders', {
        token: buyer.token,
        body,
        headers,
      })
      assert.equal(placed.status, 200, placed.body.message)
      return placed.body.order
    }
    const [single, wide] = [await place(products.slice(0, 1), second), await place(products, second)]
    const inMain = await place(products.slice(0, 1), main)
    assert.deepEqual(
      [single, wide, inMain].map(({ productName }) => productName),
      [own[second], own[second], own[main]],
    )

    const asBuyer = { token: buyer.token }
    const { body: mine } = await shop.call<Order[]>('GET', `/orders?email=${buyer.email}`, asBuyer)
    assert.deepEqual(
      mine.map(({ productName, productNameForBuyer }) => [productName, productNameForBuyer]),
      [inMain, wide, single].map(({ productName }) => [productName, undefined]),
    )
    const found = await shop.call<Order[]>(
      'GET',
      `/orders?email=${buyer.email}&q=${encodeURIComponent(other[second])}`,
      asBuyer,
    )
    assert.deepEqual(
      found.body.map(({ _id }) => _id),
      [wide._id],
    )
    const namesFor = async ({ token }: { token: string }, order: Order) => {
      const { body } = await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token })
      return body.lines.map(({ name, nameForBuyer }) => [name, nameForBuyer])
    }
    assert.deepEqual(await namesFor(asBuyer, wide), [
      [own[second], undefined],
      [other[second], undefined],
    ])
    assert.deepEqual(await namesFor(asAdmin, wide), [
      [own[main], own[second]],
      [other[main], other[second]],
    ])
    assert.deepEqual(await namesFor(asAdmin, inMain), [[own[main], undefined]])
    const { body: all } = await shop.call<Order[]>('GET', '/all-orders?limit=3', asAdmin)
    assert.deepEqual(
      all.map(({ productName, productNameForBuyer }) => [productName, productNameForBuyer]),
      [
        [own[main], undefined],
        [own[main], own[second]],
        [own[main], own[second]],
      ],
    )

    await payFor(shop, buyer, wide)
    await payFor(shop, buyer, inMain)
    const { queueMail } = settleDeps(shop)
    await runWithStore({ ...defaultStore, languages: [...languages] }, () =>
      confirmOrders(shop.db, queueMail, findSellerSettings),
    )
    const bodies = async (to: string, order: Order) =>
      (await mailsTo(shop, to)).filter(({ text }) => text.includes(order._id)).map(({ text }) => text)
    for (const [order, has, hasNot] of [
      [single, own[second], own[main]],
      [wide, other[second], other[main]],
      [inMain, own[main], own[second]],
    ] as const) {
      const texts = await bodies(buyer.email, order)
      assert.ok(texts.length > 0)
      for (const text of texts) assert.ok(text.includes(has) && !text.includes(hasNot), text)
    }
    const [toSeller = ''] = await bodies(seller, wide)
    assert.ok(toSeller.includes(other[main]) && !toSeller.includes(other[second]), toSeller)

    const { body: bought } = await shop.call<BoughtProduct[]>('GET', '/bought-products', asBuyer)
    const names = bought.map(({ name }) => name)
    assert.ok(names.includes(other[second]), String(names))
    const refunded = await shop.call<{ refund: { _id: string } }>('POST', `/order/${wide._id}/refunds`, {
      ...asAdmin,
      body: { lines: [{ line: 2, units: 1 }], reason: 'requested_by_customer' },
    })
    assert.equal(refunded.status, 200, JSON.stringify(refunded.body))
    for (const reader of [asBuyer, asAdmin]) {
      const { body } = await shop.call<Document>('GET', `/credit-note/${refunded.body.refund._id}`, reader)
      assert.deepEqual(
        body.lines.map(({ name }) => name),
        [other[second]],
      )
    }
    // The words that a buyer saw are of the moment of the order.
    await shop.db.execute(sql`DELETE FROM product_texts`)
    assert.deepEqual(await namesFor(asBuyer, wide), [
      [own[second], undefined],
      [other[second], undefined],
    ])
  })
}

test('two brands of one number: pages and papers of an order say which line is of which', async () => {
  const asAdmin = { token: shop.admin.token }
  const brands = ['Steelmark', 'Nordfilter']
  const products: Tool[] = []
  for (const name of brands) {
    await shop.call('POST', '/brands', { ...asAdmin, body: { name } })
    products.push(await shop.addProduct({ name: 'Oil filter', sku: 'DUP-77', brand: name, price: 10, available: 100 }))
  }
  const buyer = await createCustomer(shop, 'buyer-of-two-brands')
  const place = async (some: readonly Tool[]) => {
    const lines = some.map(({ _id }) => ({ productId: _id, quantity: 1 }))
    const body = {
      ...(lines.length > 1 ? { lines } : lines[0]),
      address: '1 Test Street',
      phoneNumber: '5550100',
    }
    return (await shop.call<{ order: Order }>('POST', '/orders', { token: buyer.token, body })).body.order
  }
  const [wide, single] = [await place(products), await place(products.slice(1))]
  assert.deepEqual([wide.brand, single.brand], brands)
  for (const order of [wide, single]) await payFor(shop, buyer, order)
  // The names of brands are of the moment of the order.
  await shop.db.execute(sql`UPDATE brands SET name = 'Renamed ' || name`)
  for (const { token } of [buyer, shop.admin]) {
    const { body: details } = await shop.call<OrderDetails>('GET', `/order/${wide._id}/details`, { token })
    const { body: invoice } = await shop.call<Document>('GET', `/order/${wide._id}/invoice`, { token })
    for (const { lines } of [details, invoice]) {
      assert.deepEqual(
        lines.map((line) => [line.brand, line.sku]),
        brands.map((brand) => [brand, 'DUP-77']),
      )
    }
  }
  const refunded = await shop.call<{ refund: { _id: string } }>('POST', `/order/${wide._id}/refunds`, {
    ...asAdmin,
    body: { lines: [{ line: 2, units: 1 }], reason: 'requested_by_customer' },
  })
  const { body: note } = await shop.call<Document>('GET', `/credit-note/${refunded.body.refund._id}`, asAdmin)
  assert.deepEqual(
    note.lines.map(({ line, brand, sku }) => [line, brand, sku]),
    [[2, 'Nordfilter', 'DUP-77']],
  )
  const file = await shop.call<string>('GET', '/exports/orders?format=csv', asAdmin)
  const texts = (await mailsTo(shop, buyer.email)).map(({ text }) => text)
  for (const brand of brands) {
    const number = `Oil filter (${brand} DUP-77)`
    assert.ok(
      texts.some((text) => text.includes(wide._id) && text.includes(number)),
      texts.join('\n'),
    )
    assert.ok(String(file.body).includes(`${brand},DUP-77,Oil filter`), String(file.body))
  }
  assert.ok(
    texts.some((text) => text.includes(single._id) && text.includes('(Nordfilter DUP-77)')),
    texts.join('\n'),
  )
})
