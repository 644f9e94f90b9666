import type pg from 'pg'
import { createClient } from '#server/platform/database/connections.ts'

export interface Size {
  products: number
  /** Each with one line. */
  orders: number
  /** The same seed generates the same shop. */
  seed: number
}

/**
 * Fills an empty shop with generated products, buyers, reviews and orders in all states, which satisfy all invariants. All or
 * nothing; returns whether it did. Needs exclusive access.
 */
export async function generate(databaseUrl: string, size: Size, report: (message: string) => void): Promise<boolean> {
  // A connection of its own: what the shop asks for is over in seconds, this is not.
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
    const done = await isEmpty(client)
    if (done) await fill(client, size, report)
    await client.query('COMMIT')
    // Not in the transaction: the visibility of rows, and what the planner knows of them.
    if (done) await client.query('VACUUM ANALYZE')
    return done
  } finally {
    await client.end()
  }
}

const tables = [
  'users',
  'products',
  'product_values',
  'product_facets',
  'part_numbers',
  'part_number_keys',
  'orders',
  'order_lines',
  'order_events',
  'stock_movements',
  'payments',
  'reviews',
]

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 WHERE EXISTS (SELECT 1 FROM products) OR EXISTS (SELECT 1 FROM orders)`)
  return rows.length === 0
}

async function fill(client: pg.Client, size: Size, report: (message: string) => void): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL work_mem = '128MB'; SET LOCAL jit = off`)
  // One index built from all rows is many times faster than a million insertions into it.
  const restore = await dropIndexes(client)
  // Facets are made of all products at once.
  await client.query('ALTER TABLE products DISABLE TRIGGER products_keep_new_facets')
  for (const [what, statement] of Object.entries(statements(size))) {
    await client.query(statement)
    report(`Made the ${what}.`)
  }
  for (const statement of restore) await client.query(statement)
  await client.query('ALTER TABLE products ENABLE TRIGGER products_keep_new_facets')
  report('Built the indexes.')
}

/** Drops what would be checked row by row; returns the statements that restore and validate it. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const constraints = await client.query<{ drop: string; make: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
    FROM pg_constraint WHERE contype IN ('f', 'u') AND conrelid = ANY ($1::regclass[]) ORDER BY contype DESC`,
    [tables],
  )
  for (const { drop } of constraints.rows) await client.query(drop)
  const indexes = await client.query<{ drop: string; make: string }>(
    `SELECT format('DROP INDEX %s', indexrelid::regclass) AS drop, pg_get_indexdef(indexrelid) AS make
    FROM pg_index WHERE NOT indisprimary AND indrelid = ANY ($1::regclass[])`,
    [tables],
  )
  for (const { drop } of indexes.rows) await client.query(drop)
  return [...indexes.rows, ...constraints.rows].map(({ make }) => make)
}

const firstWords = [
  'Front',
  'Rear',
  'Heavy-duty',
  'Compact',
  'Sealed',
  'Forged',
  'Ceramic',
  'Universal',
  'Left',
  'Right',
]
const parts = [
  'brake disc',
  'brake pad',
  'oil filter',
  'clutch plate',
  'wheel bearing',
  'spark plug',
  'water pump',
  'torque wrench',
  'air filter',
  'shock absorber',
  'drill set',
  'floor jack',
  'tyre lever',
  'battery',
  'gearbox oil',
  'fan belt',
  'fuel hose',
  'head gasket',
  'tow bar',
  'work lamp',
]
const categories = [
  'engine',
  'brakes',
  'suspension',
  'electrical',
  'filters',
  'tyres-and-wheels',
  'hand-tools',
  'power-tools',
]
const people = ['Ada', 'Bo', 'Cem', 'Dana', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jo']
const surnames = ['Archer', 'Berg', 'Castle', 'Dunn', 'Ebert', 'Fox', 'Gray', 'Holm', 'Irving', 'Jung']

const brandStarts = ['Nord', 'Tor', 'Hal', 'Brix', 'Kel', 'Var', 'Lun', 'Ster', 'Grim', 'Fal', 'Ad', 'Os']
const brandEnds = ['werk', 'vik', 'den', 'on', 'tec', 'mann', 'line', 'ford', 'sen', 'matic']

/** Lists the attributes of every category; numbers have this many values from `from` on, `step` apart. */
const attributes = [
  {
    code: 'material',
    en: 'Material',
    de: 'Werkstoff',
    options: ['Steel', 'Stainless', 'Cast iron', 'Aluminum', 'Brass', 'Plastic'],
  },
  { code: 'finish', en: 'Finish', de: 'Oberfläche', options: ['Zinc', 'Painted', 'Black oxide', 'Plain', 'Chrome'] },
  {
    code: 'thread',
    en: 'Thread',
    de: 'Gewinde',
    options: ['M5', 'M6', 'M8', 'M10', 'M12', 'M14', 'M16', '1/4-20', '5/16-18', '3/8-16'],
  },
  { code: 'sealed', en: 'Sealed', de: 'Abgedichtet' },
  { code: 'width', en: 'Width', de: 'Breite', dimension: 'length', unit: 'mm', from: 10, step: 5, count: 40 },
  {
    code: 'diameter',
    en: 'Diameter',
    de: 'Durchmesser',
    dimension: 'length',
    unit: 'mm',
    from: 20,
    step: 0.5,
    count: 400,
  },
  { code: 'torque', en: 'Torque', de: 'Drehmoment', dimension: 'torque', unit: 'Nm', from: 10, step: 10, count: 30 },
  { code: 'weight', en: 'Weight', de: 'Gewicht', dimension: 'mass', unit: 'kg', from: 0.1, step: 0.1, count: 300 },
]

