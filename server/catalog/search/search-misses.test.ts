import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { FoundTool, SearchMiss, SearchResult, Synonym } from '#contract/search.ts'
import { rebuildDictionary } from '#server/catalog/search/rebuild-dictionary.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })

const search = async (q: string, ip = '198.51.100.7') =>
  (
    await shop.call<{ products: FoundTool[] }>('GET', `/search?q=${encodeURIComponent(q)}`, {
      headers: { 'x-forwarded-for': ip },
    })
  ).body.products.map(({ name }) => name)
const misses = async () =>
  (await shop.call<SearchMiss[]>('GET', '/search-misses', { token: shop.admin.token })).body.map(({ _id, times }) => [
    _id,
    times,
  ])
const add = (term: string, means: string, bothWays = true) =>
  shop.call<{ synonym: Synonym; code?: string; message?: string }>('POST', '/synonyms', {
    token: shop.admin.token,
    body: { term, means, bothWays },
  })

test('a term has at most 50 synonyms, both ways counted, and a search looks for no more', async () => {
  await shop.db.execute(sql`INSERT INTO synonyms (term, means, is_two_way)
    SELECT 'tolvex', 'tolvex ' || number, false FROM generate_series(1, 47) number
    UNION ALL VALUES ('tolvex', 'zubril', false), ('mirvex', 'tolvex', true)`)
  const added = await Promise.all([add('tolvex', 'one more'), add('another', 'tolvex')])
  assert.deepEqual(added.map(({ status }) => String(status)).toSorted(), ['200', '409'])
  const { status, body } = await add('tolvex', 'too many')
  assert.deepEqual([status, body.code], [409, 'too-many-synonyms'])
  assert.match(body.message ?? '', /^“tolvex” has 50 synonyms already/)
  assert.equal((await add('too many', 'tolvex', false)).status, 200, 'a search for tolvex is no wider')

  // As the version before let them be.
  await shop.addProduct({ name: 'Zubril' })
  await shop.db.execute(sql`INSERT INTO synonyms (term, means, is_two_way) VALUES ('tolvex', 'from before', false)`)
  const { readings } = (await shop.call<SearchResult>('GET', '/search?q=tolvex')).body
  assert.equal(readings[0]?.means.length, 50)
  await shop.db.execute(sql`DELETE FROM synonyms`)
})

test('a search without results is counted, becomes a synonym, and finds then', async () => {
  await shop.addProduct({ name: 'Nockenwelle' })
  for (const q of ['Camschaft', ' camschaft!', 'quarkfoo bar']) assert.deepEqual(await search(q), [])
  await search('nockenwelle')
  // A filter may leave nothing of what is there, and a beginning is not a search yet.
  await shop.call('GET', '/search?q=zzzzq&category=brakes')
  await shop.call('GET', '/search/suggestions?q=camsch')
  assert.deepEqual(await misses(), [
    ['camschaft', 2],
    ['quarkfoo bar', 1],
  ])
  const { body } = await add(' Camschaft ', 'NOCKENWELLE')
  assert.partialDeepStrictEqual(body.synonym, { term: 'camschaft', means: 'nockenwelle', bothWays: true })
  assert.deepEqual(await misses(), [['quarkfoo bar', 1]])
  assert.deepEqual(await search('camschaft'), ['Nockenwelle'])
  await shop.call('DELETE', '/search-misses?words=quarkfoo%20bar', { token: shop.admin.token })
  assert.deepEqual(await misses(), [])
  assert.equal((await add('camschaft', 'nockenwelle')).body.code, 'synonym-known')
  for (const [term, means] of [
    ['a', 'A '],
    ['-', 'b'],
  ] as const)
    assert.equal((await add(term, means)).body.code, 'synonym-needless')
  const listed = (await shop.call<Synonym[]>('GET', '/synonyms', { token: shop.admin.token })).body
  assert.deepEqual(listed, [body.synonym])
  await shop.call('DELETE', `/synonyms/${body.synonym._id}`, { token: shop.admin.token })
  assert.deepEqual(await search('camschaft'), [])
  const again = await shop.call('DELETE', `/synonyms/${body.synonym._id}`, { token: shop.admin.token })
  assert.equal(`${again.status} ${again.body.code}`, '404 synonym-not-found')
  const log = await shop.call<AuditEvent[]>('GET', '/audit-log?area=catalog&q=camschaft', { token: shop.admin.token })
  assert.deepEqual(
    log.body.map(({ kind, subject }) => [kind, subject.name]),
    [
      ['synonym-deleted', 'camschaft'],
      ['synonym-added', 'camschaft'],
    ],
  )
})

