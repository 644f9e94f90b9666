import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { judgeFit } from '#contract/judge-fit.ts'
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'
import type { ProductFitments, ProductVerdict, VehicleMake, VehicleModel } from '#contract/vehicles.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { seededRandom } from '#server/testing/random-search.ts'
import { fittingFor, listedFor } from '#server/vehicles/fit-condition.ts'
import { readDictionary } from '#server/vehicles/read-dictionary.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { seedVehicles } from '#server/vehicles/seed-vehicles.ts'
import type { NewFitment } from '#server/vehicles/vehicles.tables.ts'
import { fitments } from '#server/vehicles/vehicles.tables.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)

const modelsOf = async (make: string) => {
  const makes = await shop.call<VehicleMake[]>('GET', '/vehicle-makes')
  const id = makes.body.find(({ name }) => name === make)?.id
  return (await shop.call<VehicleModel[]>('GET', `/vehicle-makes/${id}/models`)).body
}

test('a new shop offers common makes with their generations, and seeding again changes nothing', async () => {
  const golf = (await modelsOf('Volkswagen')).filter(({ family }) => family === 'Golf')
  assert.deepEqual(
    golf.slice(3, 5).map(({ generation, slug, from }) => [generation, slug, from]),
    [
      ['IV', 'volkswagen-golf-iv', 1997],
      ['V', 'volkswagen-golf-v', 2003],
    ],
  )
  await seedVehicles(shop.db, () => {
    throw new Error('The seed is read again.')
  })
  assert.equal((await shop.call('GET', '/vehicle-makes/999999/models')).body.code, 'vehicle-not-found')
})

test('makes are listed as the language sorts them', async () => {
  const token = shop.admin.token
  for (const path of ['/vehicle-makes', '/all-vehicle-makes']) {
    const { body } = await shop.call<{ name: string }[]>('GET', path, { token })
    const names = body.map(({ name }) => name)
    const wanted = ['Saab', 'Škoda', 'Suzuki', 'Volvo']
    assert.deepEqual(
      names.filter((name) => wanted.includes(name)),
      wanted,
    )
  }
})

test('texts are read with the vehicles of the shop as with the seed, and hidden makes are not read', async () => {
  const text = 'Brake pads front VW Golf V, Skoda Octavia II 2004-2009'
  const before = readFits(text, (await readDictionary(shop.db)).names).readings
  assert.deepEqual(
    before.map(({ make, family, generation }) => [make, family, generation]),
    [
      ['Volkswagen', 'Golf', 'V'],
      ['Škoda', 'Octavia', 'II'],
    ],
  )
  await shop.db.execute(sql`UPDATE vehicle_makes SET is_offered = false WHERE name = 'Škoda'`)
  assert.deepEqual(
    readFits(text, (await readDictionary(shop.db)).names).readings.map(({ make }) => make),
    ['Volkswagen'],
  )
  await shop.db.execute(sql`UPDATE vehicle_makes SET is_offered = true WHERE name = 'Škoda'`)
})

test('every make of the seed has its models, and each address is one model’s', async () => {
  const { makes } = readVehicleSeed()
  const { rows } = await shop.db.execute<{ makes: number; models: number; slugs: number }>(sql`
    SELECT (SELECT count(*) FROM vehicle_makes)::integer AS makes, count(*)::integer AS models, count(DISTINCT slug)::integer AS slugs
    FROM vehicle_models`)
  assert.equal(rows[0]?.makes, makes.length)
  assert.equal(rows[0].models, rows[0].slugs)
})

