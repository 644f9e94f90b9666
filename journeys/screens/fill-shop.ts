import { queryDatabase } from '../query-database.ts'
import { adminEmail, type RunningShop } from '../run-shop.ts'

export const customer = { email: 'customer@screens.test', password: 'the screens have a long password' }

/** Holds the ids of objects to open; undefined if the shop has none. */
export interface Stock {
  product?: string
  soldOut?: string
  /** The path of a credit note below that of orders. */
  creditNote?: string
  orders: Partial<Record<(typeof states)[number], string>>
}

const states = ['unpaid', 'paid', 'shipped', 'refunded', 'cancelled', 'expired'] as const

/** Signs up the customer, for the empty shop. */
export async function signUpCustomer({ url }: Pick<RunningShop, 'url'>): Promise<void> {
  const request = async (method: string, path: string, body: object, bearer = '') => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { idToken: string }
  }
  const { idToken } = await request('POST', '/v1/accounts:signUp?key=screens', {
    ...customer,
    displayName: 'Carla Costa',
    returnSecureToken: true,
  })
  await request('PUT', `/user/${customer.email}`, {}, idToken)
}

/** Creates one order in each state, the newest unpaid, and one product that is sold out. */
export async function fillTypical(data: string): Promise<void> {
  await queryDatabase(
    data,
    `UPDATE users SET display_name = 'Carla Costa', address = '12 Workshop Lane, 12345 Torque', phone = '+1 555 0100' WHERE email = $1`,
    [customer.email],
  )
  await queryDatabase(data, soldOutLast)
  await addOrders(data, 12, 'minimum_quantity', 'price_cents')
}

const soldOutLast = `
  WITH last AS (SELECT * FROM products WHERE available_quantity > 0 ORDER BY position DESC LIMIT 1),
    gone AS (INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change, note)
      SELECT id, 'correction', 'correction', -available_quantity, -available_quantity, -available_quantity, 'Counted anew' FROM last)
  UPDATE products SET available_quantity = 0 WHERE id = (SELECT id FROM last)`

