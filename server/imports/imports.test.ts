import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { beforeEach, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { EditedTool, StockMovement } from '#contract/catalog.ts'
import { writeTable } from '#server/imports/files/write-table.ts'
import type { Import, ImportDetails, ImportRow } from '#contract/imports.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { createStaff } from '#server/testing/staff.ts'
import { placeOrder } from '#server/testing/place-order.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { checkTable, importTable, listRows, moveImport, readImport, uploadTable } from '#server/testing/import-table.ts'

const shop = provideTestShop()

let run = 0
/** Gives each test part numbers of its own. */
let number: (part: string) => string
beforeEach(() => {
  run += 1
  const own = run
  number = (part) => `T${own}-${part}`
})

const edited = async (id: string) =>
  (await shop.call<EditedTool>('GET', `/all-tools/${id}`, { token: shop.admin.token })).body

async function findBySku(sku: string): Promise<EditedTool | undefined> {
  const { rows } = await shop.db.execute<{ id: string }>(
    sql`SELECT id FROM products WHERE sku = ${sku} AND archived_at IS NULL`,
  )
  return rows[0] && edited(rows[0].id)
}

const setPrice = (id: string, price: number) =>
  shop.call('PUT', `/tools/${id}`, { token: shop.admin.token, body: { price } })

test('numbers that differ by a sign between digits are products of their own, and one that is new to the shop is asked about', async () => {
  const head = ['SKU', 'Name', 'Price', 'Stock']
  const sizes = ['M1.2', 'M12', 'M1.6', 'M16', 'D10,5', 'D105']
  const file = sizes.map((size, index) => [number(size), `Nut ${run} ${size}`, `${index + 1}`, '5'])
  const { counts } = await importTable(shop, 'products', [head, ...file])
  assert.deepEqual(counts, { new: 6, applied: 6 })
  const again = await checkTable(shop, 'products', [head, ...file])
  assert.deepEqual(again.counts, { same: 6 })
  const near = [
    [number('M1,2').replace('-', ''), `Nut ${run} M1.2`, '9', '5'],
    [number('D1.05'), `Nut ${run} D1.05`, '9', '5'],
  ]
  const asked = await checkTable(shop, 'products', [head, ...near])
  assert.deepEqual(asked.counts, { changed: 1, error: 1 })
  const [row] = await listRows(shop, asked._id, 'error')
  assert.equal(row?.errors[0]?.code, 'near-number-asked')
  assert.match(row?.errors[0]?.message ?? '', new RegExp(`${number('D1.05')}.*${number('D10')}`))
  const added = await checkTable(shop, 'products', [head, ...near], { addsNearNumbers: true })
  assert.deepEqual(added.counts, { changed: 1, new: 1 })
  const stock = await checkTable(shop, 'stock', [
    ['SKU', 'Change'],
    [number('M1.05'), '3'],
    [number('M.16').replace('-', '.'), '3'],
    [number('D1/05'), '3'],
  ])
  assert.deepEqual(
    (await listRows(shop, stock._id)).map(({ errors }) => errors[0]?.code),
    ['unknown', undefined, 'near-number'],
  )
})

test('a × that is written as x or * is near to it in files, too', async () => {
  const [stored] = await Promise.all(
    ['R3x4Z9', 'R5×6Z9', 'R7*8Z9', '12.75'].map((size) =>
      shop.addProduct({ name: `Ring ${run} ${size}`, sku: number(size), price: 5 }),
    ),
  )
  assert.ok(stored)
  const file = ['R3×4Z9', 'R3*4Z9', 'R5x6Z9', 'R5*6Z9', 'R7×8Z9', '12·75'].map((size) => [
    number(size),
    `Other ring ${run} ${size}`,
    '9.00',
  ])
  const { counts, _id } = await checkTable(shop, 'products', [['SKU', 'Name', 'Price'], ...file])
  assert.deepEqual(counts, { error: file.length })
  assert.deepEqual(
    (await listRows(shop, _id)).map(({ errors }) => errors[0]?.code),
    file.map(() => 'near-number-asked'),
  )
})

test('a file is compared before anything changes: new, changed, same and wrong rows', async () => {
  const same = await shop.addProduct({ name: `Same ${run}`, sku: number('1'), price: 5 })
  const changed = await shop.addProduct({ name: `Changed ${run}`, sku: number('2'), price: 5 })
  const checked = await checkTable(shop, 'products', [
    ['Artikelnummer', 'Bezeichnung', 'Price', 'Nonsense'],
    [number('1').toLowerCase().replace('-', ' '), same.name, '5.00', 'x'],
    [number('2'), changed.name, '$1,234.50', 'x'],
    [number('3'), `New ${run}`, '7', 'x'],
    [number('4'), `Wrong ${run}`, 'seven', ''],
    [number('4'), 'Again', '8', ''],
  ])
  assert.equal(checked.state, 'checked')
  assert.deepEqual(
    checked.columns.map(({ field }) => field),
    ['partNumber', 'name', 'price', undefined],
  )
  assert.deepEqual(checked.counts, { new: 1, changed: 1, same: 1, error: 2 })
  const [row] = await listRows(shop, checked._id, 'changed')
  assert.deepEqual(row?.changes, [{ field: 'price', before: '5.00', after: '1234.50' }])
  assert.equal(row?.line, 3)
  const errors = (await listRows(shop, checked._id, 'error')).map(({ line, errors: [error] }) => [
    line,
    error?.field,
    error?.code,
    error?.message,
  ])
  assert.deepEqual(errors, [
    [5, 'price', 'not-a-number', '“seven” is not a number.'],
    [6, undefined, 'repeated', 'Line 5 is about the same. Keep one of them.'],
  ])
  assert.equal((await edited(changed._id)).price, 5)
  assert.equal(await findBySku(number('3')), undefined)
})

test('what was checked is applied, and undone to what was before', async () => {
  const product = await shop.addProduct({
    name: `Kept ${run}`,
    sku: number('1'),
    price: 5,
    available: 40,
    weight: '2 kg',
  })
  const before = await edited(product._id)
  const applied = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Price', 'Stock', 'Weight', 'Name (German)', 'Brand'],
    [number('1'), `Renamed ${run}`, '6.5', '55', '-', `Umbenannt ${run}`, ''],
    [number('2'), `Added ${run}`, '7', '3', '1,5 kg', '', ''],
  ])
  assert.equal(applied.state, 'applied')
  assert.deepEqual(applied.counts, { new: 1, changed: 1, applied: 2 })
  const after = await edited(product._id)
  const { weight: _, ...unweighed } = before
  assert.deepEqual({ ...after, texts: after.texts.de?.name }, {
    ...unweighed,
    name: `Renamed ${run}`,
    slug: `renamed-${run}`,
    price: 6.5,
    available: 55,
    texts: `Umbenannt ${run}`,
  } as never)
  const added = await findBySku(number('2'))
  assert.equal(added?.available, 3)
  assert.equal(added?.content, '', 'its name is no description')
  assert.equal(added?.weight, '1.5 kg')
  const { body: movements } = await shop.call<StockMovement[]>('GET', `/tools/${product._id}/stock-movements`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    movements.map(({ change, reason, note }) => [change, reason, note]),
    [
      [15, 'correction', 'rows.csv'],
      [40, 'opening', undefined],
    ],
  )

  const undone = await moveImport(shop, applied._id, 'undo')
  assert.equal(undone.state, 'undone')
  assert.equal(undone.counts.undone, 2)
  assert.deepEqual(await edited(product._id), before)
  assert.equal(await findBySku(number('2')), undefined)
})

