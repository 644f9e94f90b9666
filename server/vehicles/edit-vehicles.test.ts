import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { Facets } from '#contract/facets.ts'
import type { FitmentInput, StoredFitments } from '#contract/fitments.ts'
import type { GarageVehicle } from '#contract/garage.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { SearchResult } from '#contract/search.ts'
import type { MakeDetails, ManagedMake } from '#contract/vehicle-editing.ts'
import type { judgeFitments, ProductVerdict, VehicleEngine, VehicleMake } from '#contract/vehicles.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
let token: string
before(async () => {
  shop = await openTestShop()
  token = shop.admin.token
})
after(() => shop[Symbol.asyncDispose]())

const call = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token, ...(body && { body }) })
async function addMake(name: string) {
  const { body } = await call<{ id: number }>('POST', '/vehicle-makes', { name })
  return body.id
}
async function addModel(make: number, model: object) {
  const answer = await call<{ id: number }>('POST', `/vehicle-makes/${make}/models`, model)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id
}
const detailsOf = async (make: number) => (await call<MakeDetails>('GET', `/all-vehicle-makes/${make}`)).body
const fit = async (product: { _id: string }, fitments: object[]) => {
  const { body } = await call<StoredFitments>('GET', `/all-tools/${product._id}/fitments`)
  const sent = { kind: 'vehicles', isComplete: false, fitments, seen: body.seen, addsEngines: true }
  const answer = await call('PUT', `/tools/${product._id}/fitments`, sent)
  assert.equal(answer.status, 200, JSON.stringify(answer))
}
const fitsOf = async ({ _id }: { _id: string }) =>
  (await call<StoredFitments>('GET', `/all-tools/${_id}/fitments`)).body.fitments.map(
    ({ make, family, generation, from, to, engine }) =>
      [make, family, generation, from, to, engine].filter((one) => one !== undefined).join(' '),
  )
const slugs = async () =>
  (
    await shop.db.execute<{ old: string; now: string }>(sql`
      SELECT vehicle_old_slugs.slug AS old, vehicle_models.slug AS now FROM vehicle_old_slugs
      JOIN vehicle_models ON vehicle_models.id = model_id ORDER BY 1`)
  ).rows.map(({ old, now }) => `${old} → ${now}`)

test('makes and models are added, renamed and hidden; former addresses lead to the new ones, and it is on record', async () => {
  const make = await addMake('Bolt')
  assert.equal(
    (await call<{ code: string }>('POST', '/vehicle-makes', { name: 'bolt' })).body.code,
    'vehicle-name-taken',
  )
  const model = await addModel(make, { family: 'Runner', generation: 'I', from: 2001, to: 2005 })
  await call('POST', `/vehicle-makes/${make}/names`, { name: 'Runna', family: 'Runner', counts: 'alone' })
  await call('PUT', `/vehicle-makes/${make}`, { name: 'Bolt Motors' })
  await call('PUT', `/vehicle-makes/${make}/family`, { family: 'Runner', name: 'Racer' })
  await call('PUT', `/vehicle-models/${model}`, { family: 'Racer', generation: 'One', from: 2001, isOffered: true })
  assert.deepEqual(await slugs(), [
    'bolt-motors-racer-i → bolt-motors-racer-one',
    'bolt-motors-runner-i → bolt-motors-racer-one',
    'bolt-runner-i → bolt-motors-racer-one',
  ])
  const [family] = (await detailsOf(make)).families
  assert.deepEqual(
    [family?.family, family?.names[0]?.name, family?.models[0]?.generation, family?.models[0]?.from],
    ['Racer', 'Runna', 'One', 2001],
  )
  const reversed = await call<{ code: string }>('POST', `/vehicle-makes/${make}/models`, {
    family: 'X',
    from: 9,
    to: 8,
  })
  assert.equal(reversed.status, 400)
  await call('PUT', `/vehicle-makes/${make}`, { isOffered: false })
  const offered = (await shop.call<VehicleMake[]>('GET', '/vehicle-makes')).body
  assert.equal(
    offered.some(({ id }) => id === make),
    false,
  )
  assert.equal((await call<ManagedMake[]>('GET', '/all-vehicle-makes?q=bolt')).body[0]?.isOffered, false)
  const kinds = (await call<AuditEvent[]>('GET', '/audit-log?area=catalog')).body.map(({ kind }) => kind)
  assert.deepEqual(kinds.slice(0, 7), [
    ...Array.from({ length: 5 }, () => 'vehicle-changed'),
    'vehicle-added',
    'vehicle-added',
  ])
})

