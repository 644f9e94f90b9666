import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { publishPageAssets } from '#server/edge/page-assets.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

/** Writes the output of a build with these assets. */
async function writeBuild(assets: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-build-'))
  await mkdir(join(directory, 'client/assets'), { recursive: true })
  for (const [name, text] of Object.entries(assets)) {
    await writeFile(join(directory, 'client/assets', name), text)
    if (name.endsWith('js')) await writeFile(join(directory, 'client/assets', `${name}.gz`), gzipSync(text))
  }
  return { directory, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
}

test('a server answers with the scripts of other versions, until nobody has run them for a month', async () => {
  await using shop = await openTestShop({ withPages: true })
  await using other = await writeBuild({ 'home-B2.js': 'let other', 'text-B2.woff2': 'font' })
  await using next = await writeBuild({ 'home-C3.js': 'let next' })
  const get = async (name: string) => {
    const response = await fetch(`${shop.url}/assets/${name}`)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  assert.equal((await get('home-B2.js')).status, 404)
  // Two servers of a version may start at once.
  await Promise.all([1, 2].map(() => publishPageAssets(shop.db, other.directory)))
  const script = await get('home-B2.js')
  assert.deepEqual([script.status, script.text], [200, 'let other'])
  assert.match(script.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.match(script.headers.get('cache-control') ?? '', /immutable/)
  assert.deepEqual([(await get('text-B2.woff2')).text, (await get('text-B2.woff2.gz')).status], ['font', 404])

  await publishPageAssets(shop.db, next.directory)
  assert.equal((await get('home-B2.js')).status, 200)
  await shop.db.$client.query(`UPDATE page_assets SET published_at = now() - interval '31 days'`)
  await publishPageAssets(shop.db, next.directory)
  assert.deepEqual([(await get('home-B2.js')).status, (await get('home-C3.js')).status], [404, 200])
})
