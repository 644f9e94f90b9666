import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentVersion, SiteContent } from '#contract/site-content.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const asAdmin = <Answer>(method: string, path: string, body?: object) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body && { body }) })
const versions = async () => (await asAdmin<ContentVersion[]>('GET', '/site-content/versions')).body
const read = async () => (await shop.call<SiteContent>('GET', '/site-content')).body

test('every saved version can be restored, and what was restored is a version itself', async () => {
  const delivered = await read()
  // Another main language changes no text of a site that has its defaults.
  await asAdmin('PUT', '/store', { languages: ['de', 'en'] })
  await asAdmin('PUT', '/store', { languages: ['en', 'de'] })
  assert.deepEqual(await versions(), [{ _id: '0', parts: [], languages: [] }])
  const footer = { ...delivered.footer, button: 'Subscribe' }
  await asAdmin('PUT', '/site-content', { footer })
  await asAdmin('PUT', '/site-content', { home: { ...delivered.home, testimonials: { title: 'Voices', shown: 3 } } })
  const listed = await versions()
  assert.deepEqual(
    listed.map(({ parts }) => parts),
    [['home'], ['footer'], []],
  )
  assert.deepEqual(
    listed.map(({ savedBy }) => savedBy),
    [shop.admin.email, shop.admin.email, undefined],
  )
  const restored = await asAdmin<SiteContent>('POST', `/site-content/versions/${listed[1]?._id}/restore`)
  assert.equal(restored.status, 200)
  assert.deepEqual(await read(), { ...delivered, footer })
  await asAdmin('POST', '/site-content/versions/0/restore')
  assert.deepEqual(await read(), delivered)
  assert.equal((await versions()).length, 5)
  const { status, body } = await asAdmin<{ code: string }>('POST', '/site-content/versions/999999/restore')
  assert.equal(`${status} ${body.code}`, '404 content-version-not-found')
})
