import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { DetailedTool, Tool } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import type { SearchResult, Suggestions } from '#contract/search.ts'
import { checkPartNumbers } from '#server/catalog/search/check-part-numbers.ts'
import { type Person, productBody, provideTestShop } from '#server/testing/open-test-shop.ts'
import { checkTable, importTable, listRows } from '#server/testing/import-table.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { runs, seededRandom } from '#server/testing/random-search.ts'

let customer: Person
const shop = provideTestShop({}, async () => {
  customer = await shop.signUp('customer')
})

const change = (product: Tool, body: object, token = shop.admin.token) =>
  shop.call<{ tool: Tool; code?: string; message?: string }>('PUT', `/tools/${product._id}`, { token, body })
const get = async ({ _id }: Tool) => (await shop.call<DetailedTool>('GET', `/tools/${_id}`)).body
const find = async (q: string) =>
  (await shop.call<Tool[]>('GET', `/tools?limit=3&q=${encodeURIComponent(q)}`)).body.map(({ _id }) => _id)

interface PricedLine {
  product?: { sku: string }
  suggestions?: { sku?: string; name: string }[]
}

test('a product has numbers of all kinds, in their order; sending them replaces the list', async () => {
  const partNumbers = [
    { kind: 'oem' as const, maker: ' Toyota ', number: '04465-33450 ' },
    { kind: 'supersedes' as const, number: 'QX 77' },
    { kind: 'barcode' as const, number: '4006381333931' },
    { kind: 'supersedes' as const, number: ' QX 77' },
  ]
  const stored = [{ kind: 'oem', maker: 'Toyota', number: '04465-33450' }, ...partNumbers.slice(1, 3)]
  const product = await shop.addProduct({ sku: 'QN-1', partNumbers })
  const numbers = async () => (await get(product)).partNumbers
  assert.deepEqual(await numbers(), stored)
  const listed = (await shop.call<DetailedTool[]>('GET', '/tools?q=qn-1')).body
  assert.deepEqual(
    listed.map(({ _id, partNumbers: others }) => [_id, others]),
    [[product._id, undefined]],
  )
  await change(product, { price: 12 })
  assert.deepEqual(await numbers(), stored)
  assert.equal((await change(product, await get(product), customer.token)).status, 200)
  assert.equal((await change(product, { partNumbers: [] }, customer.token)).body.code, 'not-allowed')
  await change(product, { partNumbers: [{ kind: 'maker', maker: 'Bosch', number: '0 986' }] })
  assert.deepEqual(await numbers(), [{ kind: 'maker', maker: 'Bosch', number: '0 986' }])
  await change(product, { partNumbers: [] })
  assert.equal(await numbers(), undefined)
  for (const wrong of [
    { kind: 'own', number: 'A' },
    { kind: 'oem', number: ' ' },
    { kind: 'oem', number: '-/-' },
    { kind: 'oem' },
  ])
    assert.equal((await change(product, { partNumbers: [wrong] })).status, 400, JSON.stringify(wrong))
  const signs = await change(product, { sku: '---' })
  assert.deepEqual(
    [signs.status, signs.body.message],
    [400, 'A part number needs at least one letter or digit. “---” has none.'],
  )
  const { body } = await shop.call<AuditEvent[]>('GET', '/audit-log?kind=product-changed', { token: shop.admin.token })
  assert.deepEqual(body.map(({ before, after }) => [before?.['partNumbers'], after?.['partNumbers']]).slice(0, 2), [
    [[{ kind: 'maker', maker: 'Bosch', number: '0 986' }], []],
    [stored, [{ kind: 'maker', maker: 'Bosch', number: '0 986' }]],
  ])
})

