import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { GarageInput, GarageVehicle, VehicleReading } from '#contract/garage.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const read = async (text: string) =>
  (await shop.call<VehicleReading>('POST', '/vehicle-readings', { body: { text } })).body
const namesOf = async (text: string) => (await read(text)).proposals.map(({ name }) => name)
const propose = async (text: string) => {
  const [first] = (await read(text)).proposals
  assert.ok(first?.modelId, text)
  return { modelId: first.modelId, year: first.year ?? 2006 }
}

test('a typed line names one vehicle, several, or a make', async () => {
  for (const [text, ...names] of [
    ['sorento 2013 2.4', '2013 Kia Sorento 2.4'],
    ['golf 5 2006 1.9 tdi', '2006 Volkswagen Golf V 1.9 TDI'],
    ['2012 sprinter', '2012 Mercedes-Benz Sprinter W906'],
    ['golf 06', '2006 Volkswagen Golf V'],
    ['sorento 13', '2013 Kia Sorento'],
    ['passat 07', '2007 Volkswagen Passat B6'],
    ['w906', 'Mercedes-Benz Sprinter W906'],
    ['kia 2013', '2013 Kia'],
    ['BMW 320d 2007', '2007 BMW 3 Series E90 320d'],
    ['e90 320d 2007', '2007 BMW 3 Series E90 320d'],
    ['brake pads'],
  ]) {
    assert.deepEqual(await namesOf(text as string), names, text)
  }
  const golfs = await namesOf('golf')
  assert.ok(golfs.includes('Volkswagen Golf V') && golfs.includes('Volkswagen Golf VI'), golfs.join())
  // In 2003 the fifth began and the fourth went on.
  assert.deepEqual(await namesOf('vw golf 2003'), ['2003 Volkswagen Golf V', '2003 Volkswagen Golf IV'])
})

test('words of a line that say nothing of the vehicle are named, and so are years and engines that it never had', async () => {
  const notUnderstood = async (text: string) => [(await namesOf(text))[0], (await read(text)).notUnderstood]
  const { modelId } = await propose('sorento 2013')
  await shop.db.execute(
    sql`INSERT INTO vehicle_engines (model_id, name) VALUES (${modelId}, '2.4 GDI'), (${modelId}, '2.2 CRDi')`,
  )
  for (const [text, name, words] of [
    ['sorento 2013 2.4', '2013 Kia Sorento 2.4 GDI', undefined],
    ['sorento 2013 2.4 blue', '2013 Kia Sorento 2.4 GDI', 'blue'],
    ['front brake pads for sorento 13', '2013 Kia Sorento', 'front brake pads'],
    ['golf 2006 1.9 tdi xyz', '2006 Volkswagen Golf V 1.9 TDI', 'xyz'],
    ['w906 2.2 cdi', 'Mercedes-Benz Sprinter W906 2.2 CDI', undefined],
    ['golf xyz 2006', '2006 Volkswagen Golf V', 'xyz'],
    ['kia 2013 xyz', '2013 Kia', 'xyz'],
    ['golf 5 2016', 'Volkswagen Golf V', '2016'],
    ['sorento 2013 9.9', '2013 Kia Sorento', '9.9'],
    ['brake pads', undefined, undefined],
  ])
    assert.deepEqual(await notUnderstood(text as string), [name, words], text)
  await shop.db.execute(sql`DELETE FROM vehicle_engines WHERE model_id = ${modelId}`)
})

test('a typed generation that the shop hides proposes others of its family only', async () => {
  const { modelId } = await propose('golf 5 2006')
  await shop.db.execute(sql`UPDATE vehicle_models SET is_offered = false WHERE id = ${modelId}`)
  const { proposals } = await read('golf 5 2006')
  assert.deepEqual([...new Set(proposals.map(({ family }) => family))], ['Golf'])
  await shop.db.execute(sql`UPDATE vehicle_models SET is_offered = true WHERE id = ${modelId}`)
})

