import { hasPermission } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

const maxPerHour = { verified: 40, unverified: 5 }
const hourMs = 3_600_000

/**
 * Runs a call of a buyer of which the seller gets a mail, so that none can flood the seller. It counts before it runs, so that many at once are
 * limited; one that is refused sends nothing and is taken off again. Throws `too-many-requests`; staff are not limited.
 */
export async function limitSellerMails<Result>(
  db: Database,
  limits: Pick<VisitorLimits, 'countUse' | 'returnUse'> | undefined,
  actor: Actor,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!limits || hasPermission(actor, 'orders')) return call()
  const hits = actor.emailVerified ? maxPerHour.verified : maxPerHour.unverified
  const name = `mails to the seller ${actor.id}`
  await assertRateLimit(limits, db, name, { hits, windowMs: hourMs })
  try {
    return await call()
  } catch (error) {
    await limits.returnUse(db, name)
    throw error
  }
}
