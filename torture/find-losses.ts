import pg from 'pg'
import { call } from '#torture/call.ts'
import type { Ledger } from '#torture/trade.ts'

interface OrderRow {
  id: string
  state: string
  transaction_id: string | null
  receipts: number
}

/** Whatever was acknowledged but is not in the database, or is there twice; a sentence for each. */
export async function findLosses(databaseUrl: string, { orders, mails }: Ledger): Promise<string[]> {
  // First what was told, then what is true: what is told meanwhile may already be seen.
  const toldOrders = new Map(orders)
  const toldMails = new Map(mails)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<OrderRow>(
      `WITH receipts AS (
         SELECT substring(text_body from 'Order ([0-9a-f-]{36})')::uuid AS order_id, count(*)::integer AS receipts
         FROM outbox WHERE kind = 'order-paid' GROUP BY 1)
       SELECT id, transaction_id, coalesce(receipts, 0) AS receipts,
         CASE WHEN paid_at IS NOT NULL THEN 'paid' WHEN cancelled_at IS NOT NULL THEN 'cancelled' ELSE 'unpaid' END AS state
       FROM orders LEFT JOIN receipts ON order_id = id`,
    )
    const known = new Map(rows.map((row) => [row.id, row]))
    const losses: string[] = []
    for (const [id, told] of toldOrders) {
      const row = known.get(id)
      if (!row) losses.push(`order ${id} is gone`)
      else if (told.state !== 'unpaid' && row.state !== told.state) losses.push(`order ${id} is ${row.state} again`)
      else if (told.state === 'paid' && row.transaction_id !== told.transactionId)
        losses.push(`order ${id} has lost its payment`)
      else if (told.state === 'paid' && row.receipts !== 1) losses.push(`order ${id} has ${row.receipts} receipts`)
    }
    const { rows: written } = await client.query<{ recipient: string; count: number }>(
      `SELECT recipient, count(*)::integer AS count FROM outbox WHERE kind <> 'order-paid' GROUP BY 1`,
    )
    const writtenTo = new Map(written.map(({ recipient, count }) => [recipient, count]))
    for (const [recipient, count] of toldMails) {
      if ((writtenTo.get(recipient) ?? 0) < count) losses.push(`a mail to ${recipient} is gone`)
    }
    return losses
  } finally {
    await client.end()
  }
}

/** Pictures that were acknowledged, but cannot be seen. */
export async function findLostPictures(url: string, pictures: Iterable<string>): Promise<string[]> {
  const lost = []
  for (const picture of pictures) {
    const { pathname } = new URL(picture, url)
    const answer = await call<string>(url, 'GET', pathname)
    if (answer.status !== 200 || answer.body.length === 0) lost.push(`picture ${picture} is gone`)
  }
  return lost
}

/** More orders than wishes that could have made them. */
export async function countDoubled(databaseUrl: string, { wishes }: Ledger, before = 0): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM orders')
    return Math.max(0, (rows[0]?.count ?? 0) - before - wishes.fulfilled - wishes.open)
  } finally {
    await client.end()
  }
}
