import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('sixty promises have a number and a test each', () => {
  assert.deepEqual(
    rows.map(([number]) => Number(number)),
    Array.from({ length: 60 }, (_, index) => index + 1),
  )
  for (const cells of rows) assert.equal(cells.length, 3, cells[0])
})

test('every test that shows a promise is there', () => {
  for (const [number, , tests = ''] of rows) {
    for (const line of tests.split('<br>')) {
      const [, path = '', title = ''] = /^`([^`]+\.test\.ts)`: (.+)$/.exec(line) ?? []
      assert.ok(path && existsSync(join(root, path)), `${number}: ${line}`)
      const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => read(path).includes(quoted))
      assert.ok(isThere, `${number}: ${path} has no test '${title}'`)
    }
  }
})
