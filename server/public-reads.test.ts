import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '#contract/catalog.ts'
import { endpoints } from '#contract/endpoints.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

let product: Tool
const shop = provideTestShop({}, async () => {
  product = await shop.addProduct({
    name: 'Brake disc',
    texts: { de: { name: 'Bremsscheibe', content: 'Für einen Test.' } },
  })
})

const reads = endpoints.filter(({ method, access, file }) => method === 'GET' && access === 'anyone' && !file)
const queries: Record<string, string> = { searchProducts: '?q=br', suggestSearches: '?q=br' }
const addressOf = ({ name, path }: { name: string; path: string }) =>
  path.replaceAll(/:\w+/g, product._id) + (queries[name] ?? '')

test('each public read says how it may be kept, and in which languages it differs', async () => {
  const different: string[] = []
  for (const path of [...reads.map(addressOf), '/tools?limit=5', '/tools']) {
    const readIn = (language: string) => shop.call<unknown>('GET', path, { headers: { 'accept-language': language } })
    const [english, german] = [await readIn('en'), await readIn('de')]
    assert.ok(['no-cache', 'no-store'].includes(english.headers.get('cache-control') ?? ''), path)
    if (english.status !== 200) continue
    try {
      assert.deepEqual(german.body, english.body)
    } catch {
      different.push(path)
      const vary = english.headers.get('vary')?.split(', ') ?? []
      for (const header of ['accept-language', 'cookie'])
        assert.ok(vary.includes(header), `${path}: ${vary.join(', ')}`)
    }
  }
  const expected = ['/tools', `/tools/${product._id}`, '/search?q=br', '/search/suggestions?q=br', '/tools?limit=5']
  assert.deepEqual(
    expected.filter((path) => !different.includes(path)),
    [],
  )
})

test('what is read with a token is not kept', async () => {
  const { headers } = await shop.call('GET', '/tools?limit=5', { token: shop.admin.token })
  assert.equal(headers.get('cache-control'), 'no-store')
})
