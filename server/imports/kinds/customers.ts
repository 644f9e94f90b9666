import { toCents } from '#contract/currency.ts'
import { maxCreditLimit, maxNetDays } from '#contract/customers.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  type CustomerRecord,
  findCustomerIds,
  listCustomerRecords,
  readCustomerRecords,
  writeTerms,
} from '#server/customers/customer-records.ts'
import {
  CellError,
  type Field,
  germanTruths,
  readAmount,
  readList,
  readText,
  readTruth,
  readWhole,
  writeAmount,
  writeList,
} from '#server/imports/kinds/field.ts'
import type { Change, Found, ImportKind, Texts } from '#server/imports/kinds/kind.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findGroupsOf } from '#server/pricing/find-groups-of.ts'
import { listGroups } from '#server/pricing/list-groups.ts'
import { writeMemberships } from '#server/pricing/write-memberships.ts'

type Customer = CustomerRecord & { groups: string[] }

function readEmail(cell: string): string {
  const text = readText(maxLengths.email)(cell).toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) throw new CellError('not-an-email', { text: cell.trim() })
  return text
}

/** Describes a column that only exports have: customers and their address books say the rest themselves. */
const exported = (code: string, labels: Field['labels'], write: (customer: Customer) => string): Field<Customer> => ({
  code,
  labels,
  names: [],
  read: (cell) => cell,
  write,
  isReadOnly: true,
})

const fields: readonly Field<Customer>[] = [
  {
    code: 'email',
    labels: { en: 'E-mail', de: 'E-Mail' },
    names: ['email', 'e-mail address', 'mail', 'customer', 'kunde'],
    read: readEmail,
    write: ({ email }) => email,
  },
  exported('name', { en: 'Name', de: 'Name' }, ({ name }) => name),
  exported('company', { en: 'Company', de: 'Firma' }, ({ company }) => company ?? ''),
  exported('street', { en: 'Street', de: 'Straße' }, ({ address }) => address?.street ?? ''),
  exported('district', { en: 'District', de: 'Ortsteil' }, ({ address }) => address?.district ?? ''),
  exported('postalCode', { en: 'Postal code', de: 'Postleitzahl' }, ({ address }) => address?.postalCode ?? ''),
  exported('city', { en: 'City', de: 'Ort' }, ({ address }) => address?.city ?? ''),
  exported('region', { en: 'State or region', de: 'Bundesland oder Region' }, ({ address }) => address?.region ?? ''),
  exported('country', { en: 'Country', de: 'Land' }, ({ address }) => address?.country ?? ''),
  {
    code: 'groups',
    labels: { en: 'Customer groups', de: 'Kundengruppen' },
    names: ['groups', 'group', 'gruppen', 'gruppe'],
    read: (cell) => writeList(readList(cell).toSorted()),
    write: ({ groups }) => writeList(groups.toSorted()),
  },
  {
    code: 'onAccount',
    labels: { en: 'Pays by invoice', de: 'Zahlt auf Rechnung' },
    names: ['on account', 'invoice', 'rechnung'],
    read: readTruth,
    words: germanTruths,
    write: ({ terms }) => (terms ? 'yes' : 'no'),
    isRequired: true,
  },
  {
    code: 'netDays',
    labels: { en: 'Net days', de: 'Zahlungsziel in Tagen' },
    names: ['terms', 'payment terms', 'days', 'zahlungsziel', 'tage'],
    read: readWhole(0, maxNetDays),
    number: 'whole',
    write: ({ terms }) => (terms ? String(terms.netDays) : ''),
  },
  {
    code: 'creditLimit',
    labels: { en: 'Credit limit', de: 'Kreditlimit' },
    names: ['limit'],
    read: readAmount(0, maxCreditLimit),
    number: 'amount',
    write: ({ terms }) => (terms && terms.creditLimitCents !== null ? writeAmount(terms.creditLimitCents) : ''),
  },
  {
    code: 'poRequired',
    labels: { en: 'Purchase order number required', de: 'Bestellnummer erforderlich' },
    names: ['po required', 'po'],
    read: readTruth,
    words: germanTruths,
    write: ({ terms }) => (terms ? (terms.poRequired ? 'yes' : 'no') : ''),
  },
]

const textsOf = (customer: Customer): Texts =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(customer)]))

