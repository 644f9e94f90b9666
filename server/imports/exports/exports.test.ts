import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, Tool } from '#contract/catalog.ts'
import type { ImportDetails } from '#contract/imports.ts'
import { decimalComma } from '#server/imports/exports/export-table.ts'
import { readNumber } from '#server/catalog/fields/field.ts'
import { openTable } from '#server/imports/files/open-table.ts'
import { checkTable, importTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { createStaff } from '#server/testing/staff.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { placeOrder } from '#server/testing/place-order.ts'

let shop: TestShop
let folder = ''
before(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Downloads a file and returns its rows as objects by the headers. */
async function download(path: string, token = shop.admin.token) {
  const response = await fetch(`${shop.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(response.status, 200, await (response.ok ? '' : response.text()))
  const file = join(folder, crypto.randomUUID())
  await writeFile(file, new Uint8Array(await response.arrayBuffer()))
  const { rows, format } = await openTable(file)
  const table: string[][] = []
  for await (const { cells } of rows) table.push(cells)
  const [headers = [], ...lines] = table
  return {
    format,
    name: response.headers.get('content-disposition'),
    rows: lines.map((cells) => Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? '']))),
  }
}

test('orders are exported line by line, of the days that are asked for, in CSV and in Excel', async () => {
  const buyer = await createCustomer(shop, 'exported')
  const product = await shop.addProduct({ name: 'Brake disc', sku: '00123', price: 12.5 })
  const old = await placeOrder(shop, buyer, product, 2)
  const order = await placeOrder(shop, buyer, product, 3)
  await shop.db.execute(sql`UPDATE orders SET placed_at = '2026-01-31T23:59:59Z', note = '=1+1' WHERE id = ${old._id}`)
  await shop.db.execute(sql`UPDATE orders SET placed_at = '2026-02-01T00:00:00Z' WHERE id = ${order._id}`)
  const all = await download('/exports/orders?format=xlsx')
  assert.deepEqual([all.format, all.rows.length], ['xlsx', 2])
  assert.match(all.name ?? '', /^attachment; filename="orders-\d{4}-\d\d-\d\d\.xlsx"$/)
  const [first] = all.rows
  assert.deepEqual(
    [first?.['Order'], first?.['Placed (UTC)'], first?.['Part number'], first?.['Quantity'], first?.['Price']],
    [old.number, '2026-01-31 23:59:59', '00123', '2', '12.5'],
  )
  assert.deepEqual([first?.['Order total'], first?.['Note'], first?.['State']], ['25', '=1+1', 'unpaid'])
  assert.deepEqual(
    [first?.['Credited'], first?.['Received'], first?.['Open'], first?.['Due (UTC)'] === ''],
    ['0', '0', '25', false],
  )
  const january = await download('/exports/orders?from=2026-01-01&to=2026-01-31&delimiter=semicolon&language=de')
  assert.deepEqual(
    january.rows.map((row) => [
      row['Bestellung'],
      row['Bemerkung'],
      row['E-Mail'],
      row['Preis'],
      row['Menge'],
      row['Status'],
    ]),
    [[old.number, '=1+1', buyer.email, '12,50', '2', 'unbezahlt']],
  )
  assert.match(january.name ?? '', /^attachment; filename="bestellungen-\d{4}-\d\d-\d\d\.csv"$/)
  const february = await download('/exports/orders?from=2026-02-01')
  assert.deepEqual(
    february.rows.map((row) => row['Order']),
    [order.number],
  )
  const reversed = await shop.call('GET', '/exports/orders?from=2026-02-01&to=2026-01-01', { token: shop.admin.token })
  assert.equal(reversed.body.code, 'dates-reversed')
})

test('money above what an order costs is in its file as received, and once it was sent back as refunded', async () => {
  const buyer = await createCustomer(shop, 'overpaid')
  const order = await placeOrder(shop, buyer, await shop.addProduct({ price: 25 }), 4)
  const send = (path: string, body?: object) =>
    shop.call<{ refunds: { _id: string }[] }>(body ? 'POST' : 'GET', `/order/${order._id}/${path}`, {
      token: shop.admin.token,
      ...(body && { body }),
    })
  const money = async () => {
    const row = (await download('/exports/orders?format=xlsx')).rows.find((one) => one['Order'] === order.number)
    return ['Received', 'Open', 'Refunded'].map((column) => row?.[column])
  }
  assert.equal((await send('offline-payment', { method: 'check', reference: '4711', amount: 107.5 })).status, 200)
  assert.deepEqual(await money(), ['107.5', '0', '0'])
  await send(`refunds/${(await send('details')).body.refunds[0]?._id}/sent`, {})
  assert.deepEqual(await money(), ['107.5', '0', '7.5'])
})

test('customers are exported with name, company and default address, and a file may say a part of them', async () => {
  const buyer = await shop.signUp('addressed')
  await shop.db.execute(
    sql`UPDATE users SET display_name = 'Anna Huber', email_verified_at = now() WHERE email = ${buyer.email}`,
  )
  const save = (body: object) => shop.call('POST', '/addresses', { token: buyer.token, body })
  const munich = { street: 'Hauptstr. 5', city: 'München', postalCode: '80331', country: 'DE' }
  assert.equal((await save({ ...munich, recipient: 'Anna Huber', company: 'Huber GmbH' })).status, 200)
  assert.equal((await save({ ...munich, recipient: 'Anna Huber', street: 'Nebenstr. 1' })).status, 200)
  const { rows } = await download('/exports/customers')
  const row = rows.find((each) => each['E-mail'] === buyer.email)
  assert.deepEqual(
    ['Name', 'Company', 'Street', 'District', 'Postal code', 'City', 'State or region', 'Country'].map(
      (one) => row?.[one],
    ),
    ['Anna Huber', 'Huber GmbH', 'Hauptstr. 5', '', '80331', 'München', '', 'DE'],
  )
  const changed = await checkTable(shop, 'customers', [
    ['E-mail', 'Name', 'Company'],
    [buyer.email, 'Someone else', 'Other Ltd'],
  ])
  const [said] = await listRows(shop, changed._id)
  assert.deepEqual(
    [said?.changes.map(({ field }) => field), said?.warnings.map(({ code }) => code)],
    [['name', 'company'], []],
  )
  const { rows: none } = await download('/exports/customers?language=de')
  assert.equal(none.find((each) => each['E-Mail'] === buyer.email)?.['Firma'], 'Huber GmbH')
})

test('a number with a decimal comma is read as the same in every language', () => {
  for (const language of ['en', 'de'] as const)
    for (const decimal of ['1.250', '12.345', '1234.50', '46', '0.05', '-1.5'])
      assert.equal(Number(readNumber(decimalComma(decimal), language)), Number(decimal))
})

const link = async (kind = 'orders') => {
  const answer = await shop.call<{ url: string }>('POST', `/exports/${kind}/link`, {
    token: shop.admin.token,
    body: { format: 'csv' },
  })
  return answer.body.url
}

test('orders of all days to the last one of the calendar are exported', async () => {
  const { rows } = await download('/exports/orders?from=2000-01-01&to=9999-12-31&format=csv')
  assert.ok(rows.length > 0)
})

test('a download address works once, even if it is opened twice at the same time, and not after its minute', async () => {
  const url = await link()
  await shop.call('HEAD', url)
  const statuses = await Promise.all([1, 2, 3].map(async () => (await shop.call('GET', url)).status))
  assert.deepEqual(
    statuses.toSorted((one, other) => one - other),
    [200, 404, 404],
  )
  assert.equal((await shop.call('HEAD', url)).status, 404)
  const late = await link()
  await shop.db.execute(sql`UPDATE export_links SET expires_at = now() - interval '1 second'`)
  assert.equal((await shop.call('GET', late)).body.code, 'export-link-not-found')
  const { rows } = await shop.db.execute<{ hash: string }>(sql`SELECT hash FROM export_links`)
  assert.ok(rows.every(({ hash }) => !late.includes(hash)))
})

test('each kind needs its own permission', async () => {
  const member = await createStaff(shop, 'catalog-only', ['catalog'])
  await download('/exports/products', member.token)
  for (const method of ['GET', 'POST']) {
    const path = method === 'GET' ? '/exports/orders' : '/exports/orders/link'
    const { status, body } = await shop.call(method, path, {
      token: member.token,
      ...(method === 'POST' && { body: {} }),
    })
    assert.deepEqual([status, body.code], [403, 'permission-missing'])
  }
  const key = await shop.call<{ secret: string }>('POST', '/api-keys', {
    token: shop.admin.token,
    body: { name: 'Catalog', scopes: ['catalog'] },
  })
  const byKey = await shop.call('GET', '/exports/orders', { token: key.body.secret })
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'api-key-scope-missing'])
  await download('/exports/products', key.body.secret)
  const made = await shop.call<{ url: string }>('POST', '/exports/products/link', { token: member.token, body: {} })
  await shop.db.execute(sql`UPDATE users SET staff_role_id = NULL WHERE id = ${member.id}`)
  const { status, body } = await shop.call('GET', made.body.url)
  assert.deepEqual([status, body.code], [403, 'permission-missing'], 'a link does what its maker may do now')
})

test('a column that names no language is in the main one of the store, and a file of a product says the same when it comes back', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  const both = ['Part number', 'Name', 'Description', 'Name (English)', 'Price', 'Weight']
  const rows = [both, ['CAL-1', 'Bremssattel', 'Vorn.', 'Brake caliper', '12.00', '1.125 kg']]
  await importTable(own, 'products', rows, { openDecimals: 'point' })
  const changed = await importTable(own, 'products', [
    ['Part number', 'Name (German)', 'Beschreibung (Deutsch)'],
    ['CAL-1', 'Bremssattel links', 'Vorn links.'],
  ])
  assert.deepEqual([changed.counts.changed, changed.counts.error], [1, undefined])
  const { body: products } = await own.call<Tool[]>('GET', '/all-tools?q=CAL-1', asAdmin)
  const { body: form } = await own.call<EditedTool>('GET', `/all-tools/${products[0]?._id}`, asAdmin)
  assert.deepEqual(
    [form.name, form.content, form.texts],
    ['Bremssattel links', 'Vorn links.', { en: { name: 'Brake caliper', content: '' } }],
  )
  const file = await fetch(`${own.url}/exports/products?language=de`, {
    headers: { authorization: `Bearer ${own.admin.token}` },
  })
  const text = await file.text()
  assert.match(text, /,Produktname \(Deutsch\),.*,Produktname \(Englisch\),/)
  assert.match(text, /im Verkauf/)
  assert.match(text, /"1,1250 kg"/)
  await own.call('PUT', `/tools/${products[0]?._id}`, { ...asAdmin, body: { weight: '3 kg' } })
  const restored = await checkTable(own, 'products', text, { openDecimals: 'comma' })
  assert.deepEqual((await listRows(own, restored._id))[0]?.changes, [
    { field: 'weight', before: '3 kg', after: '1.1250 kg' },
  ])
  await moveImport(own, restored._id, 'apply')
  const again = await checkTable(own, 'products', text, { openDecimals: 'comma' })
  assert.deepEqual([again.counts.same, again.counts.changed, again.counts.new], [1, undefined, undefined])
})

test('a file with the headers of former versions goes in', async () => {
  const fields = {
    name: ['Name', 'Name'],
    pricePer: ['Price per', 'Preis pro'],
    minimum: ['Minimum quantity', 'Mindestmenge'],
    multiple: ['Order multiple', 'Bestellschritt'],
    maximum: ['Maximum quantity', 'Höchstmenge'],
    counted: ['Stock', 'Bestand'],
    picture: ['Picture', 'Bild'],
    pictures: ['Further pictures', 'Weitere Bilder'],
    pictureText: ['Picture text', 'Bildtext'],
    taxCode: ['Tax code', 'Steuercode'],
    'name:de': ['Name (German)', 'Name (Deutsch)'],
    'pictureText:de': ['Picture text (German)', 'Bildtext (Deutsch)'],
  }
  for (const language of [0, 1]) {
    const headers = ['SKU', ...Object.values(fields).map((names) => names[language] ?? '')]
    const { body } = await uploadTable(shop, 'products', [headers, headers.map(() => 'OLD-1')])
    const { columns } = await readImport(shop, body.import._id)
    assert.deepEqual(
      columns.map(({ field }) => field),
      ['partNumber', ...Object.keys(fields)],
    )
  }
})

test('a file stays in its languages when the import is undone and another language becomes the main one', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const speak = async (...languages: string[]) => {
    const { status } = await own.call('PUT', '/store', { ...asAdmin, body: { languages } })
    assert.equal(status, 200)
  }
  const table = [
    ['Part number', 'Name (English)', 'Name (German)', 'Price'],
    ['CAL-1', 'Brake caliper', 'Bremssattel', '12'],
  ]
  const imported = await importTable(own, 'products', table)
  await moveImport(own, imported._id, 'undo')
  await speak('de', 'en')
  const fieldsOf = async (headers: string[]) => {
    const uploaded = await uploadTable(own, 'products', [headers, headers.map(() => 'CAL-1')])
    return (await readImport(own, uploaded.body.import._id)).columns.map(({ field }) => field)
  }
  assert.deepEqual(await fieldsOf(['Part number', 'Name', 'Name (German)']), ['partNumber', undefined, 'name'])
  assert.deepEqual(await fieldsOf(['Part number', 'Name (English)', 'Bezeichnung']), ['partNumber', 'name:en', 'name'])
  await importTable(own, 'products', table)
  const { body } = await own.call<Tool[]>('GET', '/all-tools?q=CAL-1', asAdmin)
  assert.deepEqual(
    body.map(({ name }) => name),
    ['Bremssattel'],
  )
  await speak('de')
  const alone = await textOf(own, '/exports/products')
  assert.match(alone, /,Product Name \(German\),/)
  assert.doesNotMatch(alone, /English/)
})

test('files and comparisons have names for categories and options, and codes only where names would not find them again', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  await importTable(own, 'categories', [
    ['Category', 'Category above', 'Name (English)', 'Name (German)'],
    ['lamps', '', 'Lamps', 'Leuchten'],
    ['front', 'lamps', 'Front', 'Vorn'],
    ['hoses', '', 'Tubes', ''],
    ['one', '', 'Twice', 'Eins'],
    ['two', 'lamps', 'Twice', 'Zwei'],
    ['three', '', 'Front > side', 'Drei'],
    ['four', '', 'A>B', ''],
    ['constructor', '', 'hoses', ''],
  ])
  await importTable(own, 'attributes', [
    ['Attribute', 'Option', 'Kind', 'Several values', 'Name (English)', 'Name (German)'],
    ['material', '', 'option', 'yes', 'Material', 'Werkstoff'],
    ['material', 'steel', '', '', 'Steel', 'Stahl'],
    ['material', 'cu', '', '', 'Copper | tin', ''],
    ['material', 'x1', '', '', 'Other', ''],
    ['material', 'x2', '', '', 'Other', ''],
    ['material', 'y1', '', '', 'x2', ''],
  ])
  const header = ['Part number', 'Name', 'Price', 'Category', 'Material']
  const categories = ['front', 'hoses', 'one', 'three', 'four', 'constructor']
  await importTable(own, 'products', [
    header,
    ...categories.map((slug, index) => [`P-${index}`, `Part ${index}`, '5', slug, 'steel | cu | x1 | y1']),
  ])
  const tell = async (language: string) => {
    const text = await textOf(own, `/exports/products?language=${language}`)
    const { counts, _id } = await checkTable(own, 'products', text)
    assert.deepEqual(counts, { same: categories.length }, JSON.stringify(await listRows(own, _id)))
    return text
  }
  const english = await tell('en')
  for (const text of ['Lamps > Front', 'Tubes', 'one', 'Front > side', 'four', 'constructor'])
    assert.match(english, wordOf(text))
  assert.match(english, /,Steel \| Copper \\\| tin \| x1 \| y1\r\n/)
  const german = await tell('de')
  for (const text of ['Leuchten > Vorn', 'Tubes', 'Eins', 'Drei']) assert.match(german, wordOf(text))
  assert.match(german, /,Stahl \| Copper \\\| tin/)
  const { _id } = await checkTable(own, 'products', [
    ['Part number', 'Category'],
    ['P-1', 'Leuchten > Vorn'],
  ])
  const { body } = await own.call<ImportDetails>('GET', `/imports/${_id}?language=de`, asAdmin)
  const field = body.fields.find(({ code }) => code === 'category')
  assert.equal(field?.words?.['front'], 'Leuchten > Vorn')
})

test('a file with the placeholder of earlier exports changes nothing', async () => {
  await using own = await openTestShop()
  const rows = [
    ['Part number', 'Name', 'Price', 'Picture'],
    ['PAD-1', 'Pad', '9', '/no-picture.svg'],
  ]
  await importTable(own, 'products', rows)
  assert.equal((await firstProduct(own)).img, '/no-picture.svg')
  assert.deepEqual((await checkTable(own, 'products', rows)).counts, { same: 1 })
})

test('a row of prices says its list and its quantity, and a product without a picture has none in files', async () => {
  await using own = await openTestShop()
  await importTable(own, 'products', [
    ['Part number', 'Name', 'Price'],
    ['PAD-1', 'Pad', '9'],
  ])
  const prices = await checkTable(own, 'products', [
    ['Part number', 'Price list', 'From quantity', 'Price'],
    ['PAD-1', 'Public price breaks', '10', '8'],
  ])
  assert.deepEqual((await listRows(own, prices._id))[0]?.details, [
    { field: 'list', text: 'Public price breaks' },
    { field: 'from', text: '10' },
  ])
  assert.doesNotMatch(await textOf(own, '/exports/products'), /no-picture/)
  await own.call('PUT', `/tools/${(await firstProduct(own))._id}`, {
    token: own.admin.token,
    body: { img: '/media/test/960.webp' },
  })
  const cleared = await importTable(own, 'products', [
    ['Part number', 'Picture'],
    ['PAD-1', '-'],
  ])
  assert.equal(cleared.counts.applied, 1)
  assert.equal((await firstProduct(own)).img, '/no-picture.svg')
})

const textOf = async (own: TestShop, path: string) =>
  (await fetch(`${own.url}${path}`, { headers: { authorization: `Bearer ${own.admin.token}` } })).text()
const wordOf = (text: string) => new RegExp(`,${text},`)
async function firstProduct(own: TestShop): Promise<Tool> {
  const { body } = await own.call<Tool[]>('GET', '/all-tools', { token: own.admin.token })
  if (!body[0]) throw new Error('There is no product.')
  return body[0]
}