test('a row whose product was changed since the dry run is left and listed', async () => {
  const [one, two] = [
    await shop.addProduct({ name: `One ${run}`, sku: number('1'), price: 5 }),
    await shop.addProduct({ name: `Two ${run}`, sku: number('2'), price: 5, available: 10 }),
  ]
  const { _id } = await checkTable(shop, 'products', [
    ['Part number', 'Price', 'Stock'],
    [number('1'), '6', ''],
    [number('2'), '6', '20'],
  ])
  await setPrice(one._id, 5.5)
  // Units that were sold meanwhile are not forgotten.
  await shop.call('POST', `/tools/${two._id}/stock-movements`, {
    token: shop.admin.token,
    body: { change: -4, reason: 'sold' },
  })
  const { counts } = await moveImport(shop, _id, 'apply').then((applied) => applied)
  assert.deepEqual(counts, { changed: 2, 'changed-since': 2 })
  assert.deepEqual(
    (await listRows(shop, _id, 'changed-since')).map(({ line }) => line),
    [2, 3],
  )
  assert.equal((await edited(one._id)).price, 5.5)
  assert.equal((await edited(two._id)).available, 6)
})

test('undo leaves rows that were changed since, and takes stock back by movements', async () => {
  const [one, two] = [
    await shop.addProduct({ name: `One ${run}`, sku: number('1'), price: 5 }),
    await shop.addProduct({ name: `Two ${run}`, sku: number('2'), price: 5, available: 10 }),
  ]
  const { _id } = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Price', 'Stock'],
    [number('1'), '', '6', ''],
    [number('2'), '', '6', '30'],
    [number('3'), `Three ${run}`, '6', ''],
  ])
  await setPrice(one._id, 7)
  const three = await findBySku(number('3'))
  assert.ok(three)
  await shop.call('PUT', `/tools/${three._id}`, { token: shop.admin.token, body: { weight: '3 kg' } })
  await shop.call('POST', `/tools/${two._id}/stock-movements`, {
    token: shop.admin.token,
    body: { change: -5, reason: 'sold' },
  })
  const { counts, state } = await moveImport(shop, _id, 'undo')
  assert.equal(state, 'undone')
  assert.deepEqual([counts.undone, counts.left, counts.applied], [1, 2, 0])
  assert.deepEqual(
    (await listRows(shop, _id, 'left')).map(({ line, changes }) => [line, changes]),
    [
      [2, [{ field: 'price', before: '6.00', after: '7.00' }]],
      [4, [{ field: 'weight', before: '', after: '3 kg' }]],
    ],
  )
  assert.equal((await edited(one._id)).price, 7)
  const after = await edited(two._id)
  assert.deepEqual([after.price, after.available], [5, 5])
  assert.ok(await findBySku(number('3')))
})

