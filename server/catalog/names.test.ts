import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import { checkTable, listRows } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const send = (method: string, path: string, body: unknown) => shop.call(method, path, { token: shop.admin.token, body })

test('names refuse characters that cannot be seen and halves of characters, with a sentence that names them', async () => {
  const product = await shop.addProduct({ name: 'Named disc' })
  const calls: [string, string, (name: string) => object][] = [
    ['PUT', `/tools/${product._id}`, (name) => ({ name })],
    ['PUT', `/tools/${product._id}`, (name) => ({ texts: { de: { name, content: '' } } })],
    ['POST', '/brands', (name) => ({ name })],
    ['POST', '/categories', (name) => ({ names: { en: name } })],
    ['POST', '/customer-groups', (name) => ({ name })],
    ['POST', '/price-lists', (name) => ({ name })],
    ['PUT', '/store', (name) => ({ name })],
    ['PUT', `/tools/${product._id}`, (sku) => ({ sku })],
    ['PUT', `/tools/${product._id}`, (pageTitle) => ({ pageTitle })],
    ['PUT', `/tools/${product._id}`, (number) => ({ partNumbers: [{ kind: 'oem', number }] })],
    ['POST', '/addresses', (recipient) => ({ country: 'DE', recipient })],
  ]
  for (const [method, path, bodyOf] of calls) {
    for (const [name, words] of [
      ['Bosch\u200B', /must not have the character U\+200B, which cannot be seen/],
      ['\u202Egpj.exe', /U\+202E/],
      ['Brems\u00ADscheibe', /U\+00AD/],
      ['AB\u200E-1', /U\+200E/],
      ['AB\u2060-1', /U\+2060/],
      ['AB\uFEFF-1', /U\+FEFF/],
      ['a\u2066b', /U\+2066/],
      ['Bell\u0007', /must not have the character U\+0007, which cannot be seen/],
      ['two\tcells', /U\+0009/],
      ['two\nlines', /must be text on one line/],
      ['two\u2028lines', /must be text on one line/],
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
  const text = await send('PUT', `/tools/${product._id}`, { content: 'Zero\u200Bwidth,\n\ttwo lines' })
  assert.equal(text.status, 200, 'texts of several lines may have them')
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${product._id}`, { token: shop.admin.token })
  assert.equal(body.content, 'Zero\u200Bwidth,\n\ttwo lines')
})

test('names from before the rule are shown as they are, and other fields of theirs are changed', async () => {
  const product = await shop.addProduct({})
  await shop.db.execute(sql`UPDATE products SET name = E'Old\u0007 two\nlines' WHERE id = ${product._id}`)
  assert.equal((await send('PUT', `/tools/${product._id}`, { price: 8 })).status, 200)
  for (const path of ['/tools', '/all-tools']) {
    const { body } = await shop.call<EditedTool>('GET', `${path}/${product._id}`, { token: shop.admin.token })
    assert.deepEqual([body.name, body.price], ['Old\u0007 two\nlines', 8])
  }
  const { body: list } = await shop.call<Tool[]>('GET', '/tools')
  assert.ok(list.some(({ _id }) => _id === product._id))
})

test('a file is told of characters in names that cannot be seen, and of line breaks', async () => {
  const checked = await checkTable(shop, 'products', [
    ['Part number', 'Name', 'Description', 'Price'],
    ['UNSEEN-1', 'Disc\u200B', 'x', '5'],
    ['UNSEEN-2', 'Disc\u0007', 'x', '5'],
    ['UNSEEN-3', 'Disc\nof two', 'x', '5'],
    ['UNSEEN-\n4', 'Disc', 'x', '5'],
    ['UNSEEN-5', ' Disc\n', 'Two\nlines', '5'],
  ])
  const rows = await listRows(shop, checked._id, 'error')
  assert.deepEqual(
    rows.map(({ errors: [error] }) => error?.message),
    [
      'This has the character U+200B, which cannot be seen. Type it again.',
      'This has the character U+0007, which cannot be seen. Type it again.',
      'This has a line break. Write it on one line.',
      'This has a line break. Write it on one line.',
    ],
  )
  assert.equal(checked.counts.new, 1)
})
