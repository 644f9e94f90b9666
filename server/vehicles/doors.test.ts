import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { judgeFit } from '#contract/judge-fit.ts'
import type { Tool } from '#contract/catalog.ts'
import type { Facets } from '#contract/facets.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { SearchResult } from '#contract/search.ts'
import type { VehicleReading } from '#contract/garage.ts'
import type { ProductFitments, ProductVerdict } from '#contract/vehicles.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { fitments } from '#server/vehicles/vehicles.tables.ts'

let shop: TestShop
let added: Awaited<ReturnType<typeof addParts>>
before(async () => {
  shop = await openTestShop()
  added = await addParts()
})
after(() => shop[Symbol.asyncDispose]())

const verdicts = ['fits', 'check', 'not-listed', 'universal', undefined]

/** Adds a part that a vehicle fits, one to check, one for another, a universal one and a tool. */
async function addParts() {
  const read = await shop.call<VehicleReading>('POST', '/vehicle-readings', { body: { text: 'golf 5 2006' } })
  const modelId = read.body.proposals[0]?.modelId
  const other = await shop.call<VehicleReading>('POST', '/vehicle-readings', { body: { text: 'sorento 2013' } })
  const otherId = other.body.proposals[0]?.modelId
  assert.ok(modelId && otherId)
  const parts = []
  for (const name of ['Fitting', 'To check', 'Not listed', 'Universal', 'Tool']) {
    parts.push(await shop.addProduct({ name: `${name} part` }))
  }
  const [fitting, toCheck, notListed, universal] = parts
  assert.ok(fitting && toCheck && notListed && universal)
  await shop.db.insert(fitments).values([
    { productId: fitting._id, modelId, yearFrom: 2004, origin: 'hand' },
    { productId: toCheck._id, modelId, condition: 'with sport suspension', origin: 'hand' },
    { productId: notListed._id, modelId: otherId, origin: 'hand' },
  ])
  await shop.db.execute(sql`
    UPDATE products SET fit_kind = CASE WHEN id = ${universal._id} THEN 'universal' ELSE 'vehicles' END
    WHERE id IN (${fitting._id}, ${toCheck._id}, ${notListed._id}, ${universal._id})`)
  return { parts, vehicle: { modelId, year: 2006 } }
}

test('lists, counts, categories, rows and searches have exactly the parts whose verdict is "fits" or "check"', async () => {
  const { parts, vehicle } = added
  const names = (of: readonly { name: string }[]) => of.map(({ name }) => name).toSorted()
  const ids = new Set(parts.map(({ _id }) => _id))
  const listed = ['Fitting part', 'To check part']
  const address = `${vehicle.modelId}-${vehicle.year}`
  for (const [query, expected] of [
    [`vehicle=${address}`, listed],
    [`vehicle=${address}&universal=yes`, [...listed, 'Universal part']],
    [`q=${encodeURIComponent('golf 5 2006 part')}`, listed],
    [`q=part&vehicle=${address}`, listed],
  ] as const) {
    const list = await shop.call<Tool[]>('GET', `/tools?${query}&limit=100`)
    assert.deepEqual(names(list.body.filter(({ _id }) => ids.has(_id))), expected, query)
    const facets = await shop.call<Facets>('GET', `/tools/facets?${query}`)
    assert.equal(facets.body.total, list.body.length, query)
    if (!query.startsWith('q=')) continue
    const found = await shop.call<SearchResult>('GET', `/search?${query}&limit=100`)
    assert.deepEqual(names(found.body.products.filter(({ _id }) => ids.has(_id))), expected, query)
  }
  // What a program reads of a part leads to the same verdict.
  for (const [index, { _id }] of parts.entries()) {
    const { body } = await shop.call<ProductFitments>('GET', `/tools/${_id}/fitments`)
    const rows = body.fitments.map((row) => ({
      modelId: row.modelId,
      yearFrom: row.from ?? null,
      yearTo: row.to ?? null,
      builtFrom: row.builtFrom ?? null,
      builtTo: row.builtTo ?? null,
      engineId: row.engine?.id ?? null,
      condition: row.condition ?? null,
    }))
    const { kind, isComplete } = body
    assert.equal(judgeFit({ kind, isComplete, rows, hasRows: rows.length > 0 }, vehicle)?.verdict, verdicts[index])
  }
})

test('call, order line for buyer and staff, and function give one verdict, which no client can set', async () => {
  const { parts, vehicle } = added
  const ids = parts.map(({ _id }) => _id)
  const { body } = await shop.call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', {
    body: { vehicle, productIds: ids },
  })
  const said = new Map(body.verdicts.map(({ productId, verdict }) => [productId, verdict]))
  const expected = verdicts
  assert.deepEqual(
    ids.map((id) => said.get(id)),
    expected,
  )
  const rows = await shop.db.select().from(fitments)
  for (const [index, id] of ids.entries()) {
    const own = rows.filter(({ productId }) => productId === id)
    const kind = index === 3 ? 'universal' : index === 4 ? 'none' : 'vehicles'
    const part = { kind, isComplete: false, rows: own, hasRows: own.length > 0 } as const
    assert.equal(judgeFit(part, vehicle)?.verdict, expected[index])
  }
  const buyer = await createCustomer(shop, 'doors')
  const address = { address: '1 Test Street', phoneNumber: '5550100' }
  const lines = parts.map(({ _id, minOrder }) => ({ productId: _id, quantity: minOrder }))
  const place = (more: object) =>
    shop.call<{ _id: string; code?: string }>('POST', '/orders', {
      token: buyer.token,
      body: { ...address, lines, ...more },
    })
  const placed = await place({ vehicle })
  assert.equal(placed.status, 200, JSON.stringify(placed.body))
  for (const token of [buyer.token, shop.admin.token]) {
    const details = await shop.call<OrderDetails>('GET', `/order/${placed.body._id}/details`, { token })
    assert.deepEqual(
      details.body.lines.map(({ vehicle: kept, fitVerdict }) => [kept?.name, fitVerdict]),
      expected.map((verdict) => [verdict && '2006 Volkswagen Golf V', verdict]),
    )
  }
  // What was shown stays, whatever the list says by now.
  await shop.db.delete(fitments)
  const later = await shop.call<OrderDetails>('GET', `/order/${placed.body._id}/details`, { token: buyer.token })
  assert.equal(later.body.lines[0]?.fitVerdict, 'fits')
  const without = await place({})
  const bare = await shop.call<OrderDetails>('GET', `/order/${without.body._id}/details`, { token: buyer.token })
  assert.ok(bare.body.lines.every((line) => line.vehicle === undefined && line.fitVerdict === undefined))
  const unknown = await place({ vehicle: { modelId: 2_000_000_000, year: 2006 } })
  assert.equal(`${unknown.status} ${unknown.body.code}`, '404 vehicle-not-found')
  const claimed = await place({ lines: lines.map((line) => ({ ...line, fitVerdict: 'fits' })) })
  assert.equal(claimed.status, 400)
})
