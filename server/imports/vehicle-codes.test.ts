import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { StoredFitments } from '#contract/fitments.ts'
import type { VehicleReading } from '#contract/garage.ts'
import { checkTable, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const head = ['Code system', 'Vehicle code', 'Make', 'Model', 'Generation', 'Engine']
const typed = async (text: string) => {
  const { body } = await shop.call<VehicleReading>('POST', '/vehicle-readings', { body: { text } })
  return body.as === 'code' ? body.proposals.map(({ name }) => name) : []
}
const codes = async () =>
  (
    await shop.db.execute<{ row: string }>(sql`
      SELECT concat_ws(' ', system, vehicle_codes.code, slug, name, vehicle_engines.code) AS row FROM vehicle_codes
        JOIN vehicle_models ON vehicle_models.id = vehicle_codes.model_id LEFT JOIN vehicle_engines ON vehicle_engines.id = engine_id
      ORDER BY system, vehicle_codes.code`)
  ).rows.map(({ row }) => row)
const engines = async () =>
  (await shop.db.execute<{ name: string }>(sql`SELECT name FROM vehicle_engines ORDER BY name`)).rows.map(
    ({ name }) => name,
  )
const exported = async () =>
  String((await shop.call<string>('GET', '/exports/vehicle-codes?language=en', { token: shop.admin.token })).body)

test('codes of a list are typed by buyers and named by files of parts, come back without a change, and undo takes them away', async () => {
  const enginesBefore = await engines()
  const { _id, counts } = await checkTable(shop, 'vehicle-codes', [
    head,
    ['KType', '17428', 'VW', 'Golf', '5', '1.9 TDI'],
    ['ktyp', '17429', 'Volkswagen', 'Golf V', '', '1.9 TDI'],
    // A spreadsheet took the zero.
    ['HSN/TSN', '603 aln', 'VW', 'Golf', 'V', ''],
    ['KType', '17430', 'VW', 'Golf', '', ''],
    ['KType', '17431', 'Volkswagn', 'Golf', 'V', ''],
    ['KType', '17432', '', '', '', ''],
    ['KType', '17428', 'VW', 'Golf', 'IV', ''],
    ['Gibberish', '1', 'VW', 'Golf', 'V', ''],
  ])
  assert.deepEqual(counts, { new: 3, error: 5 })
  assert.deepEqual(
    (await listRows(shop, _id, 'error')).map(({ errors }) => errors.map(({ code }) => code).join(' ')),
    ['generation-needed', 'make-unknown', 'required required', 'repeated', 'not-a-choice'],
  )
  assert.deepEqual([await codes(), await engines()], [[], enginesBefore])
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 3)
  assert.deepEqual(await codes(), [
    'hsn-tsn 0603/ALN volkswagen-golf-v',
    'ktype 17428 volkswagen-golf-v 1.9 TDI',
    'ktype 17429 volkswagen-golf-v 1.9 TDI',
  ])
  assert.deepEqual(await typed('17428'), ['Volkswagen Golf V 1.9 TDI'])
  for (const text of ['ktype 17428', 'KType:17428', 'K-Type # 17428', 'KTypNr. 17428'])
    assert.deepEqual(await typed(text), ['Volkswagen Golf V 1.9 TDI'], text)
  for (const text of ['0603aln', '603 ALN', 'hsn 0603 tsn aln', 'HSN: 603, TSN: ALN', 'HSN/TSN 0603/ALN', '0603, aln'])
    assert.deepEqual(await typed(text), ['Volkswagen Golf V'], text)
  assert.deepEqual(await typed('ktype 1742'), [])
  assert.deepEqual((await checkTable(shop, 'vehicle-codes', await exported())).counts, { same: 3 })

  const part = await shop.addProduct({ sku: 'CODE-1', name: 'Pad' })
  const fitting = await importTable(shop, 'fitments', [
    ['Part number', 'KType'],
    ['CODE-1', '17428'],
  ])
  assert.equal(fitting.counts.applied, 1)
  const limited = await shop.addProduct({ sku: 'CODE-2', name: 'Pad' })
  const { _id: limits } = await importTable(shop, 'fitments', [
    ['Part number', 'HSN/TSN', 'Year', 'Engine'],
    ['CODE-2', '0603/ALN', '2006', '1.9 TDI'],
  ])
  const path = `/all-tools/${limited._id}/fitments`
  const { fitments: ofLimited } = (await shop.call<StoredFitments>('GET', path, { token: shop.admin.token })).body
  assert.deepEqual(
    ofLimited.map(({ generation, from, to, engine }) => [generation, from, to, engine]),
    [['V', 2006, 2006, '1.9 TDI']],
  )
  await moveImport(shop, limits, 'undo')
  const byOther = await importTable(shop, 'fitments', [
    ['Part number', 'HSN/TSN'],
    ['CODE-1', '0603ALN'],
  ])
  assert.equal(byOther.counts.applied, 1)
  const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${part._id}/fitments`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    body.fitments.map(({ family, generation, engine }) => [family, generation, engine]),
    [
      ['Golf', 'V', '1.9 TDI'],
      ['Golf', 'V', undefined],
    ],
  )
  await moveImport(shop, byOther._id, 'undo')
  await moveImport(shop, fitting._id, 'undo')
  assert.equal((await moveImport(shop, _id, 'undo')).counts.undone, 3)
  assert.deepEqual([await codes(), await engines(), await typed('17428')], [[], enginesBefore, []])
})

test('a code in two columns, HSN and TSN, is one, in lists of codes and in files of parts', async () => {
  const list = [
    ['HSN', 'TSN', 'Fahrzeugmarke', 'Modell', 'Generation'],
    ['0603', 'AAT', 'VW', 'Golf', 'V'],
    ['8004', 'AEB', 'Skoda', 'Octavia', 'II'],
  ]
  const { _id } = await importTable(shop, 'vehicle-codes', list)
  assert.deepEqual(await codes(), ['hsn-tsn 0603/AAT volkswagen-golf-v', 'hsn-tsn 8004/AEB skoda-octavia-ii'])
  assert.deepEqual((await checkTable(shop, 'vehicle-codes', list)).counts, { same: 2 })
  const part = await shop.addProduct({ sku: 'CODE-3', name: 'Pad' })
  const file = [
    ['Teilenummer', 'HSN', 'TSN', 'Baujahr'],
    // A spreadsheet took the zero.
    ['CODE-3', '603', 'AAT', '2006'],
    ['CODE-3', '8004', 'AEB', ''],
    ['CODE-3', '8004', 'XXX', ''],
    ['CODE-3', '', 'AEB', ''],
  ]
  const checked = await checkTable(shop, 'fitments', file)
  assert.deepEqual(checked.counts, { new: 2, error: 2 })
  assert.deepEqual(
    (await listRows(shop, checked._id, 'error')).map(({ errors }) => errors.map(({ code }) => code)),
    [['unknown'], ['required']],
  )
  await moveImport(shop, checked._id, 'apply')
  const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${part._id}/fitments`, {
    token: shop.admin.token,
  })
  assert.deepEqual(
    body.fitments.map(({ family, from, to }) => [family, from, to]),
    [
      ['Golf', 2006, 2006],
      ['Octavia', undefined, undefined],
    ],
  )
  await moveImport(shop, checked._id, 'undo')
  await moveImport(shop, _id, 'undo')
})

