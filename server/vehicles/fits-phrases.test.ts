import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { FitsPhrases } from '#contract/fits-phrases.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { readTexts } from '#server/vehicles/read-texts.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

async function addTexts(texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const { _id } = await shop.addProduct({ name: `Part ${crypto.randomUUID()}` })
    await shop.db.execute(sql`INSERT INTO fits_texts (product_id, text) VALUES (${_id}, ${text})`)
  }
}
const list = async (query = '') => {
  await readTexts(shop.db)
  const { status, body } = await shop.call<FitsPhrases>('GET', `/fits-phrases${query}`, { token: shop.admin.token })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const decide = async (key: string, modelIds: number[]) => {
  const path = `/fits-phrases/${encodeURIComponent(key)}`
  return shop.call('PUT', path, { token: shop.admin.token, body: { modelIds } })
}
const modelId = async (slug: string) => {
  const { rows } = await shop.db.execute<{ id: number }>(sql`SELECT id FROM vehicle_models WHERE slug = ${slug}`)
  return rows[0]?.id ?? 0
}

test('one answer reads all texts again, and taking it back opens them again', async () => {
  await addTexts(['VW Golf V 2003-2008', 'Zonkmobil 2005-2007', 'Zonkmobil front', 'Zonkmobil blorp'])
  const open = await list()
  assert.deepEqual(open.counts, { texts: 4, complete: 1, waiting: 0 })
  assert.deepEqual(
    open.phrases.map(({ key, parts }) => [key, parts]),
    [
      ['ZONKMOBIL', 3],
      ['2005', 1],
      ['2007', 1],
      ['BLORP', 1],
    ],
  )
  assert.deepEqual(open.phrases[0]?.examples, ['Zonkmobil blorp', 'Zonkmobil front', 'Zonkmobil 2005-2007'])
  assert.equal((await decide('ZONKMOBIL', [await modelId('volkswagen-golf-v')])).status, 200)
  const answered = await list()
  assert.deepEqual(answered.counts, { texts: 4, complete: 3, waiting: 0 })
  assert.deepEqual(
    answered.phrases.map(({ key }) => key),
    ['BLORP'],
  )
  assert.equal((await decide('BLORP', [])).status, 200)
  assert.deepEqual((await list()).counts, { texts: 4, complete: 4, waiting: 0 })
  const decided = (await list('?decided=true')).phrases
  assert.deepEqual(
    decided.map(({ key, models }) => [key, models.map(({ slug }) => slug)]),
    [
      ['BLORP', []],
      ['ZONKMOBIL', ['volkswagen-golf-v']],
    ],
  )
  const reopened = await shop.call('DELETE', '/fits-phrases/ZONKMOBIL', { token: shop.admin.token })
  assert.equal(reopened.status, 200)
  assert.equal((await list()).counts.complete, 1)
})

test('words that may be several generations are left over, with what they may mean', async () => {
  await addTexts(['Brake disc VW Golf'])
  const found = (await list()).phrases.find(({ key }) => key === 'VWGOLF')
  assert.ok(found, 'the vehicle without generation and years is a question')
  assert.ok(found.models.some(({ slug }) => slug === 'volkswagen-golf-v'))
})

test('an answer names known words and vehicles', async () => {
  await addTexts(['Kaputnik 2005'])
  await list()
  assert.equal((await decide('NEVERSEEN', [])).body.code, 'fits-phrase-not-found')
  assert.equal((await decide('KAPUTNIK', [2_000_000_000])).body.code, 'vehicle-not-found')
})

test('texts are read the same in any order of rows and answers', async () => {
  const before = await shop.db.execute(
    sql`SELECT product_id, leftover, is_complete FROM fits_texts ORDER BY product_id`,
  )
  await shop.db.execute(sql`UPDATE fits_texts SET edition = -1, leftover = '{}', is_complete = false`)
  await readTexts(shop.db)
  const again = await shop.db.execute(sql`SELECT product_id, leftover, is_complete FROM fits_texts ORDER BY product_id`)
  assert.deepEqual(again.rows, before.rows)
})
