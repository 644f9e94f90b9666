import { hasPermission } from '#contract/permissions.ts'
import type { SellerMailDeps } from '#server/orders/read-seller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

const maxPerHour = { verified: 40, unverified: 5 }
const hourMs = 3_600_000

type MailLimits = Pick<VisitorLimits, 'countUse' | 'returnUse'> | undefined

/** Limits the questions of a buyer, of each of which the seller gets a mail; staff are not limited. Throws `too-many-requests`. */
export async function limitQuestions<Result>(
  db: Database,
  limits: MailLimits,
  actor: Actor,
  ask: () => Promise<Result>,
): Promise<Result> {
  if (!limits || hasPermission(actor, 'orders')) return ask()
  const name = `questions to the seller ${actor.id}`
  await assertRateLimit(limits, db, name, limitOf(actor))
  return returningUse(db, limits, name, ask)
}

/**
 * Runs a cancellation, a change or a return of a buyer, which no limit refuses: past it, the seller gets no mail, since *Today* and the order
 * show what was done. One that is refused sends nothing and is taken off again.
 */
export async function limitSellerMails<Deps extends Pick<SellerMailDeps, 'findSellerSettings'>, Result>(
  db: Database,
  limits: MailLimits,
  { actor, deps }: { actor: Actor; deps: Deps },
  call: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  if (!limits || hasPermission(actor, 'orders')) return call(deps)
  const name = `mails to the seller ${actor.id}`
  if ((await limits.countUse(db, name, limitOf(actor))) === undefined)
    return returningUse(db, limits, name, () => call(deps))
  const findSellerSettings: typeof deps.findSellerSettings = async (reader) => ({
    ...(await deps.findSellerSettings(reader)),
    messageRecipient: '',
    orderRecipient: '',
  })
  return call({ ...deps, findSellerSettings })
}

const limitOf = ({ emailVerified }: Actor) => ({
  hits: emailVerified ? maxPerHour.verified : maxPerHour.unverified,
  windowMs: hourMs,
})

async function returningUse<Result>(
  db: Database,
  limits: Pick<VisitorLimits, 'returnUse'>,
  name: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    await limits.returnUse(db, name)
    throw error
  }
}
