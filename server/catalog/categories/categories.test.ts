import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { Category, CategoryCounts, ManagedCategory } from '#contract/categories.ts'
import type { Tool } from '#contract/catalog.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { openTestShop, productBody, provideTestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { search } from '#server/testing/random-search.ts'

const shop = provideTestShop()

type Answer = { _id: string; category: string } & Partial<ProblemBody>
const byAdmin = <Body = Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body === undefined ? {} : { body }) })
const add = async (en: string, more: object = {}) =>
  (await byAdmin('POST', '/categories', { names: { en }, ...more })).body
const change = (id: string, body: object) => byAdmin('PUT', `/category/${id}`, body)
const remove = (id: string) => byAdmin('DELETE', `/category/${id}`)
const all = async () => (await byAdmin<ManagedCategory[]>('GET', '/all-categories')).body
const counts = async (language = 'en') =>
  (await shop.call<CategoryCounts>('GET', `/categories?language=${language}`)).body
const page = (slug: string, language = 'en') => shop.call<Category>('GET', `/category/${slug}?language=${language}`)
const tools = (query: string) => shop.call<Tool[]>('GET', `/tools?${query}`)
const archive = (product: Tool) => byAdmin('DELETE', `/tools/${product._id}`)
const codeOf = ({ status, body }: { status: number; body: unknown }) => `${status} ${(body as ProblemBody).code}`

test('a new shop has ten categories with names in both languages, and no page lists the empty ones', async () => {
  const list = await all()
  assert.equal(list.length, 10)
  assert.deepEqual(list[8], {
    _id: list[8]?._id,
    category: 'garage-machines',
    names: { en: 'Garage machines', de: 'Werkstattmaschinen' },
    descriptions: { en: '', de: '' },
    pageTitles: { en: '', de: '' },
    pageDescriptions: { en: '', de: '' },
    products: 0,
    ownProducts: 0,
  })
  assert.deepEqual((await counts()).categories, [])
  assert.deepEqual((await page('fluids', 'de')).body, {
    category: 'fluids',
    name: 'Flüssigkeiten',
    description: '',
    products: 0,
    path: [],
    children: [],
  })
})

test('a category answers with everything below it: list, counts, way and children', async () => {
  const pads = await add('Brake pads', { parent: await idOf('brakes'), descriptions: { en: 'For discs.' } })
  const ceramic = await add('Ceramic pads', { parent: pads._id, img: '/media/ceramic/960.webp' })
  const [disc, pad, ceramicPad] = [
    await shop.addProduct({ name: 'A disc', category: 'brakes', img: '/media/disc/960.webp' }),
    await shop.addProduct({ name: 'A pad', category: pads.category, img: '/media/pad/960.webp' }),
    await shop.addProduct({ name: 'A ceramic pad', category: ceramic.category }),
  ]
  assert.equal(pad?.category, 'brake-pads')
  const names = async (query: string) => (await tools(query)).body.map(({ name }) => name)
  assert.deepEqual(await names('category=brakes'), ['A disc', 'A pad', 'A ceramic pad'])
  assert.deepEqual(await names('category=brake-pads'), ['A pad', 'A ceramic pad'])
  assert.deepEqual(await names('category=ceramic-pads'), ['A ceramic pad'])
  assert.deepEqual((await counts()).categories, [
    { category: 'brakes', name: 'Brakes', products: 3, img: '/media/disc/960.webp' },
    { category: 'brake-pads', name: 'Brake pads', parent: 'brakes', products: 2, img: '/media/pad/960.webp' },
    {
      category: 'ceramic-pads',
      name: 'Ceramic pads',
      parent: 'brake-pads',
      products: 1,
      img: '/media/ceramic/960.webp',
    },
  ])
  assert.deepEqual((await page('brake-pads', 'de')).body, {
    category: 'brake-pads',
    name: 'Brake pads',
    description: 'For discs.',
    products: 2,
    path: [{ category: 'brakes', name: 'Bremsen' }],
    children: [
      {
        category: 'ceramic-pads',
        name: 'Ceramic pads',
        parent: 'brake-pads',
        products: 1,
        img: '/media/ceramic/960.webp',
      },
    ],
  })
  for (const product of [disc, pad, ceramicPad]) await archive(product)
  assert.deepEqual((await counts()).categories, [])
  assert.equal(codeOf(await tools('category=unheard-of')), '404 category-not-found')
  assert.equal(codeOf(await page('unheard-of')), '404 category-not-found')
  assert.equal((await tools('category=Not a slug')).status, 400)
})

