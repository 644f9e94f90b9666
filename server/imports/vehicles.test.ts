import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { checkTable, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const head = ['Make', 'Model', 'Generation', 'Kind of vehicle', 'From year', 'To year', 'Engines', 'Other names']
const all = async () =>
  (
    await shop.db.execute<{ row: string }>(sql`
      SELECT concat_ws(' ', slug, kind, year_from, year_to, CASE WHEN is_offered THEN NULL ELSE 'hidden' END,
        (SELECT string_agg(concat_ws('/', name, code), ',' ORDER BY name) FROM vehicle_engines WHERE model_id = vehicle_models.id),
        (SELECT string_agg(concat_ws('/', name, counts), ',' ORDER BY name) FROM vehicle_names
          WHERE vehicle_names.make_id = vehicle_models.make_id AND vehicle_names.family = vehicle_models.family
            AND coalesce(model_id, vehicle_models.id) = vehicle_models.id)) AS row
      FROM vehicle_models ORDER BY slug`)
  ).rows.map(({ row }) => row)
const makes = async () =>
  (await shop.db.execute<{ name: string }>(sql`SELECT name FROM vehicle_makes ORDER BY name`)).rows.map(
    ({ name }) => name,
  )
const added = async (known: readonly string[]) => (await all()).filter((row) => !known.includes(row))

test('a file adds vehicles of makes that the shop did not know, parts fit them, and undo takes away what nothing names', async () => {
  const before = await all()
  const { _id, counts } = await checkTable(shop, 'vehicles', [
    head,
    ['Kwyjibo', 'H25', '391', 'forklift', '2002', '2012', '2.0 TDI [BEQ] | 2.2', '391 D'],
    ['KWYJIBO', 'T9', '', 'Machine', '1990', '', '', 'T 9 Super [alone]'],
    ['VW', 'Golf', 'Kwyj', '', '2019', '', '', ''],
    ['VW', 'Golf', 'V', '', '2003', '2010', '', ''],
    ['VW', 'Golf', '', '', '', '', '', ''],
    ['Kwyjibo', 'H30', '', 'machine', '2012', '2002', '', ''],
    ['', 'H31', '', '', '', '', '', ''],
    ['Kwyjibo', 'H32', '', 'spaceship', '', '', '', ''],
    ['Kwyjibo', 'H33', '', '', '', '', '', 'Forki [sometimes]'],
  ])
  assert.deepEqual(counts, { new: 3, changed: 1, error: 5 })
  assert.deepEqual(
    (await listRows(shop, _id, 'error')).map(({ errors }) => errors.map(({ code }) => code).join(' ')),
    ['generation-needed', 'years-reversed', 'required', 'not-a-choice', 'not-a-choice'],
  )
  assert.deepEqual(await all(), before)
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 4)
  const own = (await added(before)).filter((row) => !row.startsWith('volkswagen-golf-v '))
  assert.deepEqual(own, [
    'kwyjibo-h25-391 machine 2002 2012 2.0 TDI/BEQ,2.2 391 D/with-make',
    'kwyjibo-t9 machine 1990 T 9 Super/alone',
    'volkswagen-golf-kwyj car 2019 ' + (own[2] ?? '').split(' ').slice(3).join(' '),
  ])
  const file = await shop.call<string>('GET', '/exports/vehicles?language=en', { token: shop.admin.token })
  const lines = String(file.body).split('\r\n')
  const ownLines = [lines[0], ...lines.filter((line) => line.includes('Kwyjibo'))].join('\r\n')
  assert.deepEqual((await checkTable(shop, 'vehicles', ownLines)).counts, { same: 2 })

  await shop.addProduct({ sku: 'FORK-1', name: 'Pad' })
  const fitting = await importTable(shop, 'fitments', [
    ['Part number', 'Fits'],
    ['FORK-1', 'T 9 Super 1995-2000'],
  ])
  assert.equal(fitting.counts.applied, 1)
  const { undone, left } = (await moveImport(shop, _id, 'undo')).counts
  assert.deepEqual([undone, left], [3, 1])
  assert.deepEqual(await added(before), ['kwyjibo-t9 machine 1990 T 9 Super/alone'])
  await moveImport(shop, fitting._id, 'undo')
})

test('a newer file changes years, engines, names and what is offered, and undo gives them back', async () => {
  const first = await importTable(shop, 'vehicles', [
    head,
    ['Boltwerk', 'One', 'I', 'truck', '2001', '', '1.0 | 2.0 [AA]', 'Uno | First [body]'],
  ])
  const before = await all()
  const newer = await importTable(shop, 'vehicles', [
    ['Fahrzeugmarke', 'Modell', 'Generation', 'Fahrzeugart', 'Bis Jahr', 'Motoren', 'Weitere Namen', 'Angeboten'],
    ['boltwerk', 'one', 'I', 'Transporter', '2009', '2.0 [AA] | 3.0', 'Primo', 'nein'],
  ])
  assert.equal(newer.counts.applied, 1)
  assert.deepEqual(await added(before), ['boltwerk-one-i van 2001 2009 hidden 2.0/AA,3.0 Primo/with-make'])
  await moveImport(shop, newer._id, 'undo')
  assert.deepEqual(await all(), before)

  const part = await shop.addProduct({ sku: 'BOLT-1', name: 'Pad' })
  await shop.db.execute(sql`
    INSERT INTO fitments (product_id, model_id, engine_id, origin) SELECT ${part._id}, model_id, vehicle_engines.id, 'hand'
    FROM vehicle_engines JOIN vehicle_models ON vehicle_models.id = model_id WHERE slug = 'boltwerk-one-i' AND name = '1.0'`)
  const refused = await checkTable(shop, 'vehicles', [
    ['Make', 'Model', 'Generation', 'Engines'],
    ['Boltwerk', 'One', 'I', '3.0'],
  ])
  assert.deepEqual(
    (await listRows(shop, refused._id, 'error')).map(({ errors }) => errors.map(({ code }) => code)),
    [['in-use']],
  )
  await shop.db.execute(sql`DELETE FROM fitments WHERE product_id = ${part._id}`)
  await moveImport(shop, first._id, 'undo')
  assert.ok(!(await makes()).includes('Boltwerk'))
})

test('of two files that add a model at once one is applied', async () => {
  const rows = (to: string) => [head, ['Racewerk', 'One', '', '', '2001', to, '', '']]
  const checked = [await checkTable(shop, 'vehicles', rows('2005')), await checkTable(shop, 'vehicles', rows('2006'))]
  const applied = await Promise.all(checked.map(({ _id }) => moveImport(shop, _id, 'apply')))
  assert.equal(applied.filter(({ counts }) => counts.applied === 1).length, 1)
  assert.equal((await all()).filter((row) => row.startsWith('racewerk-one')).length, 1)
})
