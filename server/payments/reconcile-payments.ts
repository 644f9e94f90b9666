import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { askProvider, type CardProvider } from '#server/payments/card-provider.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { Database } from '#server/platform/database.ts'

/**
 * Asks the provider about payments that were opened a while ago and of which nobody told us the end. After an hour it stops
 * asking: the provider is asked once more when the order expires.
 */
export async function reconcilePayments(db: Database, provider: CardProvider, log: Logger): Promise<void> {
  const { rows } = await db.execute<{ intent_id: string }>(sql`
    SELECT intent_id FROM payments
    WHERE succeeded_at IS NULL AND canceled_at IS NULL
      AND created_at BETWEEN now() - interval '1 hour' AND now() - interval '2 minutes'
    ORDER BY created_at LIMIT 200`)
  for (const { intent_id: intentId } of rows) {
    try {
      const intent = await askProvider(provider.paymentIntents.retrieve(intentId))
      if (intent.status === 'succeeded') await settlePayment(db, provider, intent)
    } catch (error) {
      log.warn(
        { intentId, reason: error instanceof Error ? error.message : String(error) },
        'a payment could not be reconciled',
      )
    }
  }
}
