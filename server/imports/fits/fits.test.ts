import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { FitmentCopies, FitmentSource } from '#contract/fitment-imports.ts'
import type { Language } from '#contract/language.ts'
import type { Import } from '#contract/imports.ts'
import type { StoredFitments } from '#contract/fitments.ts'
import { checkTable, finished, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { textKey } from '#server/vehicles/vehicle-names.ts'
import { readTexts } from '#server/vehicles/read-texts.ts'

const shop = provideTestShop()

let number = 0
async function addPart({ text, oe }: { text?: string; oe?: readonly string[] } = {}): Promise<string> {
  const { _id } = await shop.addProduct({ name: `Part ${++number}` })
  if (text !== undefined) await shop.db.execute(sql`INSERT INTO fits_texts (product_id, text) VALUES (${_id}, ${text})`)
  for (const one of oe ?? [])
    await shop.db.execute(sql`INSERT INTO part_numbers (product_id, kind, number) VALUES (${_id}, 'oem', ${one})`)
  return _id
}
const addFitment = (id: string, slug: string, more: { from?: number; origin?: string; condition?: string } = {}) =>
  shop.db.execute(sql`
    WITH kinds AS (UPDATE products SET fit_kind = 'vehicles' WHERE id = ${id})
    INSERT INTO fitments (product_id, model_id, year_from, position, condition, origin)
    SELECT ${id}, id, ${more.from ?? null}::smallint, 'front', ${more.condition ?? null}::text, ${more.origin ?? 'hand'}
    FROM vehicle_models WHERE slug = ${slug}`)
async function fitsOf(id: string): Promise<string[]> {
  const { body } = await shop.call<StoredFitments>('GET', `/all-tools/${id}/fitments`, { token: shop.admin.token })
  return body.fitments.map(({ family, generation, from, to, position, condition, origin }) =>
    [family, generation, from, to, position, condition, origin].filter((one) => one !== undefined).join(' '),
  )
}
const stage = (source: FitmentSource, language: Language = 'en') =>
  shop.call<{ import: Import; code?: string }>('POST', '/fitment-imports', {
    token: shop.admin.token,
    body: { source, language },
  })
async function preview(source: FitmentSource, language?: Language) {
  await readTexts(shop.db)
  const { status, body } = await stage(source, language)
  assert.equal(status, 200, JSON.stringify(body))
  return finished(shop, body.import._id)
}
const everything = async () =>
  (
    await shop.db.execute<{ state: string }>(sql`
      SELECT jsonb_build_object(
        'fitments', (SELECT jsonb_agg(to_jsonb(fitments) - 'id' ORDER BY product_id, model_id, year_from) FROM fitments),
        'texts', (SELECT jsonb_agg(jsonb_build_array(product_id, text, origin) ORDER BY product_id) FROM fits_texts),
        'kinds', (SELECT jsonb_agg(jsonb_build_array(id, fit_kind) ORDER BY id) FROM products))::text AS state`)
  ).rows[0]?.state

test('texts that are read to the end become vehicles, rows of others stay, and undo gives back every byte', async () => {
  assert.equal((await stage('texts')).body.code, 'fitments-nothing-to-apply')
  const read = await addPart({ text: 'Brake pads front VW Golf V 2005-2007' })
  const open = await addPart({ text: 'Zonkmobil 2005' })
  const byHand = await addPart({ text: 'VW Golf V' })
  await addFitment(byHand, 'volkswagen-golf-iv')
  const again = await addPart({ text: 'VW Golf V' })
  await addFitment(again, 'volkswagen-golf-iv', { origin: 'text' })
  const meanwhile = await addPart({ text: 'VW Golf V' })
  const start = await everything()
  const { _id, counts } = await preview('texts')
  assert.deepEqual(counts, { new: 3 })
  assert.match(JSON.stringify((await listRows(shop, _id))[0]), /Volkswagen Golf V 2005–2007 · front/)
  const german = await preview('texts', 'de')
  assert.match(JSON.stringify((await listRows(shop, german._id))[0]), /Volkswagen Golf V 2005–2007 · vorn/)
  assert.equal(await everything(), start)
  // What was written since stays.
  await addFitment(meanwhile, 'volkswagen-golf-iv')
  const before = await everything()
  const applied = await moveImport(shop, _id, 'apply')
  assert.deepEqual([applied.counts.applied, applied.counts.refused], [2, 1])
  assert.deepEqual(await fitsOf(read), ['Golf V 2005 2007 front text'])
  assert.deepEqual(await fitsOf(open), [])
  assert.deepEqual(await fitsOf(byHand), ['Golf IV front hand'])
  assert.deepEqual(await fitsOf(meanwhile), ['Golf IV front hand'])
  assert.deepEqual(await fitsOf(again), ['Golf V text'])
  // The same texts again change nothing.
  assert.deepEqual((await preview('texts')).counts, { same: 2 })
  await moveImport(shop, _id, 'undo')
  assert.equal(await everything(), before)
})

test('parts get the vehicles of parts with the same OE number, unless those disagree, and undo gives back every byte', async () => {
  const source = await addPart({ oe: ['1K0 615 301 AA'] })
  await addFitment(source, 'volkswagen-golf-v', { from: 2005, condition: 'with ABS' })
  await addFitment(source, 'volkswagen-golf-iv')
  const target = await addPart({ oe: ['1k0615301aa', '5Q0 615 301'] })
  const other = await addPart({ oe: ['1K0-698-151', '1K0615301AA'] })
  const third = await addPart({ oe: ['1K0698151'] })
  await addFitment(third, 'volkswagen-golf-iv')
  // In a category of fluids, where nothing fits vehicles, a number is like another one only in form.
  const oil = await addPart({ oe: ['1K0615301AA'] })
  const ofFluids = sql`(SELECT id FROM categories WHERE slug = 'fluids')`
  await shop.db.execute(sql`UPDATE products SET category_id = ${ofFluids} WHERE id = ${oil}`)
  const token = shop.admin.token
  const found = (await shop.call<FitmentCopies>('GET', '/fitment-copies', { token })).body
  assert.deepEqual([found.parts, found.disagreeing, found.examples.map(({ _id }) => _id)], [1, 1, [other]])
  const before = await everything()
  const { _id, counts } = await preview('oe-numbers')
  assert.deepEqual(counts, { new: 2 })
  assert.equal((await moveImport(shop, _id, 'apply')).counts.applied, 2)
  assert.deepEqual(await fitsOf(target), ['Golf IV front copy', 'Golf V 2005 front with ABS copy'])
  assert.deepEqual(await fitsOf(other), [])
  // A copy is no source for a further one.
  await addPart({ oe: ['5Q0615301'] })
  assert.equal((await shop.call<FitmentCopies>('GET', '/fitment-copies', { token })).body.parts, 0)
  await moveImport(shop, _id, 'undo')
  const last = (await everything()) ?? ''
  assert.equal(JSON.stringify(JSON.parse(last).fitments), JSON.stringify(JSON.parse(before ?? '').fitments))
})

test('answers come back from their file without a change, and undo takes back what a file added', async () => {
  const answers = async () =>
    (
      await shop.db.execute<{ key: string; slugs: string[] }>(sql`
        SELECT key, ARRAY(SELECT slug FROM vehicle_models WHERE id = ANY (model_ids) ORDER BY slug) AS slugs
        FROM fits_phrases WHERE model_ids IS NOT NULL ORDER BY key`)
    ).rows.map(({ key, slugs }) => [key, ...slugs])
  assert.deepEqual(await answers(), [])
  const { _id, counts } = await checkTable(shop, 'fits-phrases', [
    ['Phrase', 'Make', 'Model', 'Generation'],
    ['Zonkmobil', 'VW', 'Golf', '5'],
    ['Zonkmobil', 'Volkswagen', 'Golf', 'IV'],
    ['Blorp', '', '', ''],
    ['Blorp', 'VW', 'Golf', 'V'],
    ['Quux', 'VW', 'Golf', ''],
  ])
  assert.deepEqual(counts, { new: 4, error: 1 })
  const applied = await moveImport(shop, _id, 'apply')
  // Words are not a vehicle and none.
  assert.deepEqual([applied.counts.applied, applied.counts.refused], [2, 2])
  const answered = [['ZONKMOBIL', 'volkswagen-golf-iv', 'volkswagen-golf-v']]
  assert.deepEqual(await answers(), answered)
  await importTable(shop, 'fits-phrases', [
    ['Phrase', 'Make', 'Model'],
    ['Blorp', '', ''],
  ])
  const condition = [
    ['Phrase', 'Make', 'Model', 'Condition'],
    ['Quux', '', '', 'yes'],
    ['Blorp', '', '', 'yes'],
    ['Zonkmobil', 'VW', 'Golf', 'yes'],
  ]
  // What is no vehicle already, or one, is no condition.
  assert.deepEqual((await checkTable(shop, 'fits-phrases', condition)).counts, { new: 1, error: 2 })
  await importTable(shop, 'fits-phrases', condition.slice(0, 2))
  assert.deepEqual((await checkTable(shop, 'fits-phrases', condition.slice(0, 2))).counts, { same: 1 })
  const exported = await shop.call<string>('GET', '/exports/fits-phrases?language=en', { token: shop.admin.token })
  assert.ok(String(exported.body).includes('Quux'))
  assert.deepEqual((await checkTable(shop, 'fits-phrases', String(exported.body))).counts, { same: 4 })
  await importTable(shop, 'fits-phrases', [
    ['Phrase', 'Make', 'Model', 'Condition', 'Remove'],
    ['Quux', '', '', 'yes', 'yes'],
  ])
  assert.deepEqual(await answers(), [['BLORP'], ...answered])
  const { body } = await shop.call<string>('GET', '/exports/fits-phrases?language=en', { token: shop.admin.token })
  assert.deepEqual((await checkTable(shop, 'fits-phrases', String(body))).counts, { same: 3 })
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await answers(), [['BLORP']])
  // A family may mean some of its generations, which nobody said.
  const family = [
    ['Phrase', 'Make', 'Model', 'Generation', 'Condition'],
    ['Volkswagen Golf', 'VW', 'Golf', 'IV', 'yes'],
    ['Volkswagen Golf', 'VW', 'Golf', 'V', 'yes'],
  ]
  const ofFamily = (await importTable(shop, 'fits-phrases', family))._id
  const checked = await shop.call<string>('GET', '/exports/fits-phrases?language=en', { token: shop.admin.token })
  assert.ok(String(checked.body).includes('Volkswagen Golf,Volkswagen,Golf,IV,yes'), String(checked.body))
  assert.deepEqual((await checkTable(shop, 'fits-phrases', String(checked.body))).counts, { same: 3 })
  await moveImport(shop, ofFamily, 'undo')
  assert.deepEqual(await answers(), [['BLORP']])
  // An answer for a whole text is none for the same words in another one.
  const whole = [
    ['Phrase', 'Make', 'Model', 'Generation', 'Whole text'],
    ['Disc, 1.4 Blorp', 'VW', 'Golf', 'V', 'yes'],
  ]
  await importTable(shop, 'fits-phrases', whole)
  assert.deepEqual(await answers(), [[textKey('disc, 1.4  blorp'), 'volkswagen-golf-v'], ['BLORP']])
  const { body: both } = await shop.call<string>('GET', '/exports/fits-phrases?language=en', {
    token: shop.admin.token,
  })
  assert.deepEqual((await checkTable(shop, 'fits-phrases', String(both))).counts, { same: 2 })
})

test('an answer of a file is refused if somebody has answered its phrase since it was compared', async () => {
  const table = (generation: string) => [
    ['Phrase', 'Make', 'Model', 'Generation'],
    ['Wummsel', 'VW', 'Golf', generation],
  ]
  const first = await checkTable(shop, 'fits-phrases', table('IV'))
  const second = await checkTable(shop, 'fits-phrases', table('V'))
  assert.equal((await moveImport(shop, first._id, 'apply')).counts.applied, 1)
  const refused = await moveImport(shop, second._id, 'apply')
  assert.deepEqual([refused.counts.applied ?? 0, refused.counts.refused], [0, 1])
  assert.equal((await listRows(shop, second._id, 'refused'))[0]?.errors[0]?.code, 'answered-meanwhile')
  // Compared again, it is added to what the phrase means now.
  assert.equal((await importTable(shop, 'fits-phrases', table('V'))).counts.applied, 1)
  const { rows } = await shop.db.execute<{ count: number }>(
    sql`SELECT cardinality(model_ids) AS count FROM fits_phrases WHERE key = 'WUMMSEL'`,
  )
  assert.equal(rows[0]?.count, 2)
})
