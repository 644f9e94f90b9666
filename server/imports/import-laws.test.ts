import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { type Import, importKinds, type ImportKindName, type PartKind, partKinds } from '#contract/imports.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { writeTable } from '#server/imports/files/write-table.ts'
import { cellOf } from '#server/imports/exports/export-table.ts'
import { headerOf, isOffered } from '#server/catalog/fields/field.ts'
import { partTables } from '#server/imports/exports/part-tables.ts'
import { productsKind } from '#server/imports/kinds/products.ts'
import { kindOf, readShownFields } from '#server/imports/kinds/kinds.ts'
import {
  checkTable,
  finished,
  importTable,
  listRows,
  moveImport,
  readImport,
  uploadTable,
} from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { textKey } from '#server/vehicles/vehicle-names.ts'
import { search } from '#server/testing/random-search.ts'

let shop: TestShop
let folder: string
before(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'import-laws-'))
  await fillShop()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const asAdmin = async <Body>(method: string, path: string, body?: unknown) => {
  const answer = await shop.call<Body>(method, path, { token: shop.admin.token, body })
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const nasty = [
  '=1+1',
  '00123',
  '90.750',
  '1E5',
  'Ø 12',
  '-',
  '\\-',
  "'=x",
  '+49',
  '-5',
  '@name',
  'TRUE',
  '2026-01-31',
  '"quoted"',
  '5/16" bolt',
  'a,b;c|d\te',
  'a \\| b',
  '<b>&amp;</b>',
  '🔧 wrench',
]

/** Fills the shop with everything that a file can hold, in texts that other programs would change. */
async function fillShop(): Promise<void> {
  await asAdmin('POST', '/brands', { name: '=Brand | One' })
  const option = await asAdmin<{ code: string }>('POST', '/attributes', {
    names: { en: 'Thread' },
    kind: 'option',
    isMultiple: true,
  })
  for (const name of ['M8', '5/16-18'])
    await asAdmin('POST', `/attributes/${option.code}/options`, { names: { en: name } })
  const length = await asAdmin<{ code: string }>('POST', '/attributes', {
    names: { en: 'Reach' },
    kind: 'number',
    dimension: 'length',
    unit: 'mm',
  })
  const note = await asAdmin<{ code: string }>('POST', '/attributes', {
    names: { en: 'Note' },
    kind: 'text',
    isMultiple: true,
  })
  const sealed = await asAdmin<{ code: string }>('POST', '/attributes', { names: { en: 'Sealed' }, kind: 'yes-no' })
  for (const [index, text] of nasty.entries()) {
    // Names have no tab; other texts may.
    const line = text.replace('\t', ' ')
    await shop.addProduct({
      name: line,
      content: `${text}\nline two\n  indented`,
      price: 0.1 + index,
      available: index * 7,
      ...(index % 3 !== 0 && { sku: `${line} N${index}` }),
      ...(index % 2 === 0 && { category: 'brakes', brand: '=Brand | One', weight: '1.50 kg', length: '1-1/4 in' }),
      ...(index % 4 === 1 && { pricePer: 100, minQuantity: 20, orderMultiple: 10, maxOrder: 100 }),
      texts: index % 2 === 0 ? { de: { name: `de ${line}`, content: text, imageAlt: line, pageTitle: line } } : {},
      attributes: {
        [option.code]: index % 2 === 0 ? ['M8', '5/16-18'] : [],
        [length.code]: index % 2 === 0 ? '90.750 mm' : '',
        [note.code]: index % 2 === 0 ? [text, 'x | y'] : [],
        ...(index % 2 === 0 && { [sealed.code]: index % 4 === 0 }),
      },
      partNumbers: [
        { kind: 'oem', maker: line, number: `${line} 1` },
        { kind: 'barcode', number: `4006381${index}` },
      ],
      ...(index % 5 === 4 && { draft: true }),
    })
  }
  const group = await asAdmin<{ group: { _id: string } }>('POST', '/customer-groups', { name: '=Work | shops' })
  const buyer = await shop.signUp('file-buyer')
  await shop.signUp('file-other')
  await shop.db.execute(sql`UPDATE users SET email_verified_at = now()`)
  await asAdmin('PUT', `/customer-groups/${group.group._id}/members/${buyer.email}`)
  await shop.db.execute(sql`
    INSERT INTO customer_terms (user_id, net_days, credit_limit_cents, po_required)
    SELECT id, 30, 500000, true FROM users WHERE email = ${buyer.email}`)
  await shop.db.execute(sql`
    INSERT INTO addresses (id, user_id, recipient, company, street, city, region, postal_code, country, phone, is_default, is_billing)
    SELECT gen_random_uuid(), id, '=Ann', company, street, 'Austin', 'TX', '78701', 'US', book.phone, is_default, NOT is_default FROM users,
      (VALUES ('=Works', '12 Main St' || E'\\nDock 4', '+1 512', true), ('-', '9 Side St', '', false)) book (company, street, phone, is_default)
    WHERE email = ${buyer.email}`)
  await shop.db.execute(sql`
    INSERT INTO fitments (product_id, model_id, year_from, year_to, built_from, position, condition, note, origin)
    SELECT products.id, vehicle_models.id, CASE WHEN number % 2 = 0 THEN vehicle_models.year_from END, NULL,
      CASE WHEN number % 3 = 0 THEN '2005-06-01'::date END, CASE WHEN number % 2 = 1 THEN 'front left' END,
      CASE WHEN number % 4 = 0 THEN '=with ABS' END, CASE WHEN number % 5 = 0 THEN '-' END, 'hand'
    FROM products CROSS JOIN (SELECT *, row_number() OVER (ORDER BY id) AS number FROM vehicle_models WHERE is_offered ORDER BY id LIMIT 12) vehicle_models`)
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'vehicles'`)
  await shop.db.execute(sql`
    INSERT INTO fits_phrases (key, text, model_ids, is_condition, decided_at)
    SELECT 'ZONK', 'Zonk', array_agg(id), false, now() FROM (SELECT id FROM vehicle_models WHERE is_offered ORDER BY id LIMIT 2) two
    UNION ALL SELECT 'BLORP', '=Blorp', '{}', false, now() UNION ALL SELECT 'QUADRIFOGLIO', 'Quadrifoglio', '{}', true, now()
    UNION ALL SELECT ${textKey('Disc, 1.4 Zonk')}, 'Disc, 1.4 Zonk', '{}', false, now()
    UNION ALL SELECT ${textKey('Pad, Zonk R')}, 'Pad, Zonk R', array_agg(id), true, now() FROM (SELECT id FROM vehicle_models WHERE is_offered ORDER BY id LIMIT 2) two`)
  await shop.db.execute(sql`
    WITH models AS (SELECT id FROM vehicle_models ORDER BY id LIMIT 8), engines AS (
      INSERT INTO vehicle_engines (model_id, name, code)
      SELECT id, '-', code FROM models, unnest(ARRAY[NULL, '=1+1', '00123']) code RETURNING id, model_id)
    INSERT INTO vehicle_codes (system, code, model_id, engine_id)
    SELECT unnest(ARRAY['ktype', 'hsn-tsn']), '00' || id, model_id, id FROM engines UNION ALL SELECT 'epid', '=' || id, id, NULL FROM models`)
  await shop.db.execute(sql`
    WITH orders AS (
      INSERT INTO past_orders (id, buyer_id, number, ordered_on, total_cents, currency)
      SELECT gen_random_uuid(), id, number, '2024-02-29', total, 'USD' FROM users,
        (VALUES ('=#1', 12345), ('002', NULL)) past (number, total) WHERE email = ${buyer.email} RETURNING id, number)
    INSERT INTO past_order_lines (order_id, key, position, part_number, name, quantity, price_cents)
    SELECT orders.id, line.* FROM orders, (VALUES ('+00 A-1', 1, '+00 A-1', '=Pad', 2, 1005), ('+00 A-1 #2', 2, '+00 A-1', '', 1, 0),
      ('Sticker | old', 3, '', 'Sticker | old', 100, 1)) line`)
  const { priceList } = await asAdmin<{ priceList: { _id: string } }>('POST', '/price-lists', { name: '=Workshops' })
  const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM products ORDER BY position`)
  await asAdmin('PUT', `/price-lists/${priceList._id}/prices`, {
    rows: rows.flatMap(({ id }) => [
      { productId: id, from: 1, price: 0.09 },
      { productId: id, from: 50, price: 0.05 },
    ]),
  })
}

