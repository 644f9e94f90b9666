import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const sources = globSync('{contract,server,web,embedded,database}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|testing\/|scratch-/.test(file),
)
const filesWith = (pattern: RegExp) =>
  sources.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).sort()

test('nothing that comes from outside is run: no eval, and programs start only where PostgreSQL does', () => {
  assert.ok(sources.length > 300)
  assert.deepEqual(filesWith(/\beval\(|new Function\(|node:vm['"]/), [])
  const starting = filesWith(/node:child_process/).filter((file) => !file.startsWith('embedded/postgres/'))
  assert.deepEqual(starting, [])
})

test('raw HTML stands only where the shop itself has written it', () => {
  assert.deepEqual(filesWith(/dangerouslySetInnerHTML|\.innerHTML\b|outerHTML|insertAdjacentHTML|document\.write/), [
    // The boot script, the style sheet and the facts for search engines, which escape what they hold.
    'web/root.tsx',
    'web/site-content/structured-data.tsx',
  ])
})
