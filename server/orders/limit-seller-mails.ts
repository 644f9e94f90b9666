import { hasPermission } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

const maxPerHour = { verified: 40, unverified: 5 }
const hourMs = 3_600_000

/** Counts a call of a buyer of which the seller gets a mail, so that none can flood the seller. Throws `too-many-requests`; staff are not limited. */
export async function limitSellerMails(
  db: Database,
  limits: Pick<VisitorLimits, 'countUse'> | undefined,
  actor: Actor,
): Promise<void> {
  if (!limits || hasPermission(actor, 'orders')) return
  const hits = actor.emailVerified ? maxPerHour.verified : maxPerHour.unverified
  await assertRateLimit(limits, db, `mails to the seller ${actor.id}`, { hits, windowMs: hourMs })
}
