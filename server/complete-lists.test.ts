import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { AuditEvent } from '#contract/audit-log.ts'
import { messages } from '#embedded/identity/messages.ts'
import { texts } from '#server/orders/order-mail-texts.ts'
import { returnTexts } from '#server/returns/return-mail-texts.ts'
import { declaredTables, nameOfTable, ownersOfTables } from '#server/testing/declared-tables.ts'
import { openTestShop, provideTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { readStatements } from '#server/testing/read-statements.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Lists the columns of foreign keys: `source` refers to `target`. */
interface Reference {
  source: string
  column: string
  target: string
  /** Whether rows of `source` are deleted or changed with those they refer to. */
  follows: boolean
  isRequired: boolean
}
let owners: Map<string, string>
let exported: Map<string, string>
let columns: { table: string; column: string; type: string }[]
let references: Reference[]
const shop = provideTestShop({ env: { DEMO: 'true' }, withDemoOrders: true }, async () => {
  const declared = await declaredTables()
  owners = ownersOfTables(declared)
  exported = new Map(declared.map((table) => [`#${table.file} ${table.exportName}`, nameOfTable(table)]))
  const ofShop = sql`relkind = 'r' AND relnamespace = 'public'::regnamespace`
  columns = (
    await shop.db.execute<(typeof columns)[number]>(sql`
      SELECT relname AS table, attname AS column, format_type(atttypid, NULL) AS type
      FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
      WHERE ${ofShop} AND attnum > 0 AND NOT attisdropped ORDER BY relname, attname`)
  ).rows
  const found = await shop.db.execute<Reference & Record<string, unknown>>(sql`
    SELECT relname AS source, attname AS column, confrelid::regclass::text AS target, confdeltype <> 'a' AS follows,
      attnotnull AS "isRequired"
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
      JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
    WHERE contype = 'f' AND ${ofShop} ORDER BY relname, attname`)
  references = found.rows
})

/** Returns the tables that the statements of files name, and what they write of some columns. */
function statementsOf(files: readonly string[], wanted: readonly string[] = []) {
  const known = { tables: new Set(owners.keys()), exports: exported, columns: wanted }
  const found = files.map((file) => readStatements(file, read(file), known))
  return {
    tables: new Set(found.flatMap((each) => [...each.tables])),
    columns: new Set(found.flatMap((each) => [...each.columns])),
  }
}

/** Asserts that what is not handled is excepted with a reason, and that no exception is left over. */
function assertExcepted(missing: readonly string[], exceptions: Readonly<Record<string, readonly string[]>>): void {
  assert.deepEqual([...new Set(missing)].toSorted(), Object.values(exceptions).flat().toSorted())
}

test('a new currency changes every amount of money, but for those that keep the currency in which they came about', () => {
  // What is paid or written has its own currency, and so has what belongs to it.
  const keepTheirs = new Set(columns.filter(({ column }) => column === 'currency').map(({ table }) => table))
  keepTheirs.delete('store')
  const belongsTo = ({ source, target, isRequired }: Reference) =>
    isRequired && keepTheirs.has(target) && !keepTheirs.has(source)
  for (let next = references.find(belongsTo); next; next = references.find(belongsTo)) keepTheirs.add(next.source)
  const money = columns
    .filter(({ table, column }) => /(?:^|_)cents$/.test(column) && !keepTheirs.has(table))
    .map(({ table, column }) => `${table}.${column}`)
  assert.ok(money.length > 10)
  const written = statementsOf(['server/setup/change-currency.ts'], money).columns
  assertExcepted(
    money.filter((column) => !written.has(column)),
    {
      'A trigger follows the product.': ['product_facets.price_cents'],
    },
  )
})

test('every table of what public pages show changes the version of the response cache', async () => {
  const files = globSync('server/*/data-version.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const app = read('server/composition/app.ts')
  assert.deepEqual(
    files.filter((file) => !app.includes(`'#${file}'`)),
    [],
    'each domain’s version is part of the shop’s',
  )
  const versioned = statementsOf(files).tables
  const { rows } = await shop.db.execute<{ table: string; code: string }>(sql`
    SELECT tgrelid::regclass::text AS table, prosrc AS code FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal`)
  const counts = ({ code }: (typeof rows)[number]) =>
    [...code.matchAll(/UPDATE (\w+)[^;]*\b(?:edition|updated_at)\b/g)].some(([, table = '']) => versioned.has(table))
  const counted = new Set(rows.filter(counts).map(({ table }) => table))
  const domains = new Set(files.map((file) => file.split('/')[1]))
  const shown = [...owners].filter(([, owner]) => domains.has(owner)).map(([table]) => table)
  assertExcepted(
    shown.filter((table) => !versioned.has(table) && !counted.has(table)),
    {
      'What writes them writes the time of the change to the product.': [
        'part_numbers',
        'product_documents',
        'product_images',
        'product_pairs',
        'product_texts',
        'product_values',
      ],
      'What writes them writes the time of the change to the category.': ['category_texts', 'old_slugs'],
      'What writes them counts an edition of the attributes.': [
        'attribute_option_texts',
        'attribute_options',
        'attribute_texts',
        'attributes',
        'brands',
        'category_attributes',
      ],
      'What writes them writes the time of the change to the price list.': ['prices'],
      'Triggers and jobs make them of the others.': [
        'dictionary',
        'dictionary_deletes',
        'facet_bitmaps',
        'facet_changes',
        'facet_chunks',
        'facet_slots',
        'facet_values',
        'part_number_keys',
        'product_facets',
        'projected_attributes',
        'projected_facets',
      ],
      'Only signed-in buyers get them, in responses that are not cached.': [
        'customer_groups',
        'discount_categories',
        'discount_products',
        'discount_uses',
        'discounts',
        'group_members',
        'quantity_rules',
        'shipping_quotes',
        'garage_vehicles',
      ],
      'What writes them changes the vehicle.': ['vehicle_merged_engines', 'vehicle_merged_models', 'vehicle_old_slugs'],
      'No page shows them.': [
        'fits_texts',
        'legal_drafts',
        'newsletter_subscriptions',
        'search_misses',
        'stock_notices',
        'tax_registration_versions',
      ],
      'A new picture has a new address, which the store names.': ['store_images'],
    },
  )
})

test('products and orders are deleted with everything that refers to them', () => {
  const isKeyed = new Set(references.map(({ source, column }) => `${source}.${column}`))
  const unkeyed = (column: string) =>
    columns
      .filter((each) => each.column === column && !isKeyed.has(`${each.table}.${column}`))
      .map(({ table }) => table)
  const ofProducts = [
    ...references.filter(({ target, follows }) => target === 'products' && !follows).map(({ source }) => source),
    ...unkeyed('product_id'),
  ]
  const projections = ['facet_changes', 'facet_slots']
  const movements = 'server/stock/delete-movements.ts'
  // What is in an order or a cart is archived instead.
  const byImports = ['server/catalog/write-products.ts', 'server/orders/order-lines.ts', 'server/carts/find-carts.ts']
  const imported = statementsOf([...byImports, movements]).tables
  assertExcepted(
    ofProducts.filter((table) => !imported.has(table)),
    { 'The projection of facets drops what is gone.': projections },
  )
  const demo = statementsOf(['server/setup/remove-demo.ts', movements]).tables
  assertExcepted(
    ofProducts.filter((table) => !demo.has(table)),
    { 'The projection of facets drops what is gone.': projections },
  )
  // Foreign keys to orders are found when they are deleted.
  assertExcepted(
    unkeyed('order_id').filter((table) => !demo.has(table)),
    { 'The outbox shows what was written.': ['outbox'] },
  )
})

test('with an account goes everything that is about its user; what the user did has an anonymous row', () => {
  const identity = read('server/composition/create-identity.ts')
  const erasers = [...identity.matchAll(/import \{[^}]*\b(?:erase|anonymize)[^}]*\} from '#([^']+)'/g)].map(
    ([, file = '']) => file,
  )
  assert.ok(erasers.length > 8)
  const about = references.filter(({ target, column }) => target === 'users' && !/_by$|^actor_id$/.test(column))
  const erased = statementsOf(erasers).tables
  assertExcepted(
    about.filter(({ source, follows }) => !follows && !erased.has(source)).map(({ source }) => source),
    {
      'It counts uses, without a name.': ['discount_uses'],
      'What is owed stays owed.': ['customer_terms'],
    },
  )
})

