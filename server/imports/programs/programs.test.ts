import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { programs } from '#server/imports/programs/programs.ts'
import { finished, listRows, readImport, uploadTable } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { programSamples, writeSample } from '#server/testing/program-samples.ts'

let shop: TestShop
let pictures: [string, string] = ['', '']
const server = createServer((request, response) => {
  const background = request.url === '/a.png' ? 'red' : 'blue'
  void sharp({ create: { width: 20, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
    .then((body) => response.end(body))
})
before(async () => {
  shop = await openTestShop()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  pictures = [`http://127.0.0.1:${port}/a.png`, `http://127.0.0.1:${port}/b.png`]
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})

/** Uploads a file without saying what it is, and compares it as the shop reads it. */
async function compare(file: Blob) {
  const uploaded = await uploadTable(shop, undefined, file)
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  const { _id } = uploaded.body.import
  const { columns, addsBrands, addsCategories } = await readImport(shop, _id)
  const body = { columns: columns.map(({ field }) => field ?? null), addsBrands, addsCategories }
  const checked = await shop.call('PUT', `/imports/${_id}/mapping`, { token: shop.admin.token, body })
  assert.equal(checked.status, 200, JSON.stringify(checked.body))
  return finished(shop, _id)
}

/** Returns what the rows of a compared file add, with the addresses of pictures as the file has them. */
async function readAdded(id: string): Promise<Record<string, string>[]> {
  const { rows } = await shop.db.execute<{ after: Record<string, string> }>(sql`
    SELECT after FROM import_changes WHERE import_id = ${id} ORDER BY row_no`)
  const { rows: loaded } = await shop.db.execute<{ source: string; url: string }>(sql`
    SELECT source, url FROM import_pictures WHERE import_id = ${id}`)
  const sources = new Map(loaded.map(({ source, url }) => [url, source]))
  return rows.map(({ after: texts }) => ({
    ...texts,
    ...Object.fromEntries(
      ['picture', 'pictures'].flatMap((field) => (texts[field] ? [[field, sources.get(texts[field]) ?? '']] : [])),
    ),
  }))
}

test('each program has a sample with the header row of its source', () => {
  assert.deepEqual(
    programs.map(({ name }) => name),
    programSamples.map(({ program }) => program),
  )
})

for (const sample of programSamples) {
  test(`an export of ${sample.program} is recognized, and each cell of 200 rows is read as the program means it`, async () => {
    const { file, texts } = writeSample(sample, pictures)
    const found = await compare(file)
    assert.deepEqual([found.program, found.kind], [sample.program, 'products'])
    const errors = (await listRows(shop, found._id, 'error')).map(({ line, errors: of }) => [line, of])
    assert.deepEqual(errors.slice(0, 3), [])
    assert.deepEqual(
      found.columns.flatMap(({ header, field, leftOut }) => (field || leftOut ? [] : [header])),
      sample.program === 'Warexo' ? ['Material'] : [],
    )
    const added = await readAdded(found._id)
    assert.equal(added.length, texts.length)
    for (const [index, one] of texts.entries()) assert.deepEqual(added[index], one)
    assert.deepEqual(found.warnings.map(({ code }) => code).toSorted(), sample.warnings.toSorted())
  })
}
