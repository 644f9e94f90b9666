import { toCents } from '#contract/currency.ts'
import type { addCustomer as endpoint, CustomerInput } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { readAddress } from '#server/accounts/addresses/read-address.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { findCustomerIds } from '#server/customers/customer-records.ts'
import { type CustomerWrite, writeCustomers } from '#server/customers/write-customers.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { getGroup } from '#server/pricing/list-groups.ts'
import { readTaxNumber } from '#server/tax/read-tax-number.ts'

/** Adds a customer who has no account yet; returns the id. Throws `customer-known` or `customer-merged` with who has the address. */
export function addCustomer(
  db: Database,
  { groups = [], terms, ...input }: Body<typeof endpoint>,
  by: AuditActor,
): Promise<string> {
  const email = input.email.toLowerCase()
  return unlessKnown(db, email, async (tx) => {
    const id = newId()
    const { name = '', phone = '' } = readPerson(input)
    const names = await Promise.all(groups.map(async (group) => (await getGroup(tx, group)).name))
    const written = terms && {
      netDays: terms.netDays,
      creditLimitCents: terms.creditLimit === null ? null : toCents(terms.creditLimit),
      poRequired: terms.poRequired,
    }
    await assertUnknown(tx, email)
    await writeCustomers(
      tx,
      [
        {
          id,
          isNew: true,
          person: { email, name, phone },
          ...readParts(input),
          groups: names,
          ...(written && { terms: written }),
        },
      ],
      by,
    )
    const subject = { type: 'user', id } as const
    await recordAuditEvent(tx, by, { kind: 'customer-added', subject })
    for (const group of names) await recordAuditEvent(tx, by, { kind: 'group-joined', subject, after: { group } })
    if (written) {
      const after = { ...written, creditLimitCents: written.creditLimitCents ?? 'none' }
      await recordAuditEvent(tx, by, { kind: 'terms-set', subject, after })
    }
    return id
  })
}

/** Returns name and phone number as they are stored. */
export const readPerson = ({ name, phone }: CustomerInput) => ({
  ...(name !== undefined && { name: name.trim() }),
  ...(phone !== undefined && { phone: phone.trim() }),
})

/** Returns what else is sent of a customer as it is stored. Throws what is wrong with an address or a tax number. */
export function readParts({ address, taxNumbers, name }: CustomerInput): Pick<CustomerWrite, 'address' | 'taxNumbers'> {
  return {
    ...(address === null && { address }),
    ...(address && { address: readDefault(address, name) }),
    ...(taxNumbers && { taxNumbers: [...new Set(taxNumbers.map((text) => readTaxNumber(text).value))].toSorted() }),
  }
}

/** Returns an address as it is stored; one that names nobody is addressed to the customer or the company. */
function readDefault(input: NonNullable<CustomerInput['address']>, name = '') {
  const addressee = input.recipient?.trim() || name.trim() || input.company?.trim() || ''
  const { recipient, label: _label, phone: _phone, ...address } = readAddress({ ...input, recipient: addressee })
  return { ...address, recipient, newRecipient: recipient }
}

/** Throws `customer-known` or `customer-merged`, with the id of the customer whom the address leads to. */
export async function assertUnknown(tx: Database | Transaction, email: string, own?: string): Promise<void> {
  const known = (await findCustomerIds(tx, [email])).get(email)
  // A merged account of their own: they go back to its address.
  if (!known || (known.isMerged && known.id === own)) return
  throw problem(known.isMerged ? 'customer-merged' : 'customer-known', { id: known.id, name: known.name })
}

/** Runs a transaction; if somebody else has got the address meanwhile, says who. */
export async function unlessKnown<Result>(
  db: Database,
  email: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(work)
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_live') await assertUnknown(db, email)
    throw error
  }
}
