import { sql } from 'drizzle-orm'
import type { OutdatedSql } from '#server/notifications/list-messages.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'

/**
 * Says in SQL why a mail of the outbox no longer holds: the code of its link is void, or its order is not what it says any more. Kinds
 * of mail that are not listed say what has happened, which stays true. The text of a mail decides nothing, since people write parts of it;
 * mails of versions before 0178 have neither order nor code, and are never outdated.
 */
export const outdatedMail: OutdatedSql = sql`CASE
  WHEN ${outbox.codeHash} IS NOT NULL AND NOT EXISTS (
    SELECT FROM identity.mail_codes WHERE code_hash = ${outbox.codeHash} AND expires_at > now()) THEN 'link'
  WHEN ${outbox.orderId} IS NULL OR CASE
    WHEN ${outbox.kind} IN ('order-placed', 'transfer-awaited', 'transfer-reminder', 'order-confirmed') THEN EXISTS (
      SELECT FROM orders WHERE id = ${outbox.orderId} AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL)
    WHEN ${outbox.kind} = 'order-expired' THEN EXISTS (SELECT FROM orders WHERE id = ${outbox.orderId} AND expired_at IS NOT NULL)
    WHEN ${outbox.kind} = 'order-paid-short' THEN EXISTS (
      SELECT FROM orders WHERE id = ${outbox.orderId} AND awaiting_stock_since IS NOT NULL AND refunded_at IS NULL)
    ELSE true END THEN NULL
  ELSE 'order' END`
