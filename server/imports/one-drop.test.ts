import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { EditedTool } from '#contract/catalog.ts'
import type { Import, ImportDetails, ImportFix } from '#contract/imports.ts'
import { finished, importTable, listRows, moveImport, readImport, toCsv } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const png = (background: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()

type File = readonly [name: string, content: string | Uint8Array]

/** Sends what is dropped together. */
async function drop(files: readonly File[], query = '?compare=if-clear') {
  const form = new FormData()
  for (const [name, content] of files)
    form.append(/\.(?:png|zip)$/.test(name) ? 'pictures' : 'table', new Blob([content as never]), name)
  return shop.call<{ import: Import; code?: string; errors?: { field: string; message: string }[] }>(
    'POST',
    `/imports${query}`,
    { token: shop.admin.token, body: form },
  )
}

async function dropped(files: readonly File[]): Promise<ImportDetails> {
  const { status, body } = await drop(files)
  assert.equal(status, 200, JSON.stringify(body))
  return finished(shop, body.import._id)
}

async function fix(id: string, fixes: ImportFix[]) {
  const { status, body } = await shop.call('PUT', `/imports/${id}/fixes`, { token: shop.admin.token, body: { fixes } })
  assert.equal(status, 200, JSON.stringify(body))
  return finished(shop, id)
}

async function productOf(number: string): Promise<EditedTool> {
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM products WHERE sku = ${number}`)
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${rows[0]?.id}`, { token: shop.admin.token })
  return body
}

test('the first file of a shop adds its brands and categories, names tax classes as ERPs do, and the next with its columns is compared at once', async () => {
  await shop.call('PUT', '/store', { token: shop.admin.token, body: { timeZone: 'Europe/Berlin' } })
  const rows = (prefix: string) => [
    ['Part number', 'Product name', 'Price', 'Brand', 'Category', 'Tax class', 'Bin'],
    [`${prefix}-1`, `${prefix} one`, '5', 'Hengst', 'Filters > Oil filters', 'Regelsteuersatz', 'A 7'],
    [`${prefix}-2`, `${prefix} two`, '5', '', '', '19 %', 'A 8'],
    [`${prefix}-3`, `${prefix} three`, '5', '', '', 'Normal', ''],
    [`${prefix}-4`, `${prefix} four`, '5', '', '', '16,5', ''],
  ]
  const first = await dropped([['rows.csv', toCsv(rows('FIRST'))]])
  assert.deepEqual([first.state, first.addsBrands, first.addsCategories], ['uploaded', true, true])
  const body = { columns: first.columns.map(({ field }) => field ?? null), addsBrands: true, addsCategories: true }
  await shop.call('PUT', `/imports/${first._id}/mapping`, { token: shop.admin.token, body })
  const compared = await finished(shop, first._id)
  assert.deepEqual(compared.unknownValues?.[0]?.values, [{ text: '16,5', rows: 1 }])
  const valueMaps = first.columns.map(({ field }) => (field === 'taxClass' ? { '16,5': 'standard' } : null))
  await shop.call('PUT', `/imports/${first._id}/mapping`, { token: shop.admin.token, body: { ...body, valueMaps } })
  assert.deepEqual((await finished(shop, first._id)).counts, { new: 4 })
  await moveImport(shop, first._id, 'apply')
  const next = await dropped([['rows.csv', toCsv(rows('NEXT'))]])
  assert.deepEqual([next.state, next.counts], ['checked', { new: 4 }])
})

test('a file of which every column is clear is compared at once, and others wait for a person', async () => {
  const clear = await dropped([['rows.csv', 'Part number,Product name,Price\nDROP-1,Clear,5.50\n']])
  assert.deepEqual([clear.state, clear.counts], ['checked', { new: 1 }])
  const unknown = await dropped([['rows.csv', 'Part number,Product name,Price,Bin\nDROP-2,Unknown,5.50,A 7\n']])
  assert.equal(unknown.state, 'uploaded')
  const open = await dropped([['rows.csv', 'Part number;Product name;Price;Weight\nDROP-3;Open;5,50;1.500\n']])
  assert.equal(open.state, 'uploaded')
  const asIs = await shop.call<{ code: string; errors: unknown[] }>('PUT', `/imports/${open._id}/mapping`, {
    token: shop.admin.token,
    body: {},
  })
  assert.deepEqual(
    [asIs.status, asIs.body.code, asIs.body.errors],
    [
      409,
      'import-numbers-unclear',
      [
        {
          field: 'decimals.3',
          message: 'says what stands before decimals in “Weight”: send comma or point.',
          facts: { column: 'Weight' },
        },
      ],
    ],
  )
})

