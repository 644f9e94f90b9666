import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Category, ManagedCategory } from '#contract/categories.ts'
import type { DetailedTool, EditedTool, Tool } from '#contract/catalog.ts'
import { importTable } from '#server/testing/import-table.ts'
import { archiveProducts } from '#server/testing/archive-products.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({ withPages: true }, async () => {
  const { body } = await shop.call<{ settings: object }>('GET', '/site-content')
  await byAdmin('PUT', '/site-content', { settings: { ...body.settings, productPages: 'public' } })
})

const byAdmin = <Body>(method: string, path: string, body?: unknown) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
async function look(path: string, language = 'en') {
  const response = await fetch(shop.url + path, { headers: { 'accept-language': language } })
  return { text: await response.text() }
}
/** Returns what search engines show of a page. */
async function shownOf(path: string, language?: string) {
  const { text } = await look(path, language)
  const read = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    title: read(/<title>([^<]*)<\/title>/),
    description: read(/<meta name="description" content="([^"]*)"/),
    social: [
      read(/<meta property="og:title" content="([^"]*)"/),
      read(/<meta property="og:description" content="([^"]*)"/),
    ],
  }
}

test('a product has a title and a description of its own for search engines, in each language, or those of the patterns', async () => {
  const product = await shop.addProduct({
    name: 'Plain disc',
    content: 'A disc.',
    pageTitle: ' Brake discs for lorries ',
    pageDescription: 'From one pallet.',
    texts: { de: { name: 'Scheibe', content: '', pageTitle: 'Bremsscheiben für Lkw' } },
  })
  const path = `/products/${product.slug}-${product._id}`
  assert.deepEqual(await shownOf(path), {
    title: 'Brake discs for lorries',
    description: 'From one pallet.',
    social: ['Brake discs for lorries', 'From one pallet.'],
  })
  assert.partialDeepStrictEqual(await shownOf(path, 'de'), {
    title: 'Bremsscheiben für Lkw',
    description: 'From one pallet.',
  })
  const { body: list } = await shop.call<Tool[]>('GET', '/tools')
  assert.equal(list.find(({ _id }) => _id === product._id)?.pageDescription, undefined, 'lists are short')
  const edited = async () => (await byAdmin<EditedTool>('GET', `/all-tools/${product._id}`)).body
  // A client that knows only names and texts leaves the others.
  await byAdmin('PUT', `/tools/${product._id}`, { texts: { de: { name: 'Scheibe', content: 'Eine Scheibe.' } } })
  assert.deepEqual((await edited()).texts, {
    de: { name: 'Scheibe', content: 'Eine Scheibe.', pageTitle: 'Bremsscheiben für Lkw' },
  })
  await byAdmin('PUT', `/tools/${product._id}`, {
    pageTitle: '',
    pageDescription: '',
    texts: { de: { name: 'Scheibe', content: '', pageTitle: '' } },
  })
  assert.deepEqual((await edited()).texts, { de: { name: 'Scheibe', content: '' } })
  assert.partialDeepStrictEqual(await shownOf(path), { title: 'Plain disc – Boltyard', description: 'A disc.' })
  await byAdmin('PUT', `/tools/${product._id}`, {
    pageTitle: 'Discs',
    texts: { de: { name: '', content: '', pageTitle: 'Scheiben' } },
  })
  const german = { 'accept-language': 'de' }
  const { body: seen } = await shop.call<DetailedTool>('GET', `/tools/${product._id}`, { headers: german })
  await shop.call('PUT', `/tools/${product._id}`, {
    token: shop.admin.token,
    body: { ...seen, price: 9 },
    headers: german,
  })
  assert.equal((await edited()).pageTitle, 'Discs', 'what was shown in German is sent back')
  const long = await byAdmin<{ code: string }>('PUT', `/tools/${product._id}`, { pageTitle: 'x'.repeat(151) })
  assert.deepEqual([long.status, long.body.code], [400, 'invalid-request'])
})