test('what is renamed is read by its former names, too, which can be removed; the name of another generation is that one', async () => {
  const make = await addMake('Quorl')
  const first = { family: 'Runner', generation: 'V', from: 2001, to: 2005, isOffered: true }
  const model = await addModel(make, { family: first.family, generation: first.generation, from: 2001, to: 2005 })
  const other = await addModel(make, { family: 'Runner', generation: 'VI', from: 2006, to: 2010 })
  const read = async (text: string) =>
    (await call<{ fitments: FitmentInput[] }>('POST', '/fits-readings', { text })).body.fitments
      .map(({ make: of, family, generation }) => [of, family, generation].join(' '))
      .join()
  const rename = async (id: number, body: object) =>
    assert.equal((await call('PUT', `/vehicle-models/${id}`, { ...first, ...body })).status, 200)
  assert.equal(await read('Disc Quorl Runner 5'), 'Quorl Runner V')
  await rename(model, { generation: 'Fast' })
  await call('PUT', `/vehicle-makes/${make}/family`, { family: 'Runner', name: 'Racer' })
  await call('PUT', `/vehicle-makes/${make}`, { name: 'Qworl' })
  for (const text of ['Disc Quorl Runner V', 'Disc Quorl Runner 5', 'Disc Qworl Racer Mk5', 'Disc Qworl Racer Fast'])
    assert.equal(await read(text), 'Qworl Racer Fast', text)
  const names = async () => {
    const { names: ofMake, families } = await detailsOf(make)
    const [family] = families
    const own = family?.models.find(({ id }) => id === model)
    return [ofMake, family?.names ?? [], own?.names ?? []].map((all) => all.map(({ name }) => name))
  }
  assert.deepEqual(await names(), [['Quorl'], ['Runner'], ['5', 'Mk V', 'Mk5', 'V']])
  // Another generation takes the name over.
  await rename(other, { family: 'Racer', generation: 'V', from: 2006, to: 2010 })
  assert.equal(await read('Disc Qworl Racer V'), 'Qworl Racer V')
  assert.deepEqual((await names())[2], [])
  assert.equal(await read('Disc Qworl Racer VI'), 'Qworl Racer V')
  const [kept] = (await detailsOf(make)).families[0]?.names ?? []
  assert.equal((await call('DELETE', `/vehicle-names/${kept?.id}`)).status, 200)
  assert.equal(await read('Disc Qworl Runner V'), '')
})

test('a make or family that takes the former name of another one is read by it alone', async () => {
  const [first, second] = [await addMake('Zorp'), await addMake('Blarg')]
  await addModel(first, { family: 'Quix', from: 2001, to: 2005 })
  await addModel(second, { family: 'Nimo', from: 2001, to: 2005 })
  await addModel(second, { family: 'Tavo', from: 2001, to: 2005 })
  const read = async (text: string) =>
    (await call<{ fitments: FitmentInput[] }>('POST', '/fits-readings', { text })).body.fitments
      .map(({ make, family }) => [make, family].join(' '))
      .join()
  await call('PUT', `/vehicle-makes/${first}`, { name: 'Zorpneu' })
  assert.equal(await read('Hub Zorp Quix'), 'Zorpneu Quix')
  await call('PUT', `/vehicle-makes/${second}`, { name: 'Zorp' })
  assert.equal(await read('Hub Zorp Nimo'), 'Zorp Nimo')
  await call('PUT', `/vehicle-makes/${second}/family`, { family: 'Nimo', name: 'Nimu' })
  await call('PUT', `/vehicle-makes/${second}/family`, { family: 'Tavo', name: 'Nimo' })
  assert.equal(await read('Hub Zorp Nimo'), 'Zorp Nimo')
  assert.equal(await read('Hub Zorp Nimu'), 'Zorp Nimu')
})

