import type { Database } from '#server/platform/database/database.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import type { VisitorLimits } from '#server/platform/http/rate-limit.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

/** Limits the codes that do not exist, an hour. An office has several buyers behind one address. */
export const maxWrongCodes = { account: 20, network: 60 }

const hourMs = 3_600_000

export type CodeLimits = Pick<VisitorLimits, 'countUse' | 'returnUse'>

interface CodeCall {
  code: string | undefined
  buyerId: string | undefined
  ip: string | undefined
}

/**
 * Runs what looks a code up. It counts for the account and the network of the caller before it is looked up, so that many at once are not
 * free; one that exists is taken off again. Throws `discount-too-many-codes`, also for a right one, which would be found otherwise.
 */
export async function limitWrongCodes<Result>(
  db: Database,
  limits: CodeLimits | undefined,
  { code, buyerId, ip }: CodeCall,
  lookUp: () => Promise<Result>,
): Promise<Result> {
  if (!limits || ip === undefined || !code?.trim()) return lookUp()
  const counted: string[] = []
  const takeOff = () => Promise.all(counted.map((name) => limits.returnUse(db, name)))
  const names = {
    account: buyerId && `discount code ${buyerId}`,
    network: `discount code from ${visitorNetwork(ip)}`,
  }
  for (const by of ['account', 'network'] as const) {
    const name = names[by]
    if (!name) continue
    const wait = await limits.countUse(db, name, { hits: maxWrongCodes[by], windowMs: hourMs })
    if (wait !== undefined) {
      await takeOff()
      const seconds = Math.max(1, Math.ceil(wait))
      throw problem('discount-too-many-codes', { minutes: Math.ceil(seconds / 60), seconds })
    }
    counted.push(name)
  }
  try {
    const found = await lookUp()
    await takeOff()
    return found
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'discount-code-unknown')) await takeOff()
    throw error
  }
}
