import { createClient } from '#server/platform/database/connections.ts'
import { call } from '#torture/call.ts'
import type { Ledger } from '#torture/workload.ts'

interface OrderRow {
  id: string
  state: string
  transaction_id: string | null
  receipts: number
}

/** Returns a sentence for everything acknowledged that is missing in the database or there twice. */
export async function findLosses(databaseUrl: string, { orders, mails }: Ledger): Promise<string[]> {
  // The log is copied first, since the database may already have what is acknowledged in between.
  const acknowledgedOrders = new Map(orders)
  const toldMails = new Map(mails)
  const client = createClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<OrderRow>(
      `WITH receipts AS (
         SELECT substring(text_body from 'Order BY-([0-9]+)')::bigint AS number, count(*)::integer AS receipts
         FROM outbox WHERE kind = 'order-paid' GROUP BY 1)
       SELECT id, transaction_id, coalesce(receipts, 0) AS receipts,
         CASE WHEN paid_at IS NOT NULL THEN 'paid' WHEN cancelled_at IS NOT NULL THEN 'cancelled' ELSE 'unpaid' END AS state
       FROM orders LEFT JOIN receipts USING (number)`,
    )
    const known = new Map(rows.map((row) => [row.id, row]))
    const losses: string[] = []
    for (const [id, acknowledged] of acknowledgedOrders) {
      const row = known.get(id)
      if (!row) losses.push(`order ${id} is gone`)
      else if (acknowledged.state !== 'unpaid' && row.state !== acknowledged.state)
        losses.push(`order ${id} is ${row.state} again`)
      else if (acknowledged.state === 'paid' && row.transaction_id !== acknowledged.transactionId)
        losses.push(`order ${id} has lost its payment`)
      else if (acknowledged.state === 'paid' && row.receipts !== 1)
        losses.push(`order ${id} has ${row.receipts} receipts`)
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

/** Returns acknowledged images that are missing. */
export async function findLostPictures(url: string, pictures: Iterable<string>): Promise<string[]> {
  const lost = []
  for (const picture of pictures) {
    const { pathname } = new URL(picture, url)
    const response = await call<string>(url, 'GET', pathname)
    if (response.status !== 200 || response.body.length === 0) lost.push(`picture ${picture} is gone`)
  }
  return lost
}

/** Returns orders beyond the number of requests. */
export async function countDuplicateOrders(databaseUrl: string, { requests }: Ledger, before = 0): Promise<number> {
  const client = createClient({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('SELECT count(*)::integer AS count FROM orders')
    return Math.max(0, (rows[0]?.count ?? 0) - before - requests.fulfilled - requests.open)
  } finally {
    await client.end()
  }
}