test('products are found by the names of their category in every language, and of those above', async () => {
  const clutch = await add('Clutch kits', { names: { en: 'Clutch kits', de: 'Kupplungssätze' } })
  const small = await add('Small ones', { parent: clutch._id })
  const [kit, other] = [
    await shop.addProduct({ name: 'Zeta 7', sku: 'ZETA-7', category: small.category }),
    await shop.addProduct({ name: 'Zeta 8', sku: 'ZETA-8', category: 'engine' }),
  ]
  const found = async (q: string) => (await tools(`q=${encodeURIComponent(q)}`)).body.map(({ _id }) => _id)
  for (const words of ['clutch zeta', 'zeta kupplungs', 'KUPPLUNGSSÄTZE zeta', 'small zeta', 'zeta clutch 7']) {
    assert.deepEqual(await found(words), [kit._id], words)
  }
  assert.deepEqual(await found('zeta motor'), [other._id])
  assert.deepEqual(await found('zeta clutch 8'), [])
  const managed = await byAdmin<Tool[]>('GET', '/all-tools?q=clutch+zeta')
  assert.deepEqual(
    managed.body.map(({ _id }) => _id),
    [kit._id],
  )
})

test('a slug is made from the name, or chosen; no two categories share one', async () => {
  for (const [name, slug] of [
    ['Reifen & Räder', 'reifen-raeder'],
    ['  Öl/Fett (5.5 l) ', 'oel-fett-5-5-l'],
    ['Crème Brûlée', 'creme-brulee'],
  ] as const) {
    assert.equal((await add(name)).category, slug)
  }
  assert.equal((await add('Tow bars')).category, 'tow-bars')
  assert.equal((await add('Tow  bars')).category, 'tow-bars-2')
  assert.equal((await add('车')).category, 'category')
  assert.equal((await add('Hooks', { category: 'tow-hooks' })).category, 'tow-hooks')
  const taken = await byAdmin('POST', '/categories', { names: { en: 'More hooks' }, category: 'tow-hooks' })
  assert.equal(codeOf(taken), '409 category-slug-taken')
  assert.match(taken.body.message ?? '', /“tow-hooks” is, or was, that of the category “Hooks”/)
  assert.equal((await byAdmin('POST', '/categories', { names: { en: 'x' }, category: 'Not A Slug' })).status, 400)
  for (const names of [{}, { en: ' ' }, { de: '' }]) {
    assert.equal(codeOf(await byAdmin('POST', '/categories', { names })), '400 name-missing')
  }
})

test('a renamed slug leads to its category forever, also after further renames and moves', async () => {
  const lamps = await add('Lamps', { category: 'lamps' })
  const product = await shop.addProduct({ category: 'lamps' })
  const slugs = ['lamps', 'work-lamps', 'lights', 'shop-lights']
  for (const slug of slugs.slice(1)) assert.equal((await change(lamps._id, { category: slug })).status, 200)
  await change(lamps._id, { parent: await idOf('electrical') })
  for (const slug of slugs) {
    assert.equal((await page(slug)).body.category, 'shop-lights', slug)
    assert.deepEqual(
      (await tools(`category=${slug}`)).body.map(({ _id, category }) => [_id, category]),
      [[product._id, 'shop-lights']],
    )
    if (slug === 'shop-lights') continue
    assert.equal(
      codeOf(await byAdmin('POST', '/categories', { names: { en: 'x' }, category: slug })),
      '409 category-slug-taken',
    )
  }
  // A product can be put in by the former slug; it answers with the one of now.
  const other = await shop.addProduct({ category: 'lights' })
  assert.equal(other.category, 'shop-lights')
  assert.equal((await change(lamps._id, { category: 'lamps' })).body.category, 'lamps')
  assert.equal((await page('shop-lights')).body.category, 'lamps')
  assert.equal((await shop.call<Tool>('GET', `/tools/${other._id}`)).body.category, 'lamps')
  assert.equal(
    codeOf(await byAdmin('PUT', `/tools/${other._id}`, { category: 'unheard-of' })),
    '404 category-not-found',
  )
})

