import { parseArgs } from 'node:util'
import type pg from 'pg'
import { ConfigError } from '#server/platform/config.ts'
import { createClient } from '#server/platform/database/connections.ts'

export interface Size {
  products: number
  orders: number
  /** The number of lines of each order, from 1 to 10 and at most one for each product; 1 unless given. */
  lines?: number
  /** The number of ranges of vehicles, fewer by those that are drawn twice; none unless given, or in a shop without vehicles. */
  fitments?: number
  /** The same seed generates the same shop. */
  seed: number
}

/** Reads the size from the arguments of the command; throws a ConfigError. */
export function readSize(args: string[]): Size {
  const text = { type: 'string' } as const
  const wrong = new ConfigError(
    'Usage: npm run shop -- generate --products 1000 --orders 10000 --lines 1 --fitments 10000 --seed 1 (at most 10 lines)',
  )
  let values: { products?: string; orders?: string; lines?: string; fitments?: string; seed?: string }
  try {
    values = parseArgs({
      args,
      options: { products: text, orders: text, lines: text, fitments: text, seed: text },
    }).values
  } catch {
    throw wrong
  }
  const { products = '1000', orders = '10000', lines = '1', fitments = '10000', seed = '1' } = values
  const size = {
    products: Number(products),
    orders: Number(orders),
    lines: Number(lines),
    fitments: Number(fitments),
    seed: Number(seed),
  }
  const isSound = Object.values(size).every((number) => Number.isInteger(number) && number >= 0 && number <= 1e8)
  if (!isSound || size.products === 0 || size.lines === 0 || size.lines > Math.min(10, size.products)) throw wrong
  return size
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
    if (done) await client.query('SELECT build_facet_bitmaps()')
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
  'product_texts',
  'product_images',
  'product_documents',
  'product_pairs',
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
  'fitments',
]

const derivingTables = ['products', 'product_texts', 'product_facets', 'part_numbers', 'orders', 'fitments']