test('a number is one, however its letters are composed', async () => {
  const { _id } = await shop.addProduct({ name: 'Composed', sku: '\u00dcBX-4711' })
  const sku = 'U\u0308BX-4711'
  const body = productBody({ name: 'Decomposed', sku })
  assert.equal((await shop.call('POST', '/tools', { token: shop.admin.token, body })).status, 409)
  for (const typed of [sku, 'U\u0308BX4711', '\u00fcbx 4711']) {
    const found = (await shop.call<Tool[]>('GET', `/tools?q=${encodeURIComponent(typed)}`)).body
    assert.equal(found[0]?._id, _id, typed)
  }
})

test('an own number is that of one active product, in any spelling', async () => {
  const first = await shop.addProduct({ name: 'The first', sku: 'UN-100-7' })
  const add = (sku: string) =>
    shop.call('POST', '/tools', {
      token: shop.admin.token,
      body: productBody({ name: `Other ${sku}`, sku }),
    })
  for (const sku of ['UN-100-7', 'un1007', 'UN 100–7', 'UN.1007'])
    assert.equal((await add(sku)).body.code, 'part-number-taken', sku)
  const other = await shop.addProduct({ sku: 'UN-100-8' })
  const taken = await change(other, { sku: 'un 1007' })
  assert.equal(`${taken.status} ${taken.body.code}`, '409 part-number-taken')
  assert.match(taken.body.message ?? '', /un 1007.*The first/)
  assert.equal((await change(first, { sku: 'UN 100-7' })).status, 200, 'the product itself may spell it otherwise')
  await shop.call('DELETE', `/tools/${first._id}`, { token: shop.admin.token })
  assert.equal((await change(other, { sku: 'UN-100-7' })).status, 200)
  const back = await shop.call('POST', `/tools/${first._id}/restore`, { token: shop.admin.token })
  assert.equal(`${back.status} ${back.body.code}`, '409 part-number-taken')
  const codes = await Promise.all(Array.from({ length: 6 }, () => add('RACE-1')))
  assert.deepEqual(
    codes.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409, 409, 409, 409, 409],
  )
  for (const sku of ['--', '/']) assert.equal((await add(sku)).status, 400, 'signs alone are no number')
})

const [same, different] = [
  [
    ['06A 115 561 B', '06a115561b'],
    ['AB-12', 'ab12'],
    ['M 1.6', 'm1,6'],
    ['1⁄2-INCH', '1/2 inch'],
    ['A.5/B', 'A5B'],
    ['K (7)', 'k7'],
    ['ÜB 7', 'U\u0308B7'],
    ['M1 . 6', 'M1,6'],
    ['M1. 6', 'M1。6'],
    ['M1、6', 'm1．6'],
    ['1∕2', '1／2'],
    ['10 – 5', '105'],
    ['1\u2009−\u200b0\u00a05', '105'],
    ['OF 100.', 'OF100'],
    ['A:B;5_C', 'AB5C'],
    ['(10', '10)'],
  ],
  [
    ['DIN934-M1.6', 'DIN934-M16'],
    ['HSS-10,5', 'HSS-105'],
    ['M10/12', 'M1012'],
    ['1.987.302.041', '1987302041'],
    ['20×30', '2030'],
    ['1.5SMC6.8CA', '1.5SMC68CA'],
    ['M1..6', 'M1.6'],
    ['M1:6', 'M1.6'],
  ],
] as const

/** Signs that people, programs and scanners put between two digits. */
const signs = [
  '.',
  ',',
  '/',
  '..',
  ':',
  ';',
  '*',
  '_',
  '+',
  "'",
  '|',
  '\\',
  '·',
  '•',
  '⋅',
  '‚',
  '。',
  '、',
  '∕',
  '✕',
  '×',
  '=',
  '(',
  '’',
  '：',
]
const aroundSigns = ['', ' ', '\u00a0', '-'].flatMap((before) => ['', ' '].map((behind) => [before, behind] as const))

