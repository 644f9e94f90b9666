import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { de } from '#web/i18n/de.ts'
import { en } from '#web/i18n/en.ts'
import { enCart } from '#web/i18n/en-cart.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'

const assets = join(import.meta.dirname, '../../build/pages/client/assets')

test('each English sentence reaches a built script, and so does each that a script asks for by its name', () => {
  const scripts = readdirSync(assets)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .filter((script) => !script.includes(de['shop.skip']))
    .join('\n')
  const brought = new Set([...scripts.matchAll(/["'`]([a-z][\w-]*(?:\.[\w-]+)+)["'`]:/g)].map(([, id]) => id))
  // The API says its refusals itself; a page has those only that it shows without having asked.
  const missing = Object.keys({ ...en, ...enCart, ...enDashboard }).filter(
    (id) => !brought.has(id) && !id.startsWith('problem.'),
  )
  assert.deepEqual(missing, [])
  const asked = [...scripts.matchAll(/["'`](problem\.[\w-]+)["'`]/g)].map(([, id = '']) => id)
  assert.deepEqual(
    asked.filter((id) => !brought.has(id)),
    [],
  )
})
