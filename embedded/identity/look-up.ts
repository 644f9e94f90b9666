import { authenticate } from './authenticate.ts'
import type { Identity } from './identity-deps.ts'
import { listLinkedProviders } from './linked-providers.ts'
import { presentAccount } from './present-account.ts'
import { listSecondFactors } from './second-factors.ts'
import { readText } from './wire-body.ts'
import type { WireRequest } from './wire-body.ts'

/** The account behind an ID token. Every page load of a signed-in person asks this, so it writes nothing. */
export async function lookUp(identity: Identity, request: WireRequest): Promise<object> {
  const { account } = await authenticate(identity, readText(request.body, 'idToken'))
  const [linked, factors] = await Promise.all([
    listLinkedProviders(identity.db, account.localId),
    listSecondFactors(identity.db, account.localId),
  ])
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [presentAccount(account, linked, factors)] }
}
