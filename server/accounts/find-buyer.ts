import { findTokenUsers } from '#server/accounts/find-user.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isId } from '#server/platform/ids.ts'
import { type Actor, assertPermission } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Identifies the buyer of a call: the caller, or the customer whom a member of staff orders for. */
export interface Buyer extends Pick<Actor, 'id' | 'email' | 'name'> {
  /** The IP address of a buyer who calls; undefined if staff do. */
  ip: string | undefined
  /** The member of staff; undefined for a buyer who calls. */
  staff?: Actor | undefined
}

/**
 * Returns the buyer of a call that may be `for` a customer, by the id of the account. Throws `permission-missing` unless staff may place
 * orders, and `customer-not-found`, also if the account is disabled.
 */
export async function findBuyer(db: Database, actor: Actor, customerId: string | undefined): Promise<Buyer> {
  if (customerId === undefined || customerId === actor.id) return { ...actor, staff: undefined }
  assertPermission(actor, 'orders')
  const customer = isId(customerId) ? (await findTokenUsers(db, [customerId])).get(customerId) : undefined
  if (!customer) throw problem('customer-not-found')
  const { id, email, name } = customer
  return { id, email, name, ip: undefined, staff: actor }
}

/** Returns the id of the buyer whose prices a call is about; undefined for a visitor. Throws what `findBuyer` throws, and `sign-in-required`. */
export async function findBuyerId(
  db: Database,
  actor: Actor | undefined,
  customerId: string | undefined,
): Promise<string | undefined> {
  if (actor) return (await findBuyer(db, actor, customerId)).id
  if (customerId !== undefined) throw problem('sign-in-required')
  return undefined
}
