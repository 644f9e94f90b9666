import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

const ofNetwork = { hits: 10, windowMs: 3_600_000 }
const ofAllNetworks = { hits: 60, windowMs: 3_600_000 }

/** Describes the sender of a form: its network, and whether it did a proof of work. */
export interface Sender {
  network: string
  hasProofOfWork: boolean
  limits: VisitorLimits
}

/**
 * Counts a mail of a public form, in a transaction of its own, so that a crowd does not wait for each other's mails: against
 * its network, so that no visitor closes the form for others, and against all networks together. Beyond the first it throws
 * `too-many-requests`; beyond the second, `work-required`, unless the work was done before. Counts nothing when it throws.
 */
export async function limitFormMails(
  db: Database,
  kind: string,
  { network, hasProofOfWork, limits }: Sender,
): Promise<void> {
  const challenge = hasProofOfWork ? '' : await limits.challenge()
  await db.transaction(async (tx) => {
    await assertRateLimit(limits, tx, `${kind} from ${network}`, ofNetwork)
    const isUsedUp = !hasProofOfWork && (await limits.countUse(tx, kind, ofAllNetworks)) !== undefined
    if (isUsedUp) throw problem('work-required', { challenge })
  })
}
