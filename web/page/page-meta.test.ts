import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { de } from '#web/i18n/de.ts'
import { hiddenPage } from '#web/page/page-meta.ts'

test('every hidden page has the name of the store in its title, once', () => {
  assert.deepEqual(hiddenPage('Visits')[0], { title: 'Visits – Boltyard' })
  const web = join(import.meta.dirname, '..')
  const titles = globSync('**/*.route.tsx', { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/hiddenPage\(t\('([^']+)'/g)].map(([, id = '']) => id),
  )
  assert.ok(titles.length > 50)
  const texts: Record<string, unknown> = de
  assert.deepEqual(
    titles.filter((id) => /\{store\}|Boltyard/.test(String(texts[id]))),
    [],
  )
})
