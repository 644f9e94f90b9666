import { createServer } from 'node:http'
import { createPool } from '#server/platform/database/connections.ts'
import { newId } from '#server/platform/ids.ts'

// The limit of orders: node:http alone, which believes everything and runs one prepared statement for each order.
const statement = `
  WITH taken AS (
    UPDATE products SET available_quantity = available_quantity - $3::integer
    WHERE id = $4 AND archived_at IS NULL AND minimum_quantity <= $3::integer AND available_quantity >= $3::integer
      AND price_cents::bigint * $3::integer = $5::bigint
    RETURNING id, name, sku, price_cents),
  placed AS (
    INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, expires_at, product_names,
      part_numbers)
    SELECT $1, $2, $6, $7, $8, $9, taken.price_cents::bigint * $3::integer, now() + interval '1 day', taken.name,
      coalesce(taken.sku, '') FROM taken
    RETURNING number, total_cents, placed_at, expires_at),
  lined AS (
    INSERT INTO order_lines (order_id, product_id, product_name, sku, quantity, unit_price_cents)
    SELECT $1, taken.id, taken.name, taken.sku, $3::integer, taken.price_cents FROM taken),
  moved AS (
    INSERT INTO stock_movements (product_id, quantity, reason, order_id, moved_by)
    SELECT taken.id, -$3::integer, 'order-placed', $1, $2 FROM taken)
  SELECT taken.name, taken.sku, placed.number, placed.total_cents, placed.placed_at, placed.expires_at FROM taken, placed`

interface OrderBody {
  productId: string
  quantity: number
  address: string
  phoneNumber: string
  totalPrice: number
}

const [databaseUrl = '', buyerId = ''] = process.argv.slice(2)
const pool = createPool({ connectionString: databaseUrl, max: 16 })

async function order({ productId, quantity, address, phoneNumber, totalPrice }: OrderBody): Promise<object> {
  const id = newId()
  const values = [id, buyerId, quantity, productId, totalPrice * 100, 'Bench', 'bench@bench.test', address, phoneNumber]
  const { rows } = await pool.query<Record<string, unknown>>({ name: 'order', text: statement, values })
  if (rows.length !== 1) throw new Error('The statement placed no order.')
  return { success: true, _id: id, order: { _id: id, quantity, address, phoneNumber, ...rows[0] } }
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    order(JSON.parse(body) as OrderBody).then(
      (result) => {
        const text = JSON.stringify(result)
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
          .end(text)
      },
      () => response.writeHead(500).end(),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}\n`)
})