type ExportedKind = ImportKindName | PartKind

/** Writes everything of a kind as a file, in small pages. */
async function exportKind(name: ExportedKind, format: 'csv' | 'xlsx'): Promise<Blob> {
  const kind = name === 'prices' || name === 'part-numbers' ? partTables[name] : kindOf(name)
  const fields = (await readShownFields(shop.db, kind)).filter(
    (field) => isOffered(field) && !(kind === productsKind && field.isPart),
  )
  async function* rows() {
    yield fields.map((field) => headerOf(field, 'en'))
    for (let after: string | undefined; ;) {
      const page = await kind.list(shop.db, { after, limit: 7 })
      for (const { texts } of page.rows)
        yield fields.map((field) => cellOf(field, texts[field.code] ?? '', 'csv', 'en'))
      after = page.next
      if (after === undefined) return
    }
  }
  const path = join(folder, `${name}.${format}`)
  await pipeline(writeTable(format, rows()), createWriteStream(path))
  return new Blob([await readFile(path)])
}

async function downloadWithSemicolons(name: ExportedKind): Promise<Blob> {
  const headers = { authorization: `Bearer ${shop.admin.token}` }
  return (await fetch(`${shop.url}/exports/${name}?delimiter=semicolon`, { headers })).blob()
}

const leftOutColumns: Partial<Record<ExportedKind, string[]>> = {
  stock: ['Reserved', 'On the shelf', 'Counted'],
}

