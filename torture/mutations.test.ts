import { readFileSync } from 'node:fs'
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { lawMutations } from '#torture/law-mutations.ts'
import { mutate } from '#torture/mutations.ts'

test('each mutation that `npm run torture -- mutations` makes has its place in the sources', () => {
  for (const mutation of lawMutations) {
    const text = readFileSync(join(import.meta.dirname, '..', mutation.file), 'utf8')
    assert.notEqual(mutate(text, mutation), text)
  }
})