test('errors stand in groups, of which one choice mends all, and the next file is read so', async () => {
  const header = ['Part number', 'Product name', 'Price', 'Minimum order', 'Order multiple', 'Brand', 'Weight']
  const rows = (prefix: string) => [
    header,
    [`${prefix}-1`, `${prefix} packed 1`, '5', '3', '4', 'Unheard of', '1 kg'],
    [`${prefix}-2`, `${prefix} packed 2`, '5.1284', '5', '4', 'Unheard of', 'light'],
    [`${prefix}-3`, `${prefix} packed 3`, '7', '1', '1', '', 'heavy'],
    [`${prefix}-4`, `${prefix} packed 4`, 'dear', '1', '1', '', '2 kg'],
  ]
  const checked = await dropped([['rows.csv', toCsv(rows('FIX'))]])
  assert.deepEqual(checked.counts, { error: 4 })
  const groups = (found: ImportDetails) =>
    (found.errorGroups ?? []).map(({ code, field, rows: count, fix: offered }) => [code, field, count, offered])
  assert.deepEqual(groups(checked), [
    ['not-a-measure', 'weight', 2, { fix: 'leave-out', field: 'weight', code: 'not-a-measure' }],
    ['unknown-brand', 'brand', 2, { fix: 'add-brands' }],
    ['not-a-number', 'price', 1, undefined],
    ['too-many-decimals', 'price', 1, { fix: 'round', field: 'price' }],
  ])
  assert.deepEqual(
    checked.errorGroups?.[0]?.examples.map(({ line, name, cell }) => [line, name, cell]),
    [
      [3, 'FIX-2', 'light'],
      [4, 'FIX-3', 'heavy'],
    ],
  )
  const offered = (found: ImportDetails) => found.errorGroups?.flatMap((group) => group.fix ?? []) ?? []
  const again = await fix(checked._id, offered(checked))
  assert.deepEqual(groups(again), [
    ['quantities-do-not-fit', 'minimum', 2, { fix: 'fit-quantities' }],
    ['not-a-number', 'price', 1, undefined],
  ])
  const mended = await fix(checked._id, [...again.fixes, ...offered(again)])
  assert.deepEqual(mended.counts, { new: 3, error: 1 })
  assert.deepEqual(
    mended.warnings.map(({ code, rows: count }) => [code, count]),
    [['cells-left-out', 2]],
  )
  const applied = await moveImport(shop, checked._id, 'apply')
  assert.deepEqual(groups(applied), [['not-a-number', 'price', 1, undefined]])
  assert.equal(applied.warnings[0]?.message.endsWith(' Lines: 3, 4.'), true)
  const product = await productOf('FIX-2')
  assert.deepEqual([product.price, product.minOrder, product.orderMultiple], [5.13, 8, 4])

  const next = await dropped([['rows.csv', toCsv(rows('NEXT'))]])
  assert.deepEqual(next.counts, { new: 3, error: 1 })
  const back = await fix(next._id, [])
  assert.deepEqual([back.counts, back.fixes], [{ error: 4 }, []])
  const refused = await shop.call('PUT', `/imports/${next._id}/fixes`, {
    token: shop.admin.token,
    body: { fixes: [{ fix: 'leave-out', field: 'price', code: 'not-a-number' }] },
  })
  assert.deepEqual([refused.status, refused.body.code], [400, 'import-fix'])
})

test('the minimum is raised to the pack size also where the shop has the one of the file', async () => {
  const header = ['Part number', 'Product name', 'Price', 'Minimum order', 'Order multiple']
  const row = (multiple: string) => ['PACK-1', 'Packed alike', '5', '1', multiple]
  await importTable(shop, 'products', [header, row('1')])
  const checked = await dropped([['rows.csv', toCsv([header, row('100')])]])
  assert.deepEqual(checked.counts, { error: 1 })
  const mended = await fix(checked._id, [{ fix: 'fit-quantities' }])
  assert.deepEqual(mended.counts, { changed: 1 })
  await moveImport(shop, checked._id, 'apply')
  const { minOrder, orderMultiple } = await productOf('PACK-1')
  assert.deepEqual([minOrder, orderMultiple], [100, 100])
  assert.deepEqual((await dropped([['rows.csv', toCsv([header, row('100')])]])).counts, { same: 1 })
})

