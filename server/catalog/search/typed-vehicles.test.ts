import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Facets } from '#contract/facets.ts'
import type { SearchMiss, SearchResult } from '#contract/search.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({}, async () => {
  await addPart('Zorbel front brake pads', 'mercedes-benz-sprinter-w907')
  await addPart('Zorbel rear brake pads', 'kia-sorento', '2.4 GDI')
  await addPart('Zorbel brake pads without a list')
  await addPart('Zorbel sticker Sorento 2013')
})

/** Adds a part that lists a model by its address, with an engine. */
async function addPart(name: string, slug?: string, engine?: string) {
  const { _id } = await shop.addProduct({ name })
  if (slug === undefined) return
  const { rows } = await shop.db.execute<{ id: number }>(sql`SELECT id FROM vehicle_models WHERE slug = ${slug}`)
  assert.equal(rows.length, 1, slug)
  await shop.db.execute(sql`
    WITH engine AS (
      INSERT INTO vehicle_engines (model_id, name) SELECT ${rows[0]?.id}, ${engine ?? null}::text WHERE ${engine !== undefined} RETURNING id),
    marked AS (UPDATE products SET fit_kind = 'vehicles' WHERE id = ${_id})
    INSERT INTO fitments (product_id, model_id, engine_id, origin)
    SELECT ${_id}, ${rows[0]?.id}, (SELECT id FROM engine), 'hand'`)
}

async function search(q: string, more = '') {
  const query = `q=${encodeURIComponent(q)}${more}`
  const { products, readings, family } = (await shop.call<SearchResult>('GET', `/search?${query}`)).body
  const facets = (await shop.call<Facets>('GET', `/tools/facets?${query}`)).body
  assert.equal(facets.total, products.length, `the count of ${q}`)
  return { names: products.map(({ name }) => name), readings, family, facets }
}

test('a vehicle is read out of a search, its words are searched no more, and the answer says so', async () => {
  const { names, readings, facets } = await search('2019 sprinter front zorbel brake pads')
  assert.deepEqual(names, ['Zorbel front brake pads'])
  const name = '2019 Mercedes-Benz Sprinter W907'
  assert.deepEqual(readings, [{ kind: 'vehicle', word: '2019 sprinter', means: [name] }])
  const [vehicle, ...others] = facets.read?.vehicles ?? []
  assert.deepEqual(facets.read, {
    name,
    words: 'front zorbel brake pads',
    vehicles: [{ ...vehicle, year: 2019, name }],
  })
  assert.deepEqual(others, [])
  for (const typed of ['zorbel pads for Kia Sorento 2013', 'zorbel pads für sorento 2013'])
    assert.deepEqual((await search(typed)).names, ['Zorbel rear brake pads'], typed)
  // An engine narrows the list only if the shop knows it.
  assert.deepEqual((await search('sorento 2013 2.4 zorbel')).names, ['Zorbel rear brake pads'])
  assert.equal((await search('sorento 2013 2.4')).readings[0]?.means[0], '2013 Kia Sorento 2.4 GDI')
})

test('words that no part has are named and left out, and so are engines and years that the vehicle never had', async () => {
  for (const [typed, ...words] of [
    ['sorento 2013 2.4 zorbel xyzzy', 'xyzzy'],
    ['sorento 2013 9.9 zorbel', '9.9'],
    ['sorento 2013 qqyzzy', 'qqyzzy'],
    ['sprinter w907 1999', '1999'],
  ]) {
    const { names, readings } = await search(typed as string)
    assert.equal(names.length, 1, typed)
    const left = readings.filter(({ kind }) => kind === 'not-understood' || kind === 'left-out').map(({ word }) => word)
    assert.deepEqual(left, words, typed)
  }
  // Words of other parts were understood: no part of the vehicle has them.
  assert.deepEqual((await search('sorento 2013 zorbel front')).readings.length, 1)
})

test('without parts for the vehicle the answer says how many there are without it, and words can be searched as words', async () => {
  const { names, facets } = await search('2019 sprinter zorbel rear')
  assert.deepEqual(names, [])
  assert.equal(facets.withoutVehicle, 1)
  assert.deepEqual((await search('zorbel sorento 2013', '&words=only')).names, ['Zorbel sticker Sorento 2013'])
})

test('a part number, with separators, too, and a text without a year are not read as vehicles', async () => {
  await shop.addProduct({ name: 'Zorbel numbered', sku: 'GOLF-5 2008' })
  for (const typed of ['golf 5 2008', 'GOLF52008', 'golf-5-2008']) {
    const { names, readings } = await search(typed)
    assert.deepEqual([names, readings], [['Zorbel numbered'], []], typed)
  }
  assert.deepEqual((await search('zorbel sorento')).readings, [])
})

test('a family without a generation is offered where no product has its name, and is no search without a hit', async () => {
  const { names, readings, family } = await search('zorbel rear sprinter xyzzy')
  assert.deepEqual(names, ['Zorbel rear brake pads'])
  assert.deepEqual(
    readings.map(({ kind, word }) => [kind, word]),
    [
      ['family', 'sprinter'],
      ['left-out', 'xyzzy'],
    ],
  )
  // One generation has parts.
  assert.deepEqual(
    [family?.words, family?.models.map(({ name }) => name)],
    ['zorbel rear xyzzy', ['Mercedes-Benz Sprinter W907']],
  )
  const vehicle = `&vehicle=${family?.models[0]?.id}`
  assert.deepEqual((await search('zorbel front', vehicle)).names, ['Zorbel front brake pads'])
  const only = await search('Sprinter')
  assert.deepEqual([only.names, only.readings[0]?.kind, only.family?.words], [[], 'family', ''])
  // Where no generation has parts, the word is left out, and a vehicle alone may be any of them.
  assert.deepEqual((await search('zorbel rear passat')).readings, [{ kind: 'left-out', word: 'passat', means: [] }])
  assert.ok(((await search('passat')).family?.models.length ?? 0) > 1)
  assert.equal((await search('sprinter', '&words=only')).family, undefined)

  // Beside words that no product has, the vehicle leads on to all of its parts.
  const unknown = await search('w907 quagwing')
  assert.deepEqual(
    [unknown.names, unknown.readings.map(({ kind, word }) => [kind, word])],
    [
      [],
      [
        ['family', 'w907'],
        ['left-out', 'quagwing'],
      ],
    ],
  )
  assert.deepEqual(
    [unknown.family?.words, unknown.family?.models.map(({ name }) => name)],
    ['', ['Mercedes-Benz Sprinter W907']],
  )

  const misses = (await shop.call<SearchMiss[]>('GET', '/search-misses', { token: shop.admin.token })).body
  const missed = misses.map(({ _id }) => _id)
  assert.ok(
    missed.includes('zorbel rear passat') &&
      missed.includes('w907 quagwing') &&
      !missed.some((words) => words.includes('zorbel rear sprinter')),
  )
})
