import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDiskWatch } from '#server/platform/watch-disk.ts'

test('a disk that becomes nearly full is warned of once, and again after it had space', async () => {
  const warnings: string[] = []
  let bavail = 0
  let blocks = 1000
  const look = createDiskWatch('/data', { warn: (text: string) => void warnings.push(text) }, () =>
    Promise.resolve({ bavail, blocks, bsize: 1024 ** 2 }),
  )
  const counted: number[] = []
  for (bavail of [50, 49, 10, 0, 50, 49]) {
    await look()
    counted.push(warnings.length)
  }
  assert.deepEqual(counted, [0, 1, 1, 1, 1, 2])
  assert.match(warnings[0] ?? '', /DATA_DIR \(\/data\) is nearly full: 49 MB are free/)
  blocks = 0
  bavail = 0
  const before = warnings.length
  await look()
  assert.equal(warnings.length, before)
})

test('the disk of a folder is read', () => createDiskWatch('.', { warn: () => undefined })())