test('pictures that come with a table are those that cells name, or that part numbers name', async () => {
  await shop.addProduct({ name: 'Held before', sku: 'PIC-OLD' })
  const table = toCsv([
    ['Part number', 'Product name', 'Price', 'Picture'],
    ['PIC-1', 'Named', '5', 'images/pic-1_front.png, Detail.PNG'],
    ['PIC-2', 'By number', '5', ''],
    ['PIC-3', 'Missing', '5', 'gone.png'],
  ])
  const pictures = {
    'shots/PIC-1_front.png': await png('red'),
    'shots/detail.png': await png('green'),
    'PIC-2.png': await png('blue'),
    'PIC-2_2.png': await png('navy'),
    'PIC-OLD.png': await png('gold'),
    'nobody.png': Buffer.from('never decoded'),
  }
  const archive = zipSync({ 'rows.csv': Buffer.from(table), ...pictures })
  const checked = await dropped([['all.zip', archive]])
  assert.deepEqual([checked.fileName, checked.counts], ['rows.csv', { new: 3, changed: 1 }])
  assert.deepEqual(checked.pictures, { total: 5, done: 5, failed: 0 })
  assert.deepEqual(
    checked.warnings.map(({ code, message }) => [code, /^(?!Pictures).*nobody\.png/.test(message)]),
    [
      ['pictures-unnamed', true],
      ['pictures-missing', false],
    ],
  )
  const missing = (await listRows(shop, checked._id)).flatMap(({ name, warnings }) =>
    warnings.map(({ code }) => [name, code]),
  )
  assert.deepEqual(missing, [['PIC-3', 'picture-not-uploaded']])
  await moveImport(shop, checked._id, 'apply')
  const named = await Promise.all(['PIC-1', 'PIC-2', 'PIC-OLD', 'PIC-3'].map(productOf))
  assert.deepEqual(
    named.map(({ img, images }) => [img.startsWith('/media/'), images.length]),
    [
      [true, 1],
      [true, 1],
      [true, 0],
      [false, 0],
    ],
  )
  const { 'nobody.png': _, ...loose } = pictures
  const again = await dropped([['rows.csv', table], ...Object.entries(loose)])
  assert.deepEqual(again.counts, { same: 4 })
})

test('what cannot be one import is refused by name', async () => {
  const table = 'Part number,Product name,Price\nMANY-1,Many,5\n'
  const several = await drop([
    ['a.csv', table],
    ['b.csv', table],
  ])
  assert.deepEqual([several.status, several.body.code], [400, 'import-several-tables'])
  const archives = await drop([
    ['a.zip', zipSync({ 'a.png': await png('red') })],
    ['b.png', await png('red')],
  ])
  assert.deepEqual([archives.status, archives.body.code], [400, 'import-several-archives'])
  const old = await drop([['rows.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex')]])
  assert.deepEqual([old.status, old.body.code], [400, 'table-old-excel'])
  const translations =
    "Type,Identification,Field,Locale,Market,Status,Default content,Translated content\nPRODUCT,'1,title,de,,,Hub,Nabe\n"
  const texts = await drop([['b.csv', translations]], '')
  assert.deepEqual([texts.status, texts.body.code], [400, 'table-translations'])
  const { body: list } = await shop.call<Import[]>('GET', '/imports?limit=100', { token: shop.admin.token })
  assert.ok(list.every(({ fileName }) => !['a.csv', 'b.csv', 'rows.xls'].includes(fileName)))
})

test('a file is read as something else than it was taken for', async () => {
  const { body } = await drop([['rows.csv', 'Part number,Product name,Price\nOTHER-1,Other,5.50\n']], '')
  const read = await shop.call('PUT', `/imports/${body.import._id}/reading`, {
    token: shop.admin.token,
    body: { kind: 'stock' },
  })
  assert.equal(read.status, 200, JSON.stringify(read.body))
  assert.equal((await readImport(shop, body.import._id)).kind, 'stock')
})

