import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DetailedTool, EditedTool, Tool } from '#contract/catalog.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder } from '#server/testing/place-order.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const change = (product: Tool, body: object, headers = {}) =>
  shop.call<{ tool: Tool; code?: string }>('PUT', `/tools/${product._id}`, { token: shop.admin.token, body, headers })
const read = async (product: Tool, headers = {}) =>
  (await shop.call<DetailedTool & { code?: string }>('GET', `/tools/${product._id}`, { headers })).body
const managed = async (product: Tool) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })).body
const archive = (product: Tool) => shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
const replace = (product: Tool, by: Tool | undefined) => change(product, { replacedById: by?._id ?? '' })
const add = (count: number) => Promise.all(Array.from({ length: count }, () => shop.addProduct()))
const linkTo = ({ _id, name, img }: Tool) => ({ _id, name, img })

test('a product leads to the last of its successors on sale, also once it is archived', async () => {
  const [old, middle, last] = await add(3)
  assert.ok(old && middle && last)
  await replace(old, middle)
  assert.deepEqual((await read(old)).replacedBy, linkTo(middle))
  await replace(middle, last)
  assert.deepEqual((await read(old)).replacedBy, linkTo(last))
  assert.deepEqual((await managed(old)).replacedBy, linkTo(middle))

  await archive(middle)
  await archive(old)
  assert.deepEqual((await read(old)).replacedBy, linkTo(last))
  assert.partialDeepStrictEqual(await read(old), { discontinued: true, available: 0 })
  assert.equal((await requestOrder(shop, customer, old, 1)).body.code, 'product-not-found')
  assert.ok(!(await shop.call<Tool[]>('GET', '/tools')).body.some(({ _id }) => _id === old._id))
  await archive(last)
  assert.equal((await read(old)).code, 'product-not-found')
})

test('successors are followed to the last one on sale, and no circle is closed, not even by two at once', async () => {
  const chain = await add(12)
  for (const [index, product] of chain.entries()) {
    const next = chain[index + 1]
    if (next) assert.equal((await replace(product, next)).status, 200)
  }
  const [first, second] = chain
  const last = chain.at(-1)
  assert.ok(first && second && last)
  for (const one of [first, second]) assert.equal((await read(one)).replacedBy?._id, last._id)
  assert.equal((await replace(last, first)).body.code, 'succession-cycle')
  assert.equal((await replace(first, first)).body.code, 'succession-cycle')
  assert.equal((await change(first, { replacedById: crypto.randomUUID() })).body.code, 'linked-product-not-found')
  const [other] = await add(1)
  assert.ok(other)
  await replace(other, second)
  for (const product of chain.slice(1, -1)) await archive(product)
  assert.deepEqual((await read(second)).replacedBy, linkTo(last))
  assert.deepEqual((await read(other)).replacedBy, linkTo(last))
  await replace(first, undefined)
  assert.equal((await read(first)).replacedBy, undefined)
  for (let round = 0; round < 5; round++) {
    const [one, other] = await add(2)
    assert.ok(one && other)
    const answers = await Promise.all([replace(one, other), replace(other, one)])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, two) => one - two),
      [200, 409],
    )
  }
})

test('products that fit together say so on both pages, in the language of the page, while they are on sale', async () => {
  const disc = await shop.addProduct({ texts: { de: { name: 'Bremsscheibe', content: '' } } })
  const [pads, bolt] = await add(2)
  assert.ok(pads && bolt)
  assert.equal((await change(pads, { fitsTogetherIds: [disc._id, bolt._id, pads._id, disc._id] })).status, 200)
  assert.deepEqual((await read(pads)).fitsTogether, [linkTo(disc), linkTo(bolt)])
  assert.deepEqual((await read(disc)).fitsTogether, [linkTo(pads)])
  assert.equal((await read(pads, { 'accept-language': 'de' })).fitsTogether?.[0]?.name, 'Bremsscheibe')
  await archive(bolt)
  assert.deepEqual((await read(pads)).fitsTogether, [linkTo(disc)])
  assert.equal((await managed(pads)).fitsTogether.length, 2)
  await change(disc, { fitsTogetherIds: [] })
  assert.equal((await read(pads)).fitsTogether, undefined)
  assert.equal((await change(pads, { fitsTogetherIds: [crypto.randomUUID()] })).body.code, 'linked-product-not-found')
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log', { token: shop.admin.token })
  const event = body.find(({ subject, kind }) => subject.id === pads._id && kind === 'product-changed')
  assert.deepEqual([event?.before, event?.after], [{ fitsTogether: [] }, { fitsTogether: [disc.name, bolt.name] }])
})

test('an admin who reads German edits drafts, too', async () => {
  const draft = await shop.addProduct({ draft: true })
  assert.equal((await change(draft, { price: 11, name: 'Neu' }, { 'accept-language': 'de' })).body.tool.name, 'Neu')
})
