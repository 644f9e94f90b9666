import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { priceLines } from '#contract/carts.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Body, ResponseBody } from '#contract/endpoint.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const price = async (lines: Body<typeof priceLines>['lines'], language = 'en') =>
  (
    await shop.call<ResponseBody<typeof priceLines>>('POST', '/price-lines', {
      body: { lines },
      headers: { 'accept-language': language },
    })
  ).body
const change = (product: Tool, body: object) =>
  shop.call('PUT', `/tools/${product._id}`, { token: shop.admin.token, body })
const archive = (product: Tool) => shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })

test('lines are found by id and by number in any spelling, in their order, with total and totals', async () => {
  const disc = await shop.addProduct({ name: 'Disc', sku: 'BRK-312-V5', price: 12.5, minQuantity: 4, available: 40 })
  await change(disc, { texts: { de: { name: 'Scheibe', content: '' } } })
  const pad = await shop.addProduct({ name: 'Pad', sku: 'PAD 1551/LM', price: 39.99, minQuantity: 1, available: 3 })
  await change(pad, { partNumbers: [{ kind: 'oem', maker: 'VW', number: '1K0 698 151' }] })
  const { lines, totals } = await price([
    { partNumber: 'brk312v5', quantity: 8 },
    { partNumber: ' BRK 312-V5 ' },
    { productId: disc._id, quantity: 4, seenPrice: 11 },
    { partNumber: '1k0698151', quantity: 9 },
    { productId: 'none', quantity: 1 },
    { partNumber: '--', quantity: 1 },
    {},
  ])
  assert.deepEqual(
    lines.map(({ product, quantity, total, code, offer }) => [product?.name, quantity, total, code, offer]),
    [
      ['Disc', 8, 100, undefined, undefined],
      ['Disc', 4, 50, undefined, undefined],
      ['Disc', 4, 50, 'price-changed', { unitPrice: 12.5 }],
      ['Pad', 9, 359.91, 'out-of-stock', { quantity: 3 }],
      [undefined, 1, undefined, 'product-not-found', { remove: true }],
      [undefined, 1, undefined, 'product-not-found', { remove: true }],
      [undefined, 1, undefined, 'product-not-found', { remove: true }],
    ],
  )
  assert.deepEqual(totals, { lines: 7, refused: 5, units: 16, total: 200 })
  assert.deepEqual(lines[3]?.match, { kind: 'oem', maker: 'VW', number: '1K0 698 151' })
  assert.equal(lines[0]?.match, undefined)
  assert.equal((await price([{ productId: disc._id }], 'de')).lines[0]?.product?.name, 'Scheibe')
  assert.deepEqual(await price([]), { lines: [], totals: { lines: 0, refused: 0, units: 0, total: 0 } })
  const tooMany = { lines: Array.from({ length: 1001 }, () => ({ productId: disc._id })) }
  assert.equal((await shop.call('POST', '/price-lines', { body: tooMany })).status, 400)
})

test('an own number comes before others and one on sale before an archived one; unknown and shared ones bring suggestions', async () => {
  const own = await shop.addProduct({ name: 'Own', sku: 'RANK-1' })
  const other = await shop.addProduct({ name: 'Other', sku: 'RANK-2' })
  const third = await shop.addProduct({ name: 'Third', sku: 'RANK-3' })
  const oem = (...numbers: string[]) => ({ partNumbers: numbers.map((number) => ({ kind: 'oem', number })) })
  await change(other, oem('RANK 1', 'SHARED-9'))
  await change(third, oem('shared 9'))
  const old = await shop.addProduct({ name: 'Old', sku: 'OLD-1', available: 5 })
  await change(old, { replacedById: own._id })
  await archive(old)
  const draft = await shop.addProduct({ name: 'Secret', sku: 'DRAFT-1', draft: true })
  const { lines } = await price([
    { partNumber: 'rank1' },
    { partNumber: 'Shared/9' },
    { partNumber: 'old1' },
    { partNumber: 'RANK-1X' },
    { partNumber: 'RANK-77' },
    { partNumber: 'DRAFT-1' },
    { productId: draft._id },
    { partNumber: 'zz' },
  ])
  const names = lines.map((line) => [line.product?.name, line.code, line.suggestions?.map(({ name }) => name)])
  assert.deepEqual(names, [
    ['Own', undefined, undefined],
    [undefined, 'product-ambiguous', ['Other', 'Third']],
    ['Old', 'product-not-found', undefined],
    [undefined, 'product-not-found', ['Own', 'Other', 'Third']],
    [undefined, 'product-not-found', ['Own', 'Other', 'Third']],
    [undefined, 'product-not-found', undefined],
    [undefined, 'product-not-found', undefined],
    [undefined, 'product-not-found', undefined],
  ])
  assert.deepEqual(lines[2]?.offer, { remove: true, successorId: own._id })
  assert.deepEqual([lines[2]?.product?.discontinued, lines[2]?.product?.available], [true, 0])
})
