import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Returns the cells of the table rows of a document, without heads and separators. */
const rowsOf = (document: string) =>
  read(document)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:No\.|Route) \|/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
const specRows = rowsOf('docs/spec-coverage.md')
const isRoute = ([name = '']: string[]) => name.startsWith('`')
const rows = {
  spec: specRows.filter((cells) => !isRoute(cells)),
  route: specRows.filter(isRoute).map(([route = '', visitor]) => [`${route.replaceAll('`', '')} as ${visitor}`]),
  security: rowsOf('docs/security.md'),
}

/** Lists the tags of all tests, such as `// spec 4.13, 8.5`, with their files. */
const tags = globSync('{bin,contract,database,embedded,journeys,server,web}/**/*.test.{js,ts,tsx}', {
  cwd: root,
}).flatMap((file) =>
  [...read(file).matchAll(/^ *\/\/ (spec|route|security) (.+)\n(?= *(?:\/\/|test\())/gm)].flatMap(
    ([, kind, names = '']) => names.split(', ').map((name) => ({ file, kind, name })),
  ),
)

for (const [kind, kindRows] of Object.entries(rows)) {
  test(`every row of ${kind} has a tagged test, and every tag a row`, () => {
    const numbers = kindRows.map(([number]) => number)
    assert.equal(new Set(numbers).size, numbers.length)
    const tagged = tags.filter((tag) => tag.kind === kind)
    assert.deepEqual(
      numbers.filter((number) => !tagged.some(({ name }) => name === number)),
      [],
    )
    assert.deepEqual(
      tagged.filter(({ name }) => !numbers.includes(name)),
      [],
    )
  })
}

test('the tables are whole, and every place that they name is there', () => {
  assert.ok(rows.spec.length > 140)
  assert.deepEqual(
    rows.security.map(([number]) => Number(number)),
    Array.from({ length: 61 }, (_, index) => index + 1),
  )
  for (const [number, , places] of rows.spec) {
    for (const place of places?.split('<br>') ?? []) {
      const path = /^`([^`]+)`$/.exec(place)?.[1]
      assert.ok(path && existsSync(join(root, path)), `${number}: ${place}`)
    }
  }
})

test('every page has a row', () => {
  const wanted = [...new Set(pathsOf(read('web/routes.ts')))]
  assert.ok(wanted.length > 30)
  const listed = rows.route.map(([route]) => route?.split(' as ')[0])
  assert.deepEqual(
    wanted.filter((path) => !listed.includes(path)),
    [],
  )
})

/** Returns the paths of all routes, joined with those of their parents. */
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
