import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent, AuditKind } from '#contract/audit-log.ts'
import type { FailedJob } from '#contract/reports.ts'
import { productBody, openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { importTable, uploadTable } from '#server/testing/import-table.ts'
import { deleteOldImports } from '#server/imports/delete-old-imports.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const byAdmin = <Body>(method: string, path: string, body?: object) =>
  shop.call<Body>(method, path, { token: shop.admin.token, ...(body && { body }) })

/** Returns what the audit log has of a kind, newest first; each with its actor. */
async function recorded(kind: AuditKind) {
  const { body } = await byAdmin<AuditEvent[]>('GET', `/audit-log?kind=${kind}`)
  for (const { by, from } of body) assert.ok(by === shop.admin.email && from !== undefined, `${kind} by ${by}`)
  return body.map(({ subject, before: was, after: is }) => ({ name: subject.name, was, is }))
}

test('an import that is stopped is recorded', async () => {
  const rows = [
    ['Part number', 'Price'],
    ['A-1', '5'],
  ]
  const { body } = await uploadTable(shop, 'products', rows)
  assert.equal((await byAdmin('POST', `/imports/${body.import._id}/cancel`)).status, 200)
  const after = { name: 'rows.csv', kind: 'products', count: 0 }
  assert.deepEqual(await recorded('import-cancelled'), [{ name: 'rows.csv', was: undefined, is: after }])
})

test('that the values of an import are gone after 90 days is recorded, once', async () => {
  const { _id } = await importTable(shop, 'categories', [
    ['Address', 'Name'],
    ['old-imports', 'Old imports'],
  ])
  await shop.db.execute(
    sql`UPDATE imports SET created_at = now() - interval '91 days', finished_at = now() - interval '91 days' WHERE id = ${_id}`,
  )
  // Without a record nothing is deleted.
  const refusal = sql`CHECK (kind <> 'import-changes-deleted')`
  await shop.db.execute(sql`ALTER TABLE audit_events ADD CONSTRAINT unrecorded ${refusal}`)
  await assert.rejects(deleteOldImports(shop.db))
  await shop.db.execute(sql`ALTER TABLE audit_events DROP CONSTRAINT unrecorded`)
  for (let night = 0; night < 2; night += 1) await deleteOldImports(shop.db)
  const { body } = await byAdmin<AuditEvent[]>('GET', '/audit-log?kind=import-changes-deleted')
  assert.deepEqual(
    body.map(({ subject, after }) => [subject.id, after]),
    [[_id, { name: 'rows.csv', kind: 'categories' }]],
  )
})

test('each exported file is recorded, also one that a browser fetches by a link', async () => {
  assert.equal((await byAdmin('GET', '/exports/customers?format=csv')).status, 200)
  const { body } = await byAdmin<{ url: string }>('POST', '/exports/orders/link', { format: 'csv' })
  assert.equal((await shop.call('HEAD', body.url)).status, 200)
  assert.equal((await shop.call('GET', body.url)).status, 200)
  const kinds = (await recorded('table-exported')).map(({ is }) => is?.['kind'])
  assert.deepEqual(kinds, ['orders', 'customers'])
})

test('messages of a webhook that are sent again are recorded, by one and all', async () => {
  const { body } = await byAdmin<{ endpoint: { _id: string } }>('POST', '/webhook-endpoints', {
    url: 'https://erp.example.com/hook',
    events: ['order.paid'],
  })
  const id = body.endpoint._id
  await shop.db.execute(sql`
    INSERT INTO webhook_deliveries (endpoint_id, type, due_at) SELECT ${id}::uuid, 'test', NULL FROM generate_series(1, 2)`)
  const [first] = (await byAdmin<{ _id: string }[]>('GET', `/webhook-deliveries?endpoint=${id}`)).body
  assert.equal((await byAdmin('POST', `/webhook-endpoints/${id}/replay`)).status, 200)
  assert.equal((await byAdmin('POST', `/webhook-deliveries/${first?._id}/replay`)).status, 200)
  const webAddress = 'https://erp.example.com/hook'
  assert.deepEqual(
    (await recorded('webhook-replayed')).map(({ is }) => is),
    [
      { webAddress, count: 1 },
      { webAddress, count: 2 },
    ],
  )
})

test('failed jobs that are run again or taken off the list are recorded', async () => {
  await shop.db.execute(sql`
    INSERT INTO jobs.job (name, state, completed_on, output)
    SELECT 'rebuild-dictionary', 'failed', now(), '{}' FROM generate_series(1, 2)`)
  const [first, second] = (await byAdmin<FailedJob[]>('GET', '/failed-jobs')).body
  assert.equal((await byAdmin('POST', `/failed-jobs/${first?._id}/retry`)).status, 200)
  assert.equal((await byAdmin('DELETE', `/failed-jobs/${second?._id}`)).status, 200)
  for (const kind of ['job-retried', 'job-removed'] as const)
    assert.deepEqual(
      (await recorded(kind)).map(({ is }) => is),
      [{ job: 'rebuild-dictionary' }],
    )
})

test('of a product, the log says that it was a draft, and when it was put on sale', async () => {
  const body = { ...productBody({ name: 'Drafted' }), draft: true }
  const { body: added } = await byAdmin<{ _id: string }>('POST', '/tools', body)
  assert.equal((await byAdmin('POST', `/tools/${added._id}/restore`)).status, 200)
  assert.equal((await recorded('product-added'))[0]?.is?.['draft'], true)
  assert.deepEqual(await recorded('product-restored'), [
    { name: 'Drafted', was: { draft: true }, is: { draft: false } },
  ])
})