test('blanks, hyphens and cases tell no numbers apart, and signs between two digits do', async () => {
  const compare = async (pairs: readonly (readonly [string, string])[]) =>
    (
      await shop.db.execute<{ one: string; other: string; is_same: boolean; is_near: boolean }>(sql`
        SELECT one, other, part_number_identity(one) = part_number_identity(other) AS is_same, part_number_key(one) = part_number_key(other) AS is_near
        FROM jsonb_to_recordset(${JSON.stringify(pairs.map(([one, other]) => ({ one, other })))}::jsonb) AS given (one text, other text)`)
    ).rows
  for (const { one, other, is_same } of await compare(same)) assert.ok(is_same, `${one} is ${other}`)
  const signed = signs.flatMap((sign) => aroundSigns.map(([before, behind]) => `M1${before}${sign}${behind}6`))
  const apart = [...different, ...signed.map((number) => [number, 'M16'] as const)]
  for (const { one, other, is_same } of await compare(apart)) assert.ok(!is_same, `${one} is not ${other}`)
  const tight = signs.flatMap((sign) =>
    aroundSigns.map(([before, behind]) => [`M1${before}${sign}${behind}6`, `m1${sign}6`] as const),
  )
  for (const { one, other, is_same } of await compare(tight)) assert.ok(is_same, `${one} is ${other}`)
})

test('any sign between digits is offered without it and never dropped by itself, in orders, search, forms and files', async () => {
  const large = await shop.addProduct({ name: 'Sign nut', sku: 'SGN7-M16', price: 0.62 })
  const typed = signs.flatMap((sign) => [`SGN7-M1${sign}6`, `SGN7-M1 ${sign} 6`, `SGN7-M1${sign} 6`])
  const lines = async () =>
    (
      await shop.call<{ lines: PricedLine[] }>('POST', '/price-lines', {
        body: { lines: typed.map((partNumber) => ({ partNumber, quantity: 1 })) },
      })
    ).body.lines
  for (const [index, { product, suggestions = [] }] of (await lines()).entries()) {
    assert.equal(product, undefined, `${typed[index]} is taken`)
    assert.deepEqual(
      suggestions.map(({ name }) => name),
      ['Sign nut'],
      `${typed[index]} is offered`,
    )
  }
  const head = ['SKU', 'Name', 'Price', 'Stock']
  const { _id } = await checkTable(shop, 'products', [
    head,
    ...typed.filter((number) => !/[×]/.test(number)).map((number, index) => [number, `Sign nut ${index}`, '9', '5']),
  ])
  const codes = (await listRows(shop, _id)).map(({ errors }) => errors[0]?.code)
  assert.deepEqual([...new Set(codes)], ['near-number-asked'])
  // The form takes them for products of their own, each once.
  const small = await shop.addProduct({ name: 'Small sign nut', sku: 'SGN7-M1.6', price: 0.04 })
  await shop.addProduct({ name: 'Ratio nut', sku: 'SGN7-M1:6' })
  assert.equal((await change(large, { sku: 'sgn7 m1 . 6' })).body.code, 'part-number-taken')
  assert.equal((await change(large, { sku: 'SGN7-M1: 6' })).body.code, 'part-number-taken')
  const taken = new Set((await lines()).map(({ product }) => product?.sku))
  assert.deepEqual(taken, new Set([undefined, 'SGN7-M1.6', 'SGN7-M1:6']))
  assert.equal((await find('SGN7-M1. 6'))[0], small._id)
  const renamed = await importTable(shop, 'products', [head.slice(0, 2), ['SGN7-M1. 6', 'Small nut by file']])
  assert.deepEqual(renamed.counts, { changed: 1, applied: 1 })
  assert.deepEqual([(await get(small)).name, (await get(large)).name], ['Small nut by file', 'Sign nut'])
})

