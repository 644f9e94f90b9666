import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as cards from '#embedded/cards/cards.tables.ts'
import * as identity from '#embedded/identity/identity.tables.ts'
import * as accounts from '#server/accounts/accounts.tables.ts'
import * as apiKeys from '#server/accounts/api-keys/api-keys.tables.ts'
import * as customers from '#server/customers/customers.tables.ts'
import * as addresses from '#server/accounts/addresses/addresses.tables.ts'
import * as auditLog from '#server/audit-log/audit-log.tables.ts'
import * as carts from '#server/carts/carts.tables.ts'
import * as discounts from '#server/pricing/discounts/discounts.tables.ts'
import * as catalog from '#server/catalog/catalog.tables.ts'
import * as categories from '#server/catalog/categories/categories.tables.ts'
import * as documents from '#server/documents/documents.tables.ts'
import * as imports from '#server/imports/imports.tables.ts'
import * as legal from '#server/legal/legal.tables.ts'
import * as media from '#server/media/media.tables.ts'
import * as notifications from '#server/notifications/notifications.tables.ts'
import * as orderNotes from '#server/orders/order-notes.tables.ts'
import * as orders from '#server/orders/orders.tables.ts'
import * as payments from '#server/payments/payments.tables.ts'
import * as pricing from '#server/pricing/pricing.tables.ts'
import * as reviews from '#server/reviews/reviews.tables.ts'
import * as savedViews from '#server/accounts/saved-views/saved-views.tables.ts'
import * as staff from '#server/accounts/staff/staff.tables.ts'
import * as store from '#server/store/store.tables.ts'
import * as tags from '#server/customers/tags/tags.tables.ts'
import * as search from '#server/catalog/search/search.tables.ts'
import * as tax from '#server/tax/tax.tables.ts'
import * as shipping from '#server/shipping/shipping.tables.ts'
import * as visits from '#server/visits/visits.tables.ts'
import * as webhooks from '#server/webhooks/webhooks.tables.ts'
import * as siteContent from '#server/site-content/site-content.tables.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const domains = [
  accounts,
  addresses,
  apiKeys,
  auditLog,
  cards,
  carts,
  catalog,
  customers,
  categories,
  discounts,
  documents,
  identity,
  imports,
  legal,
  media,
  notifications,
  orderNotes,
  orders,
  payments,
  pricing,
  reviews,
  savedViews,
  search,
  shipping,
  siteContent,
  staff,
  store,
  tags,
  tax,
  visits,
  webhooks,
]
const tables = domains
  .flatMap((domain): unknown[] => Object.values(domain))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => ({ ...getTableConfig(table), table }))
const nameOf = ({ schema, name }: { schema?: string | undefined; name: string }) => `${schema ?? 'public'}.${name}`

let shop: TestShop
before(async () => {
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
    SELECT relnamespace::regnamespace || '.' || relname AS table, attname AS column, format_type(atttypid, NULL) AS type,
      attnotnull AS required, atthasdef OR attidentity <> '' AS filled
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped`)
  for (const config of tables) {
    const migrated = rows.filter(({ table }) => table === nameOf(config))
    const describe = ({ column, type, required }: (typeof rows)[number]) => [column, { type, required }]
    const declared = config.columns.map((column) => [
      column.name,
      { type: column.getSQLType(), required: column.notNull || column.primary },
    ])
    const names = new Set(config.columns.map(({ name }) => name))
    const known = migrated.filter(({ column }) => names.has(column)).map(describe)
    assert.deepEqual(Object.fromEntries(declared), Object.fromEntries(known), nameOf(config))
    const inTheWay = migrated.filter(({ column, required, filled }) => !names.has(column) && required && !filled)
    assert.deepEqual(inTheWay.map(describe), [], `an insert into ${nameOf(config)} would miss these`)
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
  const fullName = (name: string) => (name.includes('.') ? name : `public.${name}`)
  for (const config of tables) {
    const constraints = rows.filter(({ table }) => fullName(table) === nameOf(config))
    for (const key of config.foreignKeys) {
      const { columns, foreignTable } = key.reference()
      const target = nameOf(getTableConfig(foreignTable))
      const names = columns.map(({ name }) => name).toSorted()
      const isThere = constraints.some(
        (one) => one.type === 'f' && fullName(one.target) === target && one.columns.toSorted().join() === names.join(),
      )
      assert.ok(isThere, `${nameOf(config)} (${names.join(', ')}) → ${target}`)
    }
    for (const { name, enumValues } of config.columns) {
      const check = constraints.find(({ type, columns }) => type === 'c' && columns.join() === name)
      if (!enumValues?.length || !check) continue
      const allowed = [...check.definition.matchAll(/'([^']+)'/g)].map(([, value]) => value)
      // A check of another kind, such as of a length, lists none.
      if (allowed.length > 0)
        assert.deepEqual(new Set<unknown>(enumValues), new Set(allowed), `${nameOf(config)}.${name}`)
    }
  }
})
