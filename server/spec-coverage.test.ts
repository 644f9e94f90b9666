import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of the tables, each as its cells; heads and lines between them are none. */
const rows = read('docs/spec-coverage.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:No\.|Route|Statement) \|/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const statements = rows.filter((cells) => cells.length === 4)
const linesOf = (cell: string | undefined) => (cell ?? '').split('<br>')

test('every statement has a number of its own, a place and a test', () => {
  assert.ok(statements.length > 140)
  const numbers = statements.map(([number]) => number)
  assert.equal(new Set(numbers).size, numbers.length)
  for (const [number, , places] of statements) {
    for (const place of linesOf(places)) {
      const path = /^`([^`]+)`$/.exec(place)?.[1]
      assert.ok(path && existsSync(join(root, path)), `${number}: ${place}`)
    }
  }
})

test('every test that is named is there', () => {
  for (const cells of rows) {
    for (const line of linesOf(cells.at(-1))) {
      const [, path = '', title = ''] = /^`([^`]+\.test\.ts)`: (.+)$/.exec(line) ?? []
      assert.ok(path && existsSync(join(root, path)), `${cells[0]}: ${line}`)
      const isThere = [`'${title}'`, `"${title}"`, `\`${title}\``].some((quoted) => read(path).includes(quoted))
      assert.ok(isThere, `${cells[0]}: ${path} has no test '${title}'`)
    }
  }
})

test('every route of the pages is gone by somebody', () => {
  const wanted = [...new Set(pathsOf(read('web/routes.ts')))]
  assert.ok(wanted.length > 30)
  const gone = new Set(rows.map(([route = '']) => route.replaceAll('`', '')))
  assert.deepEqual(
    wanted.filter((path) => !gone.has(path)),
    [],
  )
})

/** The addresses of all routes, each under those that it is written in. */
function pathsOf(routes: string): string[] {
  const paths = ['/']
  const around = ['']
  let latest = ''
  for (const [token, path] of routes.matchAll(/route\('([^']+)'|layout\(|[[\]]/g)) {
    const under = around.at(-1) ?? ''
    if (token === '[') around.push(latest)
    else if (token === ']') around.pop()
    else latest = path === undefined ? under : `${under}/${path}`
    if (path !== undefined) paths.push(latest)
  }
  return paths
}