test('a number with × offers those with x and *, and the other way round', async () => {
  for (const sku of ['CRS1×600700', 'CRS2*600700', 'CRS3x600700']) await shop.addProduct({ name: sku, sku })
  const asked = ['CRS1*600700', 'CRS1x600700', 'CRS2×600700', 'CRS3×600700', 'CRS3*600700']
  const { body } = await shop.call<{ lines: PricedLine[] }>('POST', '/price-lines', {
    body: { lines: asked.map((partNumber) => ({ partNumber, quantity: 1 })) },
  })
  assert.deepEqual(
    body.lines.map(({ product, suggestions }) => [product?.sku, suggestions?.[0]?.name]),
    ['CRS1×600700', 'CRS1×600700', 'CRS2*600700', 'CRS3x600700', 'CRS3x600700'].map((name) => [undefined, name]),
  )
})

test('a number that differs by a sign between digits is offered, and never taken for the one that was named', async () => {
  const small = await shop.addProduct({ name: 'Nut M1.6', sku: 'DIN934-M1.6', price: 0.04 })
  const line = async (partNumber: string) => {
    const { body } = await shop.call<{ lines: PricedLine[] }>('POST', '/price-lines', {
      body: { lines: [{ partNumber, quantity: 1 }] },
    })
    const [found] = body.lines
    return { taken: found?.product?.sku, offered: found?.suggestions?.map(({ name }) => name) ?? [] }
  }
  assert.deepEqual(await line('DIN934-M16'), { taken: undefined, offered: ['Nut M1.6'] })
  assert.equal((await line('din 934 m1,6')).taken, 'DIN934-M1.6')
  // The form takes it for another product.
  const large = await shop.addProduct({ name: 'Nut M16', sku: 'DIN934-M16', price: 0.62 })
  assert.deepEqual([(await line('DIN934-M16')).taken, (await line('DIN934-M1.6')).taken], ['DIN934-M16', 'DIN934-M1.6'])
  assert.equal((await change(small, { sku: 'din934 m16' })).body.code, 'part-number-taken')
  assert.deepEqual((await find('DIN934-M16')).slice(0, 2), [large._id, small._id])
  assert.deepEqual((await find('DIN934-M1.6')).slice(0, 2), [small._id, large._id])
  const bulb = await shop.addProduct({ name: 'Bulb H7', sku: '1987302041' })
  assert.deepEqual(await line('1.987.302.041'), { taken: undefined, offered: ['Bulb H7'] })
  assert.deepEqual(await find('1.987.302.041'), [bulb._id])
})

test('a search says that no part has a number, and marks the near ones, also in suggestions', async () => {
  const small = await shop.addProduct({ name: 'Screw M2.5', sku: 'DIN912-M2.5' })
  const ask = async (q: string) => (await shop.call<SearchResult>('GET', `/search?q=${encodeURIComponent(q)}`)).body
  const suggest = async (q: string) =>
    (await shop.call<Suggestions>('GET', `/search/suggestions?q=${encodeURIComponent(q)}`)).body
  const match = { kind: 'own', number: 'DIN912-M2.5', isNear: true }
  for (const q of ['DIN912-M25', 'M25']) {
    const { products, readings } = await ask(q)
    assert.deepEqual([products[0]?._id, products[0]?.match], [small._id, match], q)
    assert.deepEqual(readings, [{ kind: 'near-number', word: q, means: ['DIN912-M2.5'] }])
    assert.equal((await suggest(q)).numbers[0]?.isNear, true, q)
  }
  for (const q of ['DIN912-M2.5', 'din 912 m2,5', 'DIN912-M2', 'M2.5']) {
    const { products, readings } = await ask(q)
    assert.deepEqual([products[0]?.match, readings], [{ kind: 'own', number: 'DIN912-M2.5' }, []], q)
  }
  await shop.addProduct({ name: 'Screw M25', sku: 'DIN912-M25' })
  const { products, readings } = await ask('DIN912-M25')
  assert.deepEqual(
    [products.map((product) => product.match?.isNear), readings],
    [[undefined, true], []],
    'what there is needs no word',
  )
})

