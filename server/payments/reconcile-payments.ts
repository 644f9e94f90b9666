import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { askAbout, type CardProvider } from '#server/payments/card-provider.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database.ts'

/**
 * Asks the provider about payments of which nobody told us the end, and about late money that has not gone back yet. The
 * ones opened last come first; one that nobody ever pays is asked about until its order is closed.
 */
export async function reconcilePayments(db: Database, provider: CardProvider, log: Logger): Promise<void> {
  const { rows } = await db.execute<{ intent_id: string }>(sql`
    SELECT intent_id FROM payments JOIN orders ON orders.id = order_id
    WHERE canceled_at IS NULL AND payments.refunded_at IS NULL AND created_at < now() - interval '2 minutes'
      AND transaction_id IS DISTINCT FROM intent_id
    ORDER BY created_at DESC LIMIT 500`)
  for (const { intent_id: intentId } of rows) {
    try {
      const intent = await askAbout(provider.paymentIntents.retrieve(intentId))
      if (intent?.status === 'succeeded') await settlePayment(db, provider, intent)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      log.warn({ intentId, reason }, 'a payment could not be reconciled')
    }
  }
}