/** Creates a thousand of everything, with names of eighty characters and totals of a million dollars. */
export async function fillLarge(data: string): Promise<void> {
  const request = (query: string, values: readonly unknown[] = []) => queryDatabase(data, query, values)
  await request(
    `UPDATE users SET display_name = $1, address = $2, phone = '+1 555 010 0123 4567', education = $1, skill = $1`,
    [
      longName,
      `${longName}, Donaudampfschifffahrtsgesellschaftskapitänsstraße 1234567, 12345 Llanfairpwllgwyngyllgogerychwyrndrobwll`,
    ],
  )
  await request(
    `INSERT INTO users (id, email, display_name, role, created_at)
     SELECT gen_random_uuid(), 'buyer-' || n || repeat('.long', 8) || '@a-company-with-a-long-name.test', left(n || ' ' || $1, 80),
       CASE WHEN n % 40 = 0 THEN 'admin' ELSE 'customer' END, now() - n * interval '1 hour'
     FROM generate_series(1, 1000) n`,
    [longName],
  )
  await request(
    `INSERT INTO products (id, sku, category, name, description, image_url, price_cents, minimum_quantity, available_quantity)
     SELECT gen_random_uuid(), 'LONG-SKU-' || n, category, left(n || ' ' || $1, 80), repeat(description || ' ', 4), image_url,
       CASE n % 3 WHEN 0 THEN 99999999 WHEN 1 THEN 1 ELSE 1234567 END, CASE WHEN n % 5 = 0 THEN 10000 ELSE 1 END,
       CASE n % 7 WHEN 0 THEN 0 ELSE 2000000 END
     FROM generate_series(1, 1000) n
     CROSS JOIN LATERAL (SELECT * FROM products ORDER BY position OFFSET n % 12 LIMIT 1) demo`,
    ['Heavy-duty stainless counter-rotating double-flange-bearing-housing with accessories'],
  )
  await request(
    `INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change)
     SELECT id, 'opening', 'opening', available_quantity, available_quantity, available_quantity FROM products
     WHERE available_quantity > 0 AND id NOT IN (SELECT product_id FROM stock_movements)`,
  )
  // The demo's own products stay among the others, with enough for a thousand orders.
  await request(
    `WITH more AS (INSERT INTO stock_movements (product_id, kind, reason, units, available_change, shelf_change)
       SELECT id, 'correction', 'correction', 1000000, 1000000, 1000000 FROM products WHERE sku NOT LIKE 'LONG%')
     UPDATE products SET available_quantity = available_quantity + 1000000 WHERE sku NOT LIKE 'LONG%'`,
  )
  await addOrders(data, 1000, '2000', '49999')
  await request(
    `UPDATE products SET name = left(name || ' ' || $1, 80), price_cents = CASE WHEN position % 4 = 0 THEN 99999999 ELSE price_cents END
     WHERE sku NOT LIKE 'LONG%' AND position % 2 = 0`,
    [longName],
  )
  await request(
    `INSERT INTO reviews (id, author_id, name, display_name, designation, message, image_url, rating, published_at)
     SELECT gen_random_uuid(), author.id, left(n || ' ' || $1, 80), left(n || ' ' || $1, 80), $1, repeat(message || ' ', 5), image_url, n % 6,
       now() - n * interval '1 minute'
     FROM generate_series(1, 1000) n
     CROSS JOIN LATERAL (SELECT * FROM reviews ORDER BY id OFFSET n % 3 LIMIT 1) demo,
     (SELECT id FROM users WHERE email = '${customer.email}') author`,
    [longName],
  )
  await request(
    `INSERT INTO outbox (channel, recipient, kind, subject, text_body, html_body, written_at, attempts, given_up_at, last_error)
     SELECT 'mail', 'buyer-' || n || repeat('.long', 8) || '@a-company-with-a-long-name.test', 'order-expired', n || ' ' || $1 || ' ' || $1, $1, '',
       now() - n * interval '1 minute', 5, now(), 'The mail server of the recipient said: 550 ' || $1
     FROM generate_series(1, 1000) n`,
    [longName],
  )
  await request(
    `INSERT INTO newsletter_subscriptions (id, email, token, asked_at, confirmed_at)
     SELECT gen_random_uuid(), 'reader-' || n || repeat('.long', 8) || '@a-company-with-a-long-name.test', 'screens-' || n, now(), now()
     FROM generate_series(1, 1000) n`,
  )
}

const longName = 'Maximiliana-Alexandrowna Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh I'

