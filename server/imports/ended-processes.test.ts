import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beginAttempt, maxDeaths } from '#server/imports/attempts.ts'
import { importJob } from '#server/imports/change-import.ts'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { createPictureLoader } from '#server/imports/pictures/load-pictures.ts'
import { picturesJob } from '#server/imports/pictures/queue-pictures.ts'
import { productUses } from '#server/composition/product-uses.ts'
import { createImportRunner } from '#server/imports/run-imports.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import { checkTable, readImport } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const tableOf = (number: string) => [
  ['Part number', 'Name', 'Price'],
  [number, `Oil filter ${number}`, '5'],
]

/** Stages an import for runners of the test alone: those of the shop have ended. */
async function stage(shop: TestShop, number: string) {
  const { _id } = await checkTable(shop, 'products', tableOf(number))
  const running = sql`SELECT FROM jobs.job WHERE name IN (${importJob}, ${picturesJob}) AND state < 'completed'`
  await waitUntil(async () => (await shop.db.execute(running)).rows.length === 0, 'the shop runs no import')
  await shop.db.execute(
    sql`UPDATE imports SET state = 'mapped', cursor = 0, cursor_group = '', done = 0 WHERE id = ${_id}`,
  )
  return _id
}

/** Makes every write of a table lose its connection, until the returned function is called. */
async function loseConnections(shop: TestShop, table: string, columns = '') {
  await shop.db.execute(sql`CREATE OR REPLACE FUNCTION lose_connection() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the connection is gone' USING ERRCODE = '57P01'; END $$`)
  await shop.db.execute(
    sql.raw(
      `CREATE TRIGGER loses BEFORE UPDATE ${columns} ON ${table} FOR EACH ROW EXECUTE FUNCTION lose_connection()`,
    ),
  )
  return () => shop.db.execute(sql.raw(`DROP TRIGGER loses ON ${table}`))
}

/** Leaves what processes leave that are killed in the middle of some work. */
async function die(shop: TestShop, work: string, times: number) {
  for (let death = 0; death < times; death += 1) await beginAttempt(shop.db, work)
}

const attemptsOf = async (shop: TestShop) => (await shop.db.execute(sql`SELECT FROM import_attempts`)).rows.length
const silent = pino({ level: 'silent' })

test('an import that has ended its process three times in one batch fails, and says so; one less, and it goes on', async () => {
  await using shop = await openTestShop()
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const failedImports = async () => {
    const { body } = await shop.call<{ kind: string; count: number }[]>('GET', '/tasks', { token: shop.admin.token })
    return body.find(({ kind }) => kind === 'failedImports')?.count
  }
  for (const [deaths, state] of [
    [maxDeaths - 1, 'checked'],
    [maxDeaths, 'failed'],
  ] as const) {
    const id = await stage(shop, `END-${deaths}`)
    await die(shop, id, deaths)
    await createImportRunner({ db: shop.db, log, productUses }).run()
    const found = await readImport(shop, id)
    assert.deepEqual([found.state, found.failure !== undefined], [state, state === 'failed'])
    assert.equal(await failedImports(), state === 'failed' ? 1 : 0)
    assert.equal(await attemptsOf(shop), 0)
  }
  assert.match(logged.join(''), /3 processes ended while they worked on it/)
  // One that failed by itself is told on its own page.
  await shop.db.execute(sql`
    UPDATE imports SET state = 'failed', failure = 'a fault', finished_at = now() WHERE state = 'checked'`)
  assert.equal(await failedImports(), 1)
  await checkTable(shop, 'products', tableOf(`END-${maxDeaths}`))
  assert.equal(await failedImports(), 0)
})

