import { sql } from 'drizzle-orm'
import {
  type DefaultAddress,
  writeAddressPairs,
  writeDefaultAddresses,
} from '#server/accounts/addresses/write-default-addresses.ts'
import { addPeople, deletePeople, type Person, writePeople } from '#server/accounts/write-people.ts'
import { type TermsWrite, writeTerms } from '#server/customers/write-terms.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { writeMemberships } from '#server/pricing/write-memberships.ts'
import { writeTaxNumbers } from '#server/tax/tax-ids.ts'

/** Describes what is written of a customer; what is absent stays as it is. */
export interface CustomerWrite {
  id: string
  isNew: boolean
  /** Always there for a new one. */
  person?: Omit<Person, 'id'>
  /** The default address; null removes it. */
  address?: DefaultAddress | null
  /** The address for bills, and the one for deliveries if it is another: null removes it. */
  addresses?: { billing: DefaultAddress | null; delivery: DefaultAddress | null }
  taxNumbers?: readonly string[]
  /** By their names. */
  groups?: readonly string[]
  /** Null ends payment by invoice. */
  terms?: TermsWrite['terms']
}

/**
 * Adds and changes customers with all that staff say of them. Violates `users_email_live` if an address is taken; throws
 * `group-not-found`, `too-many-tax-ids`, `own-terms` or `credit-limit-below-owed`.
 */
export async function writeCustomers(
  tx: Transaction,
  writes: readonly CustomerWrite[],
  by: { id: string },
): Promise<void> {
  const people = writes.flatMap(({ id, isNew, person }) => (person ? [{ isNew, person: { id, ...person } }] : []))
  const some = (areNew: boolean) => people.filter(({ isNew }) => isNew === areNew).map(({ person }) => person)
  await addPeople(tx, some(true))
  await writePeople(tx, some(false))
  await writeDefaultAddresses(
    tx,
    writes.flatMap(({ id, address }) => (address === undefined ? [] : [{ userId: id, address }])),
  )
  const pairs = writes.flatMap(({ id, addresses }) => (addresses ? [{ userId: id, ...addresses }] : []))
  if (pairs.length > 0) await writeAddressPairs(tx, pairs)
  await writeTaxNumbers(
    tx,
    writes.flatMap(({ id, taxNumbers }) => (taxNumbers ? [{ userId: id, numbers: taxNumbers }] : [])),
  )
  const memberships = writes.flatMap(({ id, groups }) => (groups ? [{ userId: id, groups }] : []))
  if (memberships.length > 0) await writeMemberships(tx, memberships)
  await writeTerms(
    tx,
    writes.flatMap(({ id, terms }) => (terms === undefined ? [] : [{ id, terms }])),
    by,
  )
}

/** Deletes customers with what a file said of them; violates a foreign key if anything else is theirs, such as an order. */
export async function deleteCustomers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM customer_terms WHERE user_id = ANY (${sql.param(ids)}::uuid[])`)
  await writeMemberships(
    tx,
    ids.map((userId) => ({ userId, groups: [] })),
  )
  await writeTaxNumbers(
    tx,
    ids.map((userId) => ({ userId, numbers: [] })),
  )
  await deletePeople(tx, ids)
}