test('a number of a vehicle proposes make and years, and says of American ones when a digit is wrong', async () => {
  assert.deepEqual(await read('1HGCM82633A004352'), {
    as: 'vin',
    proposals: [
      { makeId: (await read('honda 2003')).proposals[0]?.makeId, make: 'Honda', year: 2003, name: '2003 Honda' },
    ],
  })
  assert.equal((await read('1HGCM82634A004352')).wrongCheckDigit, true)
  const european = await read('wvw zzz 1kz 6w 000001')
  assert.deepEqual([european.as, european.wrongCheckDigit], ['vin', undefined])
  assert.deepEqual(
    european.proposals.map(({ name }) => name),
    ['2006 Volkswagen Golf V', '2006 Volkswagen'],
  )
  // Of a type that was not built in its year, and of one that is a type in Europe only.
  assert.deepEqual(await namesOf('WVWZZZ1KZWW000001'), ['1998 Volkswagen'])
  assert.deepEqual(await namesOf('WVWBA71K26W000001'), ['2006 Volkswagen'])
  // Without a year: a filler is in its place.
  assert.deepEqual(await namesOf('WDB9066331S123456'), ['2001 Mercedes-Benz'])
  assert.deepEqual(await namesOf('WF0XXXGCDZ0000001'), ['Ford'])
})

test('codes of imported lists are read with and without their separators', async () => {
  const { modelId } = await propose('golf 5 2006')
  await shop.db.execute(sql`
    INSERT INTO vehicle_codes (system, code, model_id) VALUES ('ktype', '17428', ${modelId}), ('hsn-tsn', '0603/ALN', ${modelId})`)
  for (const text of ['17428', '0603 aln', '0603/ALN', '0603ALN']) {
    const { as, proposals } = await read(text)
    assert.deepEqual([as, proposals.map(({ name }) => name)], ['code', ['Volkswagen Golf V']], text)
  }
})

test('a garage keeps what is added once, also at the same time, and is its owner’s only', async () => {
  const [owner, other] = [await shop.signUp('gitta'), await shop.signUp('otto')]
  const golf = await propose('golf 5 2006')
  const sprinter = await propose('sprinter 2012')
  const vehicles: GarageInput[] = [
    { ...golf, name: 'Red one' },
    { ...sprinter, plate: 'b-xy 12' },
    { ...sprinter, plate: 'B-XY 13' },
    { ...sprinter },
  ]
  const add = () => shop.call<GarageVehicle[]>('POST', '/garage', { token: owner.token, body: { vehicles } })
  const answers = await Promise.all([add(), add(), add()])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.length]),
    [
      [200, 3],
      [200, 3],
      [200, 3],
    ],
  )
  const [red, , last] = answers[0]?.body ?? []
  assert.ok(red && last)
  assert.deepEqual(red, {
    _id: red._id,
    name: 'Red one',
    plate: '',
    vin: '',
    vehicle: { ...golf, name: '2006 Volkswagen Golf V' },
  })
  assert.equal(last.plate, 'B-XY 13')
  const path = `/garage/${red._id}`
  for (const [method, body] of [
    ['PUT', golf],
    ['DELETE', undefined],
  ] as const) {
    const refused = await shop.call(method, path, { token: other.token, body })
    assert.equal(`${refused.status} ${refused.body.code}`, '404 garage-vehicle-not-found')
  }
  const renamed = { ...golf, year: 2007, name: 'Blue one', vin: 'wvw zzz1kz 6w000001' }
  assert.equal((await shop.call('PUT', path, { token: owner.token, body: renamed })).status, 200)
  assert.equal(
    (await shop.call('PUT', path, { token: owner.token, body: { ...golf, engineId: 999_999 } })).body.code,
    'vehicle-not-found',
  )
  const list = async (token: string) => (await shop.call<GarageVehicle[]>('GET', '/garage', { token })).body
  assert.deepEqual((await list(owner.token)).map(({ name, vin, vehicle }) => [name, vin, vehicle.name])[0], [
    'Blue one',
    'WVWZZZ1KZ6W000001',
    '2007 Volkswagen Golf V',
  ])
  assert.deepEqual(await list(other.token), [])
  assert.equal((await shop.call('DELETE', path, { token: owner.token })).status, 200)
  assert.equal((await list(owner.token)).length, 2)
  const many = Array.from({ length: 199 }, (_, number) => ({ ...golf, vin: `NUMBER ${number}` }))
  const full = await shop.call('POST', '/garage', { token: owner.token, body: { vehicles: many } })
  assert.equal(`${full.status} ${full.body.code}`, '409 garage-full')
  const unknown = { vehicles: [{ modelId: 2_000_000_000, year: 2006 }] }
  assert.equal(
    (await shop.call('POST', '/garage', { token: owner.token, body: unknown })).body.code,
    'vehicle-not-found',
  )
  assert.equal((await list(owner.token)).length, 2, 'nothing is half written')
})