test('customers and orders of Shopify, and the own file of stock, are compared without a choice', async () => {
  const ofCustomers =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,' +
    'Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,' +
    'Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags'
  const customers = await dropped([
    [
      'customers_export.csv',
      `${ofCustomers}\n'8779761975521,Ada,Byron,ada@drop.test,no,Byron Garage,12 Main St,,Austin,TX,US,'78701,,'+15125550101,no,9.00,3,Pays late,no,VIP\n`,
    ],
  ])
  assert.deepEqual(
    [customers.state, customers.kind, customers.program, customers.counts, customers.warnings],
    ['checked', 'customers', 'Shopify', { new: 1 }, []],
  )
  await moveImport(shop, customers._id, 'apply')
  const ofOrders =
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,' +
    'Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,' +
    'Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Billing Name,Billing Zip,Shipping Name,Notes,' +
    'Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,' +
    'Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Phone,Receipt Number,Duties,' +
    'Billing Province Name,Shipping Province Name,Payment ID,Payment Terms Name,Next Payment Due At,Payment References'
  const cells: Record<string, string> = {
    Name: '#9001',
    Email: 'ada@drop.test',
    'Financial Status': 'paid',
    'Paid at': '2024-04-02 09:00:00 -0500',
    Currency: 'USD',
    Total: '45.50',
    'Created at': '2024-03-31 10:22:33 -0500',
    'Lineitem quantity': '2',
    'Lineitem name': 'Brake pad',
    'Lineitem price': '20.25',
    'Lineitem sku': 'PAD-1',
    'Billing Zip': '78701',
    Source: 'web',
  }
  const row = ofOrders.split(',').map((header) => cells[header] ?? '')
  const orders = await dropped([['orders_export.csv', `${ofOrders}\n${row.join(',')}\n`]])
  assert.deepEqual([orders.state, orders.kind, orders.counts], ['checked', 'past-orders', { new: 1 }])
  await importTable(shop, 'products', [
    ['Part number', 'Product name', 'Price', 'Stock'],
    ['DROP-S', 'Counted', '5.50', '7'],
  ])
  for (const [language, name] of [
    ['en', 'stock.csv'],
    ['de', 'bestand.csv'],
  ] as const) {
    const own = await shop.call<string>('GET', `/exports/stock?format=csv&language=${language}`, {
      token: shop.admin.token,
    })
    const stock = await dropped([[name, own.body]])
    assert.deepEqual(
      [stock.state, stock.kind, Object.keys(stock.counts)],
      ['checked', 'stock', ['same']],
      String(own.body),
    )
  }
})

test('customers of WooCommerce, of its reports and of a plugin for users, are compared without a choice', async () => {
  const files = {
    reports:
      'Name,Username,Last active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code\n' +
      'Mary Major,mary,2026-01-02,2020-03-04,mary@woo.test,3,90.00,30.00,US,Austin,TX,78701\n',
    users:
      'ID,user_login,user_pass,user_email,user_registered,display_name,first_name,last_name,roles,billing_first_name,billing_last_name,' +
      'billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,' +
      'billing_country,shipping_first_name,shipping_city\n' +
      '7,jo,$P$B1,jo@woo.test,2020-01-01,Jo,Jo,Roe,customer,Jo,Roe,Roe Motors,jo@woo.test,5125550102,1 Main St,Bay 2,78701,Austin,TX,US,Jo,Austin\n',
  }
  const customers: unknown[] = []
  for (const [name, text] of Object.entries(files)) {
    const { _id, state, kind, program, counts } = await dropped([[`${name}.csv`, text]])
    assert.deepEqual([state, kind, program, counts], ['checked', 'customers', 'WooCommerce', { new: 1 }])
    const [row] = await listRows(shop, _id)
    customers.push(Object.fromEntries(row?.changes.map(({ field, after }) => [field, after]) ?? []))
  }
  const address = {
    company: 'Roe Motors',
    street: '1 Main St\nBay 2',
    postalCode: '78701',
    city: 'Austin',
    region: 'TX',
    country: 'US',
  }
  assert.deepEqual(customers, [
    { email: 'mary@woo.test', name: 'Mary Major' },
    { email: 'jo@woo.test', name: 'Jo Roe', phone: '5125550102', ...address },
  ])
})
