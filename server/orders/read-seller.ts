import { sql } from 'drizzle-orm'
import type { OrderDetails } from '#contract/payments.ts'
import type { Mail, QueueMail } from '#server/notifications/queue-mail.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Holds what the store says for invoices and mails about orders. */
export interface SellerSettings {
  /** Name, and what is entered of address and contacts, in lines. */
  seller: string
  /** For orders whose tax no registration with a number is for. */
  taxNumber: string
  /** As they are now: nobody should pay into a closed account. Empty if there are none. */
  bankDetails: string
  /** For how many days the stock of an order by bank transfer is reserved; 0 if that is not offered. */
  transferDays: number
  /** Where mails go about orders that were paid or placed on account; empty for nowhere. */
  orderRecipient: string
  /** Where what buyers write about orders goes; empty if nothing is entered. */
  messageRecipient: string
}

/** Reads what the seller has set for invoices and mails about orders. */
export type FindSellerSettings = (db: Database | Transaction) => Promise<SellerSettings>

/** Returns what an order says of its seller, as it is now: issued papers have their own. */
export async function readSeller(
  db: Database,
  { order }: Pick<OrderRow, 'order'>,
  findSellerSettings: FindSellerSettings,
): Promise<OrderDetails['invoice']> {
  const [{ seller, bankDetails, taxNumber: ownNumber }, { rows }] = await Promise.all([
    findSellerSettings(db),
    // As papers do it (0018-documents.sql).
    db.execute<{ number: string | null }>(
      sql`SELECT seller_registration(orders, now()) AS number FROM orders WHERE id = ${order.id}`,
    ),
  ])
  const taxNumber = rows[0]?.number ?? (ownNumber || undefined)
  return {
    seller,
    ...(taxNumber !== undefined && { taxNumber }),
    ...(order.buyerTaxNumber !== null && { buyerTaxNumber: order.buyerTaxNumber }),
    ...(bankDetails !== '' && { bankDetails }),
  }
}

export interface SellerMailDeps {
  queueMail: QueueMail
  findSellerSettings: FindSellerSettings
}

/** Mails the seller at one of the addresses of the shop; nobody, if it is not entered. */
export async function mailSeller(
  tx: Transaction,
  { queueMail, findSellerSettings }: SellerMailDeps,
  recipient: 'orderRecipient' | 'messageRecipient',
  write: (to: string) => Mail | Promise<Mail>,
): Promise<void> {
  const to = (await findSellerSettings(tx))[recipient]
  if (to !== '') await queueMail(tx, await write(to))
}