test('verdicts of function, statement and call are the same for each vehicle, and none fits without a row', async () => {
  const [golf4, golf5, golf6] = (await modelsOf('Volkswagen')).filter(({ family }) => family === 'Golf').slice(3)
  assert.ok(golf4 && golf5 && golf6)
  const { rows: engines } = await shop.db.execute<{ id: number }>(sql`
    INSERT INTO vehicle_engines (model_id, name) VALUES (${golf5.id}, '1.9 TDI'), (${golf5.id}, '1.4') RETURNING id`)
  const engineIds = engines.map(({ id }) => id)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  const products: string[] = []
  for (let number = 0; number < 40; number += 1) {
    const { _id } = await shop.addProduct({ name: `Part ${number}` })
    products.push(_id)
    const kind = pick(['vehicles', 'vehicles', 'vehicles', 'universal', 'none'])
    await shop.db.execute(
      sql`UPDATE products SET fit_kind = ${kind}, fit_complete = ${kind === 'vehicles' && random() < 0.3} WHERE id = ${_id}`,
    )
    const rows = Array.from({ length: below(4) }, (): NewFitment => {
      const model = pick([golf4, golf5, golf5, golf5, golf6])
      const from = pick([null, 2003, 2005, 2006])
      const built = pick([null, null, '2005-06-01', '2006-03-01'])
      return {
        productId: _id,
        modelId: model.id,
        yearFrom: from,
        yearTo: pick([null, 2006, 2007]),
        builtFrom: built,
        builtTo: built === null ? pick([null, null, '2006-09-30']) : null,
        engineId: model === golf5 ? pick([null, null, ...engineIds]) : null,
        condition: pick([null, null, 'with sport suspension']),
        origin: 'hand',
      }
    })
    if (rows.length > 0) await shop.db.insert(fitments).values(rows).onConflictDoNothing()
  }
  const vehicles: ChosenVehicle[] = [golf4, golf5, golf6].flatMap(({ id: modelId }) =>
    [1995, 2002, 2003, 2005, 2006, 2007, 2008, 2020].flatMap((year) => [
      { modelId, year },
      { modelId, year, built: `${year}-06-15` },
      ...(modelId === golf5.id ? engineIds.map((engineId) => ({ modelId, year, engineId })) : []),
    ]),
  )
  const seen = new Set<string | undefined>()
  for (const vehicle of vehicles) {
    const answer = await shop.call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', {
      body: { vehicle, productIds: products },
    })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { rows } = await shop.db.execute<{
      id: string
      fits: boolean
      listed: boolean
      kind: string
      has: boolean
    }>(sql`
      SELECT id, id IN ${fittingFor(vehicle)} AS fits, id IN ${listedFor(vehicle)} AS listed, fit_kind AS kind,
        EXISTS (SELECT FROM fitments WHERE product_id = products.id) AS has FROM products`)
    for (const { id, fits, listed, kind, has } of rows) {
      const verdict = answer.body.verdicts.find(({ productId }) => productId === id)?.verdict
      seen.add(verdict)
      const byRows = fits ? 'fits' : listed ? 'check' : 'not-listed'
      const expected = kind === 'universal' ? kind : kind === 'none' || !has ? undefined : byRows
      assert.equal(verdict, expected, JSON.stringify({ id, vehicle }))
    }
  }
  assert.equal(seen.size, 5)
})

