import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { OrderMailKind } from '#server/orders/order-mail-texts.ts'

const unpaid = sql`paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL`
/** Keeps mails about what has happened: it stays true. */
const always = sql`true`

/** Lists for each kind of mail about an order as long as which state of the order it holds. */
const holdsWhile: Record<OrderMailKind, SQL> = {
  // They ask for something to be done.
  'new-order': sql`shipped_at IS NULL AND refunded_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL`,
  'order-placed': unpaid,
  'transfer-awaited': unpaid,
  'transfer-reminder': unpaid,
  'order-confirmed': unpaid,
  'payment-reminder': unpaid,
  'order-paid-short': sql`awaiting_stock_since IS NOT NULL AND refunded_at IS NULL`,
  // A late payment takes the order up again.
  'order-expired': sql`expired_at IS NOT NULL`,
  'order-paid': always,
  'payment-received': always,
  // A payment that came since has its own mail.
  'payment-taken-back': sql`paid_at IS NULL AND expired_at IS NULL`,
  'order-ready': sql`shipped_at IS NULL AND refunded_at IS NULL AND cancelled_at IS NULL`,
  'order-shipped': always,
  'shipment-corrected': always,
  'order-cancelled': always,
  'order-refunded': always,
  'order-refunded-by-hand': always,
  'payment-returned': always,
  'order-credited': always,
  'units-cancelled': always,
  'order-answer': always,
  'order-changed': always,
  'freight-set': unpaid,
  'order-message': always,
}

const whenHolds = sql.join(
  Object.entries(holdsWhile).map(([kind, holds]) => sql`WHEN ${kind} THEN ${holds}`),
  sql` `,
)

const isOfKinds = (kinds: readonly string[]): SQL => inArray(outbox.kind, [...kinds])

/** Matches mails to accounts; those of the identity service open one, and others go to the seller or to a visitor. */
const goesToAccount = or(
  outbox.opensAccount,
  isOfKinds(Object.keys(holdsWhile).filter((kind) => kind !== 'new-order' && kind !== 'order-message')),
)

const isToRemovedAccount = sql`(${outbox.recipient} IN (SELECT email FROM users WHERE removed_at IS NOT NULL AND merged_into IS NULL)
    AND NOT EXISTS (SELECT FROM users WHERE email = ${outbox.recipient} AND removed_at IS NULL))`

/** Says in SQL that a mail of one of these kinds, which go to buyers, no longer holds: the account of its recipient was removed. */
export const outdatedForAccount = (kinds: readonly string[]): OutdatedSql =>
  sql`CASE WHEN ${isOfKinds(kinds)} AND ${isToRemovedAccount} THEN 'account' END`

/**
 * Says in SQL why a mail of the outbox no longer holds: the account of its recipient was removed, or its order is not what it says any
 * more. Messages of visitors and notices of deleted accounts always hold. The text of a mail decides nothing, since people write parts of
 * it; mails from before migration 0178 have no order, and hold.
 */
export const outdatedOrderMail: OutdatedSql = sql`CASE
  WHEN ${goesToAccount} AND ${isToRemovedAccount} THEN 'account'
  WHEN ${outbox.orderId} IS NOT NULL AND NOT EXISTS (
    SELECT FROM orders WHERE orders.id = ${outbox.orderId} AND CASE ${outbox.kind} ${whenHolds} ELSE true END) THEN 'order'
  END`