for (const name of [...importKinds, ...partKinds]) {
  const kind = name === 'prices' || name === 'part-numbers' ? 'products' : name
  const hasAmounts = ['products', 'prices', 'customers'].includes(name)
  for (const format of ['csv', 'xlsx', ...(hasAmounts ? (['csv with semicolons'] as const) : [])] as const) {
    test(`an export of ${name} as ${format} that is imported changes nothing`, async () => {
      const form = new FormData()
      const file =
        format === 'csv with semicolons' ? await downloadWithSemicolons(name) : await exportKind(name, format)
      form.set('table', file, `all.${format.slice(0, 4).trim()}`)
      const uploaded = await shop.call<{ import: Import }>('POST', `/imports?kind=${kind}`, {
        token: shop.admin.token,
        body: form,
      })
      assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
      const { _id: id } = uploaded.body.import
      const { columns } = await readImport(shop, id)
      const codes = columns.map(({ field }) => field ?? null)
      // Counts are for who counts to fill in, and no column is for what only the shop or the customer knows.
      const leftOut = columns.flatMap(({ header, field }) => (field === undefined ? [header] : []))
      assert.deepEqual(leftOut, leftOutColumns[name] ?? [], 'each other column is recognised')
      for (const clearsEmpty of [false, true]) {
        await asAdmin('PUT', `/imports/${id}/mapping`, { columns: codes, clearsEmpty })
        const { counts, rows } = await finished(shop, id)
        const wrong = [...(await listRows(shop, id, 'changed')), ...(await listRows(shop, id, 'error'))]
        assert.deepEqual(counts, { same: rows }, JSON.stringify(wrong.slice(0, 3)))
      }
    })
  }
}