test('what may be personal is not kept, and one visitor adds only a few', async () => {
  await shop.db.execute(sql`DELETE FROM search_misses`)
  const personal = ['ada@example.com', '4242 4242 4242 4242', 'Hans Qwmueller 017012345678']
  for (const q of [...personal, 'my name is ada and i need help', 'x'.repeat(80)]) await search(q)
  assert.deepEqual(await misses(), [])
  for (let turn = 0; turn < 40; turn++)
    await search(`qwxz${'abcdefghij'[turn % 10]}${'klmn'[turn % 4]}${turn}`, '203.0.113.5')
  assert.equal((await misses()).length, 30)
  await search('another visitor', '203.0.114.9')
  assert.equal((await misses()).length, 31)
})

test('a thousand searches are kept, and the rarest make room', async () => {
  await shop.db.execute(sql`DELETE FROM search_misses`)
  await shop.db.execute(
    sql`INSERT INTO search_misses (words, times) SELECT 'kept ' || turn, 1 + turn % 2 FROM generate_series(1, 1000) turn`,
  )
  await search('qwjjj', '192.0.2.77')
  const { rows } = await shop.db.execute<{ kept: number; frequent: number; fresh: number }>(sql`
    SELECT count(*)::int AS kept, count(*) FILTER (WHERE times = 2)::int AS frequent,
      count(*) FILTER (WHERE words = 'qwjjj')::int AS fresh FROM search_misses`)
  assert.deepEqual(rows, [{ kept: 1000, frequent: 500, fresh: 1 }])
})

test('the dictionary is rebuilt from what the shop has', async () => {
  const product = await shop.addProduct({ name: 'Zwischenwelle Ersatzteil' })
  await shop.addProduct({ name: 'Zwischenwelle neu' })
  await shop.db.execute(sql`SELECT add_to_dictionary(ARRAY['nothinghasthisword'])`)
  await shop.db.execute(sql`DELETE FROM dictionary WHERE word = 'ersatzteil'`)
  const seen = async (word: string) =>
    (await shop.db.execute<{ seen: number }>(sql`SELECT seen FROM dictionary WHERE word = ${word}`)).rows[0]?.seen
  const { removed } = await rebuildDictionary(shop.db)
  assert.ok(removed >= 1)
  assert.deepEqual(
    [await seen('zwischenwelle'), await seen('ersatzteil'), await seen('nothinghasthisword')],
    [2, 1, undefined],
  )
  assert.deepEqual(await search('ersatztiel'), ['Zwischenwelle Ersatzteil'])
  await shop.call('DELETE', `/tools/${product._id}`, { token: shop.admin.token })
  await rebuildDictionary(shop.db)
  assert.deepEqual([await seen('zwischenwelle'), await seen('ersatzteil')], [1, undefined])
})

test('a search of signs that are no letters finds nothing, and breaks nothing', async () => {
  for (const q of ['🚗🚗🚗', '👍👍👍', '🚗🚗bremse', 'bre🚗mse'])
    for (const path of ['/search', '/tools', '/tools/facets', '/search/suggestions'])
      assert.equal((await shop.call('GET', `${path}?q=${encodeURIComponent(q)}`)).status, 200, `${path} ${q}`)
})
