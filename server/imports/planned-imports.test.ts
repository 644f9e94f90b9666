import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Import } from '#contract/imports.ts'
import type { TaskKind } from '#contract/reports.ts'
import { checkTable, finished, moveImport, readImport } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { createStaff } from '#server/testing/staff.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop()

const call = (id: string, verb: string, body?: object, token = shop.admin.token) =>
  shop.call<{ import: Import; code?: string }>('POST', `/imports/${id}/${verb}`, { token, ...(body && { body }) })
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const raise = (...rows: string[][]) => checkTable(shop, 'products', [['Part number', 'Price'], ...rows])
const priceOf = async (id: string) =>
  (await shop.db.execute<{ cents: number }>(sql`SELECT price_cents AS cents FROM products WHERE id = ${id}`)).rows[0]
    ?.cents
const tasks = async () => {
  const { body } = await shop.call<{ kind: TaskKind; count: number }[]>('GET', '/tasks', { token: shop.admin.token })
  return body.find(({ kind }) => kind === 'plannedImportsLeft')?.count
}

/** Returns the file, the recipient and the first words of the one mail about what a planned import has left out. */
async function mailAbout(id: string): Promise<(string | undefined)[]> {
  const find = async () =>
    (
      await shop.db.execute<{ subject: string; recipient: string; text: string }>(sql`
        SELECT subject, recipient, text_body AS text FROM outbox
        WHERE kind = 'import-left-rows' AND text_body LIKE ${`%/dashboard/imports/${id}%`}`)
    ).rows
  await waitUntil(async () => (await find()).length > 0, 'the mail is in the outbox')
  const [mail, ...others] = await find()
  assert.deepEqual(others, [])
  return [
    mail?.subject.split(': ')[1],
    mail?.recipient,
    /(Rows whose part was changed after the comparison|Its day has come, but the shop could not apply it)/.exec(
      mail?.text ?? '',
    )?.[0],
  ]
}

/** Lets the day of a planned import come: the next work on imports finds it due. */
async function reach(id: string): Promise<void> {
  await shop.db.execute(sql`UPDATE imports SET planned_for = current_date WHERE id = ${id}`)
  const other = await shop.addProduct({ sku: crypto.randomUUID(), price: 1 })
  const { _id } = await raise([other.sku ?? '', '2.00'])
  await moveImport(shop, _id, 'apply')
  await waitUntil(async () => (await readImport(shop, id)).state !== 'planned', 'the planned import has begun')
}

test('a planned change waits for its day, leaves what somebody has changed since, and can be undone', async () => {
  const [kept, changed] = [
    await shop.addProduct({ sku: 'PLAN-1', price: 10 }),
    await shop.addProduct({ sku: 'PLAN-2', price: 10 }),
  ]
  const { _id } = await raise(['PLAN-1', '11.00'], ['PLAN-2', '12.00'])
  for (const wrong of [day(0), day(-1), day(400), '2026-02-30'])
    assert.equal((await call(_id, 'apply', { on: wrong })).status, 400, wrong)
  const planned = await call(_id, 'apply', { on: day(30) })
  assert.deepEqual([planned.body.import.state, planned.body.import.plannedFor], ['planned', day(30)])
  assert.equal((await call(_id, 'undo')).body.code, 'import-state')
  await shop.db.execute(sql`UPDATE products SET price_cents = 1500 WHERE id = ${changed._id}`)
  assert.deepEqual([await priceOf(kept._id), await tasks()], [1000, 0])
  await reach(_id)
  const done = await finished(shop, _id)
  assert.deepEqual([done.state, done.counts['applied'], done.counts['changed-since']], ['applied', 1, 1])
  assert.deepEqual([await priceOf(kept._id), await priceOf(changed._id), await tasks()], [1100, 1500, 1])
  const leftOut = ['rows.csv', shop.admin.email, 'Rows whose part was changed after the comparison']
  assert.deepEqual(await mailAbout(_id), leftOut)
  await moveImport(shop, _id, 'undo')
  assert.deepEqual([await priceOf(kept._id), await priceOf(changed._id)], [1000, 1500])
})

test('a plan is cancelled before its day, or applied at once, and its rows are kept until then', async () => {
  const product = await shop.addProduct({ sku: 'PLAN-3', price: 10 })
  const { _id } = await raise(['PLAN-3', '11.00'])
  await call(_id, 'apply', { on: day(60) })
  assert.equal((await call(_id, 'cancel')).body.import.state, 'cancelled')
  const { _id: again } = await raise(['PLAN-3', '11.00'])
  await call(again, 'apply', { on: day(60) })
  assert.equal((await call(again, 'apply')).body.import.state, 'applying')
  await finished(shop, again)
  assert.equal(await priceOf(product._id), 1100)
})

test('a plan of somebody who may not do it any more waits for staff', async () => {
  const product = await shop.addProduct({ sku: 'PLAN-4', price: 10 })
  const planner = await createStaff(shop, 'planner', ['catalog'])
  const { _id } = await raise(['PLAN-4', '11.00'])
  assert.equal((await call(_id, 'apply', { on: day(5) }, planner.token)).status, 200)
  await shop.db.execute(sql`UPDATE users SET staff_role_id = NULL WHERE id = ${planner.id}`)
  await reach(_id)
  assert.equal((await readImport(shop, _id)).state, 'checked')
  assert.deepEqual([await priceOf(product._id), await tasks()], [1000, 1])
  const [, to, text] = await mailAbout(_id)
  assert.deepEqual([to, text], [shop.admin.email, 'Its day has come, but the shop could not apply it'])
})