test('names change by language; one that is emptied falls back, and the last one stays', async () => {
  const { _id, category } = await add('Jacks', { names: { en: 'Jacks', de: 'Wagenheber' } })
  await shop.addProduct({ category })
  const name = async (language: string) => (await page(category, language)).body.name
  assert.deepEqual([await name('en'), await name('de')], ['Jacks', 'Wagenheber'])
  assert.equal((await change(_id, { names: { de: ' ' } })).status, 200)
  assert.deepEqual([await name('en'), await name('de')], ['Jacks', 'Jacks'])
  assert.equal((await change(_id, { names: { en: '', de: 'Heber' } })).status, 200)
  assert.deepEqual([await name('en'), await name('de')], ['Heber', 'Heber'])
  assert.equal(codeOf(await change(_id, { names: { de: '' } })), '400 name-missing')
  assert.equal(await name('en'), 'Heber')
})

test('categories are sorted and moved, never into themselves', async () => {
  const root = await add('Root')
  const [a, b, c] = [
    await add('A', { parent: root._id }),
    await add('B', { parent: root._id }),
    await add('C', { parent: root._id }),
  ]
  const order = async (parent: string) =>
    (await all()).flatMap((one) => (one.parent === parent ? [one.names.en] : [])).join('')
  assert.equal(await order(root._id), 'ABC')
  await change(c._id, { position: 0 })
  assert.equal(await order(root._id), 'CAB')
  await change(c._id, { position: 1 })
  assert.equal(await order(root._id), 'ACB')
  await change(a._id, { position: 999 })
  assert.equal(await order(root._id), 'CBA')
  await change(a._id, { parent: b._id })
  assert.deepEqual([await order(root._id), await order(b._id)], ['CB', 'A'])
  for (const [id, parent] of [
    [root._id, root._id],
    [root._id, a._id],
    [b._id, a._id],
  ] as const) {
    assert.equal(codeOf(await change(id, { parent })), '409 category-cycle')
  }
  assert.equal(codeOf(await change(a._id, { parent: '999999' })), '404 category-not-found')
  await change(a._id, { parent: '', position: 0 })
  assert.equal((await all())[0]?.names.en, 'A')
  await change(a._id, { parent: root._id, position: 0 })
  assert.equal(await order(root._id), 'ACB')
})

test('categories are ten levels deep at most, also by moves of whole branches, and by two at once', async () => {
  const chain = async (name: string, levels: number) => {
    const added: Answer[] = []
    for (let level = 1; level <= levels; level++) {
      added.push(await add(`${name} ${level}`, { parent: added.at(-1)?._id ?? '' }))
    }
    return added
  }
  const [long, branch] = [await chain('Long', 10), await chain('Branch', 3)]
  const deepest = await byAdmin('POST', '/categories', { names: { en: 'Eleven' }, parent: long[9]?._id })
  assert.equal(codeOf(deepest), '409 category-too-deep')
  assert.match(deepest.body.message ?? '', /on level 11, and there are 10 at most\. Choose a category further up/)
  assert.equal(
    codeOf(await change(branch[0]?._id ?? '', { parent: long[7]?._id, names: { en: 'X' } })),
    '409 category-too-deep',
  )
  assert.equal((await change(branch[0]?._id ?? '', { parent: long[6]?._id })).status, 200)
  for (let turn = 0; turn < 3; turn++) {
    const [one, other, third] = [await chain(`A${turn}`, 4), await chain(`B${turn}`, 4), await chain(`C${turn}`, 4)]
    const moves = await Promise.all([
      change(one[0]?._id ?? '', { parent: other[3]?._id }),
      change(other[0]?._id ?? '', { parent: third[3]?._id }),
    ])
    assert.deepEqual(moves.map(codeOf).toSorted(), ['200 undefined', '409 category-too-deep'])
  }
})