/** Spells a number in the ways in which people do. */
const spellings = (number: string): string[] => [
  number,
  number.toLowerCase(),
  number.replaceAll(/[^A-Z0-9]/g, ''),
  number.replaceAll(/[^A-Z0-9]/g, ' '),
  number.replaceAll(/[^A-Z0-9]/g, '.').toLowerCase(),
  number.replaceAll(/[^A-Z0-9]/g, '–'),
  ` ${number.replaceAll(/[^A-Z0-9]/g, ' - ')} `,
]

// Law 5 of the catalog.
test('a number is found however it is typed', async () => {
  const random = seededRandom()
  const pick = (letters: string, count: number) =>
    Array.from({ length: count }, () => letters[Math.floor(random() * letters.length)]).join('')
  const separator = () => pick('-/. _', 1)
  const makeNumber = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () =>
      random() < 0.5
        ? pick('0123456789', 3 + Math.floor(random() * 3))
        : pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 3) + pick('0123456789', 2),
    ).reduce((whole, part) => whole + separator() + part)
  const numbers = [...new Set(Array.from({ length: runs(300) }, makeNumber))]
  const kinds = ['own', 'maker', 'oem', 'competitor', 'supersedes', 'barcode']
  await shop.db.execute(sql`
    INSERT INTO products (id, sku, name, description, image_url, price_cents, minimum_quantity, available_quantity)
    SELECT gen_random_uuid(), CASE WHEN place % 6 = 0 THEN number END, 'Numbered ' || place, 'x', '/media/x/960.webp', 100, 1, 0
    FROM unnest(${sql.param(numbers)}::text[]) WITH ORDINALITY AS made (number, place)`)
  await shop.db.execute(sql`
    INSERT INTO part_numbers (product_id, kind, maker, number)
    SELECT id, (${sql.param(kinds)}::text[])[1 + place % 6], 'Maker', number
    FROM unnest(${sql.param(numbers)}::text[]) WITH ORDINALITY AS made (number, place)
    JOIN products ON name = 'Numbered ' || place WHERE place % 6 <> 0`)
  // Searches plan with statistics, which come by themselves only later.
  await shop.db.execute(sql`ANALYZE`)
  assert.deepEqual(await checkPartNumbers(shop.db), [])
  const { rows } = await shop.db.execute<{ id: string; number: string }>(
    sql`SELECT product_id AS id, number FROM part_numbers WHERE number = ANY(${sql.param(numbers)}::text[])`,
  )
  const keyOf = (number: string) => number.replaceAll(/[^A-Z0-9]/g, '')
  const keys = rows.map(({ number }) => keyOf(number))
  const lost: string[] = []
  // A part that other numbers share is made longer until it is rare.
  const isOwn = (text: string) => keys.filter((key) => key.includes(text)).length <= 3
  async function look({ id, number }: { id: string; number: string }, turn: number) {
    const typed = spellings(number)[turn % spellings(number).length] ?? number
    if ((await find(typed))[0] !== id) lost.push(`${number} as ${typed}`)
    if (turn % 3 > 0) return
    const tail = number
      .split(/[^A-Z0-9]/)
      .slice(1)
      .join('')
      .toLowerCase()
    if (isOwn(tail.toUpperCase()) && !(await find(tail)).includes(id)) lost.push(`${number} from ${tail} on`)
    const start = keyOf(number).slice(0, 5)
    if (isOwn(start) && !(await find(start)).includes(id)) lost.push(`${number} by ${start}`)
  }
  const turns = rows.entries()
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const [turn, row] of turns) await look(row, turn)
    }),
  )
  assert.deepEqual(lost, [])
})

