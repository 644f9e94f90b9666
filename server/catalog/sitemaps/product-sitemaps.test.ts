import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { SiteContent } from '#contract/site-content.ts'
import { createProductSitemaps } from '#server/catalog/sitemaps/product-sitemaps.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

async function setPages(productPages: 'sign-in' | 'public', indexing: 'shown' | 'hidden' = 'shown') {
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const body = { settings: { ...content.settings, productPages }, search: { ...content.search, indexing } }
  assert.equal((await shop.call('PUT', '/site-content', { token: shop.admin.token, body })).status, 200)
}

const count = async () => (await shop.call<{ count: number }>('GET', '/product-sitemaps')).body.count

test('sitemaps list the products on sale by their readable addresses, only while their pages are public', async () => {
  const disc = await shop.addProduct({ name: 'Bremsscheibe belüftet 312 mm' })
  assert.equal(disc.slug, 'bremsscheibe-belueftet-312-mm')
  const plate = await shop.addProduct({ name: '刹车盘' })
  const gone = await shop.addProduct({ name: 'Archived' })
  await shop.call('DELETE', `/tools/${gone._id}`, { token: shop.admin.token })
  const path = '/sitemap-products-1.xml'
  assert.equal(await count(), 0)
  assert.equal((await fetch(`${shop.url}${path}`)).status, 404)
  await setPages('public')
  assert.equal(await count(), 1)
  const response = await fetch(`${shop.url}${path}`)
  assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8')
  const xml = await response.text()
  assert.match(xml, new RegExp(`<loc>http://localhost/products/bremsscheibe-belueftet-312-mm-${disc._id}</loc>`))
  assert.match(xml, new RegExp(`<loc>http://localhost/products/${plate._id}</loc>`))
  assert.doesNotMatch(xml, new RegExp(gone._id))
  assert.equal(await (await fetch(`${shop.url}${path}`, { headers: { 'accept-encoding': 'identity' } })).text(), xml)
  for (const wrong of ['/sitemap-products-2.xml', '/sitemap-products-0.xml', '/sitemap-products-x.xml']) {
    assert.equal((await fetch(`${shop.url}${wrong}`)).status, 404, wrong)
  }
  await setPages('public', 'hidden')
  assert.equal(await count(), 0)
})

test('every product is in exactly one of several sitemaps', async () => {
  const added = []
  while (added.length < 7) added.push(await shop.addProduct())
  const directory = join(shop.dataDirectory, 'several')
  const sitemaps = createProductSitemaps({ db: shop.db, directory, publicUrl: () => 'http://localhost', maxPerFile: 3 })
  const files = []
  for (let number = 1; number <= (await sitemaps.count()); number++) files.push((await sitemaps.find(number)) ?? '')
  assert.ok(files.length >= 3)
  const all = (await Promise.all(files.map(async (file) => gunzipSync(await readFile(file)).toString()))).join('')
  for (const { _id } of added) assert.equal(all.split(_id).length, 2)
})
