import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Import } from '#contract/imports.ts'
import { readCredentials } from '#embedded/postgres/cluster-credentials.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { databaseUrl } from '#embedded/postgres/shop-database.ts'
import { createClient } from '#server/platform/database/connections.ts'
import { toCsv } from '#server/testing/import-table.ts'
import { findPostgresPid, runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const admin = { email: 'owner@boltyard.test', password: 'nine steel bolts' }
const count = 3000

test('kill -9 in the middle of an import repeats and loses nothing: it goes on after the start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-import-'))
  const settings = { PORT: String(await findFreePort()), ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  let shop: ShopProcess | undefined
  try {
    shop = await runShopProcess(directory, settings)
    let token = await signIn(shop)
    const rows = Array.from({ length: count }, (_, index) => [`CRASH-${index}`, `Crash part ${index}`, '5', '3'])
    const id = await upload(shop, token, [['Part number', 'Name', 'Price', 'Stock'], ...rows])
    for (const step of ['checked', 'applied', 'undone'] as const) {
      const { done } = await start(shop, token, id, step)
      // Killed between two batches, or in one.
      const current = shop
      await waitUntil(async () => (await read(current, token, id)).done > done, `a batch before it is ${step}`)
      await shop.stop('SIGKILL')
      shop = await runShopProcess(directory, settings)
      token = await signIn(shop)
      const next = shop
      await waitUntil(async () => (await read(next, token, id)).state === step, `the import is ${step}`)
      const { counts, done: all, total } = await read(shop, token, id)
      assert.equal(all, total)
      if (step === 'checked') assert.deepEqual(counts, { new: count })
      if (step === 'applied') {
        assert.deepEqual(counts, { new: count, applied: count })
        assert.deepEqual(await countRows(directory), { products: count, units: 3 * count, movements: count })
      }
      if (step === 'undone') {
        assert.deepEqual(counts, { new: count, applied: 0, undone: count })
        assert.deepEqual(await countRows(directory), { products: 0, units: 0, movements: 0 })
      }
    }
  } finally {
    await shop?.stop('SIGKILL')
    const left = await findPostgresPid(directory)
    if (left) process.kill(left, 'SIGQUIT')
    await waitUntil(async () => (await findPostgresPid(directory)) === undefined, 'PostgreSQL has ended')
    await rm(directory, { recursive: true, force: true })
  }
})

async function call<Body>(
  shop: ShopProcess,
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<Body> {
  for (let turn = 0; ; turn++) {
    const response = await fetch(shop.url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    })
    // A busy machine has no time for it.
    if (response.status === 503 && turn < 20) continue
    assert.equal(response.status, 200, `${method} ${path}: ${response.status}`)
    return (await response.json()) as Body
  }
}

async function signIn(shop: ShopProcess): Promise<string> {
  const body = { ...admin, returnSecureToken: true }
  const { idToken } = await call<{ idToken: string }>(
    shop,
    'POST',
    '/v1/accounts:signInWithPassword?key=boltyard',
    undefined,
    body,
  )
  return (await call<{ token: string }>(shop, 'PUT', `/user/${admin.email}`, idToken, { email: admin.email })).token
}

async function upload(shop: ShopProcess, token: string, rows: string[][]): Promise<string> {
  const form = new FormData()
  form.set('table', new Blob([toCsv(rows)]), 'crash.csv')
  return (await call<{ import: Import }>(shop, 'POST', '/imports?kind=products', token, form)).import._id
}

const read = (shop: ShopProcess, token: string, id: string) => call<Import>(shop, 'GET', `/imports/${id}`, token)

async function start(
  shop: ShopProcess,
  token: string,
  id: string,
  step: 'checked' | 'applied' | 'undone',
): Promise<Import> {
  const columns = ['partNumber', 'name', 'price', 'stock']
  const answer =
    step === 'checked'
      ? await call<{ import: Import }>(shop, 'PUT', `/imports/${id}/mapping`, token, { columns })
      : await call<{ import: Import }>(shop, 'POST', `/imports/${id}/${step === 'applied' ? 'apply' : 'undo'}`, token)
  return answer.import
}

/** Counts the imported products, their units and their movements in the database. */
async function countRows(directory: string) {
  const key = readCredentials(join(directory, 'postgres'))
  assert.ok(key)
  const client = createClient({ connectionString: databaseUrl(key) })
  await client.connect()
  try {
    const { rows } = await client.query(`
      SELECT count(*)::int AS products, coalesce(sum(available_quantity), 0)::int AS units,
        (SELECT count(*)::int FROM stock_movements) AS movements
      FROM products WHERE sku LIKE 'CRASH-%'`)
    return rows[0] as unknown
  } finally {
    await client.end()
  }
}
