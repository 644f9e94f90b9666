import type { Database } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

/** Limits the codes that do not exist, a quarter of an hour. An office has several buyers behind one address. */
export const maxWrongCodes = { account: 20, network: 60 }

const windowMs = 900_000

export type CodeLimits = Pick<VisitorLimits, 'countUse' | 'returnUse'>

interface CodeCall {
  code: string | undefined
  buyerId: string | undefined
  ip: string | undefined
}

/**
 * Runs what looks a code up. It counts for the account of the caller, or the network of a visitor without one, before it is looked up, so
 * that many at once are not free; one that exists is taken off again. Throws `discount-too-many-codes`, also for a right one, which would be
 * found otherwise.
 */
export async function limitWrongCodes<Result>(
  db: Database,
  limits: CodeLimits | undefined,
  { code, buyerId, ip }: CodeCall,
  lookUp: () => Promise<Result>,
): Promise<Result> {
  if (!limits || ip === undefined || !code?.trim()) return lookUp()
  const [name, hits] = buyerId
    ? [`discount code ${buyerId}`, maxWrongCodes.account]
    : [`discount code from ${visitorNetwork(ip)}`, maxWrongCodes.network]
  const wait = await limits.countUse(db, name, { hits, windowMs })
  if (wait !== undefined) {
    const seconds = Math.max(1, Math.ceil(wait))
    throw problem('discount-too-many-codes', { minutes: Math.ceil(seconds / 60), seconds })
  }
  try {
    const found = await lookUp()
    await limits.returnUse(db, name)
    return found
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'discount-code-unknown')) await limits.returnUse(db, name)
    throw error
  }
}