test('a model of more years takes rows without years along, but not those whose years the seller wrote', async () => {
  const make = await addMake('Wider')
  const model = await addModel(make, { family: 'Van', from: 2003, to: 2009 })
  const [written, open] = [await shop.addProduct({ name: 'Of years' }), await shop.addProduct({ name: 'Of all years' })]
  await fit(written, [{ make: 'Wider', family: 'Van', from: 2003, to: 2009 }])
  await fit(open, [{ make: 'Wider', family: 'Van' }])
  const judge = async () => {
    const asked = { vehicle: { modelId: model, year: 2011 }, productIds: [written._id, open._id] }
    const { body } = await call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', asked)
    return [written, open].map(({ _id }) => body.verdicts.find(({ productId }) => productId === _id)?.verdict)
  }
  assert.deepEqual(await judge(), ['not-listed', 'not-listed'])
  await call('PUT', `/vehicle-models/${model}`, { family: 'Van', from: 2003, to: 2012, isOffered: true })
  assert.deepEqual(await judge(), ['not-listed', 'fits'])
  assert.deepEqual(await fitsOf(written), ['Wider Van 2003 2009'])
})

test('merging models keeps the parts, engines, names and codes of both, each for its years', async () => {
  const make = await addMake('Merger')
  const [a, b] = [
    await addModel(make, { family: 'Van', generation: 'A', from: 2000, to: 2006 }),
    await addModel(make, { family: 'Van', generation: 'B', from: 2000, to: 2010 }),
  ]
  const [part, both] = [await shop.addProduct({ name: 'Only A' }), await shop.addProduct({ name: 'A and B' })]
  const van = { make: 'Merger', family: 'Van' }
  await fit(part, [{ ...van, generation: 'A', engine: '2.0 D' }])
  await fit(both, [
    { ...van, generation: 'A', from: 2001, to: 2003 },
    { ...van, generation: 'B', from: 2001, to: 2003 },
  ])
  await shop.db.execute(sql`INSERT INTO vehicle_codes (system, code, model_id, engine_id)
    SELECT 'ktype', '4711', model_id, id FROM vehicle_engines WHERE model_id = ${a}`)
  const merged = await call('POST', `/vehicle-models/${a}/merge`, { into: b })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.deepEqual(await fitsOf(part), ['Merger Van B 2006 2.0 D'])
  assert.deepEqual(await fitsOf(both), ['Merger Van B 2001 2003'])
  const { rows } = await shop.db.execute(
    sql`SELECT FROM vehicle_codes WHERE code = '4711' AND model_id = ${b} AND engine_id IS NOT NULL`,
  )
  assert.equal(rows.length, 1)
  assert.ok((await slugs()).includes('merger-van-a → merger-van-b'))
  // What was written of the former one still names it.
  const [family] = (await detailsOf(make)).families
  assert.deepEqual(
    family?.models[0]?.names.map(({ name }) => name),
    ['A'],
  )
  assert.equal(
    (await call<{ code: string }>('POST', `/vehicle-models/${b}/merge`, { into: b })).body.code,
    'merge-with-itself',
  )
})

