import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPages, keyOf } from '#web/api/keep-pages.ts'

const key = keyOf({ q: '' })
const rowsUpTo = (count: number) => Array.from({ length: count }, (_, index) => ({ _id: String(index + 1) }))

/** A server with so many rows that gives at most ten at a time. */
function listOf(count: number) {
  const rows = rowsUpTo(count)
  return keepPages(async (_filter, { limit, after }) => {
    const start = Number(after ?? 0)
    return rows.slice(start, start + Math.min(Number(limit), 10))
  }, 10)
}

function shown(list: ReturnType<typeof listOf>) {
  const answer = list.read(key)
  assert.ok(answer.state === 'ready')
  return answer.value
}

test('a list longer than the server gives at a time stays as long as it was shown, and goes on', async () => {
  const list = listOf(170)
  await list.refresh(key)
  assert.deepEqual(shown(list), { rows: rowsUpTo(50), next: '50' })
  await list.more(key)
  await list.refresh(key)
  assert.deepEqual(shown(list), { rows: rowsUpTo(100), next: '100' })
  await list.more(key)
  await list.more(key)
  await list.refresh(key)
  assert.deepEqual(shown(list), { rows: rowsUpTo(170), next: undefined })
})

test('a list that ends with a full page has no more', async () => {
  const list = listOf(50)
  await list.refresh(key)
  assert.deepEqual(shown(list), { rows: rowsUpTo(50), next: undefined })
})
