import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { listOpeningSteps } from '#contract/opening.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('a further language is complete when footer, legal texts, categories and attributes have texts in it', async () => {
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
    INSERT INTO site_contents (content, main_language) VALUES ('{"footer": {"columns": []}}', 'de')`)
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
    INSERT INTO site_contents (content, translations, main_language)
    VALUES ('{"footer": {"columns": []}}', '{"en": {"footer": {"columns": []}}}', 'de')`)
  await shop.db.execute(sql`
    INSERT INTO category_texts (category_id, language, name) SELECT id, 'en', 'Brakes' FROM categories WHERE slug = 'brakes'`)
  assert.deepEqual(await step(), { step: 'languages', done: true })
})
