import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

test('a failed job is logged by its name, without its reason, which may name people', async () => {
  await using shop = await openTestShop()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const jobs = await startJobs(shop.databaseUrl, log)
  try {
    await jobs.on('failing', async () => Promise.reject(new Error('no mailbox ann@customer.test')))
    await shop.db.transaction((tx) => jobs.enqueue(tx, 'failing', {}))
    await waitUntil(() => lines.length > 0, 'a warning')
  } finally {
    await jobs.stop()
  }
  const { job, msg } = JSON.parse(lines[0] ?? '') as { job: string; msg: string }
  assert.deepEqual([job, msg], ['failing', 'a job failed and is tried again'])
  assert.ok(!lines.join('').includes('ann@customer.test'))
})
