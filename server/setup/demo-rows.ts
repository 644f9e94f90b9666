import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** In any main language: a change of it exchanges the name with one of the translations. */
const allNames = sql`jsonb_build_array(name) || jsonb_path_query_array(names, '$.*')`

/**
 * Selects, from each table that the demo fills, ids and facts of the rows. A row is still the demo's while its facts are contained in the remembered
 * ones: what a list has lost with another row changes nothing, so what counts as a whole is a text or an object.
 */
const sources = {
  products: sql`
    SELECT id, jsonb_build_object('cents', price_cents, 'names', ARRAY(
      SELECT product.name UNION SELECT texts.name FROM product_texts texts WHERE product_id = product.id AND texts.name IS NOT NULL)) AS facts
    FROM products product WHERE archived_at IS NULL`,
  brands: sql`SELECT id, jsonb_build_object('name', name) AS facts FROM brands`,
  categories: sql`SELECT id, jsonb_build_object('slug', slug) AS facts FROM categories`,
  attributes: sql`
    SELECT id, jsonb_build_object('names', ARRAY(SELECT name FROM attribute_texts WHERE attribute_id = attributes.id)) AS facts
    FROM attributes`,
  vehicle_engines: sql`SELECT id, to_jsonb(vehicle_engines) - 'id' AS facts FROM vehicle_engines`,
  reviews: sql`SELECT id, jsonb_build_object('message', message) AS facts FROM reviews`,
  ship_classes: sql`SELECT code AS id, jsonb_build_object('names', ${allNames}) AS facts FROM ship_classes`,
  shipping_settings: sql`
    SELECT 'origin' AS id, jsonb_build_object('is', origin::text) AS facts FROM shipping_settings
    UNION ALL SELECT 'weight', jsonb_build_object('is', default_weight_grams) FROM shipping_settings`,
  shipping_zones: sql`
    SELECT id, jsonb_build_object('name', name, 'members', (
      SELECT jsonb_agg(to_jsonb(member) - 'zone_id' ORDER BY position)::text FROM shipping_zone_members member WHERE zone_id = zone.id)) AS facts
    FROM shipping_zones zone`,
  // With the classes of the demo that it has no rule for: without them, a rule that the seller deletes would look as if its class had gone.
  shipping_methods: sql`
    SELECT id, to_jsonb(method) - '{id,name,position}'::text[] || jsonb_build_object(
      'names', ${allNames},
      'rates', ARRAY(
        SELECT jsonb_agg(to_jsonb(rate) - '{method_id,zone_id,position}'::text[] ORDER BY position)::text
        FROM shipping_rates rate WHERE method_id = method.id GROUP BY zone_id),
      'rules', (
        SELECT jsonb_object_agg(code, to_jsonb(rule) - 'method_id')
        FROM ship_classes LEFT JOIN shipping_class_rules rule ON class = code AND method_id = method.id
        WHERE class IS NOT NULL OR code IN (SELECT demo.id FROM demo_rows demo WHERE table_name = 'ship_classes'))) AS facts
    FROM shipping_methods method`,
  tax_settings: sql`
    SELECT 'origin' AS id, jsonb_build_object('country', country, 'region', region) AS facts FROM tax_settings`,
  tax_classes: sql`SELECT code AS id, to_jsonb(tax_classes) AS facts FROM tax_classes`,
  tax_registrations: sql`SELECT id, to_jsonb(tax_registrations) - 'id' AS facts FROM tax_registrations`,
  tax_rates: sql`SELECT id, to_jsonb(tax_rates) - 'id' AS facts FROM tax_rates`,
  customer_groups: sql`SELECT id, jsonb_build_object('name', name) AS facts FROM customer_groups`,
  // Lists of the demo are switched on and off with the seller's own; to the base list, which every shop has, the demo has done nothing else.
  price_lists: sql`
    SELECT id, CASE WHEN is_base THEN jsonb_build_object('active', active, 'updated_at', extract(epoch FROM updated_at))
      ELSE to_jsonb(list) - '{id,active,created_at,updated_at}'::text[] || jsonb_build_object('prices', (
        SELECT md5(string_agg(concat_ws(' ', product_id, from_quantity, cents), ',' ORDER BY product_id, from_quantity))
        FROM prices WHERE price_list_id = list.id)) END AS facts
    FROM price_lists list`,
} satisfies Record<string, SQL>
type DemoTable = keyof typeof sources

const idTypes: Partial<Record<DemoTable, SQL>> = {
  products: sql`uuid`,
  reviews: sql`uuid`,
  ship_classes: sql`text`,
  shipping_settings: sql`text`,
  tax_settings: sql`text`,
  tax_classes: sql`text`,
}

/** Selects the ids of what is left of the demo's rows of a table, and whether the seller has changed none of it. */
export const demoRows = (table: DemoTable): SQL => sql`
  SELECT source.id, demo.facts @> source.facts AS is_unchanged
  FROM demo_rows demo JOIN (${sources[table]}) source ON source.id = demo.id::${idTypes[table] ?? sql`bigint`} WHERE demo.table_name = ${table}`

/** Selects the ids of the demo's rows of a table that the seller has not changed. */
export const unchangedRows = (table: DemoTable): SQL => sql`SELECT id FROM (${demoRows(table)}) demo WHERE is_unchanged`

/** Remembers the rows that are added or changed as the demo's. */
export async function rememberDemo(tx: Transaction, add: () => Promise<void>): Promise<void> {
  const { rows: before } = await tx.execute(
    sql.join(
      Object.entries(sources).map(([table, source]) => selectFacts(table, source)),
      sql` UNION ALL `,
    ),
  )
  await add()
  // One after the other: the facts of a method name classes of the demo.
  for (const [table, source] of Object.entries(sources)) {
    await tx.execute(sql`
      INSERT INTO demo_rows (table_name, id, facts) ${selectFacts(table, source)}
      EXCEPT SELECT table_name, id, facts
      FROM jsonb_to_recordset(${JSON.stringify(before)}::jsonb) AS known (table_name text, id text, facts jsonb)`)
  }
}

/** Makes a change to all rows alike, such as of the currency: what was the demo's stays so. */
export async function changeWithDemo(tx: Transaction, change: () => Promise<void>): Promise<void> {
  const eachTable = (set: (source: SQL) => SQL) =>
    Object.entries(sources).map(([table, source]) => set(selectFacts(table, source)))
  for (const statement of eachTable(
    (current) => sql`
      UPDATE demo_rows demo SET facts = '{}' FROM (${current}) now
      WHERE (demo.table_name, demo.id) = (now.table_name, now.id) AND NOT demo.facts @> now.facts`,
  ))
    await tx.execute(statement)
  await change()
  for (const statement of eachTable(
    (current) => sql`
      UPDATE demo_rows demo SET facts = now.facts FROM (${current}) now
      WHERE (demo.table_name, demo.id) = (now.table_name, now.id) AND demo.facts <> '{}'`,
  ))
    await tx.execute(statement)
}

const selectFacts = (table: string, source: SQL): SQL =>
  sql`SELECT ${table}::text AS table_name, id::text, facts FROM (${source}) source`

/** Returns whether an admin has removed the demo: the shop does not get it again when it starts. */
export async function isDemoRemoved(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute(sql`SELECT FROM shop_facts WHERE name = 'demo-removed'`)
  return rows.length > 0
}
