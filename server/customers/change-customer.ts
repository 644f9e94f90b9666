import type { changeCustomer as endpoint } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { assertHolds, readPermissions } from '#server/accounts/staff/read-permissions.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertUnknown, readParts, readPerson, unlessKnown } from '#server/customers/add-customer.ts'
import { type CustomerRecord, readCustomerRecords } from '#server/customers/customer-records.ts'
import { lockCustomer } from '#server/customers/find-customers.ts'
import { writeCustomers } from '#server/customers/write-customers.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { hashRequest } from '#server/platform/http/idempotency-key.ts'
import { problem } from '#server/platform/http/problem.ts'
import { findTaxNumbersOf } from '#server/tax/tax-ids.ts'

/** Describes what `changeCustomer` changes, as it is now; `version` differs as soon as a part of it does. */
export async function readEditable(db: Database | Transaction, id: string) {
  const record = (await readCustomerRecords(db, [id])).get(id)
  if (!record) throw problem('customer-not-found')
  const taxNumbers = (await findTaxNumbersOf(db, [id])).get(id) ?? []
  return { record, taxNumbers, version: versionOf(record, taxNumbers) }
}

const versionOf = ({ email, name, phone, company, address }: CustomerRecord, taxNumbers: readonly string[]) =>
  hashRequest([email, name, phone, company, address, taxNumbers]).slice(0, 20)

/**
 * Changes what staff know of a customer, if it is still as they saw it. Throws `customer-changed`, `customer-unconfirmed`,
 * `customer-signs-in` for another address of one who has signed in, `customer-known`, `customer-merged` or `more-than-yours`.
 */
export function changeCustomer(
  db: Database,
  id: string,
  { version, ...input }: Body<typeof endpoint>,
  by: AuditActor,
): Promise<void> {
  const email = input.email.toLowerCase()
  return unlessKnown(db, email, async (tx) => {
    const { user } = await lockCustomer(tx, id)
    await assertHolds(tx, by, await readPermissions(tx, user.id))
    const before = await readEditable(tx, user.id)
    if (before.version !== version) throw problem('customer-changed')
    // A stranger may have signed up with the address: what staff say of its owner is not for them.
    if (user.emailVerifiedAt === null) throw problem('customer-unconfirmed')
    if (email !== user.email) {
      if (user.identityUid !== null && !user.invitedAt) throw problem('customer-signs-in', { email: user.email })
      await assertUnknown(tx, email, user.id)
    }
    const { name, phone } = before.record
    const person = { email, name, phone, ...readPerson(input) }
    await writeCustomers(tx, [{ id: user.id, isNew: false, person, ...readParts({ ...input, name: person.name }) }], by)
    const after = await readEditable(tx, user.id)
    const parts = partsOf(before, after)
    if (parts.length === 0) return
    await recordAuditEvent(tx, by, {
      kind: 'customer-changed',
      subject: { type: 'user', id: user.id },
      after: { parts },
    })
  })
}

type Editable = Awaited<ReturnType<typeof readEditable>>

/** Names what differs; its values are personal, so the log has the names only. */
function partsOf(before: Editable, after: Editable): string[] {
  const facts = ({ record: { email, name, phone, company, address }, taxNumbers }: Editable) => ({
    email,
    name,
    phone,
    address: [company, address],
    taxNumbers,
  })
  const [old, now] = [facts(before), facts(after)]
  return Object.keys(old).filter(
    (part) => JSON.stringify(old[part as keyof typeof old]) !== JSON.stringify(now[part as keyof typeof now]),
  )
}
