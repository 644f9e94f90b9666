import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

let victim: Person
let stranger: Person

const shop = provideTestShop({}, async () => {
  ;[victim, stranger] = await Promise.all([shop.signUp('victim'), shop.signUp('stranger')])
})

const profile = { displayName: 'Taken over', education: 'x', skill: 'x' }

for (const { method, path, name } of endpoints.filter(({ path: pattern }) => pattern.includes(':email'))) {
  if (name === 'exchangeIdToken') continue
  // spec 7.10, 7.13
  // security 18
  test(`${name}: an own e-mail in the query gives no access to another user`, async () => {
    const address = path.replace(':email', encodeURIComponent(victim.email))
    const own = `email=${encodeURIComponent(stranger.email)}`
    const options = { token: stranger.token, ...(method === 'PUT' ? { body: profile } : {}) }
    for (const query of [own, `${own}&${own}`]) {
      const response = await shop.call(method, `${address}?${query}`, options)
      assert.equal(response.status, 403, JSON.stringify(response.body))
    }
  })
}

// security 23
test('an e-mail given twice is refused and never read as a list', async () => {
  for (const path of ['/orders', '/user']) {
    const query = `email=${stranger.email}&email=${victim.email}`
    assert.equal((await shop.call('GET', `${path}?${query}`, { token: stranger.token })).status, 400)
  }
})