test('a vehicle that was merged is known by its former ids at each door, and one with a foreign engine at none', async () => {
  const make = await addMake('Follower')
  const ids = []
  for (const [generation, from, to] of [
    ['A', 2000, 2004],
    ['B', 2003, 2008],
    ['C', 2003, 2012],
  ] as const)
    ids.push(await addModel(make, { family: 'Van', generation, from, to }))
  const [a = 0, b = 0, c = 0] = ids
  const part = await shop.addProduct({ name: 'Follower part' })
  await fit(part, [
    { make: 'Follower', family: 'Van', generation: 'A', engine: '2.0 D' },
    { make: 'Follower', family: 'Van', generation: 'C', from: 2010, engine: '3.0' },
  ])
  const engineOf = async (model: number) =>
    (await shop.call<VehicleEngine[]>('GET', `/vehicle-models/${model}/engines`)).body[0]?.id ?? 0
  const [engine, foreign] = [await engineOf(a), await engineOf(c)]
  const buyer = await shop.signUp('follower')
  await call('POST', `/vehicle-models/${a}/merge`, { into: b })
  await call('POST', `/vehicle-models/${b}/merge`, { into: c })
  const vehicle = { modelId: a, year: 2003, engineId: engine }
  const judge = async (chosen: object) => {
    const body = { vehicle: chosen, productIds: [part._id] }
    return shop.call<ResponseBody<typeof judgeFitments> & { code?: string }>('POST', '/fitment-verdicts', { body })
  }
  const { body: judged } = await judge(vehicle)
  const present = await engineOf(a)
  assert.deepEqual(judged.vehicle, { modelId: c, year: 2003, engineId: present, name: '2003 Follower Van C 2.0 D' })
  assert.equal(judged.verdicts[0]?.verdict, 'fits')
  assert.equal((await judge({ ...vehicle, year: 2006 })).body.verdicts[0]?.verdict, 'not-listed')
  const list = async (address: string) => {
    const found = await shop.call<{ _id: string }[]>('GET', `/tools?vehicle=${address}`)
    const { body } = await shop.call<Facets>('GET', `/tools/facets?vehicle=${address}`)
    return [found.body.map(({ _id }) => _id), body.vehicle?.name, body.unknown]
  }
  assert.deepEqual(await list(`${a}-2003-${engine}`), [[part._id], '2003 Follower Van C 2.0 D', undefined])
  const { body: garage } = await shop.call<GarageVehicle[]>('POST', '/garage', {
    token: buyer.token,
    body: { vehicles: [vehicle] },
  })
  assert.deepEqual(garage[0]?.vehicle, judged.vehicle)
  const other = await addModel(make, { family: 'Car', from: 2003 })
  const wrong = await judge({ ...vehicle, modelId: other, engineId: foreign })
  assert.equal(wrong.body.code, 'vehicle-not-found')
  assert.deepEqual(await list(`${other}-2003-${foreign}`), [[], undefined, [`vehicle:${other}-2003-${foreign}`]])
})

test('an order and a search for a vehicle that was merged since are for what it is now, and orders of before stay as shown', async () => {
  const make = await addMake('Ordered')
  const a = await addModel(make, { family: 'Van', generation: 'A', from: 2000, to: 2006 })
  const b = await addModel(make, { family: 'Van', generation: 'B', from: 2000, to: 2010 })
  const part = await shop.addProduct({ name: 'Orderable zwiebel' })
  await fit(part, [{ make: 'Ordered', family: 'Van', generation: 'A' }])
  const buyer = await createCustomer(shop, 'ordered')
  const order = async () => {
    const { body } = await shop.call<{ _id: string }>('POST', '/orders', {
      token: buyer.token,
      body: {
        address: '1 Test Street',
        phoneNumber: '5550100',
        lines: [{ productId: part._id, quantity: part.minOrder }],
        vehicle: { modelId: a, year: 2004 },
      },
    })
    return body._id
  }
  const lineOf = async (id: string) => {
    const { body } = await shop.call<OrderDetails>('GET', `/order/${id}/details`, { token: buyer.token })
    const { vehicle, fitVerdict } = body.lines[0] ?? {}
    return [vehicle?.modelId, vehicle?.name, fitVerdict]
  }
  const before = await order()
  const shown = await lineOf(before)
  assert.deepEqual(shown, [a, '2004 Ordered Van A', 'fits'])
  await call('POST', `/vehicle-models/${a}/merge`, { into: b })
  assert.deepEqual(await lineOf(before), shown)
  assert.deepEqual(await lineOf(await order()), [b, '2004 Ordered Van B', 'fits'])
  const found = await shop.call<SearchResult>('GET', `/search?q=zwiebel&vehicle=${a}-2004`)
  assert.deepEqual(
    found.body.products.map(({ _id }) => _id),
    [part._id],
  )
})