test('a name that was taken since the dry run refuses its row only', async () => {
  const { _id } = await checkTable(shop, 'products', [
    ['Part number', 'Name', 'Price'],
    [number('1'), `First ${run}`, '6'],
    [number('2'), `Second ${run}`, '6'],
  ])
  await shop.addProduct({ name: `Other ${run}`, sku: number('2') })
  const { counts } = await moveImport(shop, _id, 'apply')
  assert.deepEqual([counts.applied, counts.refused], [1, 1])
  const [row] = await listRows(shop, _id, 'refused')
  assert.equal(row?.errors[0]?.code, 'taken-meanwhile')
  assert.ok(await findBySku(number('1')))
})

test('an empty cell leaves a value unless empty ones are to be removed', async () => {
  await shop.addProduct({ name: `Full ${run}`, sku: number('1'), weight: '2 kg' })
  const rows = [
    ['Part number', 'Weight', 'Name'],
    [number('1'), '', ''],
  ]
  assert.deepEqual((await checkTable(shop, 'products', rows)).counts, { same: 1 })
  const { _id, counts } = await checkTable(shop, 'products', rows, { clearsEmpty: true })
  assert.deepEqual(counts, { changed: 1 })
  assert.deepEqual((await listRows(shop, _id))[0]?.changes, [{ field: 'weight', before: '2 kg', after: '' }])
})

test('the fields of the same headers are remembered once they are applied', async () => {
  await shop.addProduct({ name: `Heard of ${run}`, sku: number('1'), price: 4 })
  const rows = [
    ['Unheard of A', `Unheard of ${run}`],
    [number('1'), '5'],
  ]
  const first = await uploadTable(shop, 'products', rows)
  const { _id } = first.body.import
  assert.deepEqual(
    (await readImport(shop, _id)).columns.map(({ field }) => field),
    [undefined, undefined],
  )
  await importTable(shop, 'products', rows, { columns: ['partNumber', 'price'] })
  const again = await uploadTable(shop, 'products', [rows[0]?.toReversed() ?? [], ['5', number('1')]])
  assert.deepEqual(
    (await readImport(shop, again.body.import._id)).columns.map(({ field }) => field),
    ['price', 'partNumber'],
  )
})

