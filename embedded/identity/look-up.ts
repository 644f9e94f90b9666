import { authenticate } from './authenticate.ts'
import type { Call } from './identity-deps.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { presentAccount } from './present-account.ts'
import { listSecondFactors } from './second-factors.ts'
import { readText } from './wire-body.ts'

/** Returns the account of an ID token. Called on every page load, so it writes nothing. */
export async function lookUp(call: Call): Promise<object> {
  const { account } = await authenticate(call, readText(call.body, 'idToken'))
  const [linked, factors] = await Promise.all([
    listLinkedProviders(call.db, account.localId),
    listSecondFactors(call.db, account.localId),
  ])
  return { users: [presentAccount(account, linked, factors)] }
}