test('of merges at the same time none loses a part: what is gone already is not found, and every former id leads on', async () => {
  const make = await addMake('Racer')
  for (const [round, generation] of ['I', 'II', 'III', 'IV', 'V', 'VI'].entries()) {
    const [a, b, c] = [
      await addModel(make, { family: 'A', generation }),
      await addModel(make, { family: 'B', generation }),
      await addModel(make, { family: 'C', generation }),
    ]
    const part = await shop.addProduct({ name: `Raced ${generation}` })
    await fit(part, [
      { make: 'Racer', family: 'A', generation, engine: '1.0' },
      { make: 'Racer', family: 'B', generation, engine: '1.0' },
    ])
    // Against each other, and in a chain.
    const merges = round % 2 === 0 ? [[a, b] as const, [b, a] as const] : [[a, b] as const, [b, c] as const]
    const answers = await Promise.all(
      merges.map(([from, into]) => call<{ code?: string }>('POST', `/vehicle-models/${from}/merge`, { into })),
    )
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).toSorted()
    const isChain = round % 2 === 1 && codes[1] === '200'
    assert.deepEqual(codes, isChain ? ['200', '200'] : ['200', '404 vehicle-not-found'])
    for (const modelId of [a, b]) {
      const body = { vehicle: { modelId, year: 2005 }, productIds: [part._id] }
      const judged = await shop.call<ResponseBody<typeof judgeFitments>>('POST', '/fitment-verdicts', { body })
      assert.equal(judged.body.verdicts[0]?.verdict, 'check', `round ${round}`)
    }
  }
  const { rows: lost } = await shop.db.execute(sql`
    SELECT FROM vehicle_merged_models merged JOIN vehicle_merged_models again ON again.id = merged.model_id
    UNION ALL SELECT FROM vehicle_merged_models WHERE id IN (SELECT id FROM vehicle_models)`)
  assert.equal(lost.length, 0)
})

test('the day on which a vehicle was built is in its year, or each door refuses it with a sentence', async () => {
  const make = await addMake('Built')
  const modelId = await addModel(make, { family: 'Van' })
  const vehicle = { modelId, year: 2005, built: '1950-01-01' }
  const buyer = await shop.signUp('built')
  const answers = [
    await shop.call<{ code: string; message: string }>('POST', '/fitment-verdicts', {
      body: { vehicle, productIds: [] },
    }),
    await shop.call<{ code: string; message: string }>('POST', '/garage', {
      token: buyer.token,
      body: { vehicles: [vehicle] },
    }),
  ]
  for (const { status, body } of answers) {
    assert.equal(`${status} ${body.code}`, '422 built-outside-year')
    assert.match(body.message, /of \d{4}, so/)
  }
  const { body } = await shop.call<Facets>('GET', `/tools/facets?vehicle=${modelId}-2005--1950-01-01`)
  assert.equal(body.vehicle, undefined)
  const right = { ...vehicle, built: '2005-12-31', plate: 'groß-ß 1' }
  const kept = await shop.call<GarageVehicle[]>('POST', '/garage', { token: buyer.token, body: { vehicles: [right] } })
  assert.deepEqual(
    kept.body.map(({ plate }) => plate),
    ['GROß-ß 1'],
  )
})

test('merging makes joins models of the same name, and a part that is written at the same moment keeps its row', async () => {
  const [from, to] = [await addMake('Twin'), await addMake('Twins Ltd')]
  await addModel(from, { family: 'Car' })
  await addModel(from, { family: 'Other' })
  await addModel(to, { family: 'Car' })
  const part = await shop.addProduct({ name: 'Of twins' })
  const { body } = await call<StoredFitments>('GET', `/all-tools/${part._id}/fitments`)
  const sent = { kind: 'vehicles', isComplete: false, fitments: [{ make: 'Twin', family: 'Car' }], seen: body.seen }
  const [written, merged] = await Promise.all([
    call('PUT', `/tools/${part._id}/fitments`, sent),
    call('POST', `/vehicle-makes/${from}/merge`, { into: to }),
  ])
  assert.deepEqual([written.status, merged.status], [200, 200])
  assert.deepEqual(await fitsOf(part), ['Twins Ltd Car'])
  const after = await detailsOf(to)
  assert.deepEqual(
    [after.families.map(({ family }) => family), after.names.map(({ name }) => name)],
    [['Car', 'Other'], ['Twin']],
  )
})