test('a lost connection is no death, whichever process tries again', async () => {
  await using shop = await openTestShop()
  const id = await stage(shop, 'LOST-1')
  const other = await stage(shop, 'LOST-2')
  await shop.db.execute(sql`DELETE FROM import_rows WHERE import_id = ${other}`)
  await shop.db.execute(sql`UPDATE imports SET state = 'mapped', cursor = 0, cursor_group = '', done = 0`)
  const find = await loseConnections(shop, 'import_rows')
  for (let turn = 0; turn <= maxDeaths; turn += 1)
    await assert.rejects(createImportRunner({ db: shop.db, log: silent, productUses }).run())
  assert.notEqual((await readImport(shop, other)).state, 'mapped', 'the import behind it had no turn')
  await find()
  await createImportRunner({ db: shop.db, log: silent, productUses }).run()
  assert.equal((await readImport(shop, id)).state, 'checked')
})

test('many processes at once finish all imports, and none fails', async () => {
  await using shop = await openTestShop()
  const ids = [await stage(shop, 'AT-ONCE-1'), await stage(shop, 'AT-ONCE-2'), await stage(shop, 'AT-ONCE-3')]
  for (let round = 0; round < 5; round += 1) {
    await shop.db.execute(sql`UPDATE imports SET state = 'mapped', cursor = 0, cursor_group = '', done = 0`)
    await Promise.all(
      Array.from({ length: 6 }, () => createImportRunner({ db: shop.db, log: silent, productUses }).run()),
    )
    const states = await Promise.all(ids.map(async (id) => (await readImport(shop, id)).state))
    assert.deepEqual(states, ['checked', 'checked', 'checked'])
  }
})

test('an import is worked on that a refused request locks at the moment its job runs', async () => {
  await using shop = await openTestShop()
  const id = await stage(shop, 'REFUSED-1')
  const isHeld = Promise.withResolvers<void>()
  const isRefused = Promise.withResolvers<void>()
  const request = shop.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM imports WHERE id = ${id} FOR UPDATE`)
    isHeld.resolve()
    await isRefused.promise
  })
  await isHeld.promise
  let hasEnded = false
  const running = createImportRunner({ db: shop.db, log: silent, productUses })
    .run()
    .finally(() => (hasEnded = true))
  const waits = sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"imports"%'`
  await waitUntil(
    async () => hasEnded || (await shop.db.execute(waits)).rows.length > 0,
    'the runner has found the import locked',
  )
  isRefused.resolve()
  await Promise.all([request, running])
  assert.equal((await readImport(shop, id)).state, 'checked')
})

test('a picture that has ended its process three times is left out of its import; lost connections are no deaths', async () => {
  await using shop = await openTestShop()
  const importId = await stage(shop, 'PICTURE-1')
  const loader = () =>
    createPictureLoader({
      db: shop.db,
      pictures: createImageStore({ ...shop, s3: undefined, imgbb: undefined }),
      jobs: { enqueue: async () => undefined },
      archives: createArchives(join(shop.dataDirectory, 'ended-archives')),
      directory: join(shop.dataDirectory, 'ended-pictures'),
      reach: 'public',
      log: silent,
    })
  for (const [dies, error] of [
    [false, 'picture-address-refused'],
    [true, 'picture-not-stored'],
  ] as const) {
    const { rows } = await shop.db.execute<{ id: string }>(sql`
      INSERT INTO import_pictures (import_id, source) VALUES (${importId}, ${`http://10.0.0.1/${dies}.png`}) RETURNING id`)
    if (dies) await die(shop, `picture ${rows[0]?.id}`, maxDeaths)
    else {
      const find = await loseConnections(shop, 'import_pictures', 'OF done_at')
      for (let turn = 0; turn <= maxDeaths; turn += 1) {
        await assert.rejects(loader().run())
        // Others take it over after a while.
        await shop.db.execute(sql`UPDATE import_pictures SET taken_at = NULL`)
      }
      await find()
    }
    await loader().run()
    const found = await shop.db.execute(sql`SELECT error FROM import_pictures WHERE id = ${rows[0]?.id}`)
    assert.deepEqual(found.rows, [{ error }])
    assert.equal(await attemptsOf(shop), 0)
  }
})