test('a file sets titles and descriptions of pages, also where a product has no other text in the language', async () => {
  const product = await shop.addProduct({ name: 'Filed disc', sku: 'PT-1' })
  const { counts } = await importTable(shop, 'products', [
    ['Part number', 'Page title', 'Meta description', 'Page title (German)'],
    ['PT-1', 'Discs', 'All discs', 'Scheiben'],
  ])
  assert.equal(counts.applied, 1)
  const read = async (language: string) =>
    (await shop.call<DetailedTool>('GET', `/tools/${product._id}`, { headers: { 'accept-language': language } })).body
  assert.partialDeepStrictEqual(await read('en'), { pageTitle: 'Discs', pageDescription: 'All discs' })
  assert.partialDeepStrictEqual(await read('de'), { pageTitle: 'Scheiben', pageDescription: 'All discs' })
})

test('a category has a title and a description of its own for search engines, in each language', async () => {
  const { body: added } = await byAdmin<{ _id: string }>('POST', '/categories', {
    names: { en: 'Jacks', de: 'Heber' },
    pageTitles: { en: 'Trolley jacks', de: 'Rangierwagenheber' },
    pageDescriptions: { en: 'Two tons and more.' },
  })
  assert.partialDeepStrictEqual(await shownOf('/categories/jacks'), {
    title: 'Trolley jacks',
    description: 'Two tons and more.',
  })
  assert.partialDeepStrictEqual(await shownOf('/categories/jacks', 'de'), { title: 'Rangierwagenheber' })
  await byAdmin('PUT', `/category/${added._id}`, { descriptions: { en: 'Lift.' }, pageTitles: { en: '' } })
  const { body: all } = await byAdmin<ManagedCategory[]>('GET', '/all-categories')
  const jacks = all.find(({ _id }) => _id === added._id)
  assert.deepEqual(
    [jacks?.pageTitles, jacks?.pageDescriptions],
    [
      { en: '', de: 'Rangierwagenheber' },
      { en: 'Two tons and more.', de: '' },
    ],
  )
  await byAdmin('PUT', `/category/${added._id}`, { pageTitles: { de: '' }, pageDescriptions: { en: '' } })
  const { body } = await shop.call<Category>('GET', '/category/jacks')
  assert.deepEqual([body.pageTitle, body.pageDescription], [undefined, undefined])
  assert.partialDeepStrictEqual(await shownOf('/categories/jacks'), { title: 'Jacks – Boltyard', description: 'Lift.' })
})

test('each page names its address in every language that the store offers, and answers there in it', async () => {
  const links = (text: string) =>
    [
      ...text.matchAll(/<link rel="(canonical|alternate)"(?: hrefLang="([^"]*)")? href="http:\/\/localhost([^"]*)"/gi),
    ].map(([, rel, language = '', href]) => [rel, language, href].filter(Boolean).join(' '))
  const alternates = ['alternate en /products', 'alternate de /products?lang=de', 'alternate x-default /products']
  const english = await look('/products?lang=en', 'de')
  assert.match(english.text, /<html lang="en"/)
  assert.deepEqual(links(english.text), ['canonical /products', ...alternates])
  for (const [path, language] of [
    ['/products?lang=de', 'en'],
    ['/products?utm_source=x&lang=de', 'en'],
    ['/products', 'de'],
  ] as const) {
    const { text } = await look(path, language)
    assert.match(text, /<html lang="de"/, path)
    assert.deepEqual(links(text), ['canonical /products?lang=de', ...alternates], path)
  }
  assert.match((await look('/products?lang=fr', 'de')).text, /<html lang="de"/)
  await archiveProducts(shop)
  await byAdmin('PUT', '/store', { languages: ['de'] })
  const only = await look('/products?lang=en', 'en')
  assert.match(only.text, /<html lang="de"/)
  assert.deepEqual(links(only.text), ['canonical /products'])
})
