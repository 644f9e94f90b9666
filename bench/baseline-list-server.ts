import Fastify from 'fastify'
import { searchProducts } from '#contract/search.ts'
import { listTools, type Tool } from '#contract/catalog.ts'
import { productSlug } from '#server/catalog/product-slug.ts'
import { createPool } from '#server/platform/database/connections.ts'

// The limit of lists: Fastify and pg alone, which run one prepared statement for each call and write its rows. A category is one without
// others below it, and the words of a search are known: `asked` is the tsquery that finds them. Only with a limit that PostgreSQL does not
// know does it plan each search for its words, which is faster.
const [databaseUrl = '', asked = ''] = process.argv.slice(2)
const pool = createPool({ connectionString: databaseUrl, max: 16, application_name: 'bare' })

const limit = 20

const rowsOf = (condition: string, rows = String(limit + 1)) => `
  SELECT products.id, products.name, products.image_url, description, minimum_quantity, order_multiple, maximum_quantity, available_quantity,
    price_cents, price_per, sku, image_alt, attributes, categories.slug AS category, brands.name AS brand,
    (SELECT placeholder FROM images WHERE url = products.image_url LIMIT 1) AS placeholder
  FROM products LEFT JOIN categories ON categories.id = category_id LEFT JOIN brands ON brands.id = brand_id
  WHERE archived_at IS NULL AND ${condition} ORDER BY products.position, products.id LIMIT ${rows}`

const statements = {
  list: { name: 'list', text: rowsOf('true') },
  category: { name: 'category', text: rowsOf('category_id = (SELECT id FROM categories WHERE slug = $1)') },
  search: { name: 'search', text: rowsOf('words @@ $1::tsquery', '$2') },
}

interface Row {
  id: string
  name: string
  image_url: string
  description: string
  minimum_quantity: number
  order_multiple: number
  maximum_quantity: number | null
  available_quantity: number
  price_cents: number
  price_per: 1 | 100 | 1000
  sku: string | null
  image_alt: string | null
  attributes: NonNullable<Tool['attributes']> | null
  category: string | null
  brand: string | null
  placeholder: string | null
}

const toTool = (row: Row) => ({
  _id: row.id,
  name: row.name,
  img: row.image_url,
  placeholder: row.placeholder ?? undefined,
  content: row.description,
  minOrder: row.minimum_quantity,
  orderMultiple: row.order_multiple > 1 ? row.order_multiple : undefined,
  maxOrder: row.maximum_quantity ?? undefined,
  available: row.available_quantity,
  price: row.price_cents / 100,
  slug: productSlug(row.name) || undefined,
  pricePer: row.price_per > 1 ? row.price_per : undefined,
  sku: row.sku ?? undefined,
  category: row.category ?? undefined,
  brand: row.brand ?? undefined,
  imageAlt: row.image_alt ?? undefined,
  attributes: row.attributes ?? undefined,
})

async function read(statement: { name: string; text: string }, ...values: unknown[]) {
  const { rows } = await pool.query<Row>({ ...statement, values })
  return rows.slice(0, limit).map(toTool)
}

const app = Fastify()
const answers = { schema: { response: { 200: listTools.answer } } }
app.get<{ Querystring: { category?: string; q?: string } }>('/tools', answers, ({ query: { category, q } }) => {
  if (category !== undefined) return read(statements.category, category)
  return q === undefined ? read(statements.list) : read(statements.search, asked, limit + 1)
})
app.get('/search', { schema: { response: { 200: searchProducts.answer } } }, async () => ({
  products: await read(statements.search, asked, limit + 1),
  readings: [],
}))
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
