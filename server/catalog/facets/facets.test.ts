import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AttributeInput, Brand } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import type { CategoryCounts } from '#contract/categories.ts'
import { type Facets, maxListedNumbers } from '#contract/facets.ts'
import { type FitmentRange, judgeFit } from '#contract/judge-fit.ts'
import { readMeasure } from '#contract/units.ts'
import { writeVehicleAddress } from '#contract/vehicle-address.ts'
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'
import { findSubtree } from '#server/catalog/categories/find-category.ts'
import { countFacets } from '#server/catalog/facets/count-facets.ts'
import { readFilters, resolveFilters } from '#server/catalog/facets/read-filters.ts'
import { findProducts } from '#server/catalog/find-products.ts'
import { readFilteredList } from '#server/catalog/read-filtered-list.ts'
import { checkFacets } from '#server/catalog/attributes/check-facets.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { fitments } from '#server/vehicles/vehicles.tables.ts'
import { runs, seededRandom } from '#server/testing/random-search.ts'

const shop = provideTestShop({}, async () => {
  for (const number of [1, 2, 3, 4, 5]) await admin('POST', '/brands', { name: `Brand ${number}` })
})

const random = seededRandom()
const below = (limit: number) => Math.floor(random() * limit)
const pick = <Item>(items: readonly Item[]): Item => {
  const item = items[below(items.length)]
  if (item === undefined) throw new Error('There is nothing to pick.')
  return item
}
/** Picks one of the first more often than one of the last. */
const pickSkewed = <Item>(items: readonly Item[]) => items[Math.floor(random() ** 2 * items.length)] ?? pick(items)