/** Returns what imports may change, row by row, without times and inner numbers. */
async function dumpCatalog(): Promise<string[]> {
  const tables = {
    products: ['updated_at', 'words'],
    product_texts: [],
    product_values: [],
    product_facets: [],
    part_numbers: ['id'],
    prices: [],
    attributes: ['id'],
    attribute_texts: ['attribute_id'],
    attribute_options: ['id'],
    attribute_option_texts: ['option_id'],
    group_members: ['added_at'],
    customer_terms: ['set_at', 'set_by'],
    categories: ['updated_at'],
    category_texts: [],
  }
  const parts = Object.entries(tables).map(
    ([table, left]) =>
      sql`SELECT ${table} || (to_jsonb(t) - ${sql.param(left)}::text[])::text AS row FROM ${sql.identifier(table)} t`,
  )
  const { rows } = await shop.db.execute<{ row: string }>(sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY 1`)
  return rows.map(({ row }) => row)
}

const cell = fc.oneof(fc.constantFrom('', '-', ...nasty), fc.string({ maxLength: 12 }))
const anyRow = fc.record({
  product: fc.nat({ max: 30 }),
  name: cell,
  description: cell,
  price: fc.oneof(
    fc.constant(''),
    fc.double({ min: 0.01, max: 999, noNaN: true }).map((price) => price.toFixed(2)),
    cell,
  ),
  stock: fc.constantFrom('', '0', '5', '1000', 'x'),
  weight: fc.constantFrom('', '-', '2 kg', '5 lb', 'heavy'),
  nameDe: cell,
  thread: fc.constantFrom('', '-', 'M8', 'm8 | 5/16-18', 'M99'),
})

test('a dry run tells what is applied, undo gives back all of it, and stock is the sum of its movements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 25 }), async (rows) => {
      const { rows: known } = await shop.db.execute<{ sku: string }>(sql`
        SELECT sku FROM products WHERE sku IS NOT NULL AND archived_at IS NULL ORDER BY position LIMIT 12`)
      const before = await dumpCatalog()
      const checked = await checkTable(shop, 'products', [
        ['Part number', 'Name', 'Description', 'Price', 'Stock', 'Weight', 'Name (German)', 'Thread'],
        ...rows.map(({ product, name, description, price, stock, weight, nameDe, thread }) => [
          known[product]?.sku ?? `NEW-${product}`,
          name,
          description,
          price,
          stock,
          weight,
          nameDe,
          thread,
        ]),
      ])
      const { counts } = checked
      assert.equal((counts.new ?? 0) + (counts.changed ?? 0) + (counts.same ?? 0) + (counts.error ?? 0), checked.rows)
      assert.deepEqual(await dumpCatalog(), before)
      const count = (counts.new ?? 0) + (counts.changed ?? 0)
      if (count === 0) return
      const applied = await moveImport(shop, checked._id, 'apply')
      assert.deepEqual(await checkFacets(shop.db), [])
      assert.equal(applied.failure, undefined)
      // Two new rows of one file may ask for the same name: that is refused when the second one is written.
      assert.equal((applied.counts.applied ?? 0) + (applied.counts.refused ?? 0), count)
      const undone = await moveImport(shop, checked._id, 'undo')
      assert.deepEqual([undone.counts.undone, undone.counts.left], [applied.counts.applied ?? 0, undefined])
      assert.deepEqual(await dumpCatalog(), before)
      const { rows: wrong } = await shop.db.execute(sql`
        SELECT name FROM products WHERE available_quantity <> (
          SELECT coalesce(sum(available_change), 0) FROM stock_movements WHERE product_id = products.id)`)
      assert.deepEqual(wrong, [])
    }),
    search(3),
  )
})

test('brands that the shop does not have are errors, or are added and taken back', async () => {
  await shop.addProduct({ name: 'Branded', sku: 'BRD-1' })
  const brandNames = async () =>
    (await shop.db.execute<{ name: string }>(sql`SELECT name FROM brands ORDER BY name`)).rows.map(({ name }) => name)
  const [catalog, brands] = [await dumpCatalog(), await brandNames()]
  const rows = [
    ['Part number', 'Name', 'Price', 'Brand'],
    ['BRD-1', '', '', 'Newbrand'],
    ['BRD-2', 'Branded too', '5', 'NEWBRAND'],
  ]
  assert.deepEqual((await checkTable(shop, 'products', rows)).counts, { error: 2 })
  const adds = { addsBrands: true, numbersWithoutBrand: 'same' } as const
  const { _id, additions } = await checkTable(shop, 'products', rows, adds)
  assert.deepEqual(additions, { categories: [], categoryCount: 0, brands: ['Newbrand'], brandCount: 1 })
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 2)
  assert.equal((await brandNames()).length, brands.length + 1)
  const { rows: branded } = await shop.db.execute<{ name: string }>(sql`
    SELECT brands.name FROM products JOIN brands ON brands.id = brand_id WHERE sku LIKE 'BRD-%'`)
  assert.deepEqual(
    branded.map(({ name }) => name),
    ['Newbrand', 'Newbrand'],
  )
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 2)
  assert.deepEqual([await dumpCatalog(), await brandNames()], [catalog, brands])
})

test('categories that the shop does not have are errors, or are added on their way from the top and taken back', async () => {
  await shop.addProduct({ name: 'Placed', sku: 'CAT-1' })
  const namesOf = async () => {
    const { rows } = await shop.db.execute<{ name: string; above: string | null }>(sql`
      SELECT names.name, above.name AS above FROM categories JOIN category_texts names ON names.category_id = categories.id
      LEFT JOIN category_texts above ON above.category_id = parent_id AND above.language = names.language
      WHERE names.language = 'en' ORDER BY categories.id`)
    return rows.map(({ name, above }) => `${above ?? ''}/${name}`)
  }
  const [catalog, categories] = [await dumpCatalog(), await namesOf()]
  const rows = [
    ['Part number', 'Name', 'Price', 'Category'],
    ['CAT-1', '', '', 'Brakes > Drums > Rear drums'],
    ['CAT-2', 'Placed too', '5', 'brakes > DRUMS'],
    ['CAT-3', 'Placed as well', '5', 'Mirrors > '],
    ['CAT-4', 'Placed nowhere', '5', 'Mirrors > > Left'],
  ]
  assert.deepEqual((await checkTable(shop, 'products', rows)).counts, { error: 4 })
  const { _id, counts, additions } = await checkTable(shop, 'products', rows, { addsCategories: true })
  assert.deepEqual(counts, { changed: 1, new: 2, error: 1 })
  assert.deepEqual(additions, {
    categories: ['Brakes > Drums', 'Brakes > Drums > Rear drums', 'Mirrors'],
    categoryCount: 3,
    brands: [],
    brandCount: 0,
  })
  const [wrong] = await listRows(shop, _id, 'error')
  assert.match(wrong?.errors[0]?.message ?? '', /“Mirrors > > Left” needs a name before each “>”/)
  assert.deepEqual(await namesOf(), categories, 'the dry run adds none')
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 3)
  assert.deepEqual(
    (await namesOf()).filter((name) => !categories.includes(name)),
    ['Brakes/Drums', 'Drums/Rear drums', '/Mirrors'],
  )
  const { rows: placed } = await shop.db.execute<{ slug: string }>(sql`
    SELECT slug FROM products JOIN categories ON categories.id = category_id WHERE sku LIKE 'CAT-%' ORDER BY sku`)
  assert.deepEqual(
    placed.map(({ slug }) => slug),
    ['rear-drums', 'drums', 'mirrors'],
  )
  // The choice is remembered with the columns.
  const next = await uploadTable(shop, 'products', rows)
  const { addsCategories, addsBrands } = await readImport(shop, next.body.import._id)
  assert.deepEqual([addsCategories, addsBrands], [true, false])
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 3)
  assert.deepEqual([await dumpCatalog(), await namesOf()], [catalog, categories])
})

test('products of every batch get the category that the first batch has added', async () => {
  const { batchSize } = kindOf('products')
  const rows = Array.from({ length: 2 * batchSize + 1 }, (_, index) => [
    `BAT-${index}`,
    `Part ${index}`,
    '5',
    index % 2 === 0 ? 'Batches > Even' : 'Odd batches',
  ])
  const table = [['Part number', 'Name', 'Price', 'Category'], ...rows]
  const { _id } = await checkTable(shop, 'products', table, { addsCategories: true })
  const { counts } = await moveImport(shop, _id, 'apply')
  assert.deepEqual([counts.applied, counts.refused], [rows.length, undefined])
  const { rows: placed } = await shop.db.execute(sql`
    SELECT slug, count(*)::integer AS products FROM products JOIN categories ON categories.id = category_id
    WHERE sku LIKE 'BAT-%' GROUP BY slug ORDER BY slug`)
  assert.deepEqual(placed, [
    { slug: 'even', products: batchSize + 1 },
    { slug: 'odd-batches', products: batchSize },
  ])
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, rows.length)
})

test('a column Name without a language is in the main language of the store', async () => {
  await using own = await openTestShop()
  await own.call('PUT', '/store', { token: own.admin.token, body: { languages: ['de', 'en'] } })
  const { columns } = await checkTable(own, 'categories', [
    ['Category', 'Name', 'Name (English)'],
    ['spiegel', 'Spiegel', 'Mirrors'],
  ])
  assert.deepEqual(
    columns.map(({ field }) => field),
    ['category', 'name:de', 'name:en'],
  )
})

test('cross-references are added, removed and given back', async () => {
  const product = await shop.addProduct({
    name: 'Referenced',
    sku: 'REF-1',
    partNumbers: [{ kind: 'oem', maker: 'Honda', number: '15710-PNA' }],
  })
  const before = await dumpCatalog()
  const { _id, counts } = await importTable(shop, 'products', [
    ['Part number', 'Kind of number', 'Maker of the number', 'Other number', 'Remove'],
    ['ref1', 'OEM', 'Honda', '15710-PNA', 'yes'],
    ['REF-1', 'competitor', 'Acme', 'AC 5', ''],
    ['REF-1', 'ean', '', '4006381333931', ''],
    ['REF-9', 'ean', '', '4006381333931', ''],
  ])
  assert.deepEqual([counts.new, counts.changed, counts.error, counts.applied], [undefined, 3, 1, 3])
  const { rows } = await shop.db.execute<{ number: string }>(sql`
    SELECT number FROM part_numbers WHERE product_id = ${product._id} AND kind <> 'own' ORDER BY number`)
  assert.deepEqual(
    rows.map(({ number }) => number),
    ['4006381333931', 'AC 5'],
  )
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await dumpCatalog(), before)
})

test('prices of lists are set by price or percent and removed; those that rise with the quantity are refused', async () => {
  await shop.addProduct({ name: 'Priced', sku: 'PRC-1', price: 20 })
  await shop.addProduct({ name: 'Priced too', sku: 'PRC-2', price: 20 })
  await importTable(shop, 'products', [
    ['Price list', 'Part number', 'From quantity', 'Price'],
    ['=workshops', 'PRC-2', '1', '15'],
    ['=workshops', 'PRC-2', '10', '12'],
  ])
  const before = await dumpCatalog()
  const { _id, counts } = await importTable(shop, 'products', [
    ['Price list', 'Part number', 'From quantity', 'Price', 'Percent'],
    ['=Workshops', 'PRC-1', '1', '', '-10 %'],
    ['=Workshops', 'PRC-1', '10', '17', ''],
    ['=Workshops', 'PRC-1', '20', '19', ''],
    // Both become lower, in the order that would be wrong in between.
    ['=Workshops', 'PRC-2', '1', '11', ''],
    ['=Workshops', 'PRC-2', '10', '9', ''],
    ['Nowhere', 'PRC-2', '10', '9', ''],
  ])
  assert.deepEqual([counts.new, counts.changed, counts.error, counts.applied], [undefined, 4, 2, 4])
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT sku || ' ' || from_quantity || ' ' || cents AS text FROM prices JOIN products ON products.id = product_id
    WHERE sku LIKE 'PRC-%' ORDER BY sku, from_quantity`)
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['PRC-1 1 1800', 'PRC-1 10 1700', 'PRC-2 1 1100', 'PRC-2 10 900'],
  )
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await dumpCatalog(), before)
})