test('a number that is not found asks about those that look alike, and finds none of them', async () => {
  const [, archived, used] = [
    await shop.addProduct({
      name: 'Oil cooler',
      sku: 'B0L-15/S8',
      texts: { de: { name: 'Ölkühler', content: '' } },
    }),
    await shop.addProduct({ sku: 'B0I-15/S8' }),
    await shop.addProduct({ name: 'Cooler hose', partNumbers: [{ kind: 'oem', number: 'BOL 1558 X' }] }),
  ]
  await shop.call('DELETE', `/tools/${archived._id}`, { token: shop.admin.token })
  const ask = async (q: string, headers = {}) => {
    const { body } = await shop.call<SearchResult>('GET', `/search?q=${encodeURIComponent(q)}`, { headers })
    return [body.products.length, body.lookAlikes?.map(({ name, number }) => `${name}: ${number}`)]
  }
  const both = ['Oil cooler: B0L-15/S8', 'Cooler hose: BOL 1558 X']
  for (const typed of ['8O1-I5-58', 'bol l558', '80115S8', 'cooler BOI1558'])
    assert.deepEqual(await ask(typed), [0, both], typed)
  assert.deepEqual(await ask('B0L15S9'), [0, ['Oil cooler: B0L-15/S8']], 'one sign is another one')
  const german = { cookie: 'language=de' }
  assert.deepEqual(await ask('B0L15S9', german), [0, ['Ölkühler: B0L-15/S8']])
  assert.deepEqual(await ask('8O1-I5-58', german), [0, ['Ölkühler: B0L-15/S8', 'Cooler hose: BOL 1558 X']])
  assert.deepEqual(await ask('B0L15T9'), [0, []])
  assert.deepEqual(await ask('bolissb'), [0, []])
  assert.deepEqual(await ask('b0l15s8'), [1, undefined])
  assert.deepEqual(await find('8O1-I5-58'), [])
  assert.equal((await find('bol 1558x'))[0], used._id)
})

test('admins find products and orders by any number of a product, in any spelling', async () => {
  const product = await shop.addProduct({
    sku: 'ZQ-88/12-K',
    partNumbers: [{ kind: 'oem', maker: 'Honda', number: '15710-PNA-003' }],
  })
  const order = await placeOrder(shop, customer, product, 1)
  await placeOrder(shop, customer, await shop.addProduct({ sku: 'ZQ-99' }), 1)
  const token = shop.admin.token
  for (const typed of ['zq8812k', 'ZQ 88 12 K', '8812-k', 'zq 8812', '15710pna003', '15710 PNA', 'pna 003']) {
    const q = encodeURIComponent(typed)
    for (const path of [`/all-tools?q=${q}`, `/all-tools?sort=name&q=${q}`]) {
      const { body } = await shop.call<Tool[]>('GET', path, { token })
      assert.deepEqual(
        body.map(({ _id }) => _id),
        [product._id],
        path,
      )
    }
    const { body } = await shop.call<Order[]>('GET', `/all-orders?q=${q}`, { token })
    assert.deepEqual(
      body.map(({ _id }) => _id),
      [order._id],
      typed,
    )
  }
  await shop.call('DELETE', `/tools/${product._id}`, { token })
  assert.deepEqual(await find('15710pna003'), [])
  const archived = await shop.call<Tool[]>('GET', '/all-tools?show=archived&q=15710pna003', { token })
  assert.equal(archived.body[0]?._id, product._id)
  assert.equal((await shop.call<Order[]>('GET', '/all-orders?q=15710pna003', { token })).body.length, 1)
})

test('keys and own numbers that differ from the numbers are reported', async () => {
  const product = await shop.addProduct({ sku: 'LAW-4/2' })
  await shop.db.execute(sql`DELETE FROM part_number_keys WHERE key = '42'`)
  await shop.db.execute(sql`UPDATE part_number_keys SET key = 'LAW43' WHERE key = 'LAW42'`)
  const faults = async () => (await checkPartNumbers(shop.db)).map(({ number, fault }) => [number, fault])
  assert.deepEqual(await faults(), [['LAW-4/2', 'keys']])
  await shop.db.execute(sql`DELETE FROM part_numbers WHERE product_id = ${product._id}`)
  assert.deepEqual(await faults(), [['LAW-4/2', 'own']])
})
