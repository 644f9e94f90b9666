import { toCents } from '#contract/currency.ts'
import { maxCreditLimit, maxNetDays } from '#contract/customers.ts'
import { restoreZero } from '#contract/postal-codes.ts'
import { currentStore } from '#contract/current-store.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { isPersonName, maxPersonName } from '#contract/person-name.ts'
import { readAddress } from '#server/accounts/addresses/read-address.ts'
import type { DefaultAddress } from '#server/accounts/addresses/write-default-addresses.ts'
import { findThoseWhoMayMore } from '#server/accounts/staff/read-permissions.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { findAccountHolders } from '#server/accounts/write-people.ts'
import {
  type CustomerRecord,
  findCustomerIds,
  listCustomerRecords,
  readCustomerRecords,
} from '#server/customers/customer-records.ts'
import { type CustomerWrite, deleteCustomers, writeCustomers } from '#server/customers/write-customers.ts'
import {
  CellError,
  type Field,
  germanTruths,
  readAmount,
  readLine,
  readList,
  readText,
  readTruth,
  readWhole,
  writeAmount,
  writeList,
  type Texts,
} from '#server/catalog/fields/field.ts'
import { addsGroups, type Change, type Found, type ImportKind, type RowError } from '#server/imports/kinds/kind.ts'
import { findCountry } from '#server/platform/country-data.ts'
import { type Database, sqlState, type Transaction } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { isEmailAddress } from '#server/platform/http/request-formats.ts'
import { newId } from '#server/platform/ids.ts'
import { addMissingGroups } from '#server/pricing/edit-groups.ts'
import { findGroupsOf } from '#server/pricing/find-groups-of.ts'
import { listGroups } from '#server/pricing/list-groups.ts'
import { readTaxNumber } from '#server/tax/read-tax-number.ts'
import { findTaxNumbersOf } from '#server/tax/tax-ids.ts'

type Customer = CustomerRecord & { groups: string[]; taxNumbers: string[] }

function readEmail(cell: string): string {
  const text = readText(maxLengths.email)(cell).toLowerCase()
  if (!isEmailAddress(text)) throw new CellError('not-an-email', { text: cell.trim() })
  return text
}

/** Returns the address for bills of a customer, which is the only one of most. */
const mainAddressOf = ({ billing, address }: CustomerRecord) => billing ?? address
/** Returns the address that deliveries go to instead of that of the bills. */
const deliveryOf = ({ billing, address }: CustomerRecord) => (billing ? address : null)

type AddressCode = keyof NonNullable<CustomerRecord['address']>

/** Describes a part of the address for bills, or of the one for deliveries. */
const addressField = (
  code: AddressCode,
  labels: Field['labels'],
  names: readonly string[],
  maxLength: number = maxLengths.addressee,
): Field<Customer> => ({
  code,
  labels,
  names,
  read: code === 'street' ? readText(maxLength) : readLine(maxLength),
  write: (customer) => mainAddressOf(customer)?.[code] ?? '',
})
const deliveryField = (
  of: AddressCode,
  labels: Field['labels'],
  names: readonly string[],
  maxLength?: number,
): Field<Customer> => ({
  ...addressField(of, labels, names, maxLength),
  code: deliveryCode(of),
  write: (customer) => deliveryOf(customer)?.[of] ?? '',
})
/** Names the field of the address for deliveries that stands beside one of the other address. */
const deliveryCode = (code: string) => `delivery${code.charAt(0).toUpperCase()}${code.slice(1)}`

/** Describes a part of another field: two columns of a file that are one here. */
const part = (code: string, labels: Field['labels'], names: readonly string[], maxLength: number): Field<Customer> => ({
  code,
  labels,
  names,
  read: readLine(maxLength),
  write: () => '',
  isPart: true,
})

/** Names the columns of what users of other programs may do, of which some mean groups. */
const roleHeaders = ['role', 'roles', 'user role', 'user roles', 'wp capabilities']

