import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { enCart } from '#web/i18n/en-cart.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'
import routes from '#web/routes.ts'

const root = join(import.meta.dirname, '..')

/** Lists the files of pages, without those of the dashboard. */
type Routes = typeof routes
const publicPages = (entries: Routes): string[] =>
  entries.flatMap(({ path, file, children = [] }) => (path === 'dashboard' ? [] : [file, ...publicPages(children)]))

/** Returns a source file and all that it imports, also later; not what loads the messages of the dashboard itself. */
function readWithImports(file: string, read: Map<string, string>): void {
  if (read.has(file) || file.startsWith('web/i18n/') || !existsSync(join(root, file))) return
  const text = readFileSync(join(root, file), 'utf8')
  if (text.includes("'#web/i18n/dashboard-messages.ts'")) return
  read.set(file, text)
  for (const [, imported = ''] of text.matchAll(/['"]#((?:web|contract)\/[^'"]+)['"]/g)) readWithImports(imported, read)
}

test('no public page shows a message that only the dashboard loads', () => {
  const files = new Map<string, string>()
  const pages = ['root.tsx', 'entry.client.tsx', 'page-start.ts', ...publicPages(routes)]
  for (const page of pages) readWithImports(`web/${page}`, files)
  assert.ok(files.size > 150, `${files.size} files`)
  // The names of its events are no messages.
  files.delete('contract/webhooks.ts')
  const source = [...files.values()].join('\n')
  const asked = new Set([...source.matchAll(/['"`]([a-z][\w-]*(?:\.[\w-]+)+)['"`]/g)].map(([, id = '']) => id))
  // Ids that are put together: `line.${code}`.
  const put = [...source.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, beginning = '']) => beginning)
  // Messages of problems are for the codes of `browserProblems`.
  const beginnings = put.filter((beginning) => beginning !== 'problem.')
  const wrong = Object.keys(enDashboard).filter(
    (id) => asked.has(id) || beginnings.some((beginning) => id.startsWith(beginning)),
  )
  assert.deepEqual(wrong, [])
})

test('each file that shows a message of carts loads them', () => {
  const files = readdirSync(join(root, 'web'), { recursive: true, encoding: 'utf8' })
  const wrong = files.filter((file) => {
    if (!/\.tsx?$/.test(file) || /\.test\./.test(file) || file.startsWith('i18n')) return false
    const text = readFileSync(join(root, 'web', file), 'utf8')
    if (text.includes("'#web/i18n/cart-messages.ts'")) return false
    return Object.keys(enCart).some((id) => text.includes(`'${id}'`))
  })
  assert.deepEqual(wrong, [])
})
