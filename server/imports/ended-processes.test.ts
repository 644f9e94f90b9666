import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { importJob } from '#server/imports/change-import.ts'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { createPictureLoader } from '#server/imports/pictures/load-pictures.ts'
import { picturesJob } from '#server/imports/pictures/queue-pictures.ts'
import { createImportRunner } from '#server/imports/run-imports.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import { checkTable, readImport } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const table = [
  ['Part number', 'Name', 'Price'],
  ['END-1', 'Oil filter', '5'],
]

/** Stages an import whose next batch loses its connection, for runners of the test alone: those of the shop have ended. */
async function stage(shop: TestShop) {
  const { _id } = await checkTable(shop, 'products', table)
  const running = sql`SELECT FROM jobs.job WHERE name IN (${importJob}, ${picturesJob}) AND state < 'completed'`
  await waitUntil(async () => (await shop.db.execute(running)).rows.length === 0, 'the shop runs no import')
  await shop.db.execute(
    sql`UPDATE imports SET state = 'mapped', cursor = 0, cursor_group = '', done = 0 WHERE id = ${_id}`,
  )
  await shop.db.execute(sql`CREATE OR REPLACE FUNCTION end_process() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the connection is gone' USING ERRCODE = '57P01'; END $$`)
  return _id
}

const silent = pino({ level: 'silent' })

test('an import that ends its process three times in one batch is given up, and what only loses the database goes on', async () => {
  await using shop = await openTestShop()
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const failedImports = async () => {
    const { body } = await shop.call<{ kind: string; count: number }[]>('GET', '/tasks', { token: shop.admin.token })
    return body.find(({ kind }) => kind === 'failedImports')?.count
  }
  // A runner that begins anew stands for a process that was killed; one that goes on has only lost its connection.
  for (const [dies, state] of [
    [false, 'checked'],
    [true, 'failed'],
  ] as const) {
    const id = await stage(shop)
    await shop.db.execute(
      sql`CREATE TRIGGER ends BEFORE UPDATE ON import_rows FOR EACH ROW EXECUTE FUNCTION end_process()`,
    )
    let runner = createImportRunner({ db: shop.db, log })
    for (let turn = 0; turn < (dies ? 3 : 5); turn += 1) {
      await assert.rejects(runner.run())
      if (dies) runner = createImportRunner({ db: shop.db, log })
    }
    if (!dies) await shop.db.execute(sql`DROP TRIGGER ends ON import_rows`)
    await runner.run()
    const found = await readImport(shop, id)
    assert.deepEqual([found.state, found.failure !== undefined], [state, dies])
    assert.equal(await failedImports(), dies ? 1 : 0)
    assert.equal(logged.length, dies ? 1 : 0)
  }
  assert.match(logged.join(''), /given up: 3 processes have ended/)
})

test('a picture that ends its process three times is left out of its import', async () => {
  await using shop = await openTestShop()
  const id = await stage(shop)
  await shop.db.execute(sql`
    INSERT INTO import_pictures (import_id, source) VALUES (${id}, 'http://10.0.0.1/picture.png')`)
  await shop.db.execute(
    sql`CREATE TRIGGER ends BEFORE UPDATE OF done_at ON import_pictures FOR EACH ROW EXECUTE FUNCTION end_process()`,
  )
  const load = () =>
    createPictureLoader({
      db: shop.db,
      pictures: createImageStore({ ...shop, s3: undefined, imgbb: undefined }),
      jobs: { enqueue: async () => undefined },
      archives: createArchives(join(shop.dataDirectory, 'ended-archives')),
      directory: join(shop.dataDirectory, 'ended-pictures'),
      reach: 'public',
      log: silent,
    }).run()
  // Others take it over after a while.
  const forget = () => shop.db.execute(sql`UPDATE import_pictures SET taken_at = NULL`)
  for (let turn = 0; turn < 3; turn += 1) {
    await assert.rejects(load())
    await forget()
  }
  await shop.db.execute(sql`DROP TRIGGER ends ON import_pictures`)
  await load()
  const { rows } = await shop.db.execute(sql`SELECT error FROM import_pictures`)
  assert.deepEqual(rows, [{ error: 'picture-not-stored' }])
})