/** Adds orders of the customer in every state with their events; `quantity` and `price` come from the product. */
async function addOrders(data: string, count: number, quantity: string, price: string): Promise<void> {
  await queryDatabase(
    data,
    `WITH drafts AS (
       SELECT gen_random_uuid() AS id, n, ($3::text[])[1 + n % 6] AS state, now() - n * interval '7 hours' AS placed,
         product.id AS product_id, product.name, product.sku, ${quantity} AS quantity, ${price} AS price
       FROM generate_series(0, $2 - 1) n
       CROSS JOIN LATERAL (SELECT * FROM products WHERE available_quantity > 0 ORDER BY position OFFSET n % 11 LIMIT 1) product
     ), added AS (
       INSERT INTO orders (id, buyer_id, buyer_name, buyer_email, address, phone_number, total_cents, placed_at, expires_at, product_names,
         part_numbers, paid_at, transaction_id, first_shipped_at, shipped_at, cancelled_at, cancelled_by, expired_at, refunded_at, refund_asked_cents, refunded_cents)
       SELECT drafts.id, buyer.id, buyer.display_name, buyer.email, buyer.address, buyer.phone, quantity * price, placed, now() + interval '1 day', name,
         coalesce(sku, ''), paid, CASE WHEN paid IS NOT NULL THEN 'pi_screens' || left(replace(drafts.id::text, '-', ''), 17) END,
         CASE WHEN state = 'shipped' THEN paid + interval '3 hours' END, CASE WHEN state = 'shipped' THEN paid + interval '3 hours' END,
         CASE WHEN state = 'cancelled' THEN placed + interval '1 hour' END, CASE WHEN state = 'cancelled' THEN buyer.id END,
         CASE WHEN state = 'expired' THEN placed + interval '6 hours' END,
         CASE WHEN state = 'refunded' THEN paid + interval '2 hours' END,
         CASE WHEN state = 'refunded' THEN quantity * price ELSE 0 END, CASE WHEN state = 'refunded' THEN quantity * price ELSE 0 END
       FROM drafts
       CROSS JOIN LATERAL (SELECT CASE WHEN state IN ('paid', 'shipped', 'refunded') THEN placed + interval '20 minutes' END AS paid) money
       CROSS JOIN (SELECT * FROM users WHERE email = $1) buyer CROSS JOIN (SELECT * FROM users WHERE email = $4) admin
       RETURNING *
     ), lines AS (
       INSERT INTO order_lines (order_id, product_id, product_name, sku, quantity, unit_price_cents)
       SELECT id, product_id, name, sku, quantity, price FROM drafts RETURNING *
     ), parcels AS (
       INSERT INTO shipments (id, order_id, position, shipped_at, shipped_by, announced_at)
       SELECT gen_random_uuid(), added.id, 1, shipped_at, admin.id, shipped_at
       FROM added CROSS JOIN (SELECT * FROM users WHERE email = $4) admin WHERE shipped_at IS NOT NULL RETURNING *
     ), parts AS (
       INSERT INTO shipment_lines (shipment_id, order_line_id, units)
       SELECT parcels.id, lines.id, quantity FROM parcels JOIN lines USING (order_id)
     ), money AS (
       INSERT INTO payments (intent_id, order_id, amount_cents, currency, created_at, succeeded_at, received_cents, received_currency, checked_at)
       SELECT transaction_id, id, total_cents, currency, placed_at, paid_at, total_cents, currency, now() FROM added WHERE paid_at IS NOT NULL
     ), returned AS (
       INSERT INTO refunds (id, intent_id, order_id, amount_cents, currency, reason, note, state, origin, requested_at, requested_by,
         provider_refund_id, asked_at, ended_at)
       SELECT gen_random_uuid(), transaction_id, added.id, total_cents, currency, 'requested_by_customer', 'Thank you for sending them back.',
         'succeeded', 'admin', refunded_at - interval '1 minute', admin.id, 're_' || transaction_id, refunded_at - interval '1 minute', refunded_at
       FROM added CROSS JOIN (SELECT * FROM users WHERE email = $4) admin WHERE refunded_at IS NOT NULL
       RETURNING *
     ), back AS (
       INSERT INTO refund_lines (refund_id, order_line_id, restocked_quantity, returned_quantity)
       SELECT returned.id, lines.id, 0, quantity FROM returned JOIN lines USING (order_id)
     ), notes AS (
       INSERT INTO credit_notes (refund_id, order_id, position, issued_at) SELECT id, order_id, 1, ended_at FROM returned
     ), credited AS (
       INSERT INTO credit_note_lines (refund_id, order_line_id, units, net_cents, tax_cents)
       SELECT returned.id, lines.id, quantity, total_cents, 0 FROM returned JOIN lines USING (order_id)
     )
     INSERT INTO order_events (order_id, kind, happened_at, happened_by, facts)
     SELECT id, kind, at, who, facts FROM added, LATERAL (VALUES
       ('paid', paid_at, NULL::uuid, jsonb_build_object('transactionId', transaction_id)),
       ('shipped', shipped_at, $5::uuid, jsonb_build_object('shipment', 1)),
       ('cancelled', cancelled_at, cancelled_by, '{}'),
       ('expired', expired_at, NULL, '{}'),
       ('refund_requested', refunded_at - interval '1 minute', $5::uuid, jsonb_build_object('amountCents', total_cents, 'currency', currency)),
       ('refunded', refunded_at, NULL, jsonb_build_object('amountCents', total_cents, 'currency', currency))) AS fact (kind, at, who, facts)
     WHERE at IS NOT NULL ORDER BY at`,
    [customer.email, count, states, adminEmail, null],
  )
  // The units that orders hold, have shipped or took back.
  await queryDatabase(
    data,
    `WITH line AS (
       SELECT order_lines.*, placed_at, shipped_at, refunded_at FROM orders JOIN order_lines ON order_id = orders.id
       WHERE cancelled_at IS NULL AND expired_at IS NULL
         AND orders.id NOT IN (SELECT order_id FROM stock_movements WHERE order_id IS NOT NULL)
     ), moved AS (
       INSERT INTO stock_movements (product_id, order_id, order_line_id, kind, reason, units, available_change, shelf_change, moved_at)
       SELECT product_id, order_id, id, kind, reason, quantity, quantity * available, quantity * shelf, at FROM line, LATERAL (VALUES
         ('reserve', 'order-placed', -1, 0, placed_at),
         ('ship', NULL, 0, -1, shipped_at),
         ('return', NULL, 0, 0, CASE WHEN shipped_at IS NOT NULL THEN refunded_at END),
         ('write-off', NULL, 0, -1, CASE WHEN shipped_at IS NULL THEN refunded_at END),
         ('cancel', NULL, 0, 0, CASE WHEN shipped_at IS NULL THEN refunded_at END)) AS movement (kind, reason, available, shelf, at)
       WHERE at IS NOT NULL
     ), counted AS (
       UPDATE order_lines SET held_quantity = CASE WHEN coalesce(line.shipped_at, line.refunded_at) IS NULL THEN line.quantity ELSE 0 END,
         shipped_quantity = CASE WHEN line.shipped_at IS NOT NULL THEN line.quantity ELSE 0 END,
         returned_quantity = CASE WHEN line.shipped_at IS NOT NULL AND line.refunded_at IS NOT NULL THEN line.quantity ELSE 0 END,
         cancelled_quantity = CASE WHEN line.shipped_at IS NULL AND line.refunded_at IS NOT NULL THEN line.quantity ELSE 0 END
       FROM line WHERE order_lines.id = line.id
     ), sums AS (SELECT product_id, sum(quantity) AS quantity FROM line GROUP BY product_id)
     UPDATE products SET available_quantity = greatest(0, available_quantity - sums.quantity) FROM sums WHERE id = product_id`,
  )
}

