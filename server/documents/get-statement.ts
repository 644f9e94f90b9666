import { desc, eq, sql } from 'drizzle-orm'
import { currentCurrency, toAmount } from '#contract/currency.ts'
import type { Statement } from '#contract/documents.ts'
import { hasPermission, orderReaders } from '#contract/permissions.ts'
import { storeDay } from '#contract/time-zone.ts'
import { listLedger, onDays } from '#server/documents/list-ledger.ts'
import { presentEntry } from '#server/documents/present-entry.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { billingText } from '#server/orders/present-order.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { parseId } from '#server/platform/ids.ts'

interface StatementInput {
  /** The id of a buyer; the caller without it. */
  customer?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Returns what a buyer was billed and has paid on days, with the running balance. Throws `customer-not-found` or `dates-reversed`. */
export async function getStatement(
  db: Database,
  actor: Actor,
  { customer, from, to = storeDay(Date.now()) }: StatementInput,
  findSellerSettings: FindSellerSettings,
): Promise<Statement> {
  if (from !== undefined && from > to) throw problem('dates-reversed')
  const id = customer === undefined ? actor.id : parseId(customer, 'customer-not-found')
  if (id !== actor.id && !hasPermission(actor, orderReaders)) throw problem('customer-not-found')
  const [last] = await db.select().from(orders).where(eq(orders.buyerId, id)).orderBy(desc(orders.placedAt)).limit(1)
  if (!last && id !== actor.id) throw problem('customer-not-found')
  const currency = currentCurrency().code.toLowerCase()
  const [rows, { seller, bankDetails }] = await Promise.all([
    listLedger(db, sql`o.buyer_id = ${id} AND entry.currency = ${currency} AND ${onDays({ to })}`),
    findSellerSettings(db),
  ])
  let balance = 0
  const entries = rows.map((row) => ({ ...row, balance: (balance += row.cents) }))
  const before = entries.filter(({ day }) => from !== undefined && day < from)
  const shown = entries.slice(before.length)
  return {
    buyer: {
      _id: id,
      name: last?.buyerName ?? '',
      email: last?.buyerEmail ?? '',
      address: last ? billingText(last) || last.address : '',
    },
    seller,
    ...(bankDetails !== '' && { bankDetails }),
    ...(from !== undefined && { from }),
    to,
    currency,
    opening: toAmount(before.at(-1)?.balance ?? 0, currency),
    entries: shown.map((row) => ({ ...presentEntry(row), balance: toAmount(row.balance, currency) })),
    closing: toAmount(balance, currency),
  }
}
