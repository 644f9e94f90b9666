import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteContent } from '#contract/site-content.ts'
import type { Store } from '#contract/store.ts'
import { t } from '#web/i18n/messages.ts'
import { replacePlaceholders } from '#web/site-content/replacement-texts.ts'

const given = {
  footer: { social: { facebook: '/', x: 'https://x.com/shop' } },
  plumbing: {
    contact: { email: 'contact@example.com', address: '' },
    statistics: { title: 'As delivered', counters: [] },
  },
  settings: {},
}
// Only what is replaced.
const content = given as unknown as SiteContent
const store = { name: 'Falk', email: '', address: '' } as Store

test('icons without an address are left out, and a shop without products has no figures', () => {
  const { texts, hasFigures } = replacePlaceholders(content, store, { products: 0, categories: [] }, t)
  assert.deepEqual(texts.footer.social, { facebook: '', x: 'https://x.com/shop' })
  assert.equal(hasFigures, false)
  assert.equal(texts.plumbing?.statistics.title, 'As delivered')
  const filled = replacePlaceholders(content, store, { products: 3, categories: [] }, t)
  assert.deepEqual([filled.hasFigures, filled.texts.plumbing?.statistics.counters[0]?.target], [true, 3])
})
