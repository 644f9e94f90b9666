import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ManagedCategory } from '#contract/categories.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { runs, seededRandom } from '#server/testing/random-search.ts'

const shop = provideTestShop({ withPages: true })

async function look(path: string, language = 'en') {
  const response = await fetch(shop.url + path, { headers: { 'accept-language': language }, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
const byAdmin = <Body>(method: string, path: string, body: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, body })
const all = async () => (await shop.call<ManagedCategory[]>('GET', '/all-categories', { token: shop.admin.token })).body
const idOf = async (slug: string) => (await all()).find(({ category }) => category === slug)?._id ?? ''

test('a category has a page with its name, way, children, products and facts for search engines', async () => {
  const parent = await idOf('brakes')
  await byAdmin('POST', '/categories', { names: { en: 'Brake pads', de: 'Bremsbeläge' }, parent })
  await shop.addProduct({ name: 'Ceramic pad', category: 'brake-pads' })
  await shop.addProduct({ name: 'Spark plug', category: 'engine' })
  const { status, text } = await look('/categories/brakes')
  assert.equal(status, 200)
  assert.match(text, /<title>Brakes – Boltyard<\/title>/)
  assert.match(text, /<link rel="canonical" href="http:\/\/localhost\/categories\/brakes"/)
  assert.match(text, /<h1[^>]*>Brakes<\/h1>/)
  assert.match(text, /Ceramic pad/)
  assert.doesNotMatch(text, /Spark plug/)
  const [, json = ''] =
    /<script type="application\/ld\+json">(.+?)<\/script>/.exec((await look('/categories/brake-pads')).text) ?? []
  const facts = JSON.parse(json) as { '@graph': [{ itemListElement: { name: string; item: string }[] }] }
  assert.deepEqual(
    facts['@graph'][0].itemListElement.map(({ name, item }) => [name, item]),
    [
      ['All products', 'http://localhost/products'],
      ['Brakes', 'http://localhost/categories/brakes'],
      ['Brake pads', 'http://localhost/categories/brake-pads'],
    ],
  )
  assert.match((await look('/categories/brake-pads', 'de')).text, /<h1[^>]*>Bremsbeläge<\/h1>/)
  assert.match((await look('/categories/brake-pads?q=nothing')).text, /content="noindex, follow"/)
  assert.equal((await look('/categories/fluids')).status, 200)
  for (const path of ['/categories/no-such-one', '/categories/No%20Slug', '/categories/no-such-one']) {
    assert.equal((await look(path)).status, 404, path)
  }
  const sitemap = (await look('/sitemap.xml')).text
  assert.deepEqual(
    [...sitemap.matchAll(/<loc>http:\/\/localhost(\/categories[^<]*)</g)].map(([, path]) => path),
    ['/categories/engine', '/categories/brakes', '/categories/brake-pads'],
  )
})

test('former addresses of a category are redirected for good', async () => {
  const id = await idOf('filters')
  for (const category of ['filters-2', 'filters-3']) await byAdmin('PUT', `/category/${id}`, { category })
  for (const [path, location] of [
    ['/categories/filters', '/categories/filters-3'],
    ['/categories/filters-2?q=oil', '/categories/filters-3?q=oil'],
    ['/products?category=brakes', '/categories/brakes'],
    ['/products?utm_source=x&q=disc&category=brakes', '/categories/brakes?q=disc'],
  ] as const) {
    const { status, location: to } = await look(path)
    assert.deepEqual([status, to], [301, location], path)
  }
})

test('what an admin changes is on the pages at once', async () => {
  const id = await idOf('fluids')
  assert.match((await look('/categories/fluids')).text, /<h1[^>]*>Fluids<\/h1>/)
  await byAdmin('PUT', `/category/${id}`, { names: { en: 'Oils' } })
  assert.match((await look('/categories/fluids')).text, /<h1[^>]*>Oils<\/h1>/)
})

test('control characters in the address of a list are left out, and the page is there', async () => {
  for (const path of ['/products?q=%00', '/products?q=disc%00']) assert.equal((await look(path)).status, 200, path)
  for (const path of ['/products?f=brand:%00', '/categories/brakes?f=brand:%00'])
    assert.equal((await look(path)).status, 404, path)
})

test('an address that names a page or a filter that is not there says which, and leads back to the list', async () => {
  await shop.addProduct({ name: 'Disc', category: 'brakes' })
  const gone = [
    ['/products?page=999', 'and no page 999', '/products'],
    ['/products?q=disc&page=12', 'and no page 12', '/products?q=disc'],
    ['/products?page=abc', 'names no page of this list', '/products'],
    ['/categories/brakes?sort=name&page=7', 'and no page 7', '/categories/brakes?sort=name'],
    ['/categories/brakes?f=brand:unheard-of', 'called “brand:unheard-of”', '/categories/brakes'],
    ['/products?f=nonsense&f=stock:plenty', 'called “nonsense”', '/products?f=stock:plenty'],
  ] as const
  // Twice: kept pages are those of their own addresses.
  for (const [path, words, back] of [...gone, ...gone]) {
    const { status, text } = await look(path)
    assert.equal(status, 404, path)
    assert.ok(text.replaceAll('<!-- -->', '').includes(words), path)
    assert.ok(text.includes(`href="${back.replaceAll('&', '&amp;')}"`), path)
  }
  assert.equal((await look('/products?page=1')).status, 200)
})

// Law 16 of the catalog.
test('whatever is renamed or merged, each address of before leads for good to what it is now', async () => {
  const random = seededRandom()
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const names = ['one', 'two', 'three', 'four', 'five']
  const { code: attribute } = (
    await byAdmin<{ code: string }>('POST', '/attributes', { names: { en: 'Plating' }, kind: 'option' })
  ).body
  const brands = new Map<string, string>()
  const options = new Map<string, string>()
  const slugs = ['suspension']
  for (const name of names) {
    const brand = (await byAdmin<{ slug: string }>('POST', '/brands', { name })).body.slug
    const option = (
      await byAdmin<{ code: string }>('POST', `/attributes/${attribute}/options`, { names: { en: name } })
    ).body.code
    brands.set(brand, brand)
    options.set(option, option)
    await shop.addProduct({ brand, category: 'suspension', attributes: { [attribute]: option } })
  }
  const category = await idOf('suspension')
  const mergeInto = (into: string, from: string, known: Map<string, string>) => {
    for (const [old, now] of known) if (now === from) known.set(old, into)
  }
  for (let step = 0; step < runs(50); step += 1) {
    const [brand, option] = [pick([...brands.values()]), pick([...options.values()])]
    const [otherBrand, otherOption] = [pick([...brands.values()]), pick([...options.values()])]
    const deeds = [
      () => byAdmin('PUT', `/brands/${brand}`, { name: `Brand ${step}` }),
      () => byAdmin('PUT', `/attributes/${attribute}/options/${option}`, { names: { en: `Option ${step}` } }),
      () => byAdmin('PUT', `/attributes/${attribute}`, { names: { en: `Attribute ${step}` } }),
      async () => {
        await byAdmin('PUT', `/category/${category}`, { category: `suspension-${step}` })
        slugs.push(`suspension-${step}`)
      },
      async () => {
        if (brand === otherBrand) return
        await byAdmin('POST', `/brands/${brand}/merge`, { into: otherBrand })
        mergeInto(otherBrand, brand, brands)
      },
      async () => {
        if (option === otherOption) return
        await byAdmin('POST', `/attributes/${attribute}/options/${option}/merge`, { into: otherOption })
        mergeInto(otherOption, option, options)
      },
    ]
    await pick(deeds)()
  }
  const codes = [...options]
  for (const [index, [oldBrand, nowBrand]] of [...brands].entries()) {
    const [oldOption, nowOption] = codes[index] ?? ['', '']
    for (const slug of slugs) {
      const target = `/categories/${slugs.at(-1)}?f=brand:${nowBrand}&f=${attribute}:${nowOption}`
      let address = `/categories/${slug}?f=brand:${oldBrand}&f=${attribute}:${oldOption}`
      // One redirect for the category, one for its filters.
      for (let jump = 0; jump < 2 && address !== target; jump += 1) {
        const { status, location } = await look(address)
        assert.equal(status, 301, `${address} for ${target}`)
        address = decodeURIComponent(location ?? '')
      }
      assert.equal(address, target)
      assert.equal((await look(address)).status, 200)
    }
  }
  assert.ok(
    slugs.length > 1 && new Set(brands.values()).size < names.length && new Set(options.values()).size < names.length,
  )
})
