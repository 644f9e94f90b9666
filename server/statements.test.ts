import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { cachedDomains, columnOwners, domains, namesAnyTable, readModels } from '../architecture.ts'
import { declaredTables, nameOfTable, ownersOfTables } from '#server/testing/declared-tables.ts'
import { type KnownTables, readStatements } from '#server/testing/read-statements.ts'

const root = join(import.meta.dirname, '..')
let owners: Map<string, string>
let known: KnownTables
before(async () => {
  const declared = await declaredTables()
  owners = ownersOfTables(declared)
  known = {
    tables: new Set(owners.keys()),
    exports: new Map(declared.map((table) => [`#${table.file} ${table.exportName}`, nameOfTable(table)])),
    columns: Object.keys(columnOwners),
  }
})

/** Returns the owners whose tables the statements of a folder of `server/` may name. */
function allowedOwners(folder: string): Set<string> {
  const edge = cachedDomains.includes(folder) ? ['edge'] : []
  return new Set([folder, 'platform', ...edge, ...(domains[folder]?.server ?? [])])
}

/** Returns what the statements of a file name or write without a right to, by name, with the owners. */
function foreignNames(file: string, code: string): { name: string; owner: string }[] {
  const folder = file.split('/')[1] ?? ''
  const allowed = allowedOwners(folder)
  const ownColumns = Object.entries(columnOwners).filter(([, owner]) => owner === folder)
  const { tables, columns } = readStatements(file, code, known)
  const others = [...tables].filter((table) => !ownColumns.some(([column]) => column.startsWith(`${table}.`)))
  return [...others, ...columns]
    .toSorted()
    .map((name) => ({ name, owner: columnOwners[name] ?? owners.get(name) ?? 'any' }))
    .filter(({ owner }) => !allowed.has(owner))
}

const files = globSync('server/**/*.ts', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(?:test|tables)\.ts$|^server\/(?:testing|security)\/|\/testing\//.test(file))

test('statements name tables of domains that may be imported, and write only columns of such', () => {
  const found: Record<string, Record<string, string[]>> = {}
  const inModels: Record<string, string[]> = {}
  const ofAny = new Set<string>()
  for (const file of files) {
    const names = foreignNames(file, readFileSync(join(root, file), 'utf8'))
    const any = namesAnyTable.find((one) => file.startsWith(one))
    if (any !== undefined && names.length > 0) ofAny.add(any)
    for (const { name, owner } of any === undefined ? names : []) {
      const pair = `${file.split('/')[1]} → ${owner}`
      if (readModels.some((model) => model.file === file)) (inModels[file] ??= []).push(name)
      else ((found[pair] ??= {})[file] ??= []).push(name)
    }
  }
  assert.deepEqual([...ofAny].toSorted(), namesAnyTable.toSorted())
  assert.deepEqual(found, {}, 'what architecture.ts forbids, by pair of folders')
  assert.deepEqual(inModels, Object.fromEntries(readModels.map(({ file, tables }) => [file, tables])))
})

const statements: readonly [code: string, names: string[]][] = [
  ['sql`SELECT 1 FROM reviews, orders o WHERE o.id = 1`', ['orders']],
  ['sql`SELECT FROM unnest(${ids}) one, orders`', ['orders']],
  ['sql`DELETE FROM reviews USING (SELECT id FROM public."orders") gone`', ['orders']],
  [
    'sql`UPDATE reviews SET shown = ${x} FROM ${y} JOIN LATERAL (orders JOIN carts ON true) ON true`',
    ['carts', 'orders'],
  ],
  ["client.query('INSERT INTO orders (id) SELECT id FROM given')", ['orders']],
  ['sql`EXISTS (${other}) AND orders.id = ${id}`', ['orders']],
  ['sql`SELECT FROM identity.accounts`', ['identity.accounts']],
  ["import { orders as o } from '#server/orders/orders.tables.ts'\ntx.select().from(o)", ['orders']],
  ['sql`SELECT FROM ${sql.identifier(`${subject}_tags`)}`', ['*']],
  ['const uses = sql.raw(name)\nsql`SELECT FROM ${uses}`', ['*']],
  ['client.query(`SELECT FROM ${name}`)', ['*']],
  ['sql`UPDATE products SET name = 1, available_quantity = 0`', ['products', 'products.available_quantity']],
  ['sql`INSERT INTO products (id, available_quantity) VALUES (1, 2)`', ['products', 'products.available_quantity']],
  [
    "import { products } from '#server/catalog/catalog.tables.ts'\ntx.insert(products).values({}).onConflictDoUpdate({ set: { availableQuantity } })",
    ['products', 'products.available_quantity'],
  ],
  [
    "import { products } from '#server/catalog/catalog.tables.ts'\nsql`UPDATE ${products} SET available_quantity = 0`",
    ['products', 'products.available_quantity'],
  ],
  ["sql`SELECT 'FROM orders' AS orders, extract(day FROM at) -- FROM orders`", []],
  ['sql`SELECT FROM reviews JOIN users ON users.id = author FOR UPDATE OF users`', []],
  ["import type { orders } from '#server/orders/orders.tables.ts'\nconst text = 'removed from orders'", []],
  ['sql`SELECT available_quantity FROM images WHERE x IS DISTINCT FROM orders`', []],
]
test('what statements of reviews name and write without a right to is found', () => {
  for (const [code, names] of statements) {
    const found = foreignNames('server/reviews/list-reviews.ts', code).map(({ name }) => name)
    assert.deepEqual(found, names, code)
  }
})
