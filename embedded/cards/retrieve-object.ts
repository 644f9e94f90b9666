import type { Tx } from './cards.tables.ts'
import { findIntent } from './find-objects.ts'
import { assertIntentAccess, showIntentTo } from './intent-access.ts'
import { showObject } from './show-object.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { missing } from './wire-error.ts'

/** GET /v1/payment_intents/{id}, by secret key or by its client secret. */
export async function retrievePaymentIntent(tx: Tx, call: Call, id: string): Promise<Answer> {
  const row = assertIntentAccess(call, id, await findIntent(tx, id))
  call.params.done()
  return ok(showIntentTo(call, row))
}

/** GET of any other object by id. */
export const retrieveObject =
  (kind: 'charge' | 'dispute' | 'payment_method' | 'refund', prefix: 'ch' | 'dp' | 'pm' | 're') =>
  async (tx: Tx, call: Call, id: string): Promise<Answer> => {
    call.params.done()
    const found = id.startsWith(`${prefix}_`) ? await showObject(tx, id) : undefined
    if (found === undefined) throw missing(kind === 'payment_method' ? 'PaymentMethod' : kind, id, kind)
    return ok(found)
  }