async function withGroups(db: Database | Transaction, records: readonly CustomerRecord[]): Promise<Customer[]> {
  const groups = await findGroupsOf(
    db,
    records.map(({ id }) => id),
  )
  return records.map((record) => ({ ...record, groups: groups.get(record.id)?.map(({ name }) => name) ?? [] }))
}

const termsFields = ['onAccount', 'netDays', 'creditLimit', 'poRequired']

/** Groups and terms of customers who have an account, or were invited. */
export const customersKind: ImportKind = {
  name: 'customers',
  keys: ['email'],
  fieldPermissions: { groups: 'prices' },
  nameFields: ['email'],
  batchSize: 100,
  fields: async () => [...fields],
  async resolve(tx, rows, errors) {
    const groups = new Map((await listGroups(tx)).map(({ name }) => [name.toLowerCase(), name]))
    return rows.map(({ row, texts }) => {
      if (!texts['groups']) return { row, texts }
      const names = readList(texts['groups']).map((text) => {
        const name = groups.get(text.toLowerCase())
        if (name === undefined) errors.push({ row, field: 'groups', code: 'unknown', facts: { text } })
        return name ?? text
      })
      return { row, texts: { ...texts, groups: writeList([...new Set(names)].toSorted()) } }
    })
  },
  async find(tx, rows, errors) {
    const ids = await findCustomerIds(
      tx,
      rows.flatMap(({ texts }) => texts['email'] || []),
    )
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const text = texts['email']
        const id = ids.get(text ?? '')
        if (id !== undefined) return [[row, { subject: id, isNew: false, key: id, keyFields: ['email'] }]]
        if (text) errors.push({ row, field: 'email', code: 'unknown', facts: { text } })
        else if (!errors.some((error) => error.row === row)) {
          errors.push({ row, field: 'email', code: 'no-key', facts: {} })
        }
        return []
      }),
    )
  },
  async read(tx, subjects, options) {
    const records = await readCustomerRecords(tx, subjects, options)
    return new Map((await withGroups(tx, [...records.values()])).map((customer) => [customer.id, textsOf(customer)]))
  },
  async check(_tx, changes, present, errors) {
    for (const { row, subject, after } of changes) {
      const whole = { ...present.get(subject), ...after }
      const hasTerms = ['netDays', 'creditLimit', 'poRequired'].some((field) => whole[field])
      if (whole['onAccount'] === 'yes' && !whole['netDays']) {
        errors.push({ row, field: 'netDays', code: 'required', facts: {} })
      } else if (whole['onAccount'] !== 'yes' && hasTerms && after['onAccount'] === undefined) {
        errors.push({ row, field: 'onAccount', code: 'required', facts: {} })
      }
    }
  },
  write: (tx, changes, present, { by }) => writeTexts(tx, changes, ({ after }) => after, present, by),
  async undo(tx, changes, present, { by }) {
    await writeTexts(tx, changes, ({ before }) => before ?? {}, present, by)
    return []
  },
  async list(db, { after, limit }) {
    const records = await withGroups(db, await listCustomerRecords(db, { after, limit }))
    return {
      rows: records.map((customer) => ({ subject: customer.id, texts: textsOf(customer) })),
      next: records.length < limit ? undefined : records.at(-1)?.id,
    }
  },
}

async function writeTexts(
  tx: Transaction,
  changes: readonly Change[],
  textsFor: (change: Change) => Texts,
  present: Map<string, Texts>,
  by: { id: string },
): Promise<void> {
  const grouped = changes.flatMap((change) => {
    const groups = textsFor(change)['groups']
    return groups === undefined ? [] : [{ userId: change.subject, groups: readList(groups) }]
  })
  if (grouped.length > 0) await writeMemberships(tx, grouped)
  const withTerms = changes.filter((change) => termsFields.some((field) => field in textsFor(change)))
  await writeTerms(
    tx,
    withTerms.map((change) => {
      const texts = { ...present.get(change.subject), ...textsFor(change) }
      const limit = texts['creditLimit']
      const terms = {
        netDays: texts['netDays'] ? Number(texts['netDays']) : undefined,
        creditLimitCents: limit ? toCents(Number(limit)) : null,
        poRequired: texts['poRequired'] === 'yes',
      }
      return { id: change.subject, terms: texts['onAccount'] === 'yes' ? terms : null }
    }),
    by,
  )
}