const makers = ['Bosch', 'Denso', 'Honda', 'Mann', 'Toyota', 'Valeo']

/** Sets the number of orders per hundred. */
const states = { unpaid: 3, paid: 10, shipped: 60, cancelled: 17, expired: 10 }

/** Returns the statements in their order. All randomness comes from the seed. */
function statements({ products, orders, seed }: Size): Record<string, string> {
  const buyers = Math.max(1, Math.ceil(orders / 50))
  const reviews = Math.ceil(orders / 100)
  /** Returns a number below `most` that depends on the row and the purpose. */
  const chance = (what: number, row: string, limit: number | string) =>
    `(hashint8extended(${row}, ${seed * 100 + what}) & 1073741823) % ${limit}`
  const list = (words: string[]) => words.map((word) => `'${word}'`).join(', ')
  const pick = (words: string[], what: number, row: string) =>
    `(ARRAY[${words.map((word) => `'${word}'`).join(', ')}])[1 + ${chance(what, row, words.length)}]`
  // As version 7 of UUIDs has them: in the order of their numbers, which keeps indexes compact.
  const id = (kind: string, row: string) =>
    `(lpad(to_hex(1600000000000 + (${row})), 12, '0') || '7${kind}' || substr(md5('${seed} ${kind} ' || (${row})), 1, 2) || '8' || substr(md5('${seed} ${kind} ' || (${row})), 3, 15))::uuid`
  const productId = (row: string) => id('a', row)
  const productName = (row: string) =>
    `${pick(firstWords, 1, row)} ||  ' ' || ${pick(parts, 2, row)} || ' P' || lpad((${row})::text, 7, '0')`
  const sku = (row: string) => `'GEN-' || lpad((${row})::text, 7, '0')`
  const price = (row: string) => `(100 + ${chance(3, row, 50_000)})::integer`
  const buyerId = (row: string) => id('b', row)
  const buyerName = (row: string) => `${pick(people, 4, row)} || ' ' || ${pick(surnames, 5, row)}`
  const buyerEmail = (row: string) => `'buyer' || (${row}) || '@generated.test'`
  const orderId = (row: string) => id('c', row)
  const bounds = Object.values(states).map((_, index, all) =>
    all.slice(0, index).reduce((sum, share) => sum + share, 0),
  )
  const state = `(ARRAY[${Object.keys(states)
    .map((name) => `'${name}'`)
    .join(', ')}])[width_bucket(${chance(6, 'row', 100)}, ARRAY[${bounds.join(', ')}])]`
  const isPaid = `state IN ('paid', 'shipped')`
  const end = `timestamptz '2026-01-01 00:00Z'`
  return {
    buyers: `
      INSERT INTO users (id, email, display_name, created_at)
      SELECT ${buyerId('row')}, ${buyerEmail('row')}, ${buyerName('row')}, ${end} - (${buyers} - row) * interval '1 minute'
      FROM generate_series(1, ${buyers}) row`,
    'orders to insert': `
      CREATE TEMP TABLE new_orders ON COMMIT DROP AS
      SELECT row, 1 + ${chance(7, 'row', products)} AS product, 1 + ${chance(8, 'row', buyers)} AS buyer,
        1 + (${chance(9, 'row', 20)})::integer AS quantity, ${state} AS state,
        ${end} - (${orders} - row) * interval '2 seconds' AS placed_at
      FROM generate_series(1, ${orders}) row`,
    brands: `
      WITH made AS (
        INSERT INTO brands (slug, name) SELECT lower(first || last), first || last
        FROM unnest(ARRAY[${list(brandStarts)}]) first, unnest(ARRAY[${list(brandEnds)}]) last
        ON CONFLICT DO NOTHING RETURNING id)
      INSERT INTO facet_values (brand_id) SELECT id FROM made`,
    attributes: `
      WITH given AS (SELECT * FROM jsonb_to_recordset('${JSON.stringify(attributes)}'::jsonb)
          AS given (code text, en text, de text, options text[], dimension text, unit text, "from" numeric, step numeric, count integer)),
      made AS (
        INSERT INTO attributes (code, kind, dimension, unit)
        SELECT code, CASE WHEN dimension IS NOT NULL THEN 'number' WHEN options IS NULL THEN 'yes-no' ELSE 'option' END, dimension, unit
        FROM given ON CONFLICT DO NOTHING RETURNING id, code),
      named AS (
        INSERT INTO attribute_texts (attribute_id, language, name)
        SELECT id, language, CASE language WHEN 'en' THEN en ELSE de END FROM made JOIN given USING (code), unnest(ARRAY['en', 'de']) language),
      used AS (
        INSERT INTO category_attributes (category_id, attribute_id, position, is_facet, is_column, is_required)
        SELECT categories.id, made.id, made.id, true, code IN ('material', 'thread', 'diameter'), false
        FROM made, categories WHERE parent_id IS NULL),
      optional AS (
        INSERT INTO attribute_options (attribute_id, code, position)
        SELECT id, lower(replace(option, ' ', '-')), place FROM made JOIN given USING (code), unnest(options) WITH ORDINALITY AS each (option, place)
        RETURNING id, attribute_id, code),
      spelled AS (
        INSERT INTO attribute_option_texts (option_id, language, name) SELECT optional.id, 'en', option
        FROM optional JOIN made ON made.id = attribute_id JOIN given ON given.code = made.code, unnest(options) option
        WHERE optional.code = lower(replace(option, ' ', '-')))
      INSERT INTO facet_values (attribute_id, option_id, number, truth)
      SELECT attribute_id, id, NULL::numeric, NULL::boolean FROM optional
      UNION ALL SELECT id, NULL, "from" + step * place, NULL FROM made JOIN given USING (code), generate_series(0, count - 1) place
      UNION ALL SELECT id, NULL, NULL, truth FROM made JOIN given USING (code), unnest(ARRAY[true, false]) truth
        WHERE dimension IS NULL AND options IS NULL`,
    // The first values of an attribute are the commonest. Before the products, which show them.
    'values of attributes': `
      WITH known AS (
        SELECT attributes.id, kind, unit, array_agg(facet_values.id ORDER BY facet_values.id) AS ids, count(*)::integer AS count
        FROM attributes JOIN facet_values ON attribute_id = attributes.id
        WHERE code IN (${list(attributes.map(({ code }) => code))}) GROUP BY attributes.id)
      INSERT INTO product_values (product_id, attribute_id, kind, ordinal, value_id, number, entered)
      SELECT ${productId('row')}, known.id, kind, 1, value.id, number, trim_scale(number) || ' ' || unit
      FROM generate_series(1, ${products}) row CROSS JOIN known JOIN facet_values value ON value.id
        = ids[1 + least(${chance(20, 'row * 100 + known.id', 'count')}, ${chance(21, 'row * 100 + known.id', 'count')})]
      WHERE ${chance(22, 'row * 100 + known.id', 10)} > 0`,
    products: `
      WITH held AS (
        SELECT product, sum(quantity) AS units FROM new_orders WHERE state NOT IN ('cancelled', 'expired') GROUP BY product),
      made AS (
        INSERT INTO products (id, sku, category_id, name, description, image_url, price_cents, minimum_quantity, available_quantity,
          created_at, updated_at, brand_id, attributes)
        SELECT ${productId('row')}, ${sku('row')}, (SELECT id FROM categories WHERE slug = ${pick(categories, 10, 'row')}), ${productName('row')},
          'Made up to see how the shop fares with many products.', '/media/generated/960.webp', ${price('row')},
          1 + (${chance(11, 'row', 10)})::integer, (${chance(12, 'row', 500)})::integer, ${end} - interval '3 years', ${end} - interval '3 years',
          CASE WHEN ${chance(19, 'row', 10)} > 0 THEN (ARRAY(SELECT id FROM brands ORDER BY id))[1 + least(${chance(23, 'row', brandStarts.length * brandEnds.length)}, ${chance(24, 'row', brandStarts.length * brandEnds.length)})] END,
          shown.attributes
        FROM generate_series(1, ${products}) row LEFT JOIN projected_attributes shown ON shown.product_id = ${productId('row')}
        RETURNING id, available_quantity)
      INSERT INTO stock_movements (product_id, quantity, reason, moved_at)
      SELECT ${productId('row')}, (${chance(12, 'row', 500)})::integer + coalesce(units, 0), 'opening', ${end} - interval '3 years'
      FROM generate_series(1, ${products}) row LEFT JOIN held ON product = row
      WHERE (${chance(12, 'row', 500)})::integer + coalesce(units, 0) > 0`,
    facets: `INSERT INTO product_facets SELECT * FROM projected_facets`,
    'part numbers of others': `
      INSERT INTO part_numbers (product_id, kind, maker, number)
      SELECT ${productId('row')}, ${pick(['maker', 'oem', 'competitor', 'supersedes'], 16, 'row')}, ${pick(makers, 17, 'row')},
        lpad((${chance(18, 'row', 100_000)})::text, 5, '0') || '-' || upper(substr(md5('${seed} number ' || row), 1, 5))
      FROM generate_series(1, ${products}, 2) row`,
    orders: `
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, placed_at, expires_at, product_names,
        part_numbers, paid_at, transaction_id, shipped_at, cancelled_at, cancelled_by, expired_at)
      SELECT ${orderId('row')}, ${buyerId('buyer')}, ${buyerName('buyer')}, ${buyerEmail('buyer')}, row || ' Workshop Lane', '5550100',
        ${price('product')} * quantity::bigint, placed_at, CASE state WHEN 'unpaid' THEN timestamptz '2100-01-01Z' ELSE placed_at + interval '1 day' END,
        ${productName('product')}, ${sku('product')},
        CASE WHEN ${isPaid} THEN placed_at + interval '1 hour' END, CASE WHEN ${isPaid} THEN 'pi_generated_' || row END,
        CASE state WHEN 'shipped' THEN placed_at + interval '2 days' END,
        CASE state WHEN 'cancelled' THEN placed_at + interval '2 hours' END, CASE state WHEN 'cancelled' THEN ${buyerId('buyer')} END,
        CASE state WHEN 'expired' THEN placed_at + interval '1 day' END
      FROM new_orders`,
    'order lines': `
      INSERT INTO order_lines (order_id, product_id, product_name, sku, quantity, unit_price_cents)
      SELECT ${orderId('row')}, ${productId('product')}, ${productName('product')}, ${sku('product')}, quantity, ${price('product')} FROM new_orders`,
    'stock movements': `
      INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_at, moved_by)
      SELECT ${productId('product')}, -quantity, 'order-placed', ${orderId('row')}, placed_at, ${buyerId('buyer')} FROM new_orders
      UNION ALL
      SELECT ${productId('product')}, quantity, 'order-' || state, ${orderId('row')}, placed_at + interval '1 day', NULL
      FROM new_orders WHERE state IN ('cancelled', 'expired')`,
    payments: `
      INSERT INTO payments (intent_id, order_id, amount_cents, currency, created_at, succeeded_at, received_cents, received_currency)
      SELECT 'pi_generated_' || row, ${orderId('row')}, ${price('product')} * quantity::bigint, 'usd', placed_at, placed_at + interval '1 hour',
        ${price('product')} * quantity::bigint, 'usd'
      FROM new_orders WHERE ${isPaid}`,
    'order events': `
      INSERT INTO order_events (order_id, kind, happened_at, facts)
      SELECT ${orderId('row')}, 'paid', placed_at + interval '1 hour', jsonb_build_object('transactionId', 'pi_generated_' || row)
      FROM new_orders WHERE ${isPaid}`,
    reviews: `
      INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating, published_at, changed_at)
      SELECT ${id('d', 'row')}, ${buyerId(`1 + ${chance(13, 'row', buyers)}`)}, ${buyerName('row')}, ${buyerName('row')}, 'Mechanic',
        'The ' || ${pick(parts, 14, 'row')} || ' is as it should be.', '', (3 + ${chance(15, 'row', 3)})::integer,
        ${end} - (${reviews} - row) * interval '5 minutes', ${end}
      FROM generate_series(1, ${reviews}) row`,
  }
}