const fields: readonly Field<Customer>[] = [
  {
    code: 'email',
    labels: { en: 'E-mail', de: 'E-Mail' },
    names: ['email', 'e-mail address', 'mail', 'user email', 'customer', 'kunde'],
    read: readEmail,
    write: ({ email }) => email,
  },
  {
    code: 'name',
    labels: { en: 'Name', de: 'Name' },
    names: ['full name', 'contact', 'contact person', 'ansprechpartner', 'kundenname', 'customer name'],
    read: readLine(maxPersonName),
    isName: true,
    write: ({ name }) => name,
  },
  part(
    'firstName',
    { en: 'First name', de: 'Vorname' },
    ['firstname', 'given name', 'billing first name'],
    maxPersonName,
  ),
  part(
    'lastName',
    { en: 'Last name', de: 'Nachname' },
    ['lastname', 'surname', 'family name', 'billing last name', 'familienname'],
    maxPersonName,
  ),
  part('displayName', { en: 'Display name', de: 'Anzeigename' }, ['display name', 'anzeigename'], maxPersonName),
  {
    code: 'phone',
    labels: { en: 'Phone', de: 'Telefon' },
    names: ['telephone', 'phone number', 'mobile', 'billing phone', 'telefonnummer', 'tel', 'handy'],
    read: readLine(maxLengths.phone),
    write: ({ phone }) => phone,
  },
  part(
    'addressPhone',
    { en: 'Phone of the address', de: 'Telefon der Adresse' },
    ['default address phone'],
    maxLengths.phone,
  ),
  {
    code: 'company',
    labels: { en: 'Company', de: 'Firma' },
    names: ['company name', 'billing company', 'default address company', 'firmenname', 'unternehmen'],
    read: readLine(maxLengths.addressee),
    write: ({ billing, company }) => (billing ? billing.company : (company ?? '')),
  },
  addressField(
    'street',
    { en: 'Street', de: 'Straße' },
    [
      'address',
      'address 1',
      'address1',
      'billing address 1',
      'default address address1',
      'strasse',
      'adresse',
      'anschrift',
    ],
    maxLengths.street,
  ),
  part(
    'street2',
    { en: 'Second line of the street', de: 'Zweite Zeile der Straße' },
    ['address 2', 'address2', 'billing address 2', 'default address address2', 'street 2', 'adresszusatz', 'adresse 2'],
    maxLengths.street,
  ),
  addressField('district', { en: 'District', de: 'Ortsteil' }, ['suburb'], maxLengths.district),
  addressField(
    'postalCode',
    { en: 'Postal code', de: 'Postleitzahl' },
    ['zip', 'zip code', 'postcode', 'billing postcode', 'default address zip', 'plz'],
    maxLengths.postalCode,
  ),
  addressField(
    'city',
    { en: 'City', de: 'Ort' },
    ['town', 'billing city', 'default address city', 'stadt'],
    maxLengths.city,
  ),
  addressField(
    'region',
    { en: 'State or region', de: 'Bundesland oder Region' },
    [
      'region',
      'state',
      'province',
      'province code',
      'billing state',
      'default address province code',
      'bundesland',
      'kanton',
    ],
    maxLengths.region,
  ),
  addressField('country', { en: 'Country', de: 'Land' }, [
    'country code',
    'billing country',
    'default address country code',
    'ländercode',
    'länderkennzeichen',
  ]),
  part(
    'deliveryFirstName',
    { en: 'Delivery first name', de: 'Lieferadresse: Vorname' },
    ['shipping first name', 'lieferadresse vorname'],
    maxPersonName,
  ),
  part(
    'deliveryLastName',
    { en: 'Delivery last name', de: 'Lieferadresse: Nachname' },
    ['shipping last name', 'lieferadresse nachname'],
    maxPersonName,
  ),
  deliveryField('recipient', { en: 'Delivery recipient', de: 'Lieferadresse: Empfänger' }, [
    'delivery name',
    'shipping name',
    'ship to name',
    'lieferadresse name',
  ]),
  deliveryField('company', { en: 'Delivery company', de: 'Lieferadresse: Firma' }, [
    'shipping company',
    'ship to company',
    'lieferfirma',
  ]),
  deliveryField(
    'street',
    { en: 'Delivery street', de: 'Lieferadresse: Straße' },
    [
      'delivery address',
      'delivery address 1',
      'shipping address',
      'shipping address 1',
      'shipping street',
      'ship to address',
      'lieferadresse',
      'lieferstraße',
      'lieferstrasse',
    ],
    maxLengths.street,
  ),
  part(
    'deliveryStreet2',
    { en: 'Second line of the delivery street', de: 'Lieferadresse: zweite Zeile der Straße' },
    ['delivery address 2', 'shipping address 2', 'ship to address 2', 'lieferadresse 2', 'lieferadresse adresszusatz'],
    maxLengths.street,
  ),
  deliveryField(
    'district',
    { en: 'Delivery district', de: 'Lieferadresse: Ortsteil' },
    ['shipping district', 'lieferortsteil'],
    maxLengths.district,
  ),
  deliveryField(
    'postalCode',
    { en: 'Delivery postal code', de: 'Lieferadresse: Postleitzahl' },
    [
      'delivery zip',
      'delivery postcode',
      'shipping postcode',
      'shipping zip',
      'shipping postal code',
      'ship to post code',
      'lieferadresse plz',
      'lieferplz',
      'liefer plz',
    ],
    maxLengths.postalCode,
  ),
  deliveryField(
    'city',
    { en: 'Delivery city', de: 'Lieferadresse: Ort' },
    ['shipping city', 'ship to city', 'lieferadresse stadt', 'lieferort', 'liefer ort'],
    maxLengths.city,
  ),
  deliveryField(
    'region',
    { en: 'Delivery state or region', de: 'Lieferadresse: Bundesland oder Region' },
    ['delivery state', 'shipping state', 'shipping region', 'ship to county', 'lieferadresse bundesland'],
    maxLengths.region,
  ),
  deliveryField('country', { en: 'Delivery country', de: 'Lieferadresse: Land' }, [
    'delivery country code',
    'shipping country',
    'shipping country code',
    'ship to country region code',
    'lieferland',
  ]),
  deliveryField(
    'phone',
    { en: 'Delivery phone', de: 'Lieferadresse: Telefon' },
    ['shipping phone', 'ship to phone'],
    maxLengths.phone,
  ),
  {
    code: 'taxNumbers',
    labels: { en: 'VAT number', de: 'USt-IdNr.' },
    names: [
      'vat',
      'vat id',
      'tax number',
      'tax id',
      'vat registration no',
      'ust-id',
      'ustid',
      'umsatzsteuer-id',
      'steuernummer',
    ],
    read: (cell) => readList(cell).join(' | '),
    write: ({ taxNumbers }) => writeList(taxNumbers),
    isList: true,
  },
  {
    code: 'groups',
    labels: { en: 'Customer groups', de: 'Kundengruppen' },
    names: ['customer group', 'kundengruppe', 'groups', 'group', 'gruppen', 'gruppe', ...roleHeaders],
    read: (cell) => writeList(readList(cell).toSorted()),
    write: ({ groups }) => writeList(groups.toSorted()),
    isList: true,
    isNamed: true,
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
    labels: { en: 'Credit limit', de: 'Kreditrahmen' },
    names: ['limit', 'kreditlimit'],
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

async function withRelated(db: Database | Transaction, records: readonly CustomerRecord[]): Promise<Customer[]> {
  const ids = records.map(({ id }) => id)
  const [groups, numbers] = [await findGroupsOf(db, ids), await findTaxNumbersOf(db, ids)]
  return records.map((record) => ({
    ...record,
    groups: groups.get(record.id)?.map(({ name }) => name) ?? [],
    taxNumbers: numbers.get(record.id) ?? [],
  }))
}

const addressCodes = ['company', 'street', 'district', 'postalCode', 'city', 'region', 'country'] as const
const deliveryCodes = [...addressCodes, 'recipient', 'phone'].map(deliveryCode)

type Refusal = Pick<RowError, 'field' | 'code' | 'facts'>

/** Why an address cannot be stored, by the problem that `readAddress` throws. */
const addressRefusals: Partial<Record<string, { code: RowError['code']; field: (typeof addressCodes)[number] }>> = {
  'postal-code-invalid': { code: 'address-postal-code', field: 'postalCode' },
  'postal-code-elsewhere': { code: 'address-postal-code', field: 'postalCode' },
  'region-unknown': { code: 'address-region', field: 'region' },
}

/** Returns the address that the texts of a row say, in the country of the shop if they name none, or why it is left out. */
function readAddressTexts(texts: Texts): { address: ReturnType<typeof readAddress> } | { refusal: Refusal } {
  const country = texts['country'] ? findCountry(texts['country']) : currentStore().country
  if (!country) {
    const text = texts['country'] ?? ''
    return { refusal: { field: 'country', code: text ? 'address-country' : 'address-incomplete', facts: { text } } }
  }
  const street = [texts['street'], texts['street2']].filter(Boolean).join('\n')
  const given = Object.fromEntries(addressCodes.map((code) => [code, texts[code] ?? '']))
  given['postalCode'] = restoreZero(country, given['postalCode'] ?? '')
  try {
    return { address: readAddress({ ...given, recipient: texts['name'] || texts['company'] || '', street, country }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, field } = addressRefusals[error.code] ?? {
      code: 'address-incomplete' as const,
      field: 'street' as const,
    }
    return { refusal: { field, code, facts: { text: texts[field] ?? '' } } }
  }
}

/** Returns the texts of a row with its parts put together, and with the rest of a known address; what cannot be stored is left out, and said. */
function putTogether(texts: Texts, known: CustomerRecord | undefined, leaveOut: (refusal: Refusal) => void): Texts {
  const { firstName, lastName, displayName = '', addressPhone, street2: _, ...others } = texts
  const { deliveryFirstName: __, deliveryLastName: ___, deliveryStreet2: ____, ...rest } = others
  const whole: Record<string, string> = { ...rest }
  if (addressPhone) whole['phone'] ||= addressPhone
  // A display name may be anything, such as the name to sign in with; only one that is a name is taken.
  const shown = isPersonName(displayName) ? displayName : ''
  const name = rest['name'] || [firstName, lastName].filter(Boolean).join(' ') || shown
  if (name) {
    if (isPersonName(name)) whole['name'] = name
    else {
      delete whole['name']
      leaveOut({ field: 'name', code: 'not-a-name', facts: { text: name } })
    }
  }
  if (addressCodes.some((code) => texts[code])) {
    const present = known && { ...mainAddressOf(known), company: known.billing?.company ?? known.company ?? '' }
    const read = readAddressTexts({ ...present, ...texts, name })
    for (const code of addressCodes) {
      if ('address' in read) whole[code] = read.address[code]
      else delete whole[code]
    }
    const isCompanyAlone = addressCodes.every((code) => code === 'company' || !texts[code])
    if ('refusal' in read)
      leaveOut(isCompanyAlone ? { field: 'company', code: 'company-alone', facts: {} } : read.refusal)
  }
  putDeliveryTogether(whole, texts, { known, name }, leaveOut)
  if (whole['taxNumbers']) whole['taxNumbers'] = writeList(readNumbers(whole['taxNumbers'], leaveOut))
  if (whole['taxNumbers'] === '' && texts['taxNumbers']) delete whole['taxNumbers']
  return whole
}

/**
 * Puts the address for deliveries together, if the row has one: the same as that of the bills is none of its own, and a customer without
 * another one has it as the only one.
 */
function putDeliveryTogether(
  whole: Record<string, string>,
  texts: Texts,
  { known, name }: { known: CustomerRecord | undefined; name: string },
  leaveOut: (refusal: Refusal) => void,
): void {
  const codes = deliveryCodes.filter((code) => code in whole)
  if (!codes.some((code) => texts[code])) return
  const own = known && deliveryOf(known)
  const textOf = (code: string) => texts[deliveryCode(code)]
  // A country or a name alone, as shops have it of buyers who gave no such address, is none.
  if (!own && !['street', 'postalCode', 'city'].some(textOf)) {
    for (const code of codes) delete whole[code]
    return
  }
  const given = Object.fromEntries(
    [...addressCodes, 'street2'].flatMap((code) => {
      const text = textOf(code)
      return text === undefined ? [] : [[code, text]]
    }),
  )
  const recipient = textOf('recipient') || [textOf('firstName'), textOf('lastName')].filter(Boolean).join(' ')
  const read = readAddressTexts({ ...own, ...given, name: recipient || own?.recipient || name })
  if ('refusal' in read) {
    for (const code of codes) delete whole[code]
    const { field = 'street', ...refusal } = read.refusal
    return leaveOut({ ...refusal, field: deliveryCode(field) })
  }
  const present = known && mainAddressOf(known)
  const main: Texts = whole['country'] === undefined ? { ...present } : whole
  const person = whole['name'] || known?.name || recipient
  const isSame =
    (!recipient || recipient === person) && addressCodes.every((code) => (main[code] ?? '') === read.address[code])
  if (!main['country']) for (const code of addressCodes) whole[code] = read.address[code]
  const isNone = isSame || !main['country']
  for (const code of addressCodes) whole[deliveryCode(code)] = isNone ? '' : read.address[code]
  if (isNone) for (const code of ['recipient', 'phone']) whole[deliveryCode(code)] = ''
  else if (recipient) whole[deliveryCode('recipient')] = recipient
}

/** Returns the tax numbers of a list as they are stored, in the order of exports. */
function readNumbers(list: string, leaveOut: (refusal: Refusal) => void): string[] {
  const numbers = readList(list).flatMap((text) => {
    try {
      return [readTaxNumber(text).value]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      leaveOut({ field: 'taxNumbers', code: 'not-a-tax-number', facts: { text } })
      return []
    }
  })
  return [...new Set(numbers)].toSorted()
}

/** Finds accounts that may do more than a file of customers, whoever applies it: a person, an API key or a schedule. */
const findStaff = (tx: Transaction, ids: readonly string[]) => findThoseWhoMayMore(tx, ids, ['customers'])

const termsFields = ['onAccount', 'netDays', 'creditLimit', 'poRequired']

/** Customers with their addresses, tax numbers, groups and terms; those whom the shop does not know are added without an account. */
export const customersKind: ImportKind = {
  name: 'customers',
  keys: ['email'],
  permissionsOf: (codes) => (codes.includes('groups') ? ['customers', 'prices'] : ['customers']),
  nameFields: ['email'],
  detailFields: ['company', 'name'],
  defaults: { onAccount: 'no' },
  batchSize: 100,
  fields: async () => [...fields],
  async resolve(tx, rows, errors, file, warnings) {
    const groups = new Map((await listGroups(tx)).map(({ name }) => [name.toLowerCase(), name]))
    // Of several roles, those that are groups say enough.
    const isOfRoles = roleHeaders.includes(normalizeHeader(file.headers[file.mapping.indexOf('groups')] ?? ''))
    const ids = await findCustomerIds(
      tx,
      rows.flatMap(({ texts }) => texts['email'] || []),
    )
    const records = await readCustomerRecords(
      tx,
      [...ids.values()].map(({ id }) => id),
    )
    return rows.map(({ row, texts: parts }) => {
      // What a file says of a merged address is older than the merge.
      if (ids.get(parts['email'] ?? '')?.isMerged) return { row, texts: parts }
      const known = records.get(ids.get(parts['email'] ?? '')?.id ?? '')
      const texts = putTogether(parts, known, ({ field = 'email', code, facts }) => {
        warnings.push({ row, field, warning: 'customers-in-part', code, facts })
      })
      if (!texts['groups']) return { row, texts }
      const given = readList(texts['groups'])
      const found = given.filter((text) => groups.has(text.toLowerCase()))
      const hasRole = isOfRoles && found.length > 0
      for (const text of hasRole ? given.filter((one) => !found.includes(one)) : [])
        warnings.push({ row, field: 'groups', warning: 'customers-in-part', code: 'role-left-out', facts: { text } })
      const names = (hasRole ? found : given).map((text) => {
        const name = groups.get(text.toLowerCase())
        if (name === undefined && addsGroups(file) && text.length <= maxLengths.groupName)
          // The first row that names a new group says how it is written.
          groups.set(text.toLowerCase(), text)
        else if (name === undefined) errors.push({ row, field: 'groups', code: 'unknown', facts: { text } })
        return name ?? text
      })
      return { row, texts: { ...texts, groups: writeList([...new Set(names)].toSorted()) } }
    })
  },
  async find(tx, rows, errors, _file, warnings) {
    const customers = await findCustomerIds(
      tx,
      rows.flatMap(({ texts }) => texts['email'] || []),
    )
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const text = texts['email']
        const known = customers.get(text ?? '')
        if (known?.isMerged) {
          const facts = { text: text ?? '', name: known.name }
          warnings.push({ row, field: 'email', warning: 'customers-merged', code: 'customer-merged', facts })
        } else if (text)
          return [[row, { subject: known?.id ?? newId(), isNew: !known, key: known?.id ?? text, keyFields: ['email'] }]]
        else if (!errors.some((error) => error.row === row))
          errors.push({ row, field: 'email', code: 'no-key', facts: {} })
        return []
      }),
    )
  },
  async read(tx, subjects, options) {
    const records = await readCustomerRecords(tx, subjects, options)
    return new Map((await withRelated(tx, [...records.values()])).map((customer) => [customer.id, textsOf(customer)]))
  },
  // A file adds tax numbers: one that was verified is not lost to a column that has another.
  complete: (texts, present) =>
    texts['taxNumbers'] === undefined
      ? texts
      : {
          ...texts,
          taxNumbers: writeList(
            [...new Set([...readList(present['taxNumbers'] ?? ''), ...readList(texts['taxNumbers'])])].toSorted(),
          ),
        },
  async check(tx, changes, present, errors) {
    const staff = await findStaff(
      tx,
      changes.map(({ subject }) => subject),
    )
    const emails = changes.flatMap(({ subject }) => present.get(subject)?.['email'] ?? [])
    const known = await findCustomerIds(tx, emails)
    for (const { row, subject, after } of changes) {
      const email = present.get(subject)?.['email'] ?? ''
      const facts = { text: email }
      if (staff.has(subject)) {
        errors.push({ row, field: 'email', code: 'account-of-staff', facts })
        continue
      }
      // A stranger may have signed up with the address: what a file says of its owner is not for them.
      if (known.get(email)?.isProven === false) {
        errors.push({ row, field: 'email', code: 'email-unproven', facts })
        continue
      }
      const whole = { ...present.get(subject), ...after }
      const hasTerms = ['netDays', 'creditLimit', 'poRequired'].some((field) => whole[field])
      if (whole['onAccount'] === 'yes' && !whole['netDays']) {
        errors.push({ row, field: 'netDays', code: 'required', facts: {} })
      } else if (whole['onAccount'] !== 'yes' && hasTerms && after['onAccount'] === undefined) {
        errors.push({ row, field: 'onAccount', code: 'required', facts: {} })
      }
    }
  },
  async write(tx, changes, present, { by, addedGroups }) {
    const names = changes.flatMap(({ after }) => readList(after['groups'] ?? ''))
    if (!addedGroups) return writeTexts(tx, changes, ({ after }) => after, present, by)
    addedGroups.push(...(await addMissingGroups(tx, names, by)))
    const spelled = new Map((await listGroups(tx)).map(({ name }) => [name.toLowerCase(), name]))
    const asSpelled = (list: string) => writeList(readList(list).map((name) => spelled.get(name.toLowerCase()) ?? name))
    const withSpelled = ({ after }: Change) =>
      after['groups'] ? { ...after, groups: asSpelled(after['groups']) } : after
    return writeTexts(tx, changes, withSpelled, present, by)
  },
  async undo(tx, changes, present, { by }) {
    const added = changes.filter(({ before }) => before === null)
    const holders = await findAccountHolders(
      tx,
      added.map(({ subject }) => subject),
    )
    await deleteCustomers(
      tx,
      added.map(({ subject }) => subject).filter((id) => !holders.has(id)),
    ).catch((error: unknown) => {
      throw sqlState(error) === '23503' ? new CellError('customer-kept') : error
    })
    const changed = changes.filter(({ before }) => before !== null)
    await writeTexts(tx, changed, ({ before }) => before ?? {}, present, by)
    return added
      .filter(({ subject }) => holders.has(subject))
      .map(({ row }): RowError => ({ row, code: 'customer-kept', facts: {} }))
  },
  async list(db, { after, limit }) {
    const records = await withRelated(db, await listCustomerRecords(db, { after, limit }))
    return {
      rows: records.map((customer) => ({ subject: customer.id, texts: textsOf(customer) })),
      next: records.length < limit ? undefined : records.at(-1)?.id,
    }
  },
}

