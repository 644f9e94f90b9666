import { sql } from 'drizzle-orm'
import type { OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'

// Both are found by the link in the text, which mails of all versions have.
const code = sql`substring(${outbox.textBody} FROM '[?&]oobCode=([A-Za-z0-9_-]+)')`
const orderId = sql`substring(${outbox.textBody} FROM '/dashboard/order/([0-9a-f-]{36})')::uuid`

/**
 * Says in SQL why a mail of the outbox no longer holds: the code of its link is void, or its order is not what it says any more. Kinds
 * of mail that are not listed say what has happened, which stays true.
 */
export const outdatedMail: OutdatedSql = sql`CASE
  WHEN ${code} IS NOT NULL AND NOT EXISTS (
    SELECT FROM identity.mail_codes WHERE code_hash = sha256(convert_to(${code}, 'UTF8')) AND expires_at > now()) THEN 'link'
  WHEN CASE
    WHEN ${outbox.kind} IN ('order-placed', 'transfer-awaited', 'transfer-reminder', 'order-confirmed') THEN EXISTS (
      SELECT FROM orders WHERE id = ${orderId} AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL)
    WHEN ${outbox.kind} = 'order-expired' THEN EXISTS (SELECT FROM orders WHERE id = ${orderId} AND expired_at IS NOT NULL)
    WHEN ${outbox.kind} = 'order-paid-short' THEN EXISTS (
      SELECT FROM orders WHERE id = ${orderId} AND awaiting_stock_since IS NOT NULL AND refunded_at IS NULL)
    ELSE true END THEN NULL
  ELSE 'order' END`
