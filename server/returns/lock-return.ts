import type { Permission } from '#contract/permissions.ts'
import type { ReturnState } from '#contract/returns.ts'
import { isVisibleTo, lockOrder, type OrderRow } from '#server/orders/find-orders.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findReturn, type ReturnRow } from '#server/returns/find-returns.ts'
import { returnState } from '#server/returns/return-rules.ts'
import { returnName } from '#contract/order-name.ts'

export interface LockedReturn {
  row: OrderRow
  found: ReturnRow
  name: string
  state: ReturnState
}

/** Locks the order of a return that its buyer, or staff with the permission, want to change. Throws `return-not-found`. */
export async function lockReturn(
  tx: Transaction,
  idOrNumber: string,
  actor: Actor,
  permission: Permission | readonly Permission[],
): Promise<LockedReturn> {
  const known = await findReturn(tx, idOrNumber)
  const row = known && (await lockOrder(tx, known.orderId))
  // As it is after the wait.
  const found = known && (await findReturn(tx, known.id))
  if (!row || !found || !isVisibleTo(actor, row.order, permission)) throw problem('return-not-found')
  return { row, found, name: returnName(row.order.number, found.position), state: returnState(found) }
}

/** Throws `return-move-not-allowed` unless the return is in one of these states. */
export function assertState({ name, state }: LockedReturn, allowed: readonly ReturnState[], move: string): void {
  if (!allowed.includes(state)) throw problem('return-move-not-allowed', { number: name, state, move })
}