/** Writes the texts that differ; of new customers, all. Throws `account-of-staff` for one who has become staff meanwhile. */
async function writeTexts(
  tx: Transaction,
  changes: readonly Change[],
  textsFor: (change: Change) => Texts,
  present: Map<string, Texts>,
  by: { id: string },
): Promise<void> {
  const subjects = changes.map(({ subject }) => subject)
  for (const id of await findStaff(tx, subjects))
    throw new CellError('account-of-staff', { text: present.get(id)?.['email'] ?? '' })
  await writeCustomers(
    tx,
    changes.map((change) => readWrite(change, textsFor(change), present.get(change.subject))),
    by,
  )
}

/** Returns what the texts of a customer say, with the present ones beside them. */
function readWrite({ subject, before }: Change, texts: Texts, present: Texts | undefined): CustomerWrite {
  const whole = { ...present, ...texts }
  const isNew = before === null
  const hasOne = (codes: readonly string[]) => codes.some((code) => code in texts)
  const { email = '', name = '', phone = '', taxNumbers, groups } = whole
  return {
    id: subject,
    isNew,
    ...((isNew || hasOne(['name', 'phone'])) && { person: { email, name, phone } }),
    ...(hasOne([...addressCodes, ...deliveryCodes]) && {
      addresses: { billing: addressOf(whole), delivery: deliveryAddressOf(whole) },
    }),
    ...(hasOne(['taxNumbers']) && { taxNumbers: readList(taxNumbers ?? '') }),
    ...(hasOne(['groups']) && { groups: readList(groups ?? '') }),
    ...(hasOne(termsFields) && { terms: termsOf(whole) }),
  }
}

