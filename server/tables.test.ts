import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { columnOwners, undeclaredTables } from '../architecture.ts'
import { type DeclaredTable, declaredTables, nameOfTable } from '#server/testing/declared-tables.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let tables: DeclaredTable[]
let shop: TestShop
before(async () => {
  tables = await declaredTables()
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

test('columns are declared with the types and nullability that the migrations gave them', async () => {
  const { rows } = await shop.db.execute<{
    table: string
    column: string
    type: string
    required: boolean
    filled: boolean
  }>(sql`
    SELECT attrelid::regclass::text AS table, attname AS column, format_type(atttypid, NULL) AS type,
      attnotnull AS required, atthasdef OR attidentity <> '' AS filled
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`)
  for (const config of tables) {
    const migrated = rows.filter(({ table }) => table === nameOfTable(config))
    const describe = ({ column, type, required }: (typeof rows)[number]) => [column, { type, required }]
    const declared = config.columns.map((column) => [
      column.name,
      { type: column.getSQLType(), required: column.notNull || column.primary },
    ])
    const names = new Set(config.columns.map(({ name }) => name))
    const known = migrated.filter(({ column }) => names.has(column)).map(describe)
    assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(known), nameOfTable(config))
    const inTheWay = migrated.filter(({ column, required, filled }) => !names.has(column) && required && !filled)
    assert.deepEqual(inTheWay.map(describe), [], `an insert into ${nameOfTable(config)} would miss these`)
  }
})

test('declared references exist, and so do the values of declared lists', async () => {
  const { rows } = await shop.db.execute<{
    table: string
    type: string
    columns: string[]
    definition: string
    target: string
  }>(sql`
    SELECT conrelid::regclass::text AS table, contype AS type, pg_get_constraintdef(oid) AS definition, confrelid::regclass::text AS target,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey) ORDER BY attnum) AS columns
    FROM pg_constraint WHERE contype IN ('c', 'f')`)
  for (const config of tables) {
    const constraints = rows.filter(({ table }) => table === nameOfTable(config))
    for (const key of config.foreignKeys) {
      const { columns, foreignTable } = key.reference()
      const target = nameOfTable(getTableConfig(foreignTable))
      const names = columns.map(({ name }) => name).toSorted()
      const isThere = constraints.some(
        (one) => one.type === 'f' && one.target === target && one.columns.toSorted().join() === names.join(),
      )
      assert.ok(isThere, `${nameOfTable(config)} (${names.join(', ')}) → ${target}`)
    }
    for (const { name, enumValues } of config.columns) {
      const check = constraints.find(({ type, columns }) => type === 'c' && columns.join() === name)
      if (!enumValues?.length || !check) continue
      const allowed = [...check.definition.matchAll(/'([^']+)'/g)].map(([, value]) => value)
      // A check of another kind, such as of a length, lists none.
      if (allowed.length > 0)
        assert.deepEqual(new Set<unknown>(enumValues), new Set(allowed), `${nameOfTable(config)}.${name}`)
    }
  }
})

test('each table has one owner, and what architecture.ts lists exists', async () => {
  // The tables of `jobs` are those of pg-boss.
  const { rows } = await shop.db.execute<{ name: string; columns: string[] }>(sql`
    SELECT pg_class.oid::regclass::text AS name, ARRAY(
      SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'm') AND nspname NOT IN ('information_schema', 'jobs') AND nspname NOT LIKE 'pg\\_%'`)
  const names = [...tables.map(nameOfTable), ...Object.values(undeclaredTables).flat()]
  assert.deepEqual(names.toSorted(), rows.map(({ name }) => name).toSorted())
  const columns = rows.flatMap((table) => table.columns.map((column) => `${table.name}.${column}`))
  const missing = Object.keys(columnOwners).filter((column) => !columns.includes(column))
  assert.deepEqual(missing, [])
})