test('categories are added below each other, changed and given back', async () => {
  const before = await dumpCatalog()
  const { _id, counts } = await importTable(shop, 'categories', [
    ['Category', 'Category above', 'Name (English)', 'Name (German)', 'Description (English)'],
    ['drums', 'brakes', 'Drums', 'Trommeln', ''],
    ['small-drums', 'drums', 'Small drums', '', 'Up to 8 in'],
    ['brakes', '', '', 'Bremsanlage', ''],
    ['filters', 'nowhere', '', '', ''],
    ['nameless', '', '', '', ''],
    ['Not A Slug', '', 'X', '', ''],
  ])
  assert.deepEqual([counts.new, counts.changed, counts.error, counts.applied], [2, 1, 3, 3])
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT categories.slug || ' ' || above.slug || ' ' || name AS text FROM categories JOIN categories above ON above.id = categories.parent_id
    JOIN category_texts ON category_id = categories.id AND language = 'en' WHERE categories.slug LIKE '%drums' ORDER BY 1`)
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['drums brakes Drums', 'small-drums drums Small drums'],
  )
  const cycle = await checkTable(shop, 'categories', [
    ['Category', 'Category above'],
    ['brakes', 'small-drums'],
  ])
  assert.deepEqual((await listRows(shop, cycle._id))[0]?.errors[0]?.code, 'category-cycle')
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 3)
  assert.deepEqual(await dumpCatalog(), before)
})

test('a file puts categories on ten levels at most, with what they hold, and names each row that is too deep', async () => {
  const header = ['Category', 'Category above', 'Name (English)']
  const chain = (slug: string, levels: number) =>
    Array.from({ length: levels }, (_, level) => [
      `${slug}-${level + 1}`,
      level === 0 ? '' : `${slug}-${level}`,
      `A ${slug}`,
    ])
  const codes = async (id: string) =>
    (await listRows(shop, id)).map(({ line, errors }) => [line, errors[0]?.code, errors[0]?.facts['level']])
  const { _id, counts } = await importTable(shop, 'categories', [header, ...chain('level', 13), ...chain('branch', 4)])
  assert.deepEqual([counts.new, counts.error, counts.applied], [14, 3, 14])
  assert.deepEqual(
    (await codes(_id)).filter(([, code]) => code),
    [
      [12, 'category-too-deep', 11],
      [13, 'category-too-deep', 12],
      [14, 'category-too-deep', 13],
    ],
  )
  const moved = await checkTable(shop, 'categories', [header.slice(0, 2), ['branch-1', 'level-7']])
  assert.deepEqual(await codes(moved._id), [[2, 'category-too-deep', 11]])
  // Fitting at the comparison, and too deep at the end: both put a branch where there is room for one of them.
  const [one, other] = [
    await checkTable(shop, 'categories', [header.slice(0, 2), ['branch-1', 'level-6']]),
    await checkTable(shop, 'categories', [header, ['leaf', 'branch-4', 'A leaf']]),
  ]
  assert.equal((await moveImport(shop, one._id, 'apply')).counts.applied, 1)
  assert.deepEqual((await moveImport(shop, other._id, 'apply')).counts.refused, 1)
  await moveImport(shop, one._id, 'undo')
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 14)
})

test('attributes and their options are added, renamed and given back', async () => {
  const before = await dumpCatalog()
  const { _id, counts } = await importTable(shop, 'attributes', [
    ['Attribute', 'Option', 'Kind', 'Dimension', 'Unit', 'Several values', 'Name (English)', 'Name (German)'],
    ['finish', '', 'option', '', '', 'yes', 'Finish', 'Oberfläche'],
    ['finish', 'zinc', '', '', '', '', 'Zinc', 'Verzinkt'],
    ['depth', '', 'number', 'length', 'in', '', 'Depth', 'Tiefe'],
    ['thread', 'm8', '', '', '', '', 'M8 coarse', ''],
    ['thread', '', 'text', '', '', '', '', ''],
    ['depth2', '', 'number', 'length', 'kg', '', 'Depth', ''],
  ])
  assert.deepEqual(
    [counts.new, counts.changed, counts.error, counts.applied],
    [3, 1, 2, 4],
    JSON.stringify(await listRows(shop, _id)),
  )
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await dumpCatalog(), before)
})

test('customers get groups and terms, and get those from before back', async () => {
  const before = await dumpCatalog()
  const { _id, counts } = await importTable(shop, 'customers', [
    ['E-mail', 'Customer groups', 'Pays by invoice', 'Net days', 'Credit limit'],
    ['FILE-OTHER@customer.test', '=work \\| shops', 'yes', '14', '1,000.00'],
    ['file-buyer@customer.test', '-', 'no', '', ''],
    ['nobody@customer.test', '', 'yes', '14', ''],
    ['file-other', '', '', '', ''],
  ])
  assert.deepEqual([counts.new, counts.changed, counts.error, counts.applied], [1, 2, 1, 3])
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT email || ' ' || net_days || ' ' || is_active || ' ' || (SELECT count(*) FROM group_members WHERE group_members.user_id = users.id) AS text
    FROM users JOIN customer_terms ON customer_terms.user_id = users.id ORDER BY email`)
  assert.deepEqual(
    rows.map(({ text }) => text),
    ['file-buyer@customer.test 30 false 0', 'file-other@customer.test 14 true 1', 'nobody@customer.test 14 true 0'],
  )
  await moveImport(shop, _id, 'undo')
  await shop.db.execute(sql`DELETE FROM customer_terms WHERE NOT is_active`)
  assert.deepEqual(await dumpCatalog(), before)
})

test('counts of a warehouse become movements; unknown numbers are errors', async () => {
  await shop.addProduct({ name: 'Counted', sku: 'CNT-1', available: 7 })
  const { counts } = await importTable(shop, 'stock', [
    ['Part number', 'Stock'],
    ['CNT1', '12'],
    ['CNT-2', '5'],
  ])
  assert.deepEqual(counts, { changed: 1, error: 1, applied: 1 })
  const { rows } = await shop.db.execute<{ quantity: number }>(sql`
    SELECT available_change AS quantity FROM stock_movements JOIN products ON products.id = product_id WHERE sku = 'CNT-1' ORDER BY stock_movements.id`)
  assert.deepEqual(
    rows.map(({ quantity }) => quantity),
    [7, 5],
  )
})
