import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Attribute } from '#contract/attributes.ts'
import type { EditedTool } from '#contract/catalog.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { leftOutReasons } from '#contract/import-errors.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import {
  checkTable,
  finished,
  importTable,
  listRows,
  moveImport,
  readImport,
  uploadTable,
} from '#server/testing/import-table.ts'

const shop = provideTestShop()

let run = 0
/** Gives each test part numbers of its own. */
let number: (part: string) => string
beforeEach(() => {
  run += 1
  const own = run
  number = (part) => `C${own}-${part}`
})

async function findBySku(sku: string): Promise<EditedTool> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE sku = ${sku} ORDER BY archived_at NULLS FIRST`,
  )
  assert.ok(rows[0], `there is ${sku}`)
  const { body } = await shop.call<EditedTool>('GET', `/all-tools/${rows[0].id}`, { token: shop.admin.token })
  return body
}

test('the texts of several columns become one name and one description, in the order of the file', async () => {
  const head = ['Artikelnummer', 'Bezeichnung 1', 'Langtext', 'Bezeichnung 2', 'Preis', 'Langtext 2']
  const applied = await importTable(shop, 'products', [
    head,
    [number('1'), 'Bremsscheibe', '<p>Innen belüftet.</p>', 'vorn, 280 mm', '5', 'Satz zu 2 Stück.'],
    [number('2'), `Bremsbelag ${run}`, '', '', '6', 'Ohne Warnkontakt.'],
  ])
  assert.deepEqual(applied.counts, { new: 2, applied: 2 })
  const [both, one] = [await findBySku(number('1')), await findBySku(number('2'))]
  assert.equal(both.name, 'Bremsscheibe vorn, 280 mm')
  assert.deepEqual(both.content.split(/\n+/), ['Innen belüftet.', 'Satz zu 2 Stück.'])
  assert.deepEqual([one.name, one.content], [`Bremsbelag ${run}`, 'Ohne Warnkontakt.'])
  const again = await checkTable(shop, 'products', [
    head,
    [number('1'), 'Bremsscheibe', '<p>Innen belüftet.</p>', 'vorn, 280 mm', '5', 'Satz zu 2 Stück.'],
  ])
  assert.deepEqual(again.counts, { same: 1 })
})

test('columns that are joined by a person are joined again in the next file, and no price is a sum of two columns', async () => {
  const head = ['SKU', 'Model', `Kind ${run}`, 'Price', 'VK 2']
  const rows = (price: string) => [head, [number('1'), 'Lamp', 'left', price, '9']]
  const columns = ['partNumber', 'name', 'name', 'price', null]
  await importTable(shop, 'products', rows('5'), { columns })
  assert.equal((await findBySku(number('1'))).name, 'Lamp left')
  const next = await checkTable(shop, 'products', rows('6'))
  assert.deepEqual(
    next.columns.map(({ field }) => field ?? null),
    columns,
  )
  const { body } = await uploadTable(shop, 'products', rows('7'))
  const refused = await shop.call('PUT', `/imports/${body.import._id}/mapping`, {
    token: shop.admin.token,
    body: { columns: ['partNumber', 'name', null, 'price', 'price'] },
  })
  assert.equal(refused.status, 409)
  assert.equal((refused.body as { code: string }).code, 'import-field-twice')
})

/** The values of a column that says whether products are sold, what each product is, and what is asked. */
const soldColumns: { header: string; states: Record<string, 'active' | 'draft' | 'archived'>; asked?: string[] }[] = [
  { header: 'Blocked', states: { Yes: 'archived', No: 'active' } },
  { header: 'Gesperrt', states: { ja: 'archived', nein: 'active', '1': 'archived' } },
  { header: 'Inaktiv', states: { J: 'draft', N: 'active' } },
  { header: 'Aktiv', states: { J: 'active', N: 'draft' } },
  { header: 'Status', states: { published: 'active', '0': 'draft', discontinued: 'archived' } },
  { header: 'Lagerartikel', states: {}, asked: ['J', 'N'] },
]
test('a yes is read as the header of its column means it, and asked about under any other header', async () => {
  const numbered = (header: string, index: number) => number(`${header}-${index}`)
  const rowsOf = ({ header, states, asked = [] }: (typeof soldColumns)[number]) =>
    [...Object.keys(states), ...asked].map((value, index) => [
      numbered(header, index),
      `${header} ${run} ${index}`,
      '5',
      value,
    ])
  await importTable(shop, 'products', [['SKU', 'Name', 'Price', 'Nonsense'], ...soldColumns.flatMap(rowsOf)])
  for (const column of soldColumns) {
    const { header, states, asked = [] } = column
    const columns = ['partNumber', 'name', 'price', 'state']
    const checked = await checkTable(shop, 'products', [['SKU', 'Name', 'Price', header], ...rowsOf(column)], {
      columns,
    })
    assert.deepEqual(checked.unknownValues?.flatMap((one) => one.values.map(({ text }) => text)) ?? [], asked, header)
    const rows = await listRows(shop, checked._id)
    const read = rows.filter(({ outcome }) => outcome !== 'error').map(({ changes }) => changes[0]?.after ?? 'active')
    assert.deepEqual(read, Object.values(states), header)
  }
})

test('one answer about a value solves all of its rows, is remembered with the columns, and is forgotten by an undo', async () => {
  const head = ['SKU', 'Name', 'Price', `Lagerartikel ${run}`, 'Manufacturer', 'Category']
  await shop.call('POST', '/brands', { token: shop.admin.token, body: { name: `Known ${run}` } })
  const rows = [
    ...[1, 2, 3].map((one) => [number(`${one}`), `Pad ${run} ${one}`, '5', 'J', `KNWN${run}`, '']),
    [number('4'), `Pad ${run} 4`, '5', 'N', '', ''],
    [number('5'), `Pad ${run} 5`, '5', '', '', `Nowhere ${run}>Pads`],
  ]
  const columns = ['partNumber', 'name', 'price', 'state', 'brand', 'category']
  const asked = await checkTable(shop, 'products', [head, ...rows], { columns })
  assert.deepEqual(asked.counts, { error: 5 })
  const choices = asked.fields.find(({ code }) => code === 'brand')?.words ?? {}
  assert.equal(choices[`Known ${run}`], `Known ${run}`)
  assert.deepEqual(asked.unknownValues, [
    { column: 4, field: 'brand', count: 1, values: [{ text: `KNWN${run}`, rows: 3 }] },
    { column: 5, field: 'category', count: 1, values: [{ text: `Nowhere ${run} > Pads`, rows: 1 }] },
    {
      column: 3,
      field: 'state',
      count: 2,
      values: [
        { text: 'J', rows: 3 },
        { text: 'N', rows: 1 },
      ],
    },
  ])
  const answer = (valueMaps: (Record<string, string> | null)[]) =>
    shop.call<{ code?: string }>('PUT', `/imports/${asked._id}/mapping`, {
      token: shop.admin.token,
      body: { columns, valueMaps },
    })
  const wrong = await answer([null, null, null, { J: 'sold' }, null, null])
  assert.deepEqual([wrong.status, wrong.body.code], [409, 'import-value-unknown'])
  const misplaced = await answer([{ J: 'active' }, null, null, null, null, null])
  assert.deepEqual([misplaced.status, misplaced.body.code], [409, 'import-value-unknown'])
  const maps = [
    null,
    null,
    null,
    { J: 'active', N: 'archived' },
    { [`knwn${run}`]: `Known ${run}` },
    { [`Nowhere ${run} > Pads`]: '' },
  ]
  assert.equal((await answer(maps)).status, 200)
  const answered = await finished(shop, asked._id)
  assert.deepEqual([answered.counts, answered.unknownValues], [{ new: 4, same: 1 }, undefined])
  assert.deepEqual(
    answered.warnings.map(({ code, rows: count }) => [code, count]),
    [['archived-not-added', 1]],
  )
  await moveImport(shop, asked._id, 'apply')
  const [first, last] = [await findBySku(number('1')), await findBySku(number('5'))]
  assert.deepEqual([first.brand, last.category], [`Known ${run}`, undefined])
  const next = await checkTable(shop, 'products', [head, ...rows])
  assert.deepEqual(next.counts, { same: 5 })
  assert.deepEqual(
    next.columns.map(({ valueMap }) => valueMap ?? null),
    maps,
  )
  assert.deepEqual(next.columns[3]?.remembered, ['field', 'values'])
  await moveImport(shop, asked._id, 'undo')
  assert.deepEqual((await checkTable(shop, 'products', [head, ...rows])).counts, { error: 5 })
})

test('a file puts the product on sale again that an earlier one has archived, and each undo gives the state before back', async () => {
  const sku = number('1')
  const head = ['SKU', 'Name', 'Price', 'Blocked']
  const file = (blocked: string) => [head, [sku, `Blocked ${run}`, '5', blocked]]
  await importTable(shop, 'products', file('No'))
  const [{ _id: id }, count] = [
    await findBySku(sku),
    async () => (await shop.db.execute(sql`SELECT FROM products WHERE sku = ${sku}`)).rowCount,
  ]
  const isArchived = async () => 'archivedAt' in (await findBySku(sku))
  const blocking = await importTable(shop, 'products', file('Yes'))
  assert.deepEqual([await isArchived(), (await checkTable(shop, 'products', file('Yes'))).counts], [true, { same: 1 }])
  // A file without the column changes the archived product, and says that it stays so.
  const priced = await importTable(shop, 'products', [
    ['SKU', 'Price'],
    [sku, '6'],
  ])
  assert.deepEqual(
    [priced.counts, priced.warnings.map(({ code, rows }) => [code, rows]), await isArchived()],
    [{ changed: 1, applied: 1 }, [['stays-archived', 1]], true],
  )
  await moveImport(shop, priced._id, 'undo')
  const selling = await importTable(shop, 'products', file('No'))
  assert.deepEqual([selling.counts, await isArchived(), await count()], [{ changed: 1, applied: 1 }, false, 1])
  await moveImport(shop, selling._id, 'undo')
  assert.equal(await isArchived(), true)
  await moveImport(shop, blocking._id, 'undo')
  const { _id, archivedAt } = await findBySku(sku)
  assert.deepEqual([_id, archivedAt], [id, undefined])
})

test('columns without a field become attributes with the apply, of the kind that their values have, and go with the undo', async () => {
  const named = (name: string) => `${name} ${run}`
  const head = [
    'SKU',
    'Name',
    'Price',
    named('Width') + ' (mm)',
    named('Coating'),
    named('Remark'),
    named('Vented'),
    named('Torque'),
    named('Uses'),
  ]
  const coatings = ['Zinc', 'Black', 'zinc']
  const rows = Array.from({ length: 9 }, (_, index) => [
    number(`${index}`),
    `Disc ${run} ${index}`,
    '5',
    `${20 + index}.5`,
    coatings[index % 3] ?? '',
    `Remark ${index}`,
    index % 2 ? 'yes' : 'no',
    `${100 + index} Nm`,
    index % 2 ? 'Track' : 'Road | Track',
  ])
  const { body } = await uploadTable(shop, 'products', [head, ...rows])
  const id = body.import._id
  const { columns } = await readImport(shop, id)
  assert.deepEqual(
    columns
      .map(({ proposal }) => proposal && [proposal.name, proposal.kind, proposal.unit, proposal.isMultiple])
      .slice(3),
    [
      [named('Width'), 'number', 'mm', undefined],
      [named('Coating'), 'option', undefined, undefined],
      [named('Remark'), 'text', undefined, undefined],
      [named('Vented'), 'yes-no', undefined, undefined],
      [named('Torque'), 'number', 'Nm', undefined],
      [named('Uses'), 'option', undefined, true],
    ],
  )
  const check = (to = id) =>
    shop.call('PUT', `/imports/${to}/mapping`, {
      token: shop.admin.token,
      body: { columns: columns.map(({ field }) => field ?? 'new-attribute') },
    })
  assert.equal((await check()).status, 200)
  const checked = await finished(shop, id)
  assert.deepEqual([checked.counts, checked.additions?.attributes?.length], [{ new: 9 }, 6])
  const listCodes = async () => {
    const found = await shop.call<Attribute[]>('GET', '/attributes', { token: shop.admin.token })
    return found.body.filter(({ names }) => names.en?.endsWith(` ${run}`)).map(({ code }) => code)
  }
  assert.deepEqual(await listCodes(), [])
  await moveImport(shop, id, 'apply')
  const [coating, remark, torque, uses, vented, width] = await listCodes()
  assert.deepEqual((await findBySku(number('0'))).attributes, {
    [width ?? '']: '20.5 mm',
    [coating ?? '']: 'zinc',
    [remark ?? '']: 'Remark 0',
    [vented ?? '']: false,
    [torque ?? '']: '100 Nm',
    [uses ?? '']: ['road', 'track'],
  })
  const again = await checkTable(shop, 'products', [head, ...rows])
  assert.deepEqual(again.counts, { same: 9 })
  await moveImport(shop, id, 'undo')
  assert.deepEqual(await listCodes(), [])
})

test('attributes of a file that buyers see stand on the product pages of their categories, until the undo', async () => {
  const path = `Shown ${run}`
  const own = `Own ${run}`
  const head = ['SKU', 'Name', 'Price', 'Category', `Tariff ${run}`, `Cost ${run}`]
  const rows = [
    [number('1'), `Shown ${run} 1`, '5', path, '87083091', '3.20'],
    [number('2'), `Shown ${run} 2`, '5', own, '', '3.20'],
  ]
  for (const name of [path, own])
    await importTable(shop, 'products', [head.slice(0, 4), [number(name), name, '5', name]], { addsCategories: true })
  const { body } = await uploadTable(shop, 'products', [head, ...rows])
  const id = body.import._id
  const { columns } = await readImport(shop, id)
  const sent = await shop.call('PUT', `/imports/${id}/mapping`, {
    token: shop.admin.token,
    body: {
      columns: columns.map(({ field }, index) => (index < 4 ? field : 'new-attribute')),
      newAttributes: [
        null,
        null,
        null,
        null,
        { name: `Tariff ${run}`, kind: 'text' },
        { name: `Cost ${run}`, kind: 'text', isStaffOnly: true },
      ],
    },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  assert.deepEqual((await finished(shop, id)).counts, { new: 2 })
  await moveImport(shop, id, 'apply')
  const shown = async (name: string) => {
    const { rows: found } = await shop.db.execute<{ slug: string }>(
      sql`SELECT slug FROM categories JOIN category_texts ON category_id = id WHERE name = ${name} LIMIT 1`,
    )
    const answer = await shop.call<{ names: Record<string, string> }[]>(
      'GET',
      `/categories/${found[0]?.slug}/attributes`,
    )
    return answer.body.map(({ names }) => names['en'])
  }
  assert.deepEqual([await shown(path), await shown(own)], [[`Tariff ${run}`], []])
  await moveImport(shop, id, 'undo')
  assert.deepEqual(await shown(path), [])
  const left = await shop.call<Attribute[]>('GET', '/attributes', { token: shop.admin.token })
  assert.ok(!left.body.some(({ names }) => names.en === `Tariff ${run}`))
})

test('of two files that would add the same attribute, the second one is compared again and uses it, and keeps it at the undo of the first', async () => {
  const head = ['SKU', 'Name', 'Price', `Grade ${run}`]
  const check = async (part: string) => {
    const { body } = await uploadTable(shop, 'products', [
      head,
      [number(part), `Seal ${run} ${part}`, '5', 'first grade'],
    ])
    return check2(body.import._id)
  }
  const check2 = async (id: string) => {
    const columns = ['partNumber', 'name', 'price', 'new-attribute']
    const { status } = await shop.call('PUT', `/imports/${id}/mapping`, { token: shop.admin.token, body: { columns } })
    assert.equal(status, 200)
    return (await finished(shop, id))._id
  }
  const ids = [await check('1'), await check('2')]
  const applied = await Promise.all(
    ids.map((id) => shop.call<{ code?: string }>('POST', `/imports/${id}/apply`, { token: shop.admin.token })),
  )
  assert.deepEqual(
    applied.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(applied.find(({ status }) => status === 409)?.body.code, 'import-attribute-taken')
  const [first, second] = applied[0]?.status === 200 ? ids : ids.toReversed()
  await finished(shop, first ?? '')
  await check2(second ?? '')
  await moveImport(shop, second ?? '', 'apply')
  await moveImport(shop, first ?? '', 'undo')
  const { body } = await shop.call<Attribute[]>('GET', '/attributes', { token: shop.admin.token })
  assert.deepEqual(
    body.filter(({ names }) => names.en === `Grade ${run}`).map(({ products }) => products),
    [1],
  )
})

test('a column for staff only does not become an attribute of its name that buyers see', async () => {
  const name = `Purchase note ${run}`
  const token = shop.admin.token
  await shop.call('POST', '/attributes', { token, body: { names: { en: name }, kind: 'text' } })
  const rows = [
    ['SKU', 'Name', 'Price', name],
    [number('staff'), `Hub ${run}`, '50', 'OURCOST 3.20'],
  ]
  const { body } = await uploadTable(shop, 'products', rows)
  const mapped = (isStaffOnly: boolean) =>
    shop.call<{ code?: string }>('PUT', `/imports/${body.import._id}/mapping`, {
      token,
      body: {
        columns: ['partNumber', 'name', 'price', 'new-attribute'],
        newAttributes: [null, null, null, { name, kind: 'text', isStaffOnly }],
      },
    })
  assert.partialDeepStrictEqual(await mapped(true), { status: 409, body: { code: 'import-attribute-public' } })
  assert.equal((await mapped(false)).status, 200)
})

test('a column of costs becomes an attribute that buyers see at no door', async () => {
  const head = ['SKU', 'Name', 'Price', 'Cost price', `Source ${run}`]
  const secret = `secret${run}maker`
  const { body } = await uploadTable(shop, 'products', [head, [number('1'), `Hub ${run}`, '50', '31.37', secret]])
  const id = body.import._id
  const { columns } = await readImport(shop, id)
  assert.equal(columns[3]?.proposal?.isStaffOnly, true)
  const newAttributes = [null, null, null, null, { name: `Source ${run}`, kind: 'text', isStaffOnly: true }]
  const mapping = ['partNumber', 'name', 'price', 'new-attribute', 'new-attribute']
  await shop.call('PUT', `/imports/${id}/mapping`, {
    token: shop.admin.token,
    body: { columns: mapping, newAttributes },
  })
  await finished(shop, id)
  await moveImport(shop, id, 'apply')
  const { _id: productId, attributes: values } = await findBySku(number('1'))
  assert.deepEqual(new Set(Object.values(values ?? {})), new Set(['31.37', secret]))
  const { body: attributes } = await shop.call<Attribute[]>('GET', '/attributes', { token: shop.admin.token })
  const hidden = attributes.filter(({ isStaffOnly }) => isStaffOnly).map(({ code }) => code)
  assert.equal(hidden.length, 2)
  const doors = [
    `/tools/${productId}`,
    `/tools?q=${encodeURIComponent(`Hub ${run}`)}`,
    `/tools?q=${secret}`,
    ...hidden.map((code) => `/tools?f=${code}:31..32`),
    ...hidden.map((code) => `/tools/facets?f=${code}:31..32`),
  ]
  for (const token of [undefined, (await createCustomer(shop, `cost-${run}`)).token]) {
    for (const door of doors) {
      const { status, body: answer } = await shop.call('GET', door, token === undefined ? {} : { token })
      const text = JSON.stringify(answer)
      assert.equal(status, 200, door)
      assert.ok(!text.includes('31.37') && !text.includes(secret), `${door} ${text}`)
      if (door.includes('f=')) assert.ok(!text.includes(productId), door)
    }
  }
  const category = await shop.call<{ category: string }>('POST', '/categories', {
    token: shop.admin.token,
    body: { names: { en: `Hubs ${run}` } },
  })
  const refused = await shop.call<{ code?: string }>('PUT', `/categories/${category.body.category}/attributes`, {
    token: shop.admin.token,
    body: { attributes: [{ code: hidden[0], isFacet: true, isColumn: true, isRequired: false }] },
  })
  assert.deepEqual([refused.status, refused.body.code], [409, 'attribute-staff-only'])
  const { counts } = await checkTable(shop, 'products', [head, [number('1'), `Hub ${run}`, '50', '31.37', secret]])
  assert.deepEqual(counts, { same: 1 })
})

/** Headers with the fields that they are for in a shop in English and German; what is left out by name has the reason. */
const namedColumns: Record<string, string> = {
  'Name (de)': 'name:de',
  'name-de': 'name:de',
  'DE Name': 'name:de',
  'Bezeichnung [ger]': 'name:de',
  'Title:EN': 'name',
  'Langtext EN': 'description',
  'Description de_DE': 'description:de',
  'Title FR': 'other-language',
  'Bezeichnung (Französisch)': 'other-language',
  'Sale price': 'salePrice',
  'Aktionspreis bis': 'saleTo',
  'Special Price From Date': 'saleFrom',
  'VK-Preis': 'price',
  'Preis netto': 'price',
  'VK brutto': 'with-tax',
  'Std. VK Netto': 'price',
  'Std. VK Brutto': 'with-tax',
  'EAN/Barcode': 'numbers:barcode',
  'Druck Beschreibung': 'description',
  Abnahmeintervall: 'multiple',
  'Price incl. VAT (USD)': 'with-tax',
  'EK-Preis': 'cost',
  'Händler-EK': 'cost',
  'Einkaufspreis netto': 'cost',
  'Dealer cost': 'cost',
  UVP: 'crossed-out-price',
  'Compare at price': 'crossed-out-price',
  'Rabatt %': 'discount',
  Händlerpreis: 'no-price-list',
  'Trade price': 'no-price-list',
  'VK 2': 'no-price-list',
}
test('a text in a second language goes to it, and languages that no field is for are left out by name', async () => {
  for (const [header, expected] of Object.entries(namedColumns)) {
    const { body } = await uploadTable(shop, 'products', [
      ['SKU', header],
      [number('1'), '01/02/2026'],
    ])
    const [, column] = (await readImport(shop, body.import._id)).columns
    const reasons = Object.entries(leftOutReasons)
    const reason = reasons.find(([, sentences]) => sentences.en === column?.leftOut)?.[0]
    assert.equal(column?.field ?? reason, expected, header)
  }
})

test('columns of levels become one way of categories, which comes before a group of articles', async () => {
  const mapped = async (...headers: string[]) => {
    const { body } = await uploadTable(shop, 'products', [
      ['SKU', 'Name', 'Price', ...headers],
      [number('way'), 'Way', '5', 'Brakes', 'Chassis', 'Brakes', ''],
    ])
    const { columns } = await readImport(shop, body.import._id)
    return { id: body.import._id, fields: columns.slice(3).map(({ field }) => field) }
  }
  const levels = await mapped('Warengruppe', 'Kategorie Level 1', 'Kategorie Level 2', 'Kategorie Level 3')
  assert.deepEqual(levels.fields, [undefined, 'category', 'category', 'category'])
  await shop.call('PUT', `/imports/${levels.id}/mapping`, { token: shop.admin.token, body: { addsCategories: true } })
  await finished(shop, levels.id)
  const [row] = await listRows(shop, levels.id)
  assert.equal(row?.changes.find(({ field }) => field === 'category')?.after, 'Chassis > Brakes')
  const several = await mapped('Warengruppe', 'Kategorie', 'Kategorie 2', 'Kategorie 3')
  assert.deepEqual(several.fields, [undefined, 'category', undefined, undefined])
})

test('a column of price lists that has only yes and no in it is for none', async () => {
  const fieldOf = async (...cells: string[]) => {
    const { body } = await uploadTable(shop, 'products', [
      ['SKU', 'Preisliste', 'Price'],
      ...cells.map((cell, index) => [number(String(index)), cell, '5']),
    ])
    return (await readImport(shop, body.import._id)).columns[1]?.field
  }
  assert.equal(await fieldOf('N', 'Y', ''), undefined)
  assert.equal(await fieldOf('N', 'Trade', ''), 'list')
})

test('prices of groups and quantities are recognised, and costs and discount groups are offered for staff only', async () => {
  const group = await shop.call<{ group: { _id: string } }>('POST', '/customer-groups', {
    token: shop.admin.token,
    body: { name: `Werkstatt${run}` },
  })
  const list = await shop.call<{ priceList: { _id: string } }>('POST', '/price-lists', {
    token: shop.admin.token,
    body: { name: `Liste ${run}`, groupId: group.body.group._id },
  })
  const of = `price:${list.body.priceList._id}`
  const expected: Record<string, string> = {
    Artikelnummer: 'partNumber',
    'VK-Preis': 'price',
    [`Preis Werkstatt${run}`]: `${of}:1`,
    [`Werkstatt${run}preis ab 10`]: `${of}:10`,
    'Staffelpreis ab 10': 'price:1:10',
    'Preis ab 50': 'price:1:50',
    'EK-Preis': 'staff',
    'Händler-EK': 'staff',
    Rabattgruppe: 'staff',
    UVP: 'none',
  }
  const headers = Object.keys(expected)
  const { body } = await uploadTable(shop, undefined, [headers, headers.map((_, index) => `${index + 1}`)])
  const { columns } = await readImport(shop, body.import._id)
  assert.deepEqual(
    Object.fromEntries(
      columns.map(({ header, field, proposal }) => [header, field ?? (proposal?.isStaffOnly ? 'staff' : 'none')]),
    ),
    expected,
  )
})

test('a store whose prices include tax takes the price with tax, and never the one without', async () => {
  await using taxed = await openTestShop()
  await taxed.db.execute(sql`UPDATE tax_settings SET enabled = true, prices_include_tax = true`)
  const fieldsOf = async (headers: string[]) => {
    const { body } = await uploadTable(taxed, 'products', [
      ['SKU', ...headers],
      ['1', ...headers.map(() => '5')],
    ])
    return (await readImport(taxed, body.import._id)).columns.slice(1).map(({ field, leftOut }) => field ?? leftOut)
  }
  const without = leftOutReasons['without-tax'].en
  assert.deepEqual(await fieldsOf(['VK netto', 'VK brutto']), [without, 'price'])
  assert.deepEqual(await fieldsOf(['Nettopreis']), [without])
})

test('a column that may be of documents is one where all its values are PDF files, and stays out if a person has left it out', async () => {
  const columnsOf = async (head: string[], ...values: string[]) => {
    const rows = values.map((value, index) => [number(`pdf-${index}`), 'Hub', '5', value])
    const { body } = await uploadTable(shop, 'products', [['Part number', 'Name', 'Price', ...head], ...rows])
    return readImport(shop, body.import._id)
  }
  const fieldOf = async (header: string, ...values: string[]) =>
    (await columnsOf([header], ...values)).columns[3]?.field
  const address = 'https://files.example/hub.pdf'
  assert.equal(await fieldOf('Documents', address, '', `Measures = ${address}?v=2 | other.PDF`), 'document:data-sheet')
  assert.equal(await fieldOf('Dokumente', address), 'document:data-sheet')
  assert.equal(await fieldOf('Handbuch', 'hub.pdf'), 'document:manual')
  assert.equal(await fieldOf('Zertifikat', address), 'document:certificate')
  assert.equal(await fieldOf('Documents', address, 'on request'), undefined)
  assert.equal(await fieldOf('Documents', '', '-'), undefined)
  const { _id } = await columnsOf(['Anlagen'], 'hub.pdf')
  const columns = ['partNumber', 'name', 'price', null]
  await shop.call('PUT', `/imports/${_id}/mapping`, { token: shop.admin.token, body: { columns } })
  await finished(shop, _id)
  await moveImport(shop, _id, 'apply')
  assert.equal(await fieldOf('Anlagen', 'hub.pdf'), undefined)
})

test('a new row shows what its file says, and nothing that each new one has', async () => {
  const shownOf = async (kind: 'products' | 'customers', table: string[][]) => {
    const { _id } = await importTable(shop, kind, table)
    const [row] = await listRows(shop, _id)
    return row?.changes
      .map(({ field }) => field)
      .filter((field) => field !== 'id')
      .toSorted()
  }
  const [key, email] = [number('new'), `new-${run}@shop.example`]
  const head = ['Part number', 'Name', 'Price', 'Sold in multiples of']
  assert.deepEqual(await shownOf('products', [head, [key, 'Hub', '5', '4']]), [
    'minimum',
    'multiple',
    'name',
    'partNumber',
    'price',
  ])
  assert.deepEqual(
    await shownOf('products', [
      [...head, 'State'],
      [`${key}-2`, 'Hub', '5', '', 'active'],
    ]),
    ['name', 'partNumber', 'price', 'state'],
  )
  assert.deepEqual(
    await shownOf('customers', [
      ['Email', 'Name'],
      [email, 'Ada'],
    ]),
    ['email', 'name'],
  )
})

test('a way of categories is found by its values, and several pictures by their numbers', async () => {
  const file = (header: string) =>
    ['Artikelnummer', 'Name', 'VK', header, 'Bild 1', 'Bild 2', 'Bild 3', 'Maße', 'VK Netto Händler']
      .concat('Bauteile')
      .map((name) => `"${name}"`)
      .join(',') +
    `\r\nW1,One,5,Home > Bremsen > Bremsscheiben,a.jpg,b.jpg,c.jpg,5 > 3,4,Bremse\r\nW2,Two,5,Bremsen > Trommeln,,,,,,\r\nW3,Three,5,Sale,,,,,,`
  for (const header of ['Kategoriepfad', 'Shopbaum']) {
    const uploaded = await uploadTable(shop, 'products', file(header))
    const { columns } = await readImport(shop, uploaded.body.import._id)
    assert.deepEqual(
      columns.map(({ field }) => field),
      ['partNumber', 'name', 'price', 'category', 'picture', 'pictures', 'pictures', undefined, undefined, undefined],
      header,
    )
    assert.equal(columns[8]?.leftOut, leftOutReasons['no-price-list'].en)
  }
})
