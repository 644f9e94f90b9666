import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type { Database } from '#server/platform/database/database.ts'

type HttpClient = NonNullable<Stripe.StripeConfig['httpClient']>

/**
 * Passes requests on, and keeps in a row that all processes share whether the card provider refuses the key of the shop, until a call has
 * succeeded. Its reason is logged once. Tax is no matter of cards: a restricted key may lack it.
 */
export function watchCardKey(
  client: HttpClient,
  { db, log }: { db: Database; log: Pick<Logger, 'error'> },
): HttpClient {
  let isRefused = false
  const settle = (write: Promise<unknown>) =>
    write.catch((error: unknown) => log.error({ reason: String(error) }, 'the state of the card provider was not kept'))

  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request)
      const status = response.getStatusCode()
      const [, , path] = request
      if (path.startsWith('/v1/tax/')) return response
      if (isRefused && status < 300) {
        isRefused = false
        await settle(forgetRefusedKey(db))
      }
      if (status !== 401 && status !== 403) return response
      isRefused = true
      const body = (await response.toJSON()) as { error?: { message?: string } }
      await settle(keepRefusedKey(db, log, body.error?.message))
      return Object.assign(Object.create(response) as typeof response, { toJSON: () => Promise.resolve(body) })
    },
  }
}

async function keepRefusedKey(db: Database, log: Pick<Logger, 'error'>, reason = '') {
  const { rowCount } = await db.execute(sql`INSERT INTO card_key_refusals DEFAULT VALUES ON CONFLICT DO NOTHING`)
  // The provider may repeat the key.
  const said = reason.replaceAll(/\b[rs]k_\S+/g, '…')
  if (rowCount) log.error(`The card provider refuses STRIPE_SECRET_KEY, so that no card can be charged: ${said}`)
}

const forgetRefusedKey = (db: Database) => db.execute(sql`DELETE FROM card_key_refusals`)

/** Asks the card provider whether it takes the key, with which the shop has just started; without an answer, the next payment tells. */
export async function checkCardKey(db: Database, provider: Stripe): Promise<void> {
  await forgetRefusedKey(db)
  await provider.paymentIntents.list({ limit: 1 }).catch(() => undefined)
}