test('only an empty category is deleted; archived products count, since they can come back', async () => {
  const parent = await add('Parent')
  const child = await add('Child', { parent: parent._id })
  const product = await shop.addProduct({ category: child.category })
  assert.equal(codeOf(await remove(parent._id)), '409 category-has-categories')
  assert.equal(codeOf(await remove(child._id)), '409 category-has-products')
  await archive(product)
  const refused = await remove(child._id)
  assert.match(refused.body.message ?? '', /^Products of this category: 1, of them not on sale: 1\./)
  assert.equal((await all()).find(({ _id }) => _id === child._id)?.ownProducts, 1)
  await byAdmin('POST', `/tools/${product._id}/restore`)
  await byAdmin('PUT', `/tools/${product._id}`, { category: parent.category })
  await change(child._id, { category: 'child-2' })
  assert.equal((await remove(child._id)).status, 200)
  assert.equal(codeOf(await remove(child._id)), '404 category-not-found')
  for (const slug of ['child', 'child-2']) assert.equal((await page(slug)).status, 404)
  assert.equal((await add('Child')).category, 'child')
})

test('two admins at once make no circle, no shared slug and no product without its category', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const [one, other] = [await add(`First ${turn}`), await add(`Second ${turn}`)]
    const moves = await Promise.all([change(one._id, { parent: other._id }), change(other._id, { parent: one._id })])
    assert.deepEqual(moves.map(codeOf).toSorted(), ['200 undefined', '409 category-cycle'])

    const renames = await Promise.all(
      [one, other].map(({ _id }) => change(_id, { category: `wanted-by-both-${turn}` })),
    )
    assert.deepEqual(renames.map(codeOf).toSorted(), ['200 undefined', '409 category-slug-taken'])
    const names = Array.from({ length: 4 }, (_, place) => ({ en: `Same ${turn}`, de: `${turn} ${place}` }))
    const same = await Promise.all(names.map((name) => byAdmin('POST', '/categories', { names: name })))
    assert.deepEqual(same.map(codeOf).toSorted(), ['200 undefined', ...Array(3).fill('409 category-name-taken')])
    const others = await Promise.all([1, 2].map(() => add(`same ${turn}`, { parent: one._id })))
    assert.equal(others.filter(({ code }) => code === 'category-name-taken').length, 1)

    const doomed = await add(`Doomed ${turn}`)
    const [added, deleted] = await Promise.all([
      byAdmin('POST', '/tools', productBody({ name: `Raced ${turn}`, category: doomed.category })),
      remove(doomed._id),
    ])
    assert.ok(
      ['200 undefined,409 category-has-products', '404 category-not-found,200 undefined'].includes(
        [added, deleted].map(codeOf).join(),
      ),
      [added, deleted].map(codeOf).join(),
    )
  }
})

test('a change of the tree is seen within a second by another process on the same database', async () => {
  await using other = await openTestShop({ sharing: shop })
  const { _id, category } = await add('Seen everywhere')
  await shop.addProduct({ category })
  const seen = (name: string) =>
    waitUntil(async () => {
      const { body } = await other.call<CategoryCounts>('GET', '/categories?language=en')
      return body.categories.some((one) => one.name === name)
    }, `the other process has ${name}`)
  await seen('Seen everywhere')
  await change(_id, { names: { en: 'Renamed everywhere' } })
  await seen('Renamed everywhere')
})