async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT 1 WHERE EXISTS (SELECT 1 FROM products) OR EXISTS (SELECT 1 FROM orders)`)
  return rows.length === 0
}

async function fill(client: pg.Client, size: Size, report: (message: string) => void): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '512MB'; SET LOCAL work_mem = '128MB'; SET LOCAL jit = off`)
  // One index built from all rows is many times faster than a million insertions into it.
  const restore = await dropIndexes(client)
  // Rows that triggers derive one by one are made of all rows at once.
  for (const table of derivingTables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const [what, statement] of Object.entries(statements(size))) {
    await client.query(statement)
    report(`Made the ${what}.`)
  }
  for (const statement of restore) await client.query(statement)
  report('Built the indexes.')
  // By the index of lines.
  await client.query('SELECT issue_invoices(array(SELECT id FROM orders WHERE paid_at IS NOT NULL))')
  report('Made the invoices.')
  for (const table of derivingTables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
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
/** The same in German, in the same order. */
const firstWordsDe = [
  'Vordere',
  'Hintere',
  'Verstärkte',
  'Kompakte',
  'Gekapselte',
  'Geschmiedete',
  'Keramische',
  'Universelle',
  'Linke',
  'Rechte',
]
const partsDe = [
  'Bremsscheibe',
  'Bremsbacke',
  'Ölpatrone',
  'Kupplungsscheibe',
  'Radnabe',
  'Zündkerze',
  'Wasserpumpe',
  'Drehmomentratsche',
  'Luftfilterpatrone',
  'Stoßdämpferpatrone',
  'Bohrmaschine',
  'Hebebühne',
  'Montierhilfe',
  'Starterbatterie',
  'Getriebepatrone',
  'Lüfterkupplung',
  'Kraftstoffleitung',
  'Zylinderkopfdichtung',
  'Anhängekupplung',
  'Arbeitsleuchte',
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
/** Lists what is below each of these categories, and below that again. */
const subcategories = [
  { code: 'spares', en: 'Spare parts', de: 'Ersatzteile' },
  { code: 'kits', en: 'Kits', de: 'Sätze' },
  { code: 'wear-parts', en: 'Wear parts', de: 'Verschleißteile' },
  { code: 'accessories', en: 'Accessories', de: 'Zubehör' },
  { code: 'mountings', en: 'Mountings', de: 'Halterungen' },
]
const vehicles = [
  { code: 'cars', en: 'For cars', de: 'Für Pkw' },
  { code: 'vans', en: 'For vans', de: 'Für Transporter' },
  { code: 'trucks', en: 'For trucks', de: 'Für Lkw' },
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

type Named = readonly { code: string; en: string; de: string }[]

/** Returns the statement that adds these below each of some categories. */
const addBelow = (which: string, added: Named) => `
  WITH given AS (SELECT * FROM jsonb_to_recordset('${JSON.stringify(added)}'::jsonb) AS given (code text, en text, de text)),
  made AS (
    INSERT INTO categories (parent_id, slug, position)
    SELECT id, slug || '-' || code, row_number() OVER (ORDER BY id, code) FROM categories, given WHERE ${which}
    ON CONFLICT DO NOTHING RETURNING id, slug)
  INSERT INTO category_texts (category_id, language, name)
  SELECT id, language, CASE language WHEN 'en' THEN en ELSE de END
  FROM made JOIN given ON right(slug, length(code) + 1) = '-' || code, unnest(ARRAY['en', 'de']) AS language`

/** Returns the statements in their order. All randomness comes from the seed. */
function statements({ products, orders, lines = 1, fitments = 0, seed }: Size): Record<string, string> {
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
  const productNameDe = (row: string) =>
    `${pick(firstWordsDe, 1, row)} || ' ' || ${pick(partsDe, 2, row)} || ' P' || lpad((${row})::text, 7, '0')`
  const isGerman = `CASE WHEN ${chance(35, 'row', 2)} = 0 THEN name_de ELSE '' END`
  const sku = (row: string) => `'GEN-' || lpad((${row})::text, 7, '0')`
  const price = (row: string) => `(100 + ${chance(3, row, 50_000)})::integer`
  const buyerId = (row: string) => id('b', row)
  const buyerName = (row: string) => `${pick(people, 4, row)} || ' ' || ${pick(surnames, 5, row)}`
  const buyerEmail = (row: string) => `'buyer' || (${row}) || '@generated.test'`
  const orderId = (row: string) => id('c', row)
  /** One row for each line of an order, with its product: the order's own and those after it. */
  const ofLines = `generate_series(0, ${lines - 1}) line, LATERAL (SELECT 1 + (new_orders.product - 1 + line) % ${products} AS product) ordered`
  const bounds = Object.values(states).map((_, index, all) =>
    all.slice(0, index).reduce((sum, share) => sum + share, 0),
  )
  const fitKind = (row: string) =>
    fitments === 0
      ? `'none'`
      : `CASE WHEN ${chance(50, row, 20)} < 16 THEN 'vehicles' WHEN ${chance(50, row, 20)} = 16 THEN 'universal' ELSE 'none' END`
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
    categories: addBelow(`slug IN (${list(categories)})`, subcategories),
    'categories below them': addBelow(
      `parent_id IN (SELECT id FROM categories WHERE slug IN (${list(categories)}))`,
      vehicles,
    ),
    // The first values of an attribute, and the first brands, are the commonest.
    'products to insert': `
      CREATE TEMP TABLE new_products ON COMMIT DROP AS
      WITH below AS MATERIALIZED (
        SELECT array_agg(id ORDER BY id) AS ids FROM categories
        WHERE parent_id IS NOT NULL AND EXISTS (SELECT FROM categories above WHERE above.id = categories.parent_id AND above.parent_id IS NOT NULL)),
      known AS MATERIALIZED (
        SELECT attributes.id, code, kind, array_agg(facet_values.id ORDER BY facet_values.id) AS ids, count(*)::integer AS count,
          array_agg(CASE kind WHEN 'option' THEN to_jsonb((SELECT attribute_options.code FROM attribute_options WHERE attribute_options.id = option_id))
            WHEN 'number' THEN to_jsonb(trim_scale(number) || ' ' || unit) ELSE to_jsonb(truth) END ORDER BY facet_values.id) AS shown
        FROM attributes JOIN facet_values ON attribute_id = attributes.id
        WHERE code IN (${list(attributes.map(({ code }) => code))}) GROUP BY attributes.id),
      branded AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids, count(*) AS count FROM brands)
      SELECT row, ${productId('row')} AS id, ${productName('row')} AS name, ${productNameDe('row')} AS name_de, ${sku('row')} AS sku,
        CASE WHEN ${chance(25, 'row', 10)} = 0 THEN (SELECT parent_id FROM categories WHERE categories.id = below.ids[1 + ${chance(10, 'row', 'cardinality(below.ids)')}])
          ELSE below.ids[1 + ${chance(10, 'row', 'cardinality(below.ids)')}] END AS category_id,
        CASE WHEN ${chance(19, 'row', 10)} > 0 THEN branded.ids[1 + least(${chance(23, 'row', 'branded.count')}, ${chance(24, 'row', 'branded.count')})] END AS brand_id,
        1 + (${chance(11, 'row', 10)})::integer AS minimum, (${chance(12, 'row', 500)})::integer AS available,
        ${chance(26, 'row', 100)} = 0 AS is_archived, ${chance(27, 'row', 300)} = 0 AS is_draft, described.*
      FROM generate_series(1, ${products}) row, below, branded, LATERAL (
        SELECT jsonb_object_agg(code, shown[place]) AS attributes, array_agg(ids[place]) AS value_ids
        FROM (SELECT *, 1 + least(${chance(20, 'row * 100 + known.id', 'count')}, ${chance(21, 'row * 100 + known.id', 'count')}) AS place FROM known
          WHERE ${chance(22, 'row * 100 + known.id', 10)} > 0) placed) described`,
    'values of attributes': `
      INSERT INTO product_values (product_id, attribute_id, kind, ordinal, value_id, number, entered)
      SELECT new_products.id, attributes.id, kind, 1, value_id, number, trim_scale(number) || ' ' || unit
      FROM new_products, unnest(value_ids) AS value_id JOIN facet_values ON facet_values.id = value_id JOIN attributes ON attributes.id = attribute_id`,
    products: `
      INSERT INTO products (id, sku, category_id, name, other_names, description, image_url, image_alt, price_cents, minimum_quantity,
        order_multiple, maximum_quantity, weight, length, width, height, available_quantity, created_at, updated_at, brand_id, attributes,
        archived_at, is_draft, replaced_by, fit_kind)
      SELECT id, sku, category_id, name, ${isGerman} , 'Made up to see how the shop fares with many products.', '/media/generated/960.webp',
        CASE WHEN ${chance(28, 'row', 4)} = 0 THEN name || ' on a bench' END, ${price('row')}, minimum,
        CASE WHEN ${chance(29, 'row', 5)} = 0 THEN minimum ELSE 1 END, CASE WHEN ${chance(30, 'row', 20)} = 0 THEN minimum * 100 END,
        trim_scale(1 + ${chance(31, 'row', 200)} / 10.0) || ' kg', 50 + ${chance(32, 'row', 900)} || ' mm', 20 + ${chance(33, 'row', 300)} || ' mm',
        10 + ${chance(34, 'row', 200)} || ' mm', available, ${end} - interval '3 years', ${end} - interval '3 years', brand_id, attributes,
        CASE WHEN is_archived OR is_draft THEN ${end} - interval '1 year' END, is_draft,
        CASE WHEN is_archived AND NOT is_draft AND row > 1 THEN ${productId('row - 1')} END,
        ${fitKind('row')}
      FROM new_products ORDER BY row`,
    // A few models are common and most are rare, as on the road.
    fitments: `
      WITH models AS MATERIALIZED (
        SELECT array_agg(vehicle_models.id ORDER BY md5(slug)) AS ids FROM vehicle_models JOIN vehicle_makes ON vehicle_makes.id = make_id
        WHERE vehicle_models.is_offered AND vehicle_makes.is_offered),
      drawn AS MATERIALIZED (
        SELECT row, 1 + ${chance(51, 'row', products)} AS product,
          ids[1 + floor(cardinality(ids) * power(${chance(52, 'row', 1_000_000)} / 1e6, 2))::integer] AS model_id
        FROM models, generate_series(1, ${fitments}) row WHERE ids IS NOT NULL)
      INSERT INTO fitments (product_id, model_id, year_from, year_to, condition, position, origin)
      SELECT DISTINCT ON (product, model_id) ${productId('product')}, model_id,
        CASE WHEN ${chance(53, 'row', 2)} = 0 THEN year_from + (${chance(54, 'row', 4)})::integer END::smallint,
        CASE WHEN ${chance(55, 'row', 2)} = 0 THEN coalesce(year_from, 1990) + 4 + (${chance(56, 'row', 6)})::integer END::smallint,
        CASE WHEN ${chance(57, 'row', 20)} = 0 THEN 'With sport suspension' END,
        CASE WHEN ${chance(58, 'row', 3)} = 0 THEN ${pick(['front', 'rear'], 59, 'row')} END, 'hand'
      FROM drawn JOIN vehicle_models ON vehicle_models.id = model_id
      WHERE ${fitKind('product')} = 'vehicles' ORDER BY product, model_id, row`,
    'names in German': `
      INSERT INTO product_texts (product_id, language, name) SELECT id, 'de', name_de FROM new_products WHERE ${isGerman} <> ''`,
    'further pictures': `
      INSERT INTO product_images (product_id, position, url, alt) SELECT id, 1, '/media/generated/960.webp', 'Seen from the side'
      FROM new_products WHERE ${chance(36, 'row', 5)} = 0`,
    documents: `
      WITH made AS (INSERT INTO documents (id, bytes) VALUES ('generated', 1024) ON CONFLICT DO NOTHING)
      INSERT INTO product_documents (product_id, position, document_id, kind, title)
      SELECT id, 1, 'generated', ${pick(['data-sheet', 'manual', 'safety-sheet', 'certificate'], 37, 'row')}, 'Generated'
      FROM new_products WHERE ${chance(38, 'row', 20)} = 0`,
    'products that fit together': `
      INSERT INTO product_pairs (first_id, second_id) SELECT id, ${productId('row + 1')} FROM new_products
      WHERE ${chance(39, 'row', 10)} = 0 AND row < ${products}`,
    'opening stock': `
      INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change, moved_at)
      SELECT new_products.id, 'opening', 'opening', available + coalesce(units, 0), available + coalesce(units, 0), available + coalesce(units, 0), ${end} - interval '3 years'
      FROM new_products LEFT JOIN (
        SELECT ordered.product, sum(quantity) AS units FROM new_orders, ${ofLines}
        WHERE state NOT IN ('cancelled', 'expired') GROUP BY ordered.product) held ON product = row
      WHERE available + coalesce(units, 0) > 0`,
    facets: `
      INSERT INTO product_facets (product_id, category_id, position, price_cents, value_ids)
      SELECT products.id, products.category_id, position, price_cents,
        ARRAY(SELECT value_id FROM unnest(value_ids || brand.id || state.id) AS value_id WHERE value_id IS NOT NULL ORDER BY 1)
      FROM new_products JOIN products USING (id) JOIN facet_values state ON state.stock_state = products.stock_state
        LEFT JOIN facet_values brand ON brand.brand_id = products.brand_id
      WHERE archived_at IS NULL`,
    words: `
      SELECT add_to_dictionary(ARRAY[${list([...firstWords, ...parts, ...firstWordsDe, ...partsDe])}])`,
    'part numbers': `
      WITH numbers AS (
        SELECT row, id, 'own' AS kind, '' AS maker, 'GEN' AS first, lpad(row::text, 7, '0') AS second FROM new_products
        UNION ALL
        SELECT row, id, ${pick(['maker', 'oem', 'competitor', 'supersedes'], 16, 'row')}, ${pick(makers, 17, 'row')},
          lpad((${chance(18, 'row', 100_000)})::text, 5, '0'), upper(substr(md5('${seed} number ' || row), 1, 5))
        FROM new_products WHERE row % 2 = 1),
      made AS (
        INSERT INTO part_numbers (product_id, kind, maker, number) SELECT id, kind, maker, first || '-' || second FROM numbers ORDER BY row
        RETURNING id, number)
      INSERT INTO part_number_keys (key, start, part_number_id)
      SELECT replace(number, '-', ''), 0, id FROM made UNION ALL SELECT split_part(number, '-', 2), 1, id FROM made`,
    orders: `
      INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, placed_at, expires_at, line_count, units,
        product_names, part_numbers, currency, paid_at, transaction_id, first_shipped_at, shipped_at, cancelled_at, cancelled_by, expired_at)
      SELECT ${orderId('row')}, ${buyerId('buyer')}, ${buyerName('buyer')}, ${buyerEmail('buyer')}, row || ' Workshop Lane', '5550100',
        cents * quantity, placed_at, CASE state WHEN 'unpaid' THEN timestamptz '2100-01-01Z' ELSE placed_at + interval '1 day' END,
        ${lines}, quantity * ${lines}, names, numbers, (SELECT lower(currency) FROM store),
        CASE WHEN ${isPaid} THEN placed_at + interval '1 hour' END, CASE WHEN ${isPaid} THEN 'pi_generated_' || row END,
        CASE state WHEN 'shipped' THEN placed_at + interval '2 days' END, CASE state WHEN 'shipped' THEN placed_at + interval '2 days' END,
        CASE state WHEN 'cancelled' THEN placed_at + interval '2 hours' END, CASE state WHEN 'cancelled' THEN ${buyerId('buyer')} END,
        CASE state WHEN 'expired' THEN placed_at + interval '1 day' END
      FROM new_orders, LATERAL (
        SELECT sum(${price('ordered.product')}) AS cents, string_agg(${productName('ordered.product')}, ', ' ORDER BY line) AS names,
          string_agg(${sku('ordered.product')}, ' ' ORDER BY line) AS numbers
        FROM ${ofLines}) summed`,
    'order lines': `
      INSERT INTO order_lines (order_id, position, product_id, product_name, sku, quantity, held_quantity, shipped_quantity, unit_price_cents)
      SELECT ${orderId('row')}, line + 1, ${productId('ordered.product')}, ${productName('ordered.product')}, ${sku('ordered.product')}, quantity,
        CASE WHEN state IN ('shipped', 'cancelled', 'expired') THEN 0 ELSE quantity END, CASE state WHEN 'shipped' THEN quantity ELSE 0 END,
        ${price('ordered.product')}
      FROM new_orders, ${ofLines}`,
    parcels: `
      INSERT INTO shipments (id, order_id, position, shipped_at, announced_at)
      SELECT gen_random_uuid(), id, 1, shipped_at, shipped_at FROM orders WHERE shipped_at IS NOT NULL`,
    'lines of parcels': `
      INSERT INTO shipment_lines (shipment_id, order_line_id, units)
      SELECT shipments.id, order_lines.id, quantity FROM shipments JOIN order_lines USING (order_id)`,
    'stock movements': `
      INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, reason, units, available_change, shelf_change, moved_at, moved_by)
      SELECT product_id, order_id, order_lines.id, 'reserve', 'order-placed', quantity, -quantity, 0, placed_at, buyer_id
      FROM order_lines JOIN orders ON orders.id = order_id
      UNION ALL
      SELECT product_id, order_id, order_lines.id, 'release', CASE WHEN cancelled_at IS NULL THEN 'order-expired' ELSE 'order-cancelled' END,
        quantity, quantity, 0, placed_at + interval '1 day', NULL
      FROM order_lines JOIN orders ON orders.id = order_id WHERE cancelled_at IS NOT NULL OR expired_at IS NOT NULL
      UNION ALL
      SELECT product_id, order_id, order_lines.id, 'ship', NULL, quantity, 0, -quantity, shipped_at, NULL
      FROM order_lines JOIN orders ON orders.id = order_id WHERE shipped_at IS NOT NULL`,
    payments: `
      INSERT INTO payments (intent_id, order_id, amount_cents, currency, created_at, succeeded_at, received_cents, received_currency)
      SELECT transaction_id, id, total_cents, currency, placed_at, paid_at, total_cents, currency FROM orders WHERE paid_at IS NOT NULL`,
    'order events': `
      INSERT INTO order_events (order_id, kind, happened_at, facts)
      SELECT id, 'paid', paid_at, jsonb_build_object('transactionId', transaction_id) FROM orders WHERE paid_at IS NOT NULL`,
    reviews: `
      INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating, published_at, changed_at)
      SELECT ${id('d', 'row')}, ${buyerId(`1 + ${chance(13, 'row', buyers)}`)}, ${buyerName('row')}, ${buyerName('row')}, 'Mechanic',
        'The ' || ${pick(parts, 14, 'row')} || ' is as it should be.', '', (3 + ${chance(15, 'row', 3)})::integer,
        ${end} - (${reviews} - row) * interval '5 minutes', ${end}
      FROM generate_series(1, ${reviews}) row`,
  }
}