test('a newer list changes what codes mean and removes them, and undo gives back what they meant', async () => {
  const first = await importTable(shop, 'vehicle-codes', [
    ['KType', 'Make', 'Model', 'Generation', 'Engine'],
    ['1', 'VW', 'Golf', 'V', '1.4 TSI'],
    ['2', 'VW', 'Golf', 'V', '1.6 FSI'],
    ['3', 'VW', 'Golf', 'V', ''],
  ])
  const before = [await codes(), await engines()]
  const newer = await importTable(shop, 'vehicle-codes', [
    ['KType', 'Make', 'Model', 'Generation', 'Engine', 'Remove'],
    // The engine of the former model is not that of this one.
    ['1', 'VW', 'Golf', 'IV', '', ''],
    ['2', '', '', '', '', 'yes'],
    ['3', '', '', '', '2.0 GTI', ''],
  ])
  assert.equal(newer.counts.applied, 3)
  assert.deepEqual(await codes(), ['ktype 1 volkswagen-golf-iv', 'ktype 3 volkswagen-golf-v 2.0 GTI'])
  await moveImport(shop, newer._id, 'undo')
  assert.deepEqual([await codes(), await engines()], before)
  await moveImport(shop, first._id, 'undo')
  assert.deepEqual(await codes(), [])
})

test('of engines with one name the code says which, and a name that means several is refused', async () => {
  await shop.db.execute(sql`
    INSERT INTO vehicle_engines (model_id, name, code)
    SELECT id, '1.9 SDI', code FROM vehicle_models, unnest(ARRAY['BDK', 'BRM']) code WHERE slug = 'volkswagen-golf-v'`)
  const { _id, counts } = await checkTable(shop, 'vehicle-codes', [
    ['KType', 'Make', 'Model', 'Generation', 'Engine'],
    ['21', 'VW', 'Golf', 'V', 'brm'],
    ['22', 'VW', 'Golf', 'V', '1.9 SDI BDK'],
    ['23', 'VW', 'Golf', 'V', '1.9 SDI'],
  ])
  assert.deepEqual(counts, { new: 2, error: 1 })
  assert.equal((await listRows(shop, _id, 'error'))[0]?.errors[0]?.code, 'ambiguous')
  await moveImport(shop, _id, 'apply')
  const expected = ['ktype 21 volkswagen-golf-v 1.9 SDI BRM', 'ktype 22 volkswagen-golf-v 1.9 SDI BDK']
  assert.deepEqual(await codes(), expected)
  assert.deepEqual((await checkTable(shop, 'vehicle-codes', await exported())).counts, { same: 2 })
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await codes(), [])
})

test('of two files that add a code at once one is applied, and what was changed since stays at undo', async () => {
  const rows = (generation: string) => [
    ['KType', 'Make', 'Model', 'Generation'],
    ['31', 'VW', 'Golf', generation],
  ]
  const checked = [
    await checkTable(shop, 'vehicle-codes', rows('V')),
    await checkTable(shop, 'vehicle-codes', rows('IV')),
  ]
  const applied = await Promise.all(checked.map(({ _id }) => moveImport(shop, _id, 'apply')))
  const wins = applied.filter(({ counts }) => counts.applied === 1)
  assert.deepEqual([wins.length, applied.filter(({ counts }) => counts.refused === 1).length], [1, 1])
  await importTable(shop, 'vehicle-codes', rows('VI'))
  assert.equal((await moveImport(shop, wins[0]?._id ?? '', 'undo')).counts.left, 1)
  assert.deepEqual(await codes(), ['ktype 31 volkswagen-golf-vi'])
})
