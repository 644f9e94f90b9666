import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { openTestShop, type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const german = { 'accept-language': 'de-DE,de;q=0.9' }
const texts = { de: { name: 'Bremssattel', content: 'Für vorn links.' } }
const read = async (product: Tool, headers = {}) =>
  (await shop.call<Tool>('GET', `/tools/${product._id}`, { headers })).body
const inList = async (product: Tool, path = '/tools', headers = {}) =>
  (await shop.call<Tool[]>('GET', path, { headers })).body.find(({ _id }) => _id === product._id)
const change = (product: Tool, body: object, options: { token?: string; headers?: Record<string, string> } = {}) =>
  shop.call<{ tool: Tool }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body, ...options })
const managed = async (product: Tool) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body

test('a product answers in the language of the call where it is translated, in every list', async () => {
  const product = await shop.addProduct({ name: 'Brake caliper', content: 'Front left.', texts })
  for (const path of ['/tools', '/tools?limit=200', `/tools?q=caliper`]) {
    // Twice: the first answer is cached, in one language each.
    for (const _ of [1, 2]) {
      assert.partialDeepStrictEqual(await inList(product, path), { name: 'Brake caliper', content: 'Front left.' })
      assert.partialDeepStrictEqual(await inList(product, path, german), {
        name: 'Bremssattel',
        content: 'Für vorn links.',
      })
    }
  }
  assert.partialDeepStrictEqual(await read(product), product)
  assert.partialDeepStrictEqual(await read(product, german), {
    ...product,
    name: 'Bremssattel',
    content: 'Für vorn links.',
  })
  assert.deepEqual((await managed(product)).texts, texts)
})

test('a text that is not translated is the main one, and empty texts remove a translation', async () => {
  const product = await shop.addProduct({ texts: { de: { name: ' Zange ', content: ' ' } } })
  assert.partialDeepStrictEqual(await read(product, german), { ...product, name: 'Zange' })
  await change(product, { price: 12 })
  assert.deepEqual((await managed(product)).texts, { de: { name: 'Zange', content: '' } })
  await change(product, { texts: { de: { name: '', content: '' } } })
  assert.deepEqual((await managed(product)).texts, {})
  assert.equal((await read(product, german)).name, product.name)
})

test('texts in a language that the shop does not know are refused, and nothing is changed', async () => {
  const product = await shop.addProduct({})
  const language = { code: 'language', facts: { name: 'xx', languages: 'en, de' } }
  const { token } = shop.admin
  const text = { name: 'X', content: '' }
  const calls = [
    ['PUT', `/tools/${product._id}`, { price: 77, texts: { xx: text, de: text } }, 'texts'],
    ['PUT', `/tools/${product._id}`, { images: [{ url: product.img, alt: '', alts: { xx: 'X' } }] }, 'images.0.alts'],
    ['PUT', '/category/1', { names: { xx: 'X' } }, 'names'],
    ['PUT', '/category/1', { descriptions: { xx: 'X' } }, 'descriptions'],
  ] as const
  for (const [method, path, body, field] of calls) {
    const answer = await shop.call<ProblemBody>(method, path, { token, body })
    const message = 'has no language “xx”; the languages are en, de'
    assert.deepEqual([answer.status, answer.body.errors], [400, [{ field, message, ...language }]], path)
    assert.equal(answer.body.message, `Please check what was sent: ${field} ${message}.`)
  }
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token })
  assert.deepEqual([body.price, body.texts], [product.price, {}])
})

test('sending back the translation that was shown changes no main text', async () => {
  const product = await shop.addProduct({ texts })
  const shown = await read(product, german)
  assert.equal((await change(product, { ...shown, price: 11 }, { headers: german })).status, 200)
  assert.partialDeepStrictEqual(await read(product), { ...product, price: 11 })
  const kept = { ...shown, price: 11 }
  assert.equal((await change(product, kept, { headers: german, token: customer.token })).status, 200)
  assert.equal((await change(product, { texts: { de: texts.de } }, { token: customer.token })).status, 403)
})

test('an order by the translated name is one of the product, and is called so for its buyer', async () => {
  const product = await shop.addProduct({ texts: { de: { name: 'Drehmomentschlüssel', content: '' } } })
  const { body } = await shop.call<{ order: Order }>('POST', '/orders', {
    token: customer.token,
    body: { name: 'drehmomentschlüssel', address: '1 Harbour Road, Hull', phoneNumber: '01482123456', quantity: 1 },
    headers: german,
  })
  assert.partialDeepStrictEqual(body.order, { productId: product._id, name: 'Drehmomentschlüssel' })
})

test('the audit log has the texts before and after', async () => {
  const product = await shop.addProduct({ texts })
  const next = { de: { name: 'Bremssattel vorn', content: texts.de.content } }
  await change(product, { texts: next })
  await change(product, { texts: next })
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log', { token: shop.admin.token })
  const changes = body.filter(({ subject, kind }) => subject.id === product._id && kind === 'product-changed')
  assert.deepEqual(
    changes.map((event) => [event.before, event.after]),
    [[{ texts }, { texts: next }]],
  )
})

test('staff read the own names of products, which are in the main language of the store', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  const caliper = await own.addProduct({
    name: 'Bremssattel',
    sku: 'CAL-1',
    texts: { en: { name: 'Caliper', content: '' } },
  })
  const pad = await own.addProduct({ name: 'Bremsbelag', sku: 'PAD-1' })
  await own.call('PUT', `/tools/${pad._id}`, { ...asAdmin, body: { fitsTogetherIds: [caliper._id] } })
  const namesOf = async () => {
    const { body: list } = await own.call<Tool[]>('GET', '/all-tools?q=CAL-1', asAdmin)
    const { body: form } = await own.call<EditedTool>('GET', `/all-tools/${pad._id}`, asAdmin)
    const taken = await own.call<{ message: string }>('PUT', `/tools/${pad._id}`, {
      ...asAdmin,
      body: { sku: 'CAL-1' },
    })
    const { body: events } = await own.call<AuditEvent[]>('GET', '/audit-log', asAdmin)
    const event = events.find(({ subject }) => subject.id === caliper._id)
    return [
      list[0]?.name,
      form.fitsTogether?.[0]?.name,
      /that of “(.*?)”/.exec(taken.body.message)?.[1],
      event?.subject.name,
    ]
  }
  assert.deepEqual(await namesOf(), Array(4).fill('Bremssattel'))
})

test('a text that is sent in the main language is the own one', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  const caliper = await own.addProduct({
    name: 'Sattel',
    content: 'Vorn.',
    texts: { en: { name: 'Caliper', content: '' } },
  })
  const images = [{ url: '/media/back/960.webp', alt: '', alts: { de: ' Von hinten ', en: 'Behind' } }]
  await own.call('PUT', `/tools/${caliper._id}`, { ...asAdmin, body: { texts, images } })
  const { body: form } = await own.call<EditedTool>('GET', `/all-tools/${caliper._id}`, asAdmin)
  assert.partialDeepStrictEqual(form, { name: texts.de.name, content: texts.de.content })
  assert.deepEqual(form.texts, { en: { name: 'Caliper', content: '' } })
  assert.deepEqual(form.images, [{ url: '/media/back/960.webp', alt: 'Von hinten', alts: { en: 'Behind' } }])
})