test('an import is cancelled before it is applied, and moves are refused in other states', async () => {
  const { _id } = await checkTable(shop, 'products', [
    ['Part number', 'Name', 'Price'],
    [number('1'), `Never ${run}`, '6'],
  ])
  const cancelled = await moveImport(shop, _id, 'cancel')
  assert.equal(cancelled.state, 'cancelled')
  for (const verb of ['apply', 'cancel', 'undo']) {
    const { status, body } = await shop.call('POST', `/imports/${_id}/${verb}`, { token: shop.admin.token })
    assert.deepEqual([verb, status, body.code], [verb, 409, 'import-state'])
  }
  assert.equal(await findBySku(number('1')), undefined)
})

test('two admins import the same products at once: each row is of one of them', async () => {
  const count = 450
  const rows = Array.from({ length: count }, (_, index) => [number(String(index)), `Both ${run} ${index}`, '5'])
  await importTable(shop, 'products', [['Part number', 'Name', 'Price'], ...rows])
  const priced = (price: string) => [['Part number', 'Price'], ...rows.map(([sku = '']) => [sku, price])]
  const [one, two] = [
    await checkTable(shop, 'products', priced('6')),
    await checkTable(
      shop,
      'products',
      priced('7')
        .toReversed()
        .toSorted(([a]) => (a === 'Part number' ? -1 : 0)),
    ),
  ]
  const [first, second] = await Promise.all([moveImport(shop, one._id, 'apply'), moveImport(shop, two._id, 'apply')])
  const [a, b] = [first.counts, second.counts]
  assert.equal((a.applied ?? 0) + (b.applied ?? 0), count)
  assert.equal((a['changed-since'] ?? 0) + (b['changed-since'] ?? 0), count)
  const { rows: prices } = await shop.db.execute<{ cents: number; count: number }>(sql`
    SELECT price_cents AS cents, count(*)::int AS count FROM products WHERE sku LIKE ${number('%')} GROUP BY 1 ORDER BY 1`)
  assert.deepEqual(
    prices.map(({ cents, count: found }) => [cents, found]),
    [
      [600, a.applied ?? 0],
      [700, b.applied ?? 0],
    ].filter(([, found]) => found !== 0),
  )
})

