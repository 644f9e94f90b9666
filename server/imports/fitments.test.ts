import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ImportDetails } from '#contract/imports.ts'
import type { StoredFitments } from '#contract/fitments.ts'
import { checkTable, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { checkFitments } from '#server/vehicles/check-fitments.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

let number = 0
const addPart = () => shop.addProduct({ sku: `FIT-${++number}`, name: `Part ${number}` })
async function fitsOf({ _id }: { _id: string }) {
  const path = `/all-tools/${_id}/fitments`
  const { kind, fitments } = (await shop.call<StoredFitments>('GET', path, { token: shop.admin.token })).body
  const rows = fitments.map(
    ({ make, family, generation, from, to, engine, position, condition, note, builtFrom, builtTo, origin }) =>
      [make, family, generation, from, to, engine, position, condition, note, builtFrom, builtTo, origin]
        .filter((one) => one !== undefined)
        .join(' '),
  )
  return [kind, ...rows]
}
const everything = async () =>
  (
    await shop.db.execute<{ state: string }>(sql`
      SELECT jsonb_build_object(
        'fitments', (SELECT jsonb_agg(to_jsonb(fitments) - 'id' ORDER BY product_id, model_id, year_from, engine_id, position) FROM fitments),
        'texts', (SELECT jsonb_agg(jsonb_build_array(product_id, text) ORDER BY product_id) FROM fits_texts),
        'engines', (SELECT jsonb_agg(to_jsonb(vehicle_engines) - 'id' ORDER BY model_id, name) FROM vehicle_engines),
        'kinds', (SELECT jsonb_agg(jsonb_build_array(sku, fit_kind, fit_complete) ORDER BY sku) FROM products))::text AS state`)
  ).rows[0]?.state
const exported = async () =>
  (await shop.call<string>('GET', '/exports/fitments?language=en', { token: shop.admin.token }))
    .body as unknown as string

test('rows of columns become vehicles of parts, come back from the export without a change, and undo gives back what was', async () => {
  const [pad, disc, tool] = [await addPart(), await addPart(), await addPart()]
  const before = await everything()
  const { _id, counts } = await checkTable(shop, 'fitments', [
    ['Part number', 'Make', 'Model', 'Generation', 'From', 'To', 'Engine', 'Position', 'Only if', 'Built from'],
    [pad.sku ?? '', 'VW', 'Golf', '5', '2005', '', '1.9 TDI', 'vorn', '', ''],
    [pad.sku ?? '', 'Skoda', 'Octavia II', '', '', '', '', 'front', 'with ABS', '06/2006'],
    [disc.sku ?? '', 'Volkswagen', 'Golf', '', '2005', '2010', '', '', '', ''],
    [disc.sku ?? '', 'Volkswagn', 'Golf', '', '', '', '', '', '', ''],
    [tool.sku ?? '', 'VW', 'Golf', '', '', '', '', '', '', ''],
    ['FIT-NONE', 'VW', 'Golf', 'V', '', '', '', '', '', ''],
  ])
  assert.deepEqual(counts, { new: 3, error: 3 })
  assert.deepEqual(
    (await listRows(shop, _id, 'error')).map(({ errors }) => errors[0]?.code),
    ['make-unknown', 'generation-needed', 'unknown'],
  )
  assert.equal(await everything(), before)
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 3)
  assert.deepEqual(await fitsOf(pad), [
    'vehicles',
    'Volkswagen Golf V 2005 1.9 TDI front import',
    'Škoda Octavia II front with ABS 2006-06-01 import',
  ])
  assert.deepEqual(await fitsOf(disc), [
    'vehicles',
    'Volkswagen Golf V 2005 2009 import',
    'Volkswagen Golf VI 2008 2010 import',
  ])
  assert.deepEqual(await fitsOf(tool), ['none'])
  const again = await checkTable(shop, 'fitments', await exported())
  assert.deepEqual(again.counts, { same: 4 })
  const removing = await importTable(shop, 'fitments', [
    ['Part number', 'Make', 'Model', 'Generation', 'From', 'To', 'Remove'],
    [disc.sku ?? '', 'VW', 'Golf', 'V', '2005', '2009', 'yes'],
  ])
  assert.deepEqual(await fitsOf(disc), ['vehicles', 'Volkswagen Golf VI 2008 2010 import'])
  await moveImport(shop, removing._id, 'undo')
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 3)
  assert.equal(await everything(), before)
})