/** Returns the address of whole texts, null if they have none: every address has a country. */
function addressOf(whole: Texts): DefaultAddress | null {
  const {
    name = '',
    company = '',
    street = '',
    district = '',
    city = '',
    region = '',
    postalCode = '',
    country = '',
  } = whole
  return country === ''
    ? null
    : { newRecipient: name || company, company, street, district, city, region, postalCode, country }
}

/** Returns the address for deliveries of whole texts, null if it is that of the bills. */
function deliveryAddressOf(whole: Texts): DefaultAddress | null {
  const ofDelivery = Object.fromEntries(addressCodes.map((code) => [code, whole[deliveryCode(code)] ?? '']))
  const address = addressOf({ ...ofDelivery, name: whole['name'] ?? '' })
  const { deliveryRecipient: recipient = '', deliveryPhone: phone = '' } = whole
  return address && { ...address, ...(recipient && { recipient }), phone }
}

function termsOf({ onAccount, netDays, creditLimit, poRequired }: Texts): NonNullable<CustomerWrite['terms']> | null {
  if (onAccount !== 'yes') return null
  return {
    netDays: netDays ? Number(netDays) : undefined,
    creditLimitCents: creditLimit ? toCents(Number(creditLimit)) : null,
    poRequired: poRequired === 'yes',
  }
}