test('webhooks are told once of each changed product, and the audit log of the import', async () => {
  const product = await shop.addProduct({ name: `Told ${run}`, sku: number('1'), price: 5 })
  await shop.db.execute(sql`
    INSERT INTO webhook_endpoints (id, url, events) VALUES (gen_random_uuid(), 'http://127.0.0.1:9/', '{product.changed}')`)
  const { _id } = await importTable(shop, 'products', [
    ['Part number', 'Price'],
    [number('1'), '6'],
  ])
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    SELECT subject_id AS id FROM webhook_deliveries WHERE type = 'product.changed'`)
  assert.deepEqual(rows, [{ id: product._id }])
  const { rows: events } = await shop.db.execute<{ kind: string }>(sql`
    SELECT kind, after ->> 'name' AS name FROM audit_events WHERE subject_id = ${_id}`)
  assert.deepEqual(events, [{ kind: 'import-applied', name: 'rows.csv' }])
})

test('only those with the permission of a kind see and start its imports', async () => {
  await shop.addProduct({ name: `Hidden ${run}`, sku: number('1') })
  const { _id } = await checkTable(shop, 'stock', [
    ['Part number', 'Stock'],
    [number('1'), '6'],
  ])
  const key = await shop.call<{ secret: string }>('POST', '/api-keys', {
    token: shop.admin.token,
    body: { name: `prices ${run}`, scopes: ['prices'] },
  })
  const { secret: token } = key.body
  assert.equal((await shop.call('GET', `/imports/${_id}`, { token })).status, 404)
  assert.equal((await uploadTable(shop, 'stock', [['a'], ['b']], token)).status, 403)
  const { body: seen } = await shop.call<{ kind: string }[]>('GET', '/imports', { token })
  assert.deepEqual(new Set(seen.map(({ kind }) => kind)), new Set(['products']))
})

test('odd files get a sentence, and nothing is kept of them', async () => {
  const { rows: before } = await shop.db.execute(sql`SELECT count(*) FROM imports`)
  for (const text of ['a', 'a,b', 'a\n']) {
    const { status, body } = await uploadTable(shop, 'products', text)
    assert.deepEqual([status, 'code' in body && body.code], [400, 'table-empty'], text)
  }
  assert.deepEqual((await shop.db.execute(sql`SELECT count(*) FROM imports`)).rows, before)
})

test('a long header is cut between characters, and a file may have any name', async () => {
  const { status, body } = await uploadTable(shop, 'products', `${'a'.repeat(199)}🔧,sku\n1,2\n`)
  assert.equal(status, 200, JSON.stringify(body))
  const boundary = 'x'
  const form = `--x\r\ncontent-disposition: form-data; name="table"; filename="a\0b.csv"\r\n\r\nsku,name\n1,2\n\r\n--x--\r\n`
  const response = await fetch(`${shop.url}/imports?kind=products`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.admin.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: form,
  })
  assert.ok(response.status < 500, String(response.status))
})

test('the name of a file has no characters that turn its direction', async () => {
  const form = new FormData()
  form.append('table', new Blob(['sku,name\n1,2\n']), 'passwd\u202Ecsv\u200B.csv')
  const { body } = await shop.call<{ import: Import }>('POST', '/imports?kind=products', {
    token: shop.admin.token,
    body: form,
  })
  assert.equal(body.import.fileName, 'passwdcsv.csv')
})

test('who may not change prices applies and undoes no import that does, whoever has mapped it', async () => {
  const member = await createStaff(shop, 'customers-only', ['customers'])
  await shop.call('POST', '/customer-groups', { token: shop.admin.token, body: { name: 'Fleets' } })
  const fleet = await createCustomer(shop, 'fleet')
  const checked = await checkTable(shop, 'customers', [
    ['email', 'groups'],
    [fleet.email, 'Fleets'],
  ])
  assert.deepEqual(checked.counts, { changed: 1 })
  const refused = async (verb: 'apply' | 'undo') => {
    const { status, body } = await shop.call('POST', `/imports/${checked._id}/${verb}`, { token: member.token })
    assert.deepEqual([status, body.code], [403, 'permission-missing'], verb)
  }
  await refused('apply')
  assert.equal((await moveImport(shop, checked._id, 'apply')).counts.applied, 1)
  await refused('undo')
})

test('a number of a workbook is what it is there, and a text is read as its column or else the chosen language writes it', async () => {
  const header = ['Teilenummer', 'Name', 'Preis', 'Gewicht', 'Bestand']
  const rows = [
    header,
    [number('1'), `Zahl ${run}`, 12.5, 1.125, 1.125],
    [number('2'), `Zahl zwei ${run}`, 12.5, 1.125, 7],
    [number('3'), `Text ${run}`, '1.125', '1.125', '1.125'],
    [1.125, `Nummer ${run}`, 1, '2 kg', 1],
  ]
  const pieces: Uint8Array[] = []
  for await (const piece of writeTable('xlsx', Readable.from(rows))) pieces.push(piece)
  const { _id, counts } = await checkTable(shop, 'products', new Blob(pieces), { openDecimals: 'comma' })
  assert.deepEqual(counts, { new: 3, error: 1 })
  const found = await listRows(shop, _id)
  const weights = found.map(({ changes }) => changes.find(({ field }) => field === 'weight')?.after)
  assert.deepEqual(weights.slice(1), ['1.125 kg', '1125 kg', '2 kg'])
  assert.deepEqual(
    found[0]?.errors.map(({ field, code }) => [field, code]),
    [['counted', 'not-whole']],
  )
  const text = Object.fromEntries(found[2]?.changes.map(({ field, after }) => [field, after]) ?? [])
  assert.partialDeepStrictEqual(text, { price: '1125.00', counted: '1125', weight: '1125 kg' })
  assert.equal(found[3]?.name, '1.125', 'a part number is a text')
})

test('a weight of a thousand times as much is a change, also in German', async () => {
  await shop.addProduct({ name: `Weighed ${run}`, sku: number('1'), weight: '1.125 kg' })
  const compare = async (weight: string) =>
    (
      await checkTable(
        shop,
        'products',
        [
          ['Teilenummer', 'Gewicht'],
          [number('1'), weight],
        ],
        { openDecimals: 'comma' },
      )
    ).counts
  assert.deepEqual([await compare('1,125 kg'), await compare('1125 kg')], [{ same: 1 }, { changed: 1 }])
})

test('values that mean what the shop has are no change', async () => {
  const { body: reach } = await shop.call<{ code: string }>('POST', '/attributes', {
    token: shop.admin.token,
    body: { names: { en: `Reach ${run}` }, kind: 'number', dimension: 'length', unit: 'mm', isMultiple: true },
  })
  await shop.addProduct({
    name: `Meant ${run}`,
    sku: number('1'),
    price: 5,
    weight: '0.30 kg',
    length: '1/2 in',
    attributes: { [reach.code]: ['90.750 mm', '8 mm'] },
  })
  const compare = async (cells: string[]) => {
    const headers = ['Teilenummer', 'Preis', 'Gewicht', 'Länge', reach.code]
    return (await checkTable(shop, 'products', [headers, [number('1'), ...cells]], { openDecimals: 'comma' })).counts
  }
  assert.deepEqual(
    [
      await compare(['5,0', '0,3 kg', '0,50 in', '90,75 | 8,0 mm']),
      await compare(['', '300 g', '', '']),
      await compare(['', '', '', '90,75 mm']),
    ],
    [{ same: 1 }, { changed: 1 }, { changed: 1 }],
  )
})

test('all that a new product needs and does not have is told at once, next to its other errors', async () => {
  const checked = await checkTable(shop, 'products', [
    ['Part number', 'Product name', 'Weight', 'Price'],
    [number('1'), '', 'heavy', ''],
    [number('2'), '', '', 'seven'],
  ])
  const rows = await listRows(shop, checked._id, 'error')
  assert.deepEqual(
    rows.map(({ errors }) => errors.map(({ field, code }) => `${field} ${code}`)),
    [
      ['weight not-a-measure', 'name required', 'price required'],
      ['price not-a-number', 'name required'],
    ],
  )
  const needed = checked.fields.filter(({ isNeeded }) => isNeeded)
  assert.deepEqual(
    needed.map(({ code }) => code),
    ['partNumber', 'name', 'price'],
  )
})

test('undo deletes the products that it added, but archives those that were ordered or are in a cart', async () => {
  const { _id } = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Price', 'Stock'],
    ...['1', '2', '3'].map((part) => [number(part), `Undone ${run} ${part}`, '6', '30']),
  ])
  const [ordered, inCart] = await Promise.all(['1', '2'].map((part) => findBySku(number(part))))
  assert.ok(ordered && inCart)
  const buyer = await createCustomer(shop, 'undoes')
  const { _id: orderId } = await placeOrder(shop, buyer, ordered, 1)
  // Units that were sold and came back are as the import has left them.
  await shop.call('DELETE', `/orders/${orderId}`, { token: buyer.token })
  const lines = [{ productId: inCart._id, quantity: 1 }]
  await shop.call('POST', '/carts', { token: buyer.token, body: { name: 'Vans', kind: 'list', lines } })
  const { counts, warnings } = await moveImport(shop, _id, 'undo')
  assert.equal(counts.undone, 3)
  assert.deepEqual(warnings, [
    {
      code: 'archived-instead',
      rows: 2,
      message: `New products that were archived instead of removed, since orders, carts, lists or prices have them: 2 (${number('1')}, ${number('2')}).`,
    },
  ])
  assert.deepEqual(
    (await listRows(shop, _id)).map((row) => [row.result, row.warnings.map(({ code }) => code), row.errors]),
    [
      ['undone', ['archived-instead'], []],
      ['undone', ['archived-instead'], []],
      ['undone', [], []],
    ],
  )
  const { rows } = await shop.db.execute<{ name: string; archived: boolean }>(
    sql`SELECT name, archived_at IS NOT NULL AS archived FROM products WHERE name LIKE ${`Undone ${run} %`} ORDER BY name`,
  )
  assert.deepEqual(rows, [
    { name: `Undone ${run} 1`, archived: true },
    { name: `Undone ${run} 2`, archived: true },
  ])
})

test('undo tells how many rows get their values back, and how many things it removes', async () => {
  await shop.addProduct({ name: `Kept ${run}`, sku: number('1'), price: 5 })
  const { _id, undo } = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Price'],
    [number('1'), '', '6'],
    [number('2'), `Added ${run}`, '7'],
    [number('3'), `Added too ${run}`, '7'],
  ])
  assert.deepEqual(undo, { restores: 1, removes: 2 })
  assert.equal((await moveImport(shop, _id, 'undo')).undo, undefined)
})

test('choices that are none are named as the reader would type them', async () => {
  const { _id } = await checkTable(shop, 'products', [
    ['Teilenummer', 'Name', 'Preis', 'Status'],
    [number('1'), `Sold ${run}`, '5', 'verkauft'],
  ])
  const messageIn = async (language: string) =>
    (await shop.call<ImportRow[]>('GET', `/imports/${_id}/rows?language=${language}`, { token: shop.admin.token }))
      .body[0]?.errors[0]?.message
  assert.equal(await messageIn('de'), '„verkauft“ ist nichts von: im Verkauf, Entwurf, archiviert.')
  assert.equal(await messageIn('en'), '“verkauft” is none of: active, draft, archived.')
  const { body } = await shop.call<{ message: string }>('POST', '/product-edits', {
    token: shop.admin.token,
    body: { products: {}, changes: [{ field: 'state', operation: 'set', value: 'verkauft' }], language: 'de' },
  })
  assert.match(body.message, /im Verkauf, Entwurf, archiviert/)
  const { counts } = await checkTable(
    shop,
    'attributes',
    [
      ['Merkmal', 'Art', 'Größe', 'Name (Deutsch)'],
      [`bore${run}`, 'Zahl', 'Gewicht', 'Bohrung'],
    ],
    { openDecimals: 'comma' },
  )
  assert.deepEqual(counts, { new: 1 })
})

test('an import that an error of the shop has ended says what to do, and nothing of the error', async () => {
  await shop.addProduct({ name: `Failing ${run}`, sku: number('1'), price: 5 })
  const { _id } = await checkTable(shop, 'products', [
    ['Part number', 'Price'],
    [number('1'), '6'],
  ])
  // More than the column holds, which no rule refuses.
  await shop.db.execute(sql`UPDATE import_changes SET after = '{"price": "99999999999"}' WHERE import_id = ${_id}`)
  const { state } = await moveImport(shop, _id, 'apply')
  const { body } = await shop.call<ImportDetails>('GET', `/imports/${_id}?language=de`, { token: shop.admin.token })
  assert.equal(state, 'failed')
  assert.match(body.failure ?? '', /^Der Shop konnte diesen Import .* nicht beenden/)
  const { body: list } = await shop.call<Import[]>('GET', '/imports', { token: shop.admin.token })
  assert.match(list.find((one) => one._id === _id)?.failure ?? '', new RegExp(`Upload the file again.*${_id}`))
})

test('a file of wrong rows is for the same columns as the file that it comes from', async () => {
  const headers = ['My number', 'What it is', 'VK netto', `Own ${run}`]
  const row = [number('1'), `Renamed ${run}`, '5', 'x']
  await importTable(shop, 'products', [headers, row], {
    columns: ['partNumber', 'name', 'price', null],
    addsBrands: true,
  })
  const { body } = await uploadTable(shop, 'products', [
    ['Grund', ...headers],
    ['Das fehlt.', ...row],
  ])
  const { columns, addsBrands } = await readImport(shop, body.import._id)
  assert.deepEqual(
    [columns.map(({ field }) => field), addsBrands],
    [[undefined, 'partNumber', 'name', 'price', undefined], true],
  )
})

test('the header of a number says its kind', async () => {
  const { _id: id } = await shop.addProduct({ name: `Coded ${run}`, sku: number('1') })
  const headers = ['EAN', 'EAN-13', 'GTIN', 'UPC', 'Barcode', 'OE-Nummer', 'OEM number', 'Vergleichsnummer', 'MPN']
  for (const [index, header] of headers.entries())
    await importTable(shop, 'products', [
      ['Artikelnummer', header],
      [number('1'), `400638133390${index}`],
    ])
  const { partNumbers } = await edited(id)
  assert.deepEqual(
    partNumbers.map(({ kind }) => kind),
    [...Array(5).fill('barcode'), 'oem', 'oem', 'competitor', 'maker'],
  )
})

test('a row of one number says its kind, removes it, and has the same changes once it is undone', async () => {
  const partNumbers = [{ kind: 'maker' as const, number: 'M 1' }]
  await shop.addProduct({ name: `Removed ${run}`, sku: number('1'), partNumbers })
  const { _id } = await checkTable(shop, 'products', [
    ['Part number', 'Other number', 'Kind of number', 'Remove'],
    [number('1'), 'M 1', 'MPN', 'yes'],
    [number('1'), '4006381333931', 'EAN', ''],
  ])
  const changesOf = (rows: readonly ImportRow[]) => rows.map(({ name, changes }) => ({ name, changes }))
  const compared = changesOf(await listRows(shop, _id))
  assert.deepEqual(compared, [
    { name: number('1'), changes: [{ field: 'numbers:maker', before: 'M 1', after: '' }] },
    { name: number('1'), changes: [{ field: 'numbers:barcode', before: '', after: '4006381333931' }] },
  ])
  await moveImport(shop, _id, 'apply')
  assert.deepEqual(changesOf(await listRows(shop, _id)), compared)
  const undone = await moveImport(shop, _id, 'undo')
  assert.deepEqual([undone.counts.undone, changesOf(await listRows(shop, _id))], [2, compared])
})

test('a number that a spreadsheet program has shortened is an error, in every column of part numbers', async () => {
  await shop.addProduct({ name: `Long ${run}`, sku: number('1') })
  const files = [
    ['products', ['Part number', 'Name', 'Price'], ['4,01235E+12', 'Long', '5']],
    ['stock', ['Part number', 'Stock'], ['4.01235E+12', '5']],
    ['products', ['Part number', 'EAN'], [number('1'), '4E+12']],
  ] as const
  for (const [kind, headers, cells] of files) {
    const { _id } = await checkTable(shop, kind, [headers, cells])
    const [row] = await listRows(shop, _id)
    assert.ok(
      row?.errors.some(({ code, message }) => code === 'shortened-number' && message.includes('spreadsheet')),
      `${kind}: ${JSON.stringify(row?.errors)}`,
    )
  }
  const right = await checkTable(shop, 'products', [
    ['Part number', 'Other number'],
    [number('1'), '12E4'],
  ])
  assert.equal(right.counts.changed, 1)
})

test('undo names the categories and brands that it removes, and its rows have the names of the file', async () => {
  const { _id } = await checkTable(
    shop,
    'products',
    [
      ['Part number', 'Name', 'Price', 'Category', 'Brand'],
      [number('1'), `Pad ${run}`, '5', `Bremsen${run} > Bremsbeläge`, `Maker ${run}`],
      [number('2'), `Shoe ${run}`, '5', `Bremsen${run} > Bremsbeläge`, ''],
    ],
    { addsBrands: true, addsCategories: true },
  )
  const categoriesOf = (rows: readonly ImportRow[]) =>
    rows.map(({ changes }) => changes.find(({ field }) => field === 'category')?.after)
  const compared = categoriesOf(await listRows(shop, _id))
  const { undo } = await moveImport(shop, _id, 'apply')
  assert.deepEqual(undo, {
    restores: 0,
    removes: 2,
    additions: {
      categories: [`Bremsen${run}`, `Bremsen${run} > Bremsbeläge`],
      categoryCount: 2,
      brands: [`Maker ${run}`],
      brandCount: 1,
    },
  })
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(categoriesOf(await listRows(shop, _id)), compared)
})
