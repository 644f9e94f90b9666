import assert from 'node:assert/strict'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { VehiclePage } from '#contract/vehicle-pages.ts'
import type { ProductVerdict } from '#contract/vehicles.ts'
import { createFitsSitemaps } from '#server/catalog/sitemaps/fits-sitemaps.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop({ withPages: true })

async function look(path: string, language = 'en') {
  const response = await fetch(shop.url + path, { headers: { 'accept-language': language }, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

async function addPart(name: string, category: string, slug: string): Promise<string> {
  const { _id } = await shop.addProduct({ name, category })
  await shop.db.execute(sql`
    WITH marked AS (UPDATE products SET fit_kind = 'vehicles' WHERE id = ${_id})
    INSERT INTO fitments (product_id, model_id, year_from, origin) SELECT ${_id}, id, 2010, 'hand' FROM vehicle_models WHERE slug = ${slug}`)
  return _id
}

/** Returns the sitemaps of vehicles as they are now. */
async function readSitemaps(name: string, maxPerFile: number): Promise<string[]> {
  const directory = join(shop.dataDirectory, name)
  const sitemaps = createFitsSitemaps({ db: shop.db, directory, publicUrl: () => 'http://localhost', maxPerFile })
  const numbers = Array.from({ length: await sitemaps.count() }, (_, index) => index + 1)
  return Promise.all(
    numbers.map(async (number) => gunzipSync(await readFile((await sitemaps.find(number)) ?? '')).toString()),
  )
}

test('a vehicle has a page of its categories, and one for each category from three parts on, for search engines, too', async () => {
  for (const number of [1, 2, 3]) await addPart(`Sorento pad ${number}`, 'brakes', 'kia-sorento')
  await addPart('Sorento filter', 'filters', 'kia-sorento')
  await shop.addProduct({ name: 'Unlisted pad', category: 'brakes' })
  const { body: page } = await shop.call<VehiclePage>('GET', '/vehicle/kia-sorento')
  assert.equal(page.products, 4)
  assert.deepEqual(
    new Map(page.categories.map(({ category, products }) => [category, products])),
    new Map([
      ['brakes', 3],
      ['filters', 1],
    ]),
  )
  const ofVehicle = await look('/fits/kia-sorento')
  assert.equal(ofVehicle.status, 200)
  assert.match(ofVehicle.text, /<title>Parts for Kia Sorento 2001– – Boltyard<\/title>/)
  assert.match(ofVehicle.text, /<meta name="description" content="4 parts for Kia Sorento 2001–, by category/)
  assert.match(ofVehicle.text, /href="\/fits\/kia-sorento\/brakes"/)
  assert.match(ofVehicle.text, new RegExp(`href="/categories/filters\\?vehicle=${page.id}"`))
  // Parts without a category are in none of its tiles.
  assert.match(ofVehicle.text, new RegExp(`href="/products\\?vehicle=${page.id}"`))
  const list = await look('/fits/kia-sorento/brakes')
  assert.equal(list.status, 200)
  assert.match(list.text, /<h1[^>]*>Brakes for Kia Sorento<\/h1>/)
  assert.match(list.text, /<link rel="canonical" href="http:\/\/localhost\/fits\/kia-sorento\/brakes"/)
  assert.match(list.text, /Sorento pad 3/)
  assert.doesNotMatch(list.text, /Unlisted pad/)
  const [, json = ''] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(list.text) ?? []
  const facts = JSON.parse(json) as { '@graph': { itemListElement: { item: unknown }[] }[] }
  assert.deepEqual(
    facts['@graph'].map(({ itemListElement }) => itemListElement.length),
    [3, 3],
  )
  assert.match((await look('/fits/kia-sorento/brakes', 'de')).text, /<h1[^>]*>Bremsen für Kia Sorento<\/h1>/)
  const few = await look('/fits/kia-sorento/filters')
  assert.deepEqual([few.status, few.location], [302, '/fits/kia-sorento'])
  for (const path of ['/fits/no-such-one', '/fits/kia-sorento/no-such-one', '/fits/No%20Slug'])
    assert.equal((await look(path)).status, 404, path)
})

test('pages are those of now: a new fitment shows at once, and a renamed vehicle leads on', async () => {
  const { rows } = await shop.db.execute<{ slug: string }>(
    sql`SELECT slug FROM vehicle_models WHERE slug LIKE 'ford-fiesta%' ORDER BY slug LIMIT 1`,
  )
  const slug = rows[0]?.slug ?? ''
  assert.match((await look(`/fits/${slug}`)).text, /noindex/)
  for (const number of [1, 2, 3]) await addPart(`Fiesta plug ${number}`, 'engine', slug)
  await shop.db.execute(sql`
    WITH renamed AS (UPDATE vehicle_models SET slug = 'ford-fiesta-new' WHERE slug = ${slug} RETURNING id)
    INSERT INTO vehicle_old_slugs (slug, model_id) SELECT ${slug}, id FROM renamed`)
  for (const [from, to] of [
    [`/fits/${slug}`, '/fits/ford-fiesta-new'],
    [`/fits/${slug}/engine?sort=price`, '/fits/ford-fiesta-new/engine?sort=price'],
  ] as const) {
    const { status, location } = await look(from)
    assert.deepEqual([status, location], [301, to], from)
  }
  assert.equal((await look('/fits/ford-fiesta-new/engine')).status, 200)
})

test('sitemaps name the pages of vehicles with parts, in as many files as they need', async () => {
  const wanted = [
    '/fits/ford-fiesta-new',
    '/fits/ford-fiesta-new/engine',
    '/fits/kia-sorento',
    '/fits/kia-sorento/brakes',
  ]
  const read = (xml: string) => [...xml.matchAll(/<loc>http:\/\/localhost(\/fits[^<]*)</g)].map(([, path]) => path)
  assert.match((await look('/sitemap.xml')).text, /sitemap-fits-1\.xml/)
  assert.deepEqual(read((await look('/sitemap-fits-1.xml')).text), wanted)
  const files = await readSitemaps('several', 2)
  assert.equal(files.length, 2)
  assert.deepEqual(new Set(files.flatMap(read)), new Set(wanted))
})

test('a hidden model has no page and is in no sitemap; who chose it reads the same verdicts, and all comes back with it', async () => {
  const { body: page } = await shop.call<VehiclePage>('GET', '/vehicle/kia-sorento')
  const vehicle = { modelId: page.id, year: 2012 }
  const productIds = [await addPart('Sorento hose', 'filters', 'kia-sorento'), (await shop.addProduct({}))._id]
  const verdicts = async () =>
    (await shop.call<{ verdicts: ProductVerdict[] }>('POST', '/fitment-verdicts', { body: { vehicle, productIds } }))
      .body
  const before = await verdicts()
  const offer = (body: object) => async (isOffered: boolean) =>
    assert.equal(
      (await shop.call('PUT', `/vehicle-models/${page.id}`, { token: shop.admin.token, body: { ...body, isOffered } }))
        .status,
      200,
    )
  const offerModel = offer({ family: page.family, from: page.from })
  const offerMake = async (isOffered: boolean) =>
    assert.equal(
      (await shop.call('PUT', `/vehicle-makes/${page.makeId}`, { token: shop.admin.token, body: { isOffered } }))
        .status,
      200,
    )
  let moment = 0
  // A page that was asked for a moment ago is sent once more.
  const expectPages = async (status: number) => {
    for (const path of ['/fits/kia-sorento', '/fits/kia-sorento/brakes'])
      await waitUntil(async () => (await look(path)).status === status, `${path} has status ${status}`)
    const sitemaps = await readSitemaps(`moment-${moment++}`, 100)
    assert.equal(
      sitemaps.some((file) => file.includes('kia-sorento')),
      status === 200,
    )
    assert.deepEqual(await verdicts(), before)
  }
  for (const isOffered of [offerModel, offerMake]) {
    await isOffered(false)
    await expectPages(404)
    await isOffered(true)
    await expectPages(200)
  }
})
