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

// security 26
test('nothing that comes from outside is run: no eval, and programs start only where PostgreSQL does', () => {
  assert.ok(sources.length > 300)
  assert.deepEqual(filesWith(/\beval\(|new Function\(|node:vm['"]/), [])
  const starting = filesWith(/node:child_process/).filter((file) => !file.startsWith('embedded/postgres/'))
  assert.deepEqual(starting, [])
})

// security 41
test('raw HTML stands only where the shop itself has written it', () => {
  assert.deepEqual(filesWith(/dangerouslySetInnerHTML|\.innerHTML\b|outerHTML|insertAdjacentHTML|document\.write/), [
    // The boot script, the style sheet and the facts for search engines, which escape what they hold.
    'web/page/structured-data.tsx',
    'web/root.tsx',
  ])
})

test('a connection to the database that dies is never the end of a process', () => {
  const everything = globSync('{server,embedded,database,bench,journeys,torture}/**/*.ts', { cwd: root })
  const opening = everything.filter((file) =>
    /new (?:pg\.)?(?:Client|Pool)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  // Both listen to what they open.
  assert.deepEqual(opening.sort(), ['embedded/postgres/connections.ts', 'server/platform/database/connections.ts'])
})