test('removing the demo leaves no row that a shop without it lacks', async () => {
  await using other = await openTestShop()
  const count = async ({ db }: TestShop) => {
    const { rows } = await db.execute<{ table: string; count: number }>(sql`
      SELECT relname AS table, (xpath('/row/count/text()', query_to_xml(format('SELECT count(*) FROM %I', relname), false, true, '')))[1]::text::integer AS count
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
    return new Map(rows.map(({ table, count: found }) => [table, found]))
  }
  const { token } = shop.admin
  assert.equal((await shop.call('DELETE', '/demo', { token })).status, 200)
  const left = await count(shop)
  const without = await count(other)
  const stays: Readonly<Record<string, string>> = {
    audit_events: 'They say that the demo was there.',
    shop_facts: 'They say that it was removed.',
    users: 'Users are never deleted.',
    site_contents: 'Pages of the demo are hidden.',
    images: 'Older versions of pages can have them.',
    dictionary: 'Its words stay until it is rebuilt.',
    dictionary_deletes: 'So do their misspellings.',
    facet_changes: 'The projection of facets takes them.',
  }
  assert.deepEqual(
    [...left].flatMap(([table, found]) => (found > (without.get(table) ?? 0) && !(table in stays) ? [table] : [])),
    [],
  )
})

test('every subject of the audit log has a name', () => {
  const statement = read('server/audit-log/list-audit-events.ts')
  const subjects = AuditEvent.properties.subject.properties.type.enum
  assertExcepted(
    subjects.filter((subject) => !statement.includes(`'${subject}'`)),
    { 'The page names them by their kind.': ['site', 'tax'] },
  )
})

test('every mail has a label in the outbox', () => {
  const labels = read('web/notifications/message-kind.ts')
  const kinds = [
    'new-order',
    'low-stock',
    ...Object.keys(texts.en.mails),
    ...Object.keys(returnTexts.en.mails),
    ...Object.keys(messages.en('Shop').mails),
  ]
  assert.deepEqual(
    kinds.filter((kind) => !new RegExp(`^  '?${kind}'?: `, 'm').test(labels)),
    [],
  )
})
