import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { listOpeningSteps } from '#contract/opening.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('a further language is complete when footer, legal texts, categories, attributes and products have texts in it', async () => {
  await using shop = await openTestShop()
  const { token } = shop.admin
  const step = async () => {
    const { body } = await shop.call<ResponseBody<typeof listOpeningSteps>>('GET', '/opening-steps', { token })
    return body.find((each) => each.step === 'languages')
  }
  const offer = async (languages: string[]) => {
    assert.equal((await shop.call('PUT', '/store', { token, body: { languages } })).status, 200)
  }
  await offer(['de'])
  await shop.db.execute(sql`
    INSERT INTO site_contents (content) VALUES ('{"footer": {"columns": []}}')`)
  await shop.db.execute(sql`DELETE FROM category_texts WHERE language = 'en' AND name = 'Brakes'`)
  assert.deepEqual(await step(), { step: 'languages', done: true }, 'one language')
  await offer(['de', 'en'])
  assert.deepEqual(await step(), {
    step: 'languages',
    done: false,
    lacks: [
      { language: 'en', kind: 'footer', count: 1 },
      { language: 'en', kind: 'categories', count: 1 },
    ],
  })
  await shop.db.execute(sql`
    INSERT INTO site_contents (content, translations)
    VALUES ('{"footer": {"columns": []}}', '{"en": {"footer": {"columns": []}}}')`)
  const named = await shop.addProduct({ name: 'Bremsscheibe' })
  const described = await shop.addProduct({ name: 'Keramo' })
  await shop.db.execute(sql`
    INSERT INTO product_texts (product_id, language, page_title) VALUES (${named._id}, 'en', 'Brake disc')`)
  await shop.call('DELETE', `/tools/${(await shop.addProduct())._id}`, { token })
  await shop.db.execute(sql`
    INSERT INTO category_texts (category_id, language, name) SELECT id, 'en', 'Brakes' FROM categories WHERE slug = 'brakes'`)
  const lacks = async () => (await step())?.lacks
  assert.deepEqual(await lacks(), [{ language: 'en', kind: 'products', count: 2 }], 'archived ones need no texts')
  await shop.db.execute(sql`UPDATE product_texts SET name = 'Brake disc' WHERE product_id = ${named._id}`)
  await shop.db.execute(sql`
    INSERT INTO product_texts (product_id, language, description) VALUES (${described._id}, 'en', 'Ceramic pads.')`)
  assert.deepEqual(await step(), { step: 'languages', done: true })
})