test('what admins do to categories is on record in words', async () => {
  const { _id } = await add('Winches', { parent: await idOf('hand-tools') })
  await change(_id, { names: { de: 'Winden' }, category: 'rope-winches', parent: '' })
  await change(_id, { category: 'rope-winches' })
  await remove(_id)
  const { body } = await byAdmin<AuditEvent[]>('GET', '/audit-log?q=winches')
  const position = (await all()).filter(({ parent }) => parent === undefined).length + 1
  assert.deepEqual(
    body.map(({ kind, subject, before: was, after: is }) => [kind, subject.type, subject.name, was, is]),
    [
      [
        'category-deleted',
        'category',
        'Winches',
        {
          names: { en: 'Winches', de: 'Winden' },
          descriptions: {},
          slug: 'rope-winches',
          parent: null,
          position,
          imageUrl: null,
        },
        undefined,
      ],
      [
        'category-changed',
        'category',
        'Winches',
        { names: { en: 'Winches' }, slug: 'winches', parent: 'Hand tools', position: 1 },
        { names: { en: 'Winches', de: 'Winden' }, slug: 'rope-winches', parent: null, position },
      ],
      [
        'category-added',
        'category',
        'Winches',
        undefined,
        {
          names: { en: 'Winches' },
          descriptions: {},
          slug: 'winches',
          parent: 'Hand tools',
          position: 1,
          imageUrl: null,
        },
      ],
    ],
  )
})

test('the count of every category is the number of products that its list has, whatever happens to the shop', async () => {
  const made = new Map<string, string>()
  const products: Tool[] = []
  const pick = <Item>(list: readonly Item[], at: number) => list[at % Math.max(1, list.length)]
  const number = fc.nat(1000)
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ do: fc.constant('add-category' as const), at: number }) },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('add-product' as const), at: number }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('archive' as const), at: number }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), at: number }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('move-product' as const), at: number, to: number }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('move-category' as const), at: number, to: number }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete-category' as const), at: number }) },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      for (const one of steps) {
        const slugs = [...made.keys()]
        const product = pick(products, one.at)
        const slug = pick(slugs, one.at)
        const id = made.get(slug ?? '') ?? ''
        const to = 'to' in one ? pick(slugs, one.to) : undefined
        if (one.do === 'add-category') {
          const { category, _id } = await add('Made up', id ? { parent: id } : {})
          made.set(category, _id)
        }
        if (one.do === 'add-product') products.push(await shop.addProduct(slug ? { category: slug } : {}))
        if (one.do === 'archive' && product) await archive(product)
        if (one.do === 'restore' && product) await byAdmin('POST', `/tools/${product._id}/restore`)
        if (one.do === 'move-product' && product) await byAdmin('PUT', `/tools/${product._id}`, { category: to ?? '' })
        if (one.do === 'move-category' && id) await change(id, { parent: made.get(to ?? '') ?? '' })
        if (one.do === 'delete-category' && id && (await remove(id)).status === 200) made.delete(slug ?? '')
      }
      const { products: total, categories } = await counts()
      assert.equal(total, (await tools('limit=1000')).body.length)
      const listed = new Map(categories.map(({ category, products: count }) => [category, count]))
      for (const { category } of await all()) {
        const rows = (await tools(`limit=1000&category=${category}`)).body.length
        assert.equal(listed.get(category) ?? 0, rows, category)
        assert.equal((await page(category)).body.products, rows, category)
      }
      // Each stands behind the one above it.
      for (const [index, { parent }] of categories.entries()) {
        assert.ok(parent === undefined || categories.slice(0, index).some(({ category }) => category === parent))
      }
    }),
    search(2),
  )
})

async function idOf(slug: string): Promise<string> {
  return (await all()).find(({ category }) => category === slug)?._id ?? ''
}
