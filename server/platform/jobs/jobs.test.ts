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
    await jobs.begin()
    await waitUntil(() => lines.length > 0, 'a warning')
  } finally {
    await jobs.stop()
  }
  const { job, msg } = JSON.parse(lines[0] ?? '') as { job: string; msg: string }
  assert.deepEqual([job, msg], ['failing', 'a job failed and is tried again'])
  assert.ok(!lines.join('').includes('ann@customer.test'))
})

test('a process runs no job before it begins, also one that waits from before', async () => {
  await using shop = await openTestShop()
  const silent = pino({ level: 'silent' })
  const [closed, open] = [await startJobs(shop.databaseUrl, silent), await startJobs(shop.databaseUrl, silent)]
  try {
    const ran: string[] = []
    for (const [jobs, name] of [[closed, 'closed'] as const, [open, 'open'] as const])
      await jobs.on('counted', async () => void ran.push(name))
    const enqueue = () => shop.db.transaction((tx) => closed.enqueue(tx, 'counted', {}))
    for (let count = 0; count < 20; count += 1) await enqueue()
    await open.begin()
    await waitUntil(() => ran.length === 20, 'all jobs have run')
    assert.deepEqual(new Set(ran), new Set(['open']))
    await open.stop()
    await enqueue()
    await closed.begin()
    await waitUntil(() => ran.at(-1) === 'closed', 'the other process has begun')
  } finally {
    await Promise.all([closed.stop(), open.stop()])
  }
})

test('a job that is declared after the begin, and a second begin, are refused', async () => {
  await using shop = await openTestShop()
  const jobs = await startJobs(shop.databaseUrl, pino({ level: 'silent' }))
  try {
    await jobs.begin()
    await assert.rejects(
      jobs.on('late', () => Promise.resolve()),
      /late is declared after `begin`/,
    )
    assert.deepEqual(jobs.names(), [])
    await assert.rejects(jobs.begin(), /have begun/)
  } finally {
    await jobs.stop()
  }
})
