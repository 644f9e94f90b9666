import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkTable, listRows } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const send = (method: string, path: string, body: unknown) => shop.call(method, path, { token: shop.admin.token, body })

test('names refuse characters that cannot be seen and halves of characters, with a sentence that names them', async () => {
  const product = await shop.addProduct({ name: 'Named disc' })
  const calls: [string, string, (name: string) => object][] = [
    ['PUT', `/tools/${product._id}`, (name) => ({ name })],
    ['PUT', `/tools/${product._id}`, (name) => ({ texts: { de: { name, content: '' } } })],
    ['POST', '/brands', (name) => ({ name })],
    ['POST', '/categories', (name) => ({ names: { en: name } })],
    ['POST', '/customer-groups', (name) => ({ name })],
    ['PUT', '/store', (name) => ({ name })],
  ]
  for (const [method, path, bodyOf] of calls) {
    for (const [name, words] of [
      ['Bosch\u200B', /must not have the character U\+200B, which cannot be seen/],
      ['\u202Egpj.exe', /U\+202E/],
      ['a\u2066b', /U\+2066/],
      ['half \uD83D', /has half of a character \(a lone surrogate\)/],
    ] as const) {
      const { status, body } = await send(method, path, bodyOf(name))
      assert.deepEqual([status, body.code], [400, 'invalid-request'], `${path} ${name}`)
      assert.match(body.message, words, path)
    }
  }
  assert.match((await send('POST', '/brands', { name: ' ' })).body.message, /name must not be empty/)
  // Joiners are part of Persian and Indic words, and of emojis.
  assert.equal((await send('POST', '/brands', { name: 'می\u200Cخواهم 👩\u200D🔧' })).status, 200)
  const text = await send('PUT', `/tools/${product._id}`, { content: 'Zero\u200Bwidth' })
  assert.equal(text.status, 200, 'texts may have them')
})

test('a file is told of characters in names that cannot be seen', async () => {
  const checked = await checkTable(shop, 'products', [
    ['Part number', 'Name', 'Price'],
    ['UNSEEN-1', 'Disc\u200B', '5'],
  ])
  const [row] = await listRows(shop, checked._id, 'error')
  assert.match(row?.errors[0]?.message ?? '', /U\+200B, which cannot be seen/)
})