test('a row without years does not fit a vehicle of years in which its model was not built', async () => {
  const golf5 = (await modelsOf('Volkswagen')).find(({ slug }) => slug === 'volkswagen-golf-v')
  const { _id } = await shop.addProduct({ name: 'Golf mirror' })
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'vehicles' WHERE id = ${_id}`)
  await shop.db.execute(sql`INSERT INTO fitments (product_id, model_id, origin) VALUES (${_id}, ${golf5?.id}, 'hand')`)
  const verdictOf = async (year: number) => {
    const body = { vehicle: { modelId: golf5?.id, year }, productIds: [_id] }
    return (await shop.call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', { body })).body.verdicts[0]
      ?.verdict
  }
  assert.deepEqual(
    [await verdictOf(1995), await verdictOf(2006), await verdictOf(2030)],
    ['not-listed', 'fits', 'not-listed'],
  )
})

test('a part that does not list a vehicle shows the rows of its model first, with engine and days that leave it out', async () => {
  const models = await modelsOf('Volkswagen')
  const [golf5, golf4] = ['v', 'iv'].map((generation) =>
    models.find(({ slug }) => slug === `volkswagen-golf-${generation}`),
  )
  assert.ok(golf5 && golf4)
  const { rows: engines } = await shop.db.execute<{ id: number; name: string }>(sql`
    INSERT INTO vehicle_engines (model_id, name) VALUES (${golf5.id}, '1.9 TDI left out'), (${golf5.id}, '1.6 left out') RETURNING id, name`)
  const [diesel, petrol] = engines
  assert.ok(diesel && petrol)
  const { _id } = await shop.addProduct({ name: 'Golf turbocharger' })
  await shop.db.execute(sql`UPDATE products SET fit_kind = 'vehicles' WHERE id = ${_id}`)
  await shop.db.insert(fitments).values([
    { productId: _id, modelId: golf4.id, origin: 'hand' },
    {
      productId: _id,
      modelId: golf5.id,
      engineId: diesel.id,
      builtTo: '2006-06-30',
      position: 'front',
      origin: 'hand',
    },
  ])
  const body = { vehicle: { modelId: golf5.id, year: 2006, engineId: petrol.id }, productIds: [_id] }
  const { verdicts } = (await shop.call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', { body })).body
  assert.deepEqual(
    verdicts[0]?.fits?.map(({ family, generation, engine, builtTo, position }) => [
      [family, generation].join(' '),
      engine?.name,
      builtTo,
      position,
    ]),
    [
      ['Golf V', '1.9 TDI left out', '2006-06-30', 'front'],
      ['Golf IV', undefined, undefined, undefined],
    ],
  )
})

test('to know more of a vehicle never turns "fits" into something else', () => {
  for (let round = 0; round < 2000; round += 1) {
    const rows = Array.from({ length: 1 + below(3) }, () => ({
      modelId: 1,
      yearFrom: [null, 2004, 2006][below(3)] ?? null,
      yearTo: [null, 2007][below(2)] ?? null,
      builtFrom: [null, '2005-06-01'][below(2)] ?? null,
      builtTo: [null, '2006-06-30'][below(2)] ?? null,
      engineId: [null, 1, 2][below(3)] ?? null,
      condition: [null, 'with ABS'][below(2)] ?? null,
    }))
    const part = { kind: 'vehicles', isComplete: false, rows, hasRows: true } as const
    const year = 2003 + below(6)
    const less = { modelId: 1, year }
    const more = {
      ...less,
      engineId: 1 + below(2),
      ...(random() < 0.5 ? { built: `${year}-0${1 + below(9)}-10` } : {}),
    }
    const [before, after] = [judgeFit(part, less)?.verdict, judgeFit(part, more)?.verdict]
    if (before === 'fits') assert.equal(after, 'fits')
    if (before === 'not-listed') assert.equal(after, 'not-listed')
  }
})

test('a product shows what it fits', async () => {
  const [golf5] = (await modelsOf('Volkswagen')).filter(({ slug }) => slug === 'volkswagen-golf-v')
  const { _id } = await shop.addProduct({ name: 'Wheel bearing' })
  const bare = await shop.call<ProductFitments>('GET', `/tools/${_id}/fitments`)
  assert.deepEqual(bare.body, { kind: 'none', isComplete: false, fitments: [] })
  await shop.db.execute(
    sql`INSERT INTO fitments (product_id, model_id, year_from, position, origin) VALUES (${_id}, ${golf5?.id}, 2005, 'rear', 'hand')`,
  )
  const { body } = await shop.call<ProductFitments>('GET', `/tools/${_id}/fitments`)
  assert.deepEqual(
    body.fitments.map(({ make, family, generation, from, to, position }) => [
      make,
      family,
      generation,
      from,
      to,
      position,
    ]),
    [['Volkswagen', 'Golf', 'V', 2005, golf5?.to, 'rear']],
  )
  assert.equal((await shop.call('GET', `/tools/${crypto.randomUUID()}/fitments`)).body.code, 'product-not-found')
})