test('a year is that year only, a range may be open, and notes of a list restrict its rows unless another column does', async () => {
  const header = ['Part number', 'Make', 'Model', 'Generation']
  const golf = ['VW', 'Golf', 'V']
  for (const [year, cells] of [
    ['Year', ['2006', '2004-2008', '2005–', '2004+', '-2007', '2004 to 2006', 'about 2006', '2007-2005']],
    ['Baujahr', ['2006', '2004 - 2008', '2005—', '2004 +', '–2007', '2004 bis 2006', '06', '2007-2005']],
  ] as const) {
    const parts = await Promise.all(cells.map(addPart))
    const { _id, counts } = await checkTable(shop, 'fitments', [
      [...header, year, 'Notes'],
      ...parts.map(({ sku }, index) => [sku ?? '', ...golf, cells[index] ?? '', index === 0 ? 'w/ 4WD' : '']),
    ])
    assert.deepEqual(counts, { new: 6, error: 2 })
    assert.deepEqual(
      (await listRows(shop, _id, 'error')).map(({ errors }) => [errors[0]?.field, errors[0]?.code]),
      [
        ['years', 'not-years'],
        ['years', 'years-reversed'],
      ],
    )
    await moveImport(shop, _id, 'apply')
    assert.deepEqual(
      (await Promise.all(parts.slice(0, 6).map(fitsOf))).map(([, row]) => row),
      ['2006 2006 w/ 4WD', '2004 2008', '2005', '2004', '2007', '2004 2006'].map(
        (years) => `Volkswagen Golf V ${years} import`,
      ),
    )
  }
  const part = await addPart()
  const twice = await checkTable(shop, 'fitments', [
    [...header, 'Year', 'To year'],
    [part.sku ?? '', ...golf, '2006', '2007'],
  ])
  assert.deepEqual((await listRows(shop, twice._id, 'error'))[0]?.errors[0]?.code, 'years-twice')
  await importTable(shop, 'fitments', [
    [...header, 'Notes', 'Condition'],
    [part.sku ?? '', ...golf, 'see drawing', 'with ABS'],
  ])
  const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${part._id}/fitments`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    body.fitments.map(({ condition, note }) => [condition, note]),
    [['with ABS', 'see drawing']],
  )
})

test('undo takes its rows back from the vehicle that theirs was merged with, but not those of others', async () => {
  const token = shop.admin.token
  const { body: make } = await shop.call<{ id: number }>('POST', '/vehicle-makes', { token, body: { name: 'Undone' } })
  const models = []
  for (const [generation, to] of [
    ['A', 2006],
    ['B', 2010],
  ] as const) {
    const body = { family: 'Van', generation, from: 2000, to }
    models.push((await shop.call<{ id: number }>('POST', `/vehicle-makes/${make.id}/models`, { token, body })).body.id)
  }
  const [pad, disc] = [await addPart(), await addPart()]
  const { _id } = await importTable(shop, 'fitments', [
    ['Part number', 'Make', 'Model', 'Generation', 'From', 'Engine'],
    [pad.sku ?? '', 'Undone', 'Van', 'A', '', '2.0 D'],
    [disc.sku ?? '', 'Undone', 'Van', 'A', '2002', ''],
  ])
  const { body: disced } = await shop.call<StoredFitments>('GET', `/all-tools/${disc._id}/fitments`, { token })
  const own = { make: 'Undone', family: 'Van', generation: 'B', from: 2001 }
  await shop.call('PUT', `/tools/${disc._id}/fitments`, {
    token,
    body: {
      kind: 'vehicles',
      isComplete: false,
      seen: disced.seen,
      fitments: [own, { ...own, generation: 'A', from: 2002 }],
    },
  })
  await shop.call('POST', `/vehicle-models/${models[0]}/merge`, { token, body: { into: models[1] } })
  assert.deepEqual(await fitsOf(pad), ['vehicles', 'Undone Van B 2006 2.0 D import'])
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 2)
  assert.deepEqual(await fitsOf(pad), ['none'])
  assert.deepEqual(await fitsOf(disc), ['vehicles', 'Undone Van B 2001 hand'])
})

test('texts are applied only if every word is read; the others wait for a person, and their rows say for which words', async () => {
  const [read, unread, none] = [await addPart(), await addPart(), await addPart()]
  const before = await everything()
  const { _id, counts } = await checkTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    [read.sku ?? '', 'VW Golf V 2005-2008 front, Skoda Octavia II'],
    [unread.sku ?? '', 'VW Golf V, Skoda Kwyjibo'],
    [none.sku ?? '', 'Blorp'],
    [read.sku ?? '', 'VW Passat B6'],
  ])
  assert.deepEqual(counts, { new: 4 })
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ warnings }) => warnings.map(({ code, message }) => `${code} ${message.slice(0, 30)}`)),
    [[], ['words-unread Not read: Skoda Kwyjibo. Nothi'], ['words-unread Not read: Blorp. Nothing of th'], []],
  )
  assert.match(JSON.stringify(rows[0]?.changes), /Volkswagen Golf V 2005–2008/)
  // A row is not a part with vehicles.
  const fittedParts = async () =>
    (await shop.call<ImportDetails>('GET', `/imports/${_id}`, { token: shop.admin.token })).body.fittedParts
  assert.deepEqual(await fittedParts(), { parts: 1, waiting: 2 })
  await moveImport(shop, _id, 'apply')
  assert.deepEqual(await fittedParts(), { parts: 1, waiting: 2 })
  assert.equal((await fitsOf(read)).length, 4)
  assert.deepEqual([await fitsOf(unread), await fitsOf(none)], [['none'], ['none']])
  const { rows: texts } = await shop.db.execute<{ text: string }>(sql`SELECT text FROM fits_texts ORDER BY product_id`)
  assert.equal(texts.length, 3)
  await moveImport(shop, _id, 'undo')
  assert.equal(await everything(), before)
})

test('a brand beside a model is the make of the vehicle, unless another column is that', async () => {
  const part = await addPart()
  const mapped = async (headers: string[], cells: string[]) => {
    const { _id, counts } = await checkTable(shop, 'fitments', [headers, [part.sku ?? '', ...cells]])
    const { columns } = (await shop.call<ImportDetails>('GET', `/imports/${_id}`, { token: shop.admin.token })).body
    return [counts['new'] ?? 0, ...columns.map(({ field }) => field ?? null)]
  }
  assert.deepEqual(await mapped(['Teilenummer', 'Marke', 'Modell', 'Generation'], ['VW', 'Golf', 'V']), [
    1,
    'partNumber',
    'make',
    'family',
    'generation',
  ])
  assert.deepEqual(await mapped(['Part number', 'Manufacturer', 'Baureihe', 'Baujahr'], ['VW', 'Golf', '2006']), [
    1,
    'partNumber',
    'make',
    'family',
    'years',
  ])
  const both = ['Teilenummer', 'Hersteller', 'Marke', 'Modell', 'Generation']
  assert.deepEqual((await mapped(both, ['', 'VW', 'Golf', 'V'])).slice(1, 4), ['partNumber', 'brand', 'make'])
  const named = ['Teilenummer', 'Marke', 'Fahrzeugmarke', 'Modell']
  assert.deepEqual((await mapped(named, ['', 'VW', 'Golf'])).slice(1, 4), ['partNumber', 'brand', 'make'])
  assert.deepEqual((await mapped(['Teilenummer', 'Marke', 'Passend für'], ['', 'VW Golf V'])).slice(2), [
    'brand',
    'fits',
  ])
})

test('years of other columns limit the vehicles of a text, unless it says other ones; what else stands there is named', async () => {
  const parts = await Promise.all(Array.from({ length: 6 }, addPart))
  const sku = (index: number) => parts[index]?.sku ?? ''
  const before = await everything()
  const table = [
    ['Part number', 'Fits', 'Year', 'Motor'],
    [sku(0), 'VW Golf V, Skoda Octavia II', '2006', ''],
    [sku(1), 'VW Golf V\nSkoda Octavia II', '2006-', ''],
    [sku(2), 'VW Golf V 2005-2007', '2004-2008', ''],
    [sku(3), 'VW Golf V 2005-2007', '2006', ''],
    [sku(4), 'VW Golf V, Skoda Kwyjibo', '-2007', '1.9 TDI'],
    [sku(5), 'VW Golf V', '2007-2005', ''],
    // The years behind each line make it longer than a text may be.
    [sku(5), `${'a; '.repeat(1600)}VW Golf V`, '2004-2008', ''],
  ]
  const { _id, counts } = await checkTable(shop, 'fitments', table)
  assert.deepEqual(counts, { new: 4, error: 3 })
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ errors, warnings }) => [...errors, ...warnings].map(({ field, code }) => `${field} ${code}`)),
    [
      [],
      [],
      [],
      ['years fits-other-years'],
      ['engine fits-alone', 'fits words-unread'],
      ['years years-reversed'],
      ['fits too-long'],
    ],
  )
  assert.match(JSON.stringify(rows[4]?.warnings), /Not used, because .*: Motor\./)
  await moveImport(shop, _id, 'apply')
  const years = async (part: { _id: string }) => (await fitsOf(part)).slice(1).map((row) => row.replace(/ text$/, ''))
  assert.deepEqual(await Promise.all(parts.map(years)), [
    ['Volkswagen Golf V 2006 2006', 'Škoda Octavia II 2006 2006'],
    ['Volkswagen Golf V 2006', 'Škoda Octavia II 2006'],
    ['Volkswagen Golf V 2005 2007'],
    [],
    [],
    [],
  ])
  assert.deepEqual((await checkTable(shop, 'fitments', table)).counts, { same: 4, error: 3 })
  await moveImport(shop, _id, 'undo')
  assert.equal(await everything(), before)
})

test('a corrected text replaces that of an earlier file with its vehicles, says so, and undo gives back what was', async () => {
  const [part, other] = [await addPart(), await addPart()]
  const compare = async (...texts: string[]) => {
    const { _id, counts } = await checkTable(shop, 'fitments', [
      ['Part number', 'Fits'],
      ...texts.map((text) => [part.sku ?? '', text]),
    ])
    return { _id, counts, rows: await listRows(shop, _id) }
  }
  const textOf = async () => {
    const { rows } = await shop.db.execute<{ text: string }>(
      sql`SELECT text FROM fits_texts WHERE product_id = ${part._id}`,
    )
    return rows[0]?.text
  }
  await moveImport(shop, (await compare('Honda CR-V 2007-2011 front', 'VW Golf V', 'Seat Leon II'))._id, 'apply')
  await importTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    [other.sku ?? '', 'VW Golf V'],
  ])
  const before = await everything()
  // A line that stays keeps its vehicles.
  const corrected = await compare('VW Golf V', 'Honda Civic VIII 2006-2011 rear left')
  assert.deepEqual(corrected.counts, { new: 2 })
  assert.deepEqual(
    corrected.rows.map(({ warnings }) => warnings.map(({ code, message }) => `${code} ${message.slice(0, 90)}`)),
    [['fits-replaced Replaces the text that the part has: Honda CR-V 2007-2011 front; Seat Leon II. The vehicle'], []],
  )
  await moveImport(shop, corrected._id, 'apply')
  assert.equal(await textOf(), 'VW Golf V\nHonda Civic VIII 2006-2011 rear left')
  assert.deepEqual(
    (await fitsOf(part)).map((one) => one.replace(/ text$/, '')),
    ['vehicles', 'Honda Civic VIII 2006 2011 rear left', 'Volkswagen Golf V'],
  )
  assert.deepEqual((await compare('VW Golf V', 'Honda Civic VIII 2006-2011 rear left')).counts, { same: 2 })
  await moveImport(shop, corrected._id, 'undo')
  assert.equal(await textOf(), 'Honda CR-V 2007-2011 front\nVW Golf V\nSeat Leon II')
  assert.equal(await everything(), before)
  // What is not read to the end takes the vehicles of before with it, too.
  const unread = await compare('Honda Blorp')
  await moveImport(shop, unread._id, 'apply')
  assert.deepEqual([await textOf(), await fitsOf(part)], ['Honda Blorp', ['vehicles']])
  await moveImport(shop, unread._id, 'undo')
  assert.equal(await everything(), before)
  // Fewer years are those of before in part, and are there once those are gone.
  const fewer = await compare('Honda CR-V 2008-2010 front', 'VW Golf V', 'Seat Leon II')
  await moveImport(shop, fewer._id, 'apply')
  assert.deepEqual(
    (await fitsOf(part)).map((one) => one.replace(/ text$/, '')),
    ['vehicles', 'Honda CR-V III 2008 2010 front', 'SEAT Leon II', 'Volkswagen Golf V'],
  )
  await moveImport(shop, fewer._id, 'undo')
  assert.equal(await everything(), before)
  // A file of products replaces the text, whose vehicles are compared under Phrases.
  const { _id: products } = await importTable(shop, 'products', [
    ['Part number', 'Name', 'Fits'],
    [part.sku ?? '', 'Another name', 'Honda Civic VIII'],
  ])
  assert.equal(await textOf(), 'Honda Civic VIII')
  await moveImport(shop, products, 'undo')
  assert.equal(await textOf(), 'Honda CR-V 2007-2011 front\nVW Golf V\nSeat Leon II')
})

test('what a file says of a part is compared as one, also where hundreds of rows of others lie between', async () => {
  const [part, other] = [await addPart(), await addPart()]
  const table = (first: string, last: string) => [
    ['Part number', 'Fits'],
    [part.sku ?? '', first],
    ...Array.from({ length: 600 }, (_, index) => [other.sku ?? '', `Zonk${index}`]),
    [part.sku?.toLowerCase() ?? '', last],
  ]
  const fits = async () => (await fitsOf(part)).slice(1).map((one) => one.replace(/ text$/, ''))
  const [first, last] = ['VW Golf V 2005-2008', 'VW Golf VI 2009-2012']
  await importTable(shop, 'fitments', table(first, last))
  assert.deepEqual(await fits(), ['Volkswagen Golf V 2005 2008', 'Volkswagen Golf VI 2009 2012'])
  const before = await everything()
  const again = await checkTable(shop, 'fitments', table(first, last))
  assert.deepEqual(again.counts, { same: 602 })
  const { _id, counts } = await importTable(shop, 'fitments', table('VW Golf V 2006-2008', last))
  assert.deepEqual([counts.new, counts.applied], [1, 1])
  assert.deepEqual(await fits(), ['Volkswagen Golf V 2006 2008', 'Volkswagen Golf VI 2009 2012'])
  await moveImport(shop, _id, 'undo')
  assert.equal(await everything(), before)
  const { counts: changed } = await importTable(shop, 'fitments', table(first, 'VW Golf VI 2009-2011'))
  assert.deepEqual([changed.new, changed.applied], [2, 2])
  assert.deepEqual(await fits(), ['Volkswagen Golf V 2005 2008', 'Volkswagen Golf VI 2009 2011'])
})

test('of two corrected texts for a part at once one replaces the text of before, and the other is refused with all of its rows', async () => {
  // A text without vehicles of its own has no rows that could be gone.
  for (const old of ['Honda CR-V 2007-2011', 'Honda Blorp']) {
    const part = await addPart()
    await importTable(shop, 'fitments', [
      ['Part number', 'Fits'],
      [part.sku ?? '', old],
    ])
    const texts = ['VW Golf V 2005-2007', 'Seat Leon II 2006-2008']
    const checked = []
    for (const text of texts)
      checked.push(
        await checkTable(shop, 'fitments', [
          ['Part number', 'Fits'],
          [part.sku ?? '', text],
          [part.sku ?? '', `${text} rear`],
        ]),
      )
    const applied = await Promise.all(checked.map(({ _id }) => moveImport(shop, _id, 'apply')))
    const held = applied.findIndex(({ counts }) => counts.applied === 2)
    assert.equal(applied[1 - held]?.counts.refused, 2, JSON.stringify(applied.map(({ counts }) => counts)))
    const { rows } = await shop.db.execute<{ text: string }>(
      sql`SELECT text FROM fits_texts WHERE product_id = ${part._id}`,
    )
    assert.equal(rows[0]?.text, `${texts[held]}\n${texts[held]} rear`)
    const [, ...fits] = await fitsOf(part)
    assert.equal(fits.length, 2)
    for (const fit of fits) assert.match(fit, held === 0 ? /Golf V 2005 2007/ : /Leon II 2006 2008/)
  }
})

test('a text for a part with vehicles of other origin says which ones stay and what it names besides, and adds nothing', async () => {
  const part = await addPart()
  await importTable(shop, 'fitments', [
    ['Part number', 'Make', 'Model', 'Generation'],
    [part.sku ?? '', 'VW', 'Golf', 'V'],
  ])
  const compare = async (...texts: string[]) => {
    const { _id, counts } = await checkTable(shop, 'fitments', [
      ['Part number', 'Fits'],
      ...texts.map((text) => [part.sku ?? '', text]),
    ])
    return { counts, rows: await listRows(shop, _id) }
  }
  const { counts, rows } = await compare('VW Golf IV', 'VW Golf V; Skoda Octavia II, Skoda Kwyjibo', 'VW Golf V')
  assert.deepEqual(counts, { error: 2, same: 1 })
  const said = rows.map(({ errors }) => errors.map(({ code, facts }) => [code, facts]))
  const golf = 'Volkswagen Golf V'
  assert.deepEqual(said, [
    [['fits-kept', { vehicles: golf, missing: 'Volkswagen Golf IV 1997–2004' }]],
    [['fits-kept', { vehicles: golf, missing: 'Škoda Octavia II 2004–2013; Kwyjibo' }]],
    [],
  ])
  assert.deepEqual(
    rows.flatMap(({ warnings }) => warnings),
    [],
  )
  assert.match(rows[0]?.errors[0]?.message ?? '', /keeps its vehicles.*Golf V\. .*also names: Volkswagen Golf IV/)
  // A file of products says it beside what it changes.
  const products = [
    ['Part number', 'Name', 'Fits'],
    [part.sku ?? '', 'Another name', 'VW Golf V; Skoda Octavia II'],
  ]
  const { _id: id, counts: changed } = await importTable(shop, 'products', products)
  assert.equal(changed.applied, 1)
  assert.deepEqual(
    (await listRows(shop, id))[0]?.warnings.map(({ code }) => code),
    ['fits-kept'],
  )
  assert.deepEqual(await fitsOf(part), ['vehicles', 'Volkswagen Golf V import'])
  // The shop has the text now: the same file says nothing again.
  const { _id: again, counts: same } = await checkTable(shop, 'products', products)
  assert.deepEqual([same, (await listRows(shop, again))[0]?.warnings], [{ same: 1 }, []])
  assert.deepEqual((await compare('VW Golf V; Skoda Octavia II')).counts, { same: 1 })
})

test('what an admin wrote between comparison and applying stays, and its row is refused', async () => {
  const [part, universal] = [await addPart(), await addPart()]
  const head = ['Part number', 'Make', 'Model', 'Generation']
  const { _id } = await checkTable(shop, 'fitments', [head, [part.sku ?? '', 'VW', 'Golf', 'V']])
  const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${part._id}/fitments`, {
    token: shop.admin.token,
  })
  const written = await shop.call('PUT', `/tools/${part._id}/fitments`, {
    token: shop.admin.token,
    body: {
      kind: 'vehicles',
      isComplete: false,
      fitments: [{ make: 'VW', family: 'Golf', generation: 'V' }],
      seen: body.seen,
    },
  })
  assert.equal(written.status, 200)
  assert.equal((await moveImport(shop, _id, 'apply')).counts.refused, 1)
  assert.deepEqual(await fitsOf(part), ['vehicles', 'Volkswagen Golf V hand'])
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'universal' WHERE id = ${universal._id}`)
  const refused = await checkTable(shop, 'fitments', [head, [universal.sku ?? '', 'VW', 'Golf', 'V']])
  assert.equal((await listRows(shop, refused._id, 'error'))[0]?.errors[0]?.code, 'fits-universal')
})

test('the file of products says what each part is for, and Today counts parts without their vehicles', async () => {
  const [part, listed] = [await addPart(), await addPart()]
  const tasks = async () =>
    (await shop.call<{ kind: string; count: number }[]>('GET', '/tasks', { token: shop.admin.token })).body.find(
      ({ kind }) => kind === 'unfitted',
    )?.count ?? 0
  const before = await tasks()
  await importTable(shop, 'fitments', [
    ['Part number', 'Make', 'Model', 'Generation'],
    [listed.sku ?? '', 'VW', 'Golf', 'V'],
  ])
  const { _id, counts } = await checkTable(shop, 'products', [
    ['Part number', 'Fit', 'Fit list complete'],
    [part.sku ?? '', 'vehicles', 'yes'],
    [listed.sku ?? '', 'none', 'no'],
  ])
  assert.deepEqual(counts, { changed: 1, error: 1 })
  assert.equal((await listRows(shop, _id, 'error'))[0]?.errors[0]?.code, 'fits-listed')
  await moveImport(shop, _id, 'apply')
  assert.deepEqual(await fitsOf(part), ['vehicles'])
  assert.equal(await tasks(), before + 1)
  const vehicles = [
    ['Part number', 'Make', 'Model', 'Generation'],
    [part.sku ?? '', 'VW', 'Golf', 'V'],
  ]
  const { _id: listing } = await importTable(shop, 'fitments', vehicles)
  assert.equal(await tasks(), before)
  await moveImport(shop, listing, 'undo')
  assert.equal(await tasks(), before + 1)
  assert.deepEqual(await checkFitments(shop.db), [])
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await fitsOf(part), ['none'])
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'universal' WHERE id = ${listed._id}`)
  assert.equal((await checkFitments(shop.db)).length, 1)
})

