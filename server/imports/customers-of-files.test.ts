import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Customer, CustomerDetails } from '#contract/customers.ts'
import type { TaxId } from '#contract/tax.ts'
import { checkTable, importTable, listRows, moveImport } from '#server/testing/import-table.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const asAdmin = async <Answer>(method: string, path: string, body?: unknown) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, ...(body !== undefined && { body }) })
const find = async (query: string) => (await asAdmin<Customer[]>('GET', `/customers?${query}`)).body
const emails = async (query: string) => (await find(query)).map(({ email }) => email)
const details = async (email: string) => {
  const [found] = await find(`q=${email}`)
  return found && (await asAdmin<CustomerDetails>('GET', `/customer/${found._id}`)).body
}

test('the customers of another shop become customers with address, phone and terms, and undo removes them', async () => {
  const { _id, counts } = await importTable(shop, 'customers', [
    [
      'First Name',
      'Last Name',
      'Email',
      'Default Address Company',
      'Default Address Address1',
      'Default Address Address2',
      'Default Address City',
      'Default Address Province Code',
      'Default Address Country Code',
      'Default Address Zip',
      'Phone',
    ],
    [
      'Ada',
      'Byron',
      'Ada@garage.test',
      'Byron Garage',
      '12 Main St',
      'Dock 4',
      'Austin',
      'TX',
      'US',
      '78701',
      "'+15125550101",
    ],
    ['Bo', '', 'bo@garage.test', '', '', '', '', '', '', '', ''],
    ['Cy', 'Dent', 'cy@garage.test', '', '9 Side St', '', 'Portland', 'OR', 'US', '78701', ''],
    ['Dee', 'Ells', 'dee@garage.test', '', '1 Rue Haute', '', 'Lyon', '', 'Frankreich', '69001', ''],
  ])
  assert.deepEqual([counts.new, counts.error ?? 0, counts.applied], [4, 0, 4])
  const ada = await details('ada@garage.test')
  assert.deepEqual(
    [ada?.customer.name, ada?.customer.company, ada?.profile.phone, ada?.addresses.map(({ text }) => text)],
    [
      'Ada Byron',
      'Byron Garage',
      '+15125550101',
      ['Ada Byron\nByron Garage\n12 Main St\nDock 4\nAustin, TX 78701\nUnited States'],
    ],
  )
  assert.equal((await details('dee@garage.test'))?.addresses[0]?.country, 'FR')
  // What contradicts itself is left out and said; the customer comes in.
  assert.deepEqual((await details('cy@garage.test'))?.addresses, [])
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ warnings }) => warnings.map(({ code }) => code)),
    [[], [], ['address-postal-code'], []],
  )

  for (const said of [
    'byron garage',
    '78701',
    'austin ada',
    '5125550101',
    '(512) 555-0101',
    '+15125550101',
    '05125550101',
  ])
    assert.deepEqual(await emails(`q=${encodeURIComponent(said)}`), ['ada@garage.test'], said)
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await emails('q=garage.test'), [])
})

test('a file changes customers who are there, and only in what it says', async () => {
  const header = ['E-mail', 'Name', 'Straße', 'PLZ', 'Ort', 'Land', 'USt-IdNr.', 'Net days', 'Pays by invoice']
  const row = ['ida@werk.test', 'Ida Werk', 'Ring 1', '10115', 'Berlin', 'Deutschland', 'de 136 695 976', '14', 'yes']
  await importTable(shop, 'customers', [header, row], { language: 'en' })
  const taxIds = async () =>
    (await asAdmin<TaxId[]>('GET', '/buyer-tax-ids?q=ida@werk.test')).body.map(({ value }) => value)
  assert.deepEqual(await taxIds(), ['DE136695976'])
  const again = await checkTable(shop, 'customers', [header, row])
  assert.deepEqual(again.counts, { same: 1 })
  const moved = await importTable(shop, 'customers', [
    ['E-mail', 'Straße', 'PLZ', 'Ort', 'Land', 'VAT'],
    ['ida@werk.test', 'Allee 2', '10117', 'Berlin', 'DE', 'DE136695977'],
  ])
  const [changed] = await listRows(shop, moved._id)
  assert.deepEqual(
    changed?.changes.map(({ field, after: text }) => [field, text]),
    [
      ['street', 'Allee 2'],
      ['postalCode', '10117'],
    ],
  )
  assert.deepEqual(
    changed.warnings.map(({ code }) => code),
    ['not-a-tax-number'],
  )
  assert.deepEqual(await emails('q=10117'), ['ida@werk.test'])
  await moveImport(shop, moved._id, 'undo')
  assert.deepEqual(await emails('q=10115'), ['ida@werk.test'])
  assert.deepEqual(await taxIds(), ['DE136695976'])
})

test('a customer of a file with orders or an invitation stays when the file is taken back', async () => {
  const { _id } = await importTable(shop, 'customers', [
    ['E-mail', 'Name'],
    ['noted@stays.test', 'Noted'],
    ['plain@stays.test', 'Plain'],
  ])
  const [noted] = await find('q=noted@stays.test')
  assert.equal((await asAdmin('POST', `/customer/${noted?._id}/notes`, { note: 'Called' })).status, 200)
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await emails('q=stays.test'), ['noted@stays.test'])
  const rows = await listRows(shop, _id)
  assert.deepEqual(
    rows.map(({ result }) => result),
    ['left', 'undone'],
  )
  assert.match(JSON.stringify(rows[0]), /has an account, was invited, or has orders/)
})