const admin = async (method: string, path: string, body: object) => {
  const answer = await shop.call<{ code: string; slug: string }>(method, path, { token: shop.admin.token, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const optionNames = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta']
const nameWords = ['Flange', 'Flangelight', 'Backflange', 'Gasket', 'Gusket', 'Spindle']
let categories = 0

/** Makes a category with a child, four facets and products with random values; returns its slug. */
async function makeCategory(products: number): Promise<string> {
  const category = `walk-${++categories}`
  await shop.db.execute(sql`
    WITH parent AS (INSERT INTO categories (slug, position) VALUES (${category}, 1) RETURNING id)
    INSERT INTO categories (slug, parent_id, position) SELECT ${`${category}-child`}, id, 1 FROM parent`)
  const [option, several, number, many, truth] = [
    (await admin('POST', '/attributes', { names: { en: 'Option' }, kind: 'option' })).code,
    (await admin('POST', '/attributes', { names: { en: 'Several' }, kind: 'option', isMultiple: true })).code,
    (await admin('POST', '/attributes', { names: { en: 'Number' }, kind: 'number', dimension: 'length', unit: 'mm' }))
      .code,
    (await admin('POST', '/attributes', { names: { en: 'Many' }, kind: 'number', dimension: 'pressure', unit: 'bar' }))
      .code,
    (await admin('POST', '/attributes', { names: { en: 'Truth' }, kind: 'yes-no' })).code,
  ]
  for (const attribute of [option, several])
    for (const name of optionNames) await admin('POST', `/attributes/${attribute}/options`, { names: { en: name } })
  const use = { isFacet: true, isColumn: false, isRequired: false }
  await admin('PUT', `/categories/${category}/attributes`, {
    attributes: [option, several, number, many, truth].map((code) => ({ code, ...use })),
  })
  for (let made = 0; made < products; made++) {
    const attributes: AttributeInput = {}
    if (below(10) > 0) attributes[option] = pickSkewed(optionNames)
    attributes[several] = optionNames.filter(() => below(4) === 0)
    if (below(10) > 0) attributes[number] = pick(['5/16 in', '7.9375 mm', '1 in', '25.4', '8 mm', '2,5 cm'])
    attributes[many] = `${below(4) === 0 ? 30 : below(1000)} psi`
    if (below(3) > 0) attributes[truth] = below(2) === 0
    const available = pick([0, 3, 100])
    const place = below(3) === 0 ? `${category}-child` : category
    // Some words are a beginning, a part or a misspelling of others.
    const name = `${pick(nameWords)} ${pick(nameWords)} ${category} ${made}`
    const brand = below(5) > 0 ? { brand: `Brand ${pickSkewed([1, 2, 3, 4, 5])}` } : {}
    const price = 1 + below(500) / 100
    await shop.addProduct({ category: place, attributes, available, minQuantity: 1, price, name, ...brand })
  }
  return category
}

type Values = Record<string, readonly string[]>
/** Holds the values of a filter by groups; a range is one text with two points. */
type Chosen = Record<string, readonly string[]>

/** Returns the values of a product by what it answers about itself. */
function valuesOf({ brand, attributes = {}, available, minOrder, price }: Tool, slugs: Map<string, string>): Values {
  const ofAttributes = Object.entries(attributes).map(([code, value]) => [
    code,
    [value].flat().map((each) => {
      if (typeof each === 'boolean') return each ? 'yes' : 'no'
      const dimension = code.startsWith('number') ? 'length' : code.startsWith('many') ? 'pressure' : undefined
      return dimension ? (readMeasure(each, { dimension })?.base ?? '') : each
    }),
  ])
  const stock = available < minOrder ? 'out' : available < 4 * minOrder ? 'low' : 'plenty'
  return {
    ...Object.fromEntries(ofAttributes),
    stock: [stock],
    price: [String(price)],
    ...(brand !== undefined && { brand: [slugs.get(brand) ?? ''] }),
  }
}

function fits(values: Values, chosen: Chosen): boolean {
  return Object.entries(chosen).every(([group, wanted]) =>
    (values[group] ?? []).some((value) =>
      wanted.some((one) => {
        const [from, to] = one.split('..')
        return to === undefined
          ? one === value
          : Number(value) >= Number(from || -Infinity) && Number(value) <= Number(to || Infinity)
      }),
    ),
  )
}

function countOf(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

const without = (chosen: Chosen, group: string): Chosen =>
  Object.fromEntries(Object.entries(chosen).filter(([code]) => code !== group))

/** Compares everything that the facets say with a count of the products one by one. */
function check({ total, groups }: Pick<Facets, 'total' | 'groups'>, products: readonly Values[], chosen: Chosen): void {
  assert.equal(total, products.filter((values) => fits(values, chosen)).length)
  for (const group of groups) {
    const others = products.filter((values) => fits(values, without(chosen, group.code)))
    const held = others.flatMap((values) => [...new Set(values[group.code])])
    const counted = Object.fromEntries(
      group.values.filter(({ products: count }) => count > 0).map(({ code, products: count }) => [code, count]),
    )
    assert.ok(
      group.values.every(({ products: count, isChosen }) => count > 0 || isChosen),
      'a value leads to nothing',
    )
    for (const value of group.values) assert.equal(value.isChosen, chosen[group.code]?.includes(value.code) ?? false)
    if (group.range) {
      const numbers = held.map(Number)
      if (numbers.length > 0)
        assert.deepEqual(
          [Number(group.range.least), Number(group.range.greatest)],
          [Math.min(...numbers), Math.max(...numbers)],
          group.code,
        )
    } else {
      assert.deepEqual(counted, countOf(held), group.code)
      if (group.kind === 'number') {
        const numbers = group.values.filter(({ products: count }) => count > 0).map(({ code }) => Number(code))
        assert.deepEqual(
          numbers,
          numbers.toSorted((one, other) => one - other),
        )
      }
      assert.ok(group.kind !== 'number' || group.values.length <= maxListedNumbers + 1)
    }
  }
}

/** Clicks on something that the facets offer. */
function click({ groups }: Pick<Facets, 'groups'>, chosen: Chosen): { chosen: Chosen; promised?: number } {
  if (below(5) === 0 && Object.keys(chosen).length > 0) return { chosen: without(chosen, pick(Object.keys(chosen))) }
  const group = pick(groups)
  if (group.range) {
    const { least, greatest } = group.range
    const ends = [least, greatest].map(Number)
    const middle = ((ends[0] ?? 0) + (ends[1] ?? 0)) / 2
    const range = pick([`${least}..`, `..${greatest}`, `${least}..${middle.toFixed(2)}`, `${middle.toFixed(2)}..`])
    return { chosen: { ...chosen, [group.code]: [range] } }
  }
  const value = pick(group.values)
  const before = (chosen[group.code] ?? []).filter((one) => !one.includes('..'))
  if (value.isChosen) {
    const rest = before.filter((one) => one !== value.code)
    return { chosen: rest.length > 0 ? { ...chosen, [group.code]: rest } : without(chosen, group.code) }
  }
  const after = { ...chosen, [group.code]: [...before, value.code] }
  return before.length === 0 ? { chosen: after, promised: value.products } : { chosen: after }
}

function address(list: Record<string, string>, chosen: Chosen): string {
  const query = new URLSearchParams(list)
  for (const [group, values] of Object.entries(chosen)) query.append('f', `${group}:${values.join(',')}`)
  return query.toString()
}

const facetsAt = async (query: string) => {
  const { status, body } = await shop.call<Facets>('GET', `/tools/facets?${query}`)
  assert.equal(status, 200, query)
  return body
}
const productsAt = async (query: string) => (await shop.call<Tool[]>('GET', `/tools?${query}`)).body

async function walk(list: Record<string, string>, clicks: number): Promise<void> {
  const slugs = new Map((await shop.call<Brand[]>('GET', '/brands')).body.map(({ slug, name }) => [name, slug]))
  const all = await productsAt(address(list, {}))
  const products = new Map(all.map((product) => [product._id, valuesOf(product, slugs)]))
  let chosen: Chosen = {}
  let shown = await facetsAt(address(list, chosen))
  check(shown, [...products.values()], chosen)
  for (let clicked = 0; clicked < clicks; clicked++) {
    // A list of nothing offers nothing.
    if (shown.groups.length === 0) return
    const next = click(shown, chosen)
    chosen = next.chosen
    const query = address(list, chosen)
    shown = await facetsAt(query)
    if (next.promised !== undefined) assert.equal(shown.total, next.promised, query)
    check(shown, [...products.values()], chosen)
    const rows = await productsAt(pick([query, `${query}&sort=price`]))
    assert.deepEqual(
      new Set(rows.map(({ _id }) => _id)),
      new Set([...products].filter(([, values]) => fits(values, chosen)).map(([id]) => id)),
      query,
    )
    assert.equal(rows.length, shown.total)
    if (below(10) === 0) chosen = {}
    if (chosen !== next.chosen) shown = await facetsAt(address(list, chosen))
  }
}

test('in random shops, the count at each value is the number of products behind it, and nothing leads to nothing', async () => {
  for (let run = 0; run < runs(1); run++) {
    const category = await makeCategory(10 + below(90))
    await walk({ category }, 25)
    // Of a whole word, several words, the middle of words, and one with a typing error.
    for (const q of ['flange', `${category} gasket`, 'angel', 'spinlde']) {
      await walk({ category, q }, 2)
      await walk({ q }, 4)
    }
  }
  assert.deepEqual(await checkFacets(shop.db), [])
})

test('a list for a vehicle has the products that list it, and each count is the number of products behind it', async () => {
  const category = await makeCategory(60)
  const { rows: models } = await shop.db.execute<{ id: number; from: number; to: number }>(
    sql`SELECT id, year_from AS "from", year_to AS "to" FROM vehicle_models WHERE family = 'Golf' AND generation IN ('V', 'VI') ORDER BY id`,
  )
  const [golf, other] = models.map(({ id }) => id)
  assert.ok(golf && other)
  const { rows: engines } = await shop.db.execute<{ id: number }>(
    sql`INSERT INTO vehicle_engines (model_id, name) VALUES (${golf}, '1.9 TDI') RETURNING id`,
  )
  const all = await productsAt(`category=${category}`)
  const listed = new Map<string, FitmentRange[]>()
  const universal = new Set<string>()
  for (const { _id } of all) {
    const kind = pick(['vehicles', 'vehicles', 'universal', 'none'] as const)
    await shop.db.execute(sql`UPDATE products SET fit_kind = ${kind} WHERE id = ${_id}`)
    if (kind === 'universal') universal.add(_id)
    if (kind !== 'vehicles') continue
    const range = {
      modelId: pick([golf, golf, other]),
      yearFrom: pick([null, 2004, 2006]),
      yearTo: pick([null, 2006, 2008]),
      builtFrom: pick([null, '2006-06-01']),
      builtTo: null,
      condition: pick([null, 'With sport suspension']),
    }
    const row = { ...range, engineId: range.modelId === golf ? pick([null, engines[0]?.id ?? null]) : null }
    await shop.db.insert(fitments).values({ productId: _id, ...row, origin: 'hand' })
    // An empty end is that of the model, unless the other end contradicts it.
    const own = models.find(({ id }) => id === row.modelId) ?? { from: 0, to: 0 }
    const { yearFrom, yearTo } = row
    const first = yearFrom ?? (yearTo === null || own.from <= yearTo ? own.from : null)
    const last = yearTo ?? (yearFrom === null || own.to >= yearFrom ? own.to : null)
    listed.set(_id, [{ ...row, yearFrom: first, yearTo: last }])
  }
  const isShown = (id: string, vehicle: ChosenVehicle) =>
    ['fits', 'check'].includes(
      judgeFit({ kind: 'vehicles', isComplete: false, hasRows: true, rows: listed.get(id) ?? [] }, vehicle)?.verdict ??
        '',
    )
  const vehicles: ChosenVehicle[] = [
    { modelId: golf, year: 2006 },
    { modelId: golf, year: 2003, ...(engines[0] && { engineId: engines[0].id }) },
    { modelId: golf, year: 2006, built: '2006-03-01' },
    { modelId: other, year: 2008 },
  ]
  for (const vehicle of vehicles) {
    const list = { vehicle: writeVehicleAddress(vehicle) }
    const shown = await productsAt(address({ category, ...list }, {}))
    const expected = all.filter(({ _id }) => isShown(_id, vehicle))
    assert.deepEqual(
      shown.map(({ _id }) => _id),
      expected.map(({ _id }) => _id),
    )
    assert.deepEqual(
      (await productsAt(address({ category, ...list, universal: 'yes' }, {}))).map(({ _id }) => _id),
      all.filter(({ _id }) => isShown(_id, vehicle) || universal.has(_id)).map(({ _id }) => _id),
    )
    const { body: counted } = await shop.call<CategoryCounts>('GET', `/categories?${address(list, {})}`)
    assert.equal(counted.categories.find((one) => one.category === category)?.products, expected.length || undefined)
    await walk({ category, ...list }, 8)
    await walk({ category, ...list, universal: 'yes' }, 3)
    await walk({ ...list, q: 'flange' }, 3)
  }
  const [none] = await shop.db
    .execute<{ id: number }>(sql`SELECT id FROM vehicle_models WHERE family = 'Polo' LIMIT 1`)
    .then(({ rows }) => rows)
  const empty = await facetsAt(address({ category, vehicle: `${none?.id}-2003` }, {}))
  assert.equal(empty.total, 0)
  assert.equal(empty.withoutVehicle, all.length, 'an empty list says how many products it has without the vehicle')
  assert.match(empty.vehicle?.name ?? '', /^2003 Volkswagen Polo/)
  assert.deepEqual((await facetsAt(address({ vehicle: '999999-2003' }, {}))).unknown, ['vehicle:999999-2003'])
  assert.equal((await shop.call('GET', '/tools?vehicle=golf')).body.code, 'invalid-request')
})

test('bitmaps count and list what rows do, also of products that have changed since they were built', async () => {
  // Enough for more numbers than are listed.
  const category = await makeCategory(100)
  await shop.db.execute(sql`SELECT build_facet_bitmaps()`)
  const filtersOf = (chosen: Chosen) => Object.entries(chosen).map(([group, values]) => `${group}:${values.join(',')}`)
  const compare = async () => {
    const subtree = await findSubtree(shop.db, category)
    let chosen: Chosen = {}
    let ranges = 0
    for (let clicked = 0; clicked < 25; clicked++) {
      const groups = await resolveFilters(shop.db, readFilters(filtersOf(chosen)))
      const categories = below(4) === 0 ? undefined : subtree
      const list = { scope: { categories }, groups, categoryId: categories?.[0] ?? null }
      const counted = await countFacets(shop.db, list, { bitmapsFrom: 1_000_000, fewProducts: 1 })
      for (const fewProducts of [1, 1_000_000])
        assert.deepEqual(await countFacets(shop.db, list, { bitmapsFrom: 1, fewProducts }), counted)
      ranges += counted.groups.filter(({ kind, range }) => kind === 'number' && range).length
      const rows = await countFacets(shop.db, { ...list, scope: { categories: subtree } })
      await comparePages(subtree, chosen, groups)
      chosen = rows.groups.length === 0 || below(8) === 0 ? {} : click(rows, chosen).chosen
    }
    assert.ok(ranges > 0, 'no attribute has more numbers than are listed')
  }
  /** Turns the pages of a list, forwards or backwards. */
  const comparePages = async (
    categories: readonly number[],
    chosen: Chosen,
    groups: Awaited<ReturnType<typeof resolveFilters>>,
  ) => {
    if (groups.length === 0) return
    const sort = below(2) === 0 ? ('newest' as const) : undefined
    const query = { category, f: filtersOf(chosen), ...(sort && { sort }) }
    const { rows: all } = await findProducts(shop.db, { limit: 1000, after: undefined }, query)
    const limit = 1 + below(7)
    for (let at = 0; at <= all.length; at += limit) {
      const expected = all.slice(at, at + limit + 1)
      const read = (after: string | undefined, more: object) =>
        readFilteredList(shop.db, { limit, after }, { ...query, ...more }, { categories, groups }, 'own', 1)
      assert.deepEqual(await read(at === 0 ? undefined : all[at - 1]?.id, {}), expected)
      assert.deepEqual(await read(undefined, { offset: String(at) }), expected)
    }
  }
  await compare()
  const products = await productsAt(`category=${category}`)
  for (const { _id } of products.slice(0, 5)) await shop.call('DELETE', `/tools/${_id}`, { token: shop.admin.token })
  for (const { _id, available } of products.slice(5, 15))
    await admin('POST', `/tools/${_id}/stock-movements`, {
      change: available === 0 ? 50 : -available,
      reason: 'counted',
    })
  for (const { _id } of products.slice(15, 20)) await admin('PUT', `/tools/${_id}`, { price: 1 + below(900) / 100 })
  // Their slots are still those of the other category.
  for (const { _id, category: old } of products.slice(20, 50))
    await admin('PUT', `/tools/${_id}`, { category: old === category ? `${category}-child` : category })
  await shop.addProduct({ category, price: 20 })
  await compare()
})

test('numbers of a facet stand in the order of their size', async () => {
  const { code } = await admin('POST', '/attributes', {
    names: { en: 'Sizes' },
    kind: 'number',
    dimension: 'length',
    unit: 'mm',
  })
  const use = { isFacet: true, isColumn: false, isRequired: false }
  await admin('PUT', '/categories/fluids/attributes', { attributes: [{ code, ...use }] })
  for (const size of ['10 mm', '9', '1 in', '2.5'])
    await shop.addProduct({ category: 'fluids', attributes: { [code]: size } })
  const { groups } = await facetsAt('category=fluids')
  const group = groups.find((one) => one.code === code)
  assert.deepEqual(
    group?.values.map((value) => value.code),
    ['2.5', '9', '10', '25.4'],
  )
})

test('a list is sorted by price, name or the newest, page by page, within its filters', async () => {
  const category = await makeCategory(25)
  const sorted = async (sort: string) => {
    const products: Tool[] = []
    let after = ''
    for (;;) {
      const query = new URLSearchParams({ category, sort, limit: '7', f: 'stock:plenty,low', ...(after && { after }) })
      const page = await productsAt(query.toString())
      products.push(...page)
      if (page.length < 7) return products
      after = page.at(-1)?._id ?? ''
    }
  }
  const prices = (await sorted('price')).map(({ price }) => price)
  assert.ok(prices.length > 7)
  assert.deepEqual(
    prices,
    prices.toSorted((one, other) => one - other),
  )
  assert.deepEqual(
    (await sorted('-price')).map(({ price }) => price),
    prices.toReversed(),
  )
  const shopOrder = (await productsAt(`category=${category}&f=stock:plenty,low`)).map(({ _id }) => _id)
  assert.deepEqual(
    (await sorted('newest')).map(({ _id }) => _id),
    shopOrder.toReversed(),
  )
  assert.equal((await sorted('name')).length, prices.length)
})

test('a page of a list is found by how many products come before it', async () => {
  const category = await makeCategory(12)
  for (const more of ['', '&sort=-price', '&f=stock:plenty,low', '&q=walk']) {
    const all = await productsAt(`category=${category}${more}`)
    for (let offset = 0; offset <= all.length + 1; offset += 3) {
      const page = await productsAt(`category=${category}${more}&limit=3&offset=${offset}`)
      assert.deepEqual(page, all.slice(offset, offset + 3), `${more} from ${offset} on`)
    }
  }
  const { headers } = await shop.call('GET', `/tools?category=${category}&limit=3&offset=3`)
  const next = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
  assert.deepEqual((await shop.call('GET', next)).body, (await productsAt(`category=${category}`)).slice(6, 9))
  for (const offset of ['-1', '1.5', '100001', 'x'])
    assert.equal((await shop.call('GET', `/tools?offset=${offset}`)).status, 400, offset)
})

test('chosen values are named even if nothing has them, and a reversed range is turned round', async () => {
  const { slug } = await admin('POST', '/brands', { name: 'Brixön Parts' })
  const { code } = await admin('POST', '/attributes', { names: { en: 'Finish', de: 'Oberfläche' }, kind: 'option' })
  await admin('POST', `/attributes/${code}/options`, { names: { en: 'Zinc', de: 'Zink' } })
  const { total, chosen, filters } = await facetsAt(`f=brand:${slug}&f=${code}:zinc&f=price:49.5..7`)
  assert.equal(total, 0)
  assert.deepEqual(filters.toSorted(), [`brand:${slug}`, `${code}:zinc`, 'price:7..49.5'])
  assert.deepEqual(
    chosen.map(({ names, values, range }) => [names, values, range]),
    [
      [undefined, [{ code: slug, names: { en: 'Brixön Parts' } }], undefined],
      [{ en: 'Finish', de: 'Oberfläche' }, [{ code: 'zinc', names: { en: 'Zinc', de: 'Zink' } }], undefined],
      [undefined, [], { from: '7', to: '49.5' }],
    ],
  )
  const { groups } = await facetsAt(`category=fluids&f=brand:${slug}`)
  assert.deepEqual(
    groups.find((group) => group.code === 'brand')?.values.find((value) => value.isChosen),
    {
      code: slug,
      names: { en: 'Brixön Parts' },
      products: 0,
      isChosen: true,
    },
  )
})

test('filters that nothing has show nothing, and malformed ones are refused', async () => {
  for (const f of ['brand:unheard-of', 'unheard-of:1', 'price:5000..', 'stock:some', 'brand:1..2']) {
    const { total, filters, unknown } = await facetsAt(`f=${f}`)
    assert.deepEqual([total, filters, unknown], [0, [f], f.startsWith('price') ? undefined : [f]])
    assert.deepEqual(await productsAt(`f=${f}`), [])
  }
  const tooMany = Array.from({ length: 21 }, (_, index) => `f=a${index}:1`).join('&')
  for (const query of ['f=', 'f=brand', 'f=brand:', 'f=brand:a:b', tooMany, `f=brand:${'x,'.repeat(300)}`]) {
    const { status } = await shop.call('GET', `/tools?${query}`)
    assert.equal(status, 400, query)
  }
})