test('a name that is removed takes no part with it, and an engine that a part names cannot be removed', async () => {
  const make = await addMake('Namer')
  const model = await addModel(make, { family: 'Truck' })
  const named = await call<{ id: number }>('POST', `/vehicle-makes/${make}/names`, {
    name: 'Trk',
    modelId: model,
    family: 'Truck',
    counts: 'with-make',
  })
  assert.equal(named.status, 200, JSON.stringify(named.body))
  const part = await shop.addProduct({ name: 'For trucks' })
  await fit(part, [{ make: 'Namer', family: 'Truck', engine: '9.0' }])
  assert.equal((await call('DELETE', `/vehicle-names/${named.body.id}`)).status, 200)
  assert.deepEqual(await fitsOf(part), ['Namer Truck 9.0'])
  const engine = (await detailsOf(make)).families[0]?.models[0]?.engines[0]
  const refused = await call<{ code: string }>('DELETE', `/vehicle-engines/${engine?.id}`)
  assert.equal(refused.body.code, 'vehicle-engine-in-use')
  await call('PUT', `/vehicle-engines/${engine?.id}`, { name: '9.0 V8' })
  await fit(part, [])
  assert.equal((await call('DELETE', `/vehicle-engines/${engine?.id}`)).status, 200)
})

test('rows of years in which a model was not built are merged as they are, and hold', async () => {
  const make = await addMake('Fusioner')
  const a = await addModel(make, { family: 'Alpha', generation: 'I', from: 2003, to: 2009 })
  const b = await addModel(make, { family: 'Alpha', generation: 'II', from: 2003, to: 2015 })
  const part = await shop.addProduct({ name: 'Merged hose' })
  const late = await shop.addProduct({ name: 'Late hose' })
  await fit(part, [{ make: 'Fusioner', family: 'Alpha', generation: 'I' }])
  await fit(late, [{ make: 'Fusioner', family: 'Alpha', generation: 'I', from: 2012 }])
  const verdict = async (modelId: number, year: number) =>
    (
      await call<{ verdicts: { verdict: string }[] }>('POST', '/fitment-verdicts', {
        vehicle: { modelId, year },
        productIds: [late._id],
      })
    ).body.verdicts[0]?.verdict
  assert.deepEqual([await verdict(a, 2013), await verdict(a, 2008)], ['fits', 'not-listed'])
  assert.equal((await call('POST', `/vehicle-models/${a}/merge`, { into: b })).status, 200)
  assert.deepEqual(await fitsOf(part), ['Fusioner Alpha II 2009'])
  assert.deepEqual(await fitsOf(late), ['Fusioner Alpha II 2012'])
})

test('the names of a family go with the last of its models, and makes are merged with families of other spelling', async () => {
  const make = await addMake('Speller')
  const wrong = await addModel(make, { family: 'Sorrenta', from: 2002 })
  const right = await addModel(make, { family: 'Sorenta', from: 2002 })
  await call('POST', `/vehicle-makes/${make}/names`, { name: 'Sorri', family: 'Sorrenta', counts: 'with-make' })
  assert.equal((await call('POST', `/vehicle-models/${wrong}/merge`, { into: right })).status, 200)
  const namesOf = async (id: number) =>
    (
      await shop.db.execute<{ name: string }>(
        sql`SELECT family || ': ' || name AS name FROM vehicle_names WHERE make_id = ${id} AND family IS NOT NULL ORDER BY 1`,
      )
    ).rows.map(({ name }) => name)
  assert.deepEqual(await namesOf(make), ['Sorenta: Sorrenta', 'Sorenta: Sorri'])
  const other = await addMake('Speler')
  await addModel(other, { family: 'SORENTA', generation: 'Z', from: 2012 })
  await call('POST', `/vehicle-makes/${other}/names`, { name: 'Zorro', family: 'SORENTA', counts: 'with-make' })
  assert.equal((await call('POST', `/vehicle-makes/${other}/merge`, { into: make })).status, 200)
  assert.deepEqual(await namesOf(make), ['Sorenta: Sorrenta', 'Sorenta: Sorri', 'Sorenta: Zorro'])
  const { rows } = await shop.db.execute<{ family: string }>(
    sql`SELECT DISTINCT family FROM vehicle_models WHERE make_id = ${make}`,
  )
  assert.deepEqual(rows, [{ family: 'Sorenta' }])
})