test('an engine is that of the model which has its words; of litres alone or several, the buyer is told to check, and no engine is added', async () => {
  await shop.db.execute(sql`
    INSERT INTO vehicle_engines (model_id, name)
    SELECT id, unnest(ARRAY['2.4 GDI', '3.5 V6']) FROM vehicle_models WHERE slug = 'kia-sorento'
    UNION SELECT id, unnest(ARRAY['1.9 TDI 74', '1.9 TDI 77']) FROM vehicle_models WHERE slug = 'volkswagen-golf-vi'`)
  const before = await shop.db.execute(sql`SELECT id FROM vehicle_engines ORDER BY id`)
  const [one, several] = [await addPart(), await addPart()]
  await importTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    [one.sku ?? '', 'Kia Sorento 2013 2.4L GDI'],
  ])
  assert.deepEqual(await fitsOf(one), ['vehicles', 'Kia Sorento 2013 2013 2.4 GDI text'])
  const after = await shop.db.execute(sql`SELECT id FROM vehicle_engines ORDER BY id`)
  assert.deepEqual(after.rows, before.rows)
  await importTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    [several.sku ?? '', 'VW Golf VI 1.9 TDI front'],
  ])
  assert.deepEqual(await fitsOf(several), ['vehicles', 'Volkswagen Golf VI front 1.9 TDI text'])
  // Another engine may have the litres of the only one that the shop knows.
  const litres = await addPart()
  await importTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    [litres.sku ?? '', 'Kia Sorento 2013 2.4L'],
  ])
  const { rows } = await shop.db.execute(
    sql`SELECT engine_id, condition FROM fitments WHERE product_id = ${litres._id}`,
  )
  assert.deepEqual(rows, [{ engine_id: null, condition: '2.4L' }])
  const again = await checkTable(shop, 'fitments', await exported())
  assert.deepEqual([again.counts.new, again.counts.changed], [undefined, undefined])
})
