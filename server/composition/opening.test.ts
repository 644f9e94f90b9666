import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Demo, listOpeningSteps, OpeningStep } from '#contract/opening.ts'
import type { uploadImage } from '#contract/media.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import type { Tool } from '#contract/catalog.ts'

type TestShop = Awaited<ReturnType<typeof openTestShop>>

const send = <Answer>(shop: TestShop, method: string, path: string, token = shop.admin.token) =>
  shop.call<Answer>(method, path, { token })
const productsOnSale = async (shop: TestShop) => (await send<Tool[]>(shop, 'GET', '/tools')).body

test('removing the demo, even twice at once, takes out what came with it and leaves what is real', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' } })
  const demo = await productsOnSale(shop)
  assert.ok(demo.length > 100)
  const [first, second, third, renamed] = demo
  assert.ok(first && second && third && renamed)
  const own = await shop.addProduct({ name: 'My own part', price: 3 })
  await shop.db.execute(sql`UPDATE products SET name = 'Renamed by the seller' WHERE id = ${renamed._id}`)
  const buyer = await shop.signUp('real')
  const bought = await placeOrder(shop, buyer, first, first.minOrder)
  await payFor(shop, buyer, bought)
  // A test order of the seller, and one that has an own product, too.
  const trial = await placeOrder(shop, shop.admin, second, second.minOrder)
  await payFor(shop, shop.admin, trial)
  const kept = await placeOrder(shop, shop.admin, own, 5)

  // Both groups have only categories below them; the seller has added one to the second.
  const groups = async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT slug FROM categories WHERE slug IN ('brake-hydraulics', 'ignition') ORDER BY slug`,
    )
    return rows.map(({ slug }) => slug)
  }
  await shop.db.execute(sql`
    INSERT INTO categories (slug, parent_id, position) SELECT 'own-coils', id, 9 FROM categories WHERE slug = 'ignition'`)
  assert.deepEqual(await groups(), ['brake-hydraulics', 'ignition'])

  const { body: counted } = await send<Demo>(shop, 'GET', '/demo')
  assert.equal(counted.products, demo.length - 1)
  assert.deepEqual([counted.archived, counted.changed, counted.orders], [1, 1, 1])
  assert.ok(counted.reviews > 0 && counted.brands > 0 && counted.categories > 0)

  const both = await Promise.all([send<Demo>(shop, 'DELETE', '/demo'), send<Demo>(shop, 'DELETE', '/demo')])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const [removed, again] = both.map(({ body }) => body).toSorted((a, b) => b.products - a.products)
  assert.deepEqual(removed, counted)
  assert.deepEqual([again?.products, again?.orders, again?.reviews], [0, 0, 0])
  assert.deepEqual((await productsOnSale(shop)).map(({ name }) => name).toSorted(), [
    'My own part',
    'Renamed by the seller',
  ])
  assert.deepEqual((await send(shop, 'GET', '/reviews')).body, [])
  assert.deepEqual(await groups(), ['ignition'])
  const { rows: attributes } = await shop.db.execute<{ used: boolean }>(sql`
    SELECT EXISTS (SELECT FROM category_attributes WHERE attribute_id = attributes.id)
      OR EXISTS (SELECT FROM product_values WHERE attribute_id = attributes.id) AS used FROM attributes`)
  assert.ok(attributes.length > 0 && attributes.every(({ used }) => used), 'attributes of products that stay, stay')
  assert.equal((await send(shop, 'GET', `/order/${bought._id}`)).status, 200)
  assert.equal((await send(shop, 'GET', `/order/${kept._id}`)).status, 200)
  assert.equal((await send(shop, 'GET', `/order/${trial._id}`)).status, 404)
  const { rows } = await shop.db.execute<{ wrong: number }>(sql`
    SELECT count(*)::integer AS wrong FROM products p
    WHERE available_quantity <> (SELECT coalesce(sum(quantity), 0) FROM stock_movements WHERE product_id = p.id)`)
  assert.equal(rows[0]?.wrong, 0)
})

test('removing the demo takes Blog, Portfolio and Plumbing out of menu and footer, unless the seller has written there', async () => {
  await using shop = await openTestShop({ env: { DEMO: 'true' }, withPages: true })
  const content = async () => (await shop.call<SiteContent>('GET', '/site-content')).body
  const { blog, plumbing } = await content()
  // Contact and figures are also filled in with the placeholders of the shop, which makes nobody the author of the page.
  const contact = { ...plumbing.contact, email: 'info@example.com' }
  const body = { blog: { ...blog, title: 'From our workshop' }, plumbing: { ...plumbing, contact } }
  assert.equal((await shop.call('PUT', '/site-content', { token: shop.admin.token, body })).status, 200)
  assert.deepEqual((await send<Demo>(shop, 'GET', '/demo')).body.pages, ['portfolio', 'plumbing'])
  assert.deepEqual((await send<Demo>(shop, 'DELETE', '/demo')).body.pages, ['portfolio', 'plumbing'])
  const { settings, blog: written } = await content()
  assert.deepEqual([settings.blog, settings.portfolio, written.title], ['shown', 'hidden', 'From our workshop'])
  const home = await (await fetch(shop.url)).text()
  assert.match(home, /<a [^>]*href="\/blog"/)
  assert.doesNotMatch(home, /<a [^>]*href="\/(portfolio|plumbing)"/)
  assert.doesNotMatch(await (await fetch(`${shop.url}/sitemap-pages.xml`)).text(), /portfolio|plumbing/)
  assert.equal((await fetch(`${shop.url}/portfolio`)).status, 200)
  // The seller puts it back.
  await shop.call('PUT', '/site-content', {
    token: shop.admin.token,
    body: { settings: { ...settings, portfolio: 'shown' } },
  })
  assert.match(await (await fetch(shop.url)).text(), /<a [^>]*href="\/portfolio"/)
})

test('the steps of opening follow the facts', async () => {
  await using shop = await openTestShop()
  const steps = async () => {
    const { body } = await send<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
    return Object.fromEntries(body.map(({ step, done }) => [step, done])) as Record<OpeningStep, boolean>
  }
  const before = await steps()
  assert.deepEqual([before.products, before.demo, before.testOrder, before.payment], [false, true, false, false])
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const save = (footer: SiteContent['footer']) =>
    shop.call('PUT', '/site-content', { token: shop.admin.token, body: { footer } })
  await save(content.footer)
  assert.equal((await steps()).texts, false, 'placeholders are saved, too')
  assert.equal((await save({ ...content.footer, columns: [] })).status, 200)
  assert.equal((await steps()).texts, true)
  assert.deepEqual([(await steps()).logo, (await steps()).address, (await steps()).money], [false, false, false])
  const { token } = shop.admin
  await shop.call('PUT', '/store', { token, body: { address: '1 Dock Road\nHull', bankDetails: 'GB33 BUKB' } })
  const form = new FormData()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#c30"/></svg>',
  )
  form.set('image', new Blob([new Uint8Array(await sharp(svg).png().toBuffer())]), 'logo.png')
  const uploaded = await shop.call<ResponseBody<typeof uploadImage>>('POST', '/1/upload', { token, body: form })
  await shop.call('PUT', '/store', { token, body: { logo: uploaded.body.data.url } })
  assert.deepEqual([(await steps()).logo, (await steps()).address, (await steps()).money], [true, true, true])
  const product = await shop.addProduct()
  assert.equal((await steps()).products, true)
  const buyer = await shop.signUp('first')
  await payFor(shop, buyer, await placeOrder(shop, buyer, product, 1))
  assert.equal((await steps()).testOrder, true)
  for (const kind of ['terms', 'privacy']) {
    assert.equal((await steps()).legal, false)
    const path = `/legal-drafts/${kind}/en`
    await shop.call('PUT', path, { token, body: { text: `Our ${kind}.`, revision: 0 } })
    assert.equal((await shop.call('POST', `${path}/publish`, { token, body: { revision: 1 } })).status, 200)
  }
  assert.equal((await steps()).legal, true)
})
