import type { Call } from './identity-deps.ts'
import { consumeLimit, limits } from './limits.ts'
import type { Provable } from './limits.ts'

/**
 * Counts a response that reveals whether an address has an account, per network and per signed-in account. Throws a 429 above the
 * limit.
 */
export async function countEmailLookup(call: Call, localId?: string): Promise<void> {
  for (const { name, limit } of emailLookupLimits(call, localId)) await consumeLimit(call, name, limit)
}

/** Returns the limits for such responses. */
export function emailLookupLimits({ network }: Pick<Call, 'network'>, localId?: string): Provable[] {
  const subjects = [network, ...(localId === undefined ? [] : [`account ${localId}`])]
  return subjects.map((asker) => {
    const name = `emails asked about by ${asker}`
    return { name, subject: name, limit: limits.emailQuestions }
  })
}

/** Whether answers keep to themselves if an address has an account: as long as the operator does not say otherwise. */
export function isEnumerationProtected(deps: Pick<Call, 'enumerationProtection'>): boolean {
  return deps.enumerationProtection?.() ?? true
}