/** Finds what the screens need to be opened with. */
export async function readStock(data: string): Promise<Stock> {
  const [found = {}] = await queryDatabase(
    data,
    `SELECT (SELECT id FROM products WHERE available_quantity >= minimum_quantity ORDER BY position LIMIT 1) AS product,
       (SELECT id FROM products WHERE available_quantity = 0 ORDER BY position LIMIT 1) AS sold_out,
       (SELECT id FROM orders WHERE coalesce(paid_at, cancelled_at, expired_at) IS NULL ORDER BY placed_at DESC LIMIT 1) AS unpaid,
       (SELECT id FROM orders WHERE paid_at IS NOT NULL AND coalesce(shipped_at, refunded_at) IS NULL ORDER BY placed_at DESC LIMIT 1) AS paid,
       (SELECT id FROM orders WHERE shipped_at IS NOT NULL ORDER BY placed_at DESC LIMIT 1) AS shipped,
       (SELECT id FROM orders WHERE refunded_at IS NOT NULL ORDER BY placed_at DESC LIMIT 1) AS refunded,
       (SELECT order_id || '/credit-note/' || refund_id FROM credit_notes ORDER BY issued_at DESC LIMIT 1) AS credit_note,
       (SELECT id FROM orders WHERE cancelled_at IS NOT NULL ORDER BY placed_at DESC LIMIT 1) AS cancelled,
       (SELECT id FROM orders WHERE expired_at IS NOT NULL ORDER BY placed_at DESC LIMIT 1) AS expired`,
  )
  const id = (name: string) => (typeof found[name] === 'string' ? { [name]: found[name] } : {})
  return {
    ...id('product'),
    ...(typeof found['sold_out'] === 'string' && { soldOut: found['sold_out'] }),
    ...(typeof found['credit_note'] === 'string' && { creditNote: found['credit_note'] }),
    orders: Object.assign({}, ...states.map(id)),
  }
}
