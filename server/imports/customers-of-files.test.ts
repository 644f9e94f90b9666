import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Customer, CustomerDetails } from '#contract/customers.ts'
import type { TaxId } from '#contract/tax.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { callIdentity, mailedCode, mailsTo, requestIdentity } from '#server/testing/identity-wire.ts'
import {
  checkTable,
  finished,
  importTable,
  listRows,
  moveImport,
  readImport,
  uploadTable,
} from '#server/testing/import-table.ts'
import { createStaff } from '#server/testing/staff.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const shop = provideTestShop()

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
      'Default Address Phone',
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
      "'78701",
      '+15125550199',
      "'+15125550101",
    ],
    ['Bo', '', 'bo@garage.test', '', '', '', '', '', '', '', "'+15125550102", ''],
    ['Cy', 'Dent', 'cy@garage.test', '', '9 Side St', '', 'Portland', 'OR', 'US', '78701', '', ''],
    ['Dee', 'Ells', 'dee@garage.test', '', '1 Rue Haute', '', 'Lyon', '', 'Frankreich', '69001', '', ''],
  ])
  assert.deepEqual([counts.new, counts.error ?? 0, counts.applied], [4, 0, 4])
  const ada = await details('ada@garage.test')
  assert.deepEqual(
    [ada?.customer.name, ada?.customer.company, ada?.profile.phone, ada?.addresses.map(({ text }) => text)],
    [
      'Ada Byron',
      'Byron Garage',
      '+15125550101',
      ['Byron Garage\nAda Byron\n12 Main St\nDock 4\nAustin, TX 78701\nUnited States'],
    ],
  )
  assert.equal((await details('bo@garage.test'))?.profile.phone, '+15125550102')
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
  await importTable(shop, 'customers', [header, row])
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

test('customers of a file are invited all at once, each by one mail, and find what the file said of them', async () => {
  const { _id } = await importTable(shop, 'customers', [
    ['E-mail', 'Name', 'Straße', 'PLZ', 'Ort', 'Land'],
    ['one@invite.test', 'One', 'Ring 1', '10115', 'Berlin', 'DE'],
    ['two@invite.test', 'Two', '', '', '', ''],
  ])
  const counted = async () =>
    (await asAdmin<{ filter: string; count: number }[]>('GET', '/customer-counts')).body.find(
      ({ filter }) => filter === 'no-account',
    )?.count
  const before = await emails('account=none')
  assert.deepEqual(before.filter((email) => email.endsWith('@invite.test')).toSorted(), [
    'one@invite.test',
    'two@invite.test',
  ])
  assert.equal(await counted(), before.length)
  const [first, second] = await Promise.all([
    asAdmin<{ invited: number }>('POST', '/customer-invitations'),
    asAdmin<{ invited: number }>('POST', '/customer-invitations'),
  ])
  assert.equal(first.body.invited + second.body.invited, before.length)
  assert.deepEqual([await counted(), await emails('account=none')], [0, []])
  const mails = async () => (await mailsTo(shop, 'one@invite.test')).filter(({ kind }) => kind === 'invitation')
  await waitUntil(async () => (await mails()).length > 0, 'the invitation is mailed')
  const oobCode = await mailedCode(shop, 'invitation', 'one@invite.test')
  await requestIdentity(shop, 'resetPassword', { oobCode, newPassword: 'a strong password of mine' })
  const { token } = await shop.signIn({ email: 'one@invite.test', password: 'a strong password of mine' })
  const own = await shop.call<{ city: string }[]>('GET', '/addresses', { token })
  assert.deepEqual(
    own.body.map(({ city }) => city),
    ['Berlin'],
  )
  assert.equal((await mails()).length, 1)
  // Who has an account stays when the file is taken back.
  await moveImport(shop, _id, 'undo')
  assert.deepEqual((await emails('q=invite.test')).toSorted(), ['one@invite.test', 'two@invite.test'])
})

test('what a file says of an address goes to nobody who has not proved that it is theirs', async () => {
  const stranger = await createCustomer(shop, 'claimed', { emailVerified: false })
  const { _id, counts } = await checkTable(shop, 'customers', [
    ['E-mail', 'Phone', 'Net days', 'Pays by invoice'],
    [stranger.email, '+1 512 555 0199', '30', 'yes'],
  ])
  assert.deepEqual(counts, { error: 1 })
  assert.deepEqual(
    (await listRows(shop, _id))[0]?.errors.map(({ code }) => code),
    ['email-unproven'],
  )
  const own = await shop.call<string>('GET', '/exports/customers?format=csv', { token: shop.admin.token })
  assert.ok(own.body.includes(stranger.email))
  const again = await checkTable(shop, 'customers', own.body)
  assert.deepEqual(Object.keys(again.counts), ['same'])
})

test('a file of customers changes nobody who may do more than it, also not one who is given a role meanwhile', async () => {
  const clerk = await createStaff(shop, 'files-clerk', ['customers'])
  const manager = await createStaff(shop, 'files-manager', ['customers', 'orders'])
  const buyer = await createCustomer(shop, 'promoted-later')
  const rows = [shop.admin.email, manager.email, clerk.email, buyer.email].map((email) => [email, '+666'])
  const { _id } = await checkTable(shop, 'customers', [['E-mail', 'Phone'], ...rows], { token: clerk.token })
  const compared = await listRows(shop, _id)
  assert.deepEqual(
    compared.map(({ outcome, errors }) => [outcome, errors.map(({ code }) => code)]),
    [
      ['error', ['account-of-staff']],
      ['error', ['account-of-staff']],
      ['changed', []],
      ['changed', []],
    ],
  )
  const { rows: roles } = await shop.db.execute<{ id: string }>(
    sql`SELECT staff_role_id AS id FROM users WHERE id = ${manager.id}`,
  )
  await shop.db.execute(sql`UPDATE users SET staff_role_id = ${roles[0]?.id} WHERE id = ${buyer.id}`)
  await moveImport(shop, _id, 'apply')
  const refused = (await listRows(shop, _id)).flatMap(({ result, errors }) =>
    result === 'refused' ? errors.map(({ code }) => code) : [],
  )
  assert.deepEqual(refused, ['account-of-staff'])
  const { rows: changed } = await shop.db.execute<{ email: string }>(sql`SELECT email FROM users WHERE phone = '+666'`)
  assert.deepEqual(changed, [{ email: clerk.email }])
})

test('a file adds VAT numbers, and keeps one that was verified, also when it is taken back', async () => {
  const owner = await createCustomer(shop, 'taxed')
  const saved = await shop.call<{ taxId: TaxId }>('POST', '/tax-ids', {
    token: owner.token,
    body: { value: 'DE136695976' },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  await shop.db.execute(sql`UPDATE tax_ids SET status = 'verified' WHERE value = 'DE136695976'`)
  const numbers = async () =>
    (await asAdmin<TaxId[]>('GET', `/buyer-tax-ids?q=${owner.email}`)).body
      .map(({ value, status }) => `${value} ${status}`)
      .toSorted()
  const { _id } = await importTable(shop, 'customers', [
    ['E-mail', 'VAT number'],
    [owner.email, 'ATU12345675'],
  ])
  assert.deepEqual(await numbers(), ['ATU12345675 unknown', 'DE136695976 verified'])
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await numbers(), ['DE136695976 verified'])
})

test('an invitation goes to nobody whose account is locked', async () => {
  await importTable(shop, 'customers', [
    ['E-mail', 'Name'],
    ['locked@later.test', 'Locked'],
  ])
  const [locked] = await find('q=locked@later.test')
  assert.equal((await asAdmin('POST', `/users/${locked?._id}/account/disable`)).status, 200)
  assert.ok(!(await emails('account=none')).includes('locked@later.test'))
  const refused = await asAdmin<{ code: string }>('POST', `/customer/${locked?._id}/invitation`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'customer-disabled'])
  assert.deepEqual(await mailsTo(shop, 'locked@later.test'), [])
})

test('a stranger who signs up with the address of a customer of a file neither stops the invitation nor sees anything', async () => {
  await importTable(shop, 'customers', [
    ['E-mail', 'Straße', 'PLZ', 'Ort', 'Land'],
    ['squat@file.test', 'Ring 1', '10115', 'Berlin', 'DE'],
  ])
  const stranger = { email: 'squat@file.test', password: 'the stranger chose it' }
  await requestIdentity(shop, 'signUp', { ...stranger, returnSecureToken: true })
  const [customer] = await find('q=squat@file.test')
  assert.equal((await asAdmin('POST', `/customer/${customer?._id}/invitation`)).status, 200)
  await assert.rejects(shop.signIn(stranger), /email-not-verified/)
  const oobCode = await mailedCode(shop, 'invitation', 'squat@file.test')
  await requestIdentity(shop, 'resetPassword', { oobCode, newPassword: 'the owner chose it' })
  assert.equal((await callIdentity(shop, 'signInWithPassword', stranger)).status, 400)
  const owner = await shop.signIn({ email: 'squat@file.test', password: 'the owner chose it' })
  const own = await shop.call<{ city: string }[]>('GET', '/addresses', { token: owner.token })
  assert.deepEqual(
    own.body.map(({ city }) => city),
    ['Berlin'],
  )
})

test('a company without an address is left out, and said', async () => {
  const { _id } = await checkTable(shop, 'customers', [
    ['E-mail', 'Name', 'Company'],
    ['alone@x.yy', 'Al One', 'Alone Ltd'],
  ])
  const [row] = await listRows(shop, _id)
  assert.deepEqual([row?.outcome, row?.warnings.map(({ code }) => code)], ['new', ['company-alone']])
})

test('an address of a file is one that the shop takes everywhere', async () => {
  const { counts } = await checkTable(shop, 'customers', [
    ['E-mail', 'Name'],
    ...['ü@münchen.de', 'a@x.yy.', 'x@y.zz,victim.test', 'nul\u0001@x.yy', 'no address', 'right@x.yy'].map((email) => [
      email,
      'One',
    ]),
  ])
  assert.deepEqual(counts, { error: 5, new: 1 })
})

test('the group of a customer is recognised under its singular, too', async () => {
  for (const header of ['Customer group', 'Kundengruppe', 'Kundengruppen']) {
    const { body } = await uploadTable(shop, 'customers', `E-mail,${header}\n${shop.admin.email},`)
    const [, column] = (await readImport(shop, body.import._id)).columns
    assert.equal(column?.field, 'groups', header)
  }
})

test('what other programs call groups is answered once for all rows', async () => {
  const { status } = await asAdmin('POST', '/customer-groups', { name: 'Dealers' })
  assert.equal(status, 200)
  const rows = [
    ['E-mail', 'Kundengruppe'],
    ['group-one@example.com', 'wholesale'],
    ['group-two@example.com', 'Wholesale | retail'],
    ['group-three@example.com', 'Dealers'],
  ]
  const checked = await checkTable(shop, 'customers', rows)
  const [asked] = checked.unknownValues ?? []
  assert.deepEqual(
    [checked.counts.error, asked?.field, asked?.values.map(({ text }) => text.toLowerCase()).toSorted()],
    [2, 'groups', ['retail', 'wholesale', 'wholesale']],
  )
  const field = checked.fields.find(({ code }) => code === 'groups')
  assert.deepEqual([field?.hasValueMap, field?.words?.['Dealers']], [true, 'Dealers'])
  const valueMaps = [null, { wholesale: 'Dealers', retail: '' }]
  const mended = await checkTable(shop, 'customers', rows, { valueMaps })
  assert.deepEqual(mended.counts, { new: 3 })
  assert.deepEqual(
    (await listRows(shop, mended._id)).map(
      ({ changes }) => changes.find(({ field: code }) => code === 'groups')?.after,
    ),
    ['Dealers', 'Dealers', 'Dealers'],
  )
})

test('a second address becomes that of deliveries, the other one that of bills, and undo gives back what was there', async () => {
  const { rows: tables } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM addresses`)
  const dump = async () =>
    (
      await shop.db.execute(sql`
        SELECT to_jsonb(addresses) - '{id,user_id}'::text[] AS row FROM addresses
        WHERE NOT id = ANY (${sql.param(tables.map(({ id }) => id))}::uuid[]) ORDER BY street`)
    ).rows
  const header =
    'user_email,roles,billing_first_name,billing_last_name,billing_company,billing_address_1,billing_city,billing_postcode,billing_country,' +
    'shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_city,shipping_postcode,shipping_country,shipping_phone\n'
  const one = 'one@two.test,customer,Ann,Acme,Acme,Office 1,Berlin,10115,DE'
  await importTable(shop, 'customers', `${header}${one},,,,,,,,DE,\n`)
  await shop.db.execute(sql`UPDATE addresses SET label = 'Head office', phone = '030' WHERE street = 'Office 1'`)
  const before = await dump()
  const file = [
    `${one},Bob,Store,Acme,Yard 2,Gate B,Potsdam,14467,DE,0331 12`,
    'same@two.test,customer,Cy,Same,,Road 3,Ulm,89073,DE,Cy,Same,,Road 3,,Ulm,89073,DE,',
    'only@two.test,customer,Di,Only,,,,,,Di,Only,,Way 4,,Bonn,53111,DE,',
    'half@two.test,customer,Ed,Half,,Lane 5,Kiel,24103,DE,,,,Dock 6,,,,DE,',
  ]
  const { _id, counts } = await importTable(shop, 'customers', header + file.join('\n'))
  assert.deepEqual([counts.changed, counts.new, counts.applied, counts.error], [1, 3, 4, undefined])
  const book = async (email: string) =>
    (await details(email))?.addresses.map(({ text, label, phone, isDefault, isBilling }) => [
      text.split('\n').slice(0, -1).join(', '),
      label,
      phone,
      isDefault ? 'default' : '',
      isBilling ? 'billing' : '',
    ])
  assert.deepEqual(await book('one@two.test'), [
    ['Acme, Bob Store, Yard 2, Gate B, 14467 Potsdam', '', '0331 12', 'default', ''],
    ['Acme, Ann Acme, Office 1, 10115 Berlin', 'Head office', '030', '', 'billing'],
  ])
  assert.deepEqual(await book('same@two.test'), [['Cy Same, Road 3, 89073 Ulm', '', '', 'default', '']])
  assert.deepEqual(await book('only@two.test'), [['Di Only, Way 4, 53111 Bonn', '', '', 'default', '']])
  assert.deepEqual(await book('half@two.test'), [['Ed Half, Lane 5, 24103 Kiel', '', '', 'default', '']])
  const warned = (await listRows(shop, _id)).flatMap(({ warnings }) => warnings.map(({ field, code }) => [field, code]))
  assert.deepEqual(warned, [['deliveryStreet', 'address-incomplete']])
  for (const text of [
    header + file.join('\n'),
    (await shop.call<string>('GET', '/exports/customers?format=csv', { token: shop.admin.token })).body,
  ])
    assert.deepEqual(Object.keys((await checkTable(shop, 'customers', text)).counts), ['same'])
  // The address of the bills may be changed alone, and deliveries may go there again.
  await importTable(shop, 'customers', [
    ['E-mail', 'Street'],
    ['one@two.test', 'Office 9'],
  ])
  assert.deepEqual(
    (await book('one@two.test'))?.map(([text]) => text),
    ['Acme, Bob Store, Yard 2, Gate B, 14467 Potsdam', 'Acme, Ann Acme, Office 9, 10115 Berlin'],
  )
  const together = await importTable(shop, 'customers', `${header}${one},Ann,Acme,Acme,Office 1,,Berlin,10115,DE,\n`)
  assert.deepEqual(
    (await book('one@two.test'))?.map(([text]) => text),
    ['Acme, Ann Acme, Office 1, 10115 Berlin'],
  )
  await moveImport(shop, together._id, 'undo')
  await importTable(shop, 'customers', `${header}${one},,,,,,,,,\n`)
  await moveImport(shop, _id, 'undo')
  assert.deepEqual(await dump(), before)
})

test('groups that the shop does not have are added with the customers by one choice, and taken back with them', async () => {
  const names = async () => (await asAdmin<{ name: string }[]>('GET', '/customer-groups')).body.map(({ name }) => name)
  const before = await names()
  const rows = [
    ['E-mail', 'Customer groups'],
    ['first-fleet@x.test', 'Fleets'],
    ...Array.from({ length: 120 }, (_, index) => [
      `fleet-${index}@x.test`,
      index % 2 === 0 ? 'FLEETS' : 'Rental | fleets',
    ]),
  ]
  const checked = await checkTable(shop, 'customers', rows)
  const id = checked._id
  assert.deepEqual(
    [checked.counts, checked.errorGroups?.map(({ fix }) => fix)],
    [{ error: 121 }, [{ fix: 'add-groups' }]],
  )
  const fix = async () => {
    const { status } = await asAdmin('PUT', `/imports/${id}/fixes`, { fixes: [{ fix: 'add-groups' }] })
    assert.equal(status, 200)
    return finished(shop, id)
  }
  const mended = await fix()
  assert.deepEqual([mended.counts, mended.additions?.groups], [{ new: 121 }, ['Fleets', 'Rental']])
  assert.deepEqual(await names(), before)
  const applied = await moveImport(shop, id, 'apply')
  assert.deepEqual([applied.counts.applied, await names()], [121, [...before, 'Fleets', 'Rental'].toSorted()])
  assert.deepEqual(applied.undo?.additions?.groups, ['Fleets', 'Rental'])
  // Who is in one of them meanwhile stays there.
  await importTable(shop, 'customers', [
    ['E-mail', 'Customer groups'],
    ['other-rental@x.test', 'rental'],
  ])
  const undone = await moveImport(shop, id, 'undo')
  assert.deepEqual([undone.counts.undone, await names()], [121, [...before, 'Rental'].toSorted()])
})

test('a column with the price of a group that the shop does not have names the group, and is for its list once that is there', async () => {
  const headers = [
    'SKU',
    'Name',
    'Preis',
    'Preis Werkstatt',
    'Werkstatt Preis ab 10',
    'Händlerpreis EUR',
    'UVP',
    'VK 2',
  ]
  const { body } = await uploadTable(shop, 'products', `${headers.join(';')}\nG-1;Pad;9;8;7;6;11;5\n`)
  const columns = async () => (await readImport(shop, body.import._id)).columns
  assert.deepEqual(
    (await columns()).map(({ newGroup }) => newGroup),
    [undefined, undefined, undefined, 'Werkstatt', 'Werkstatt', 'Händler', undefined, 'VK 2'],
  )
  const { body: made } = await asAdmin<{ group: { _id: string } }>('POST', '/customer-groups', { name: 'Werkstatt' })
  const list = { name: 'Werkstatt', groupId: made.group._id }
  const { body: priced } = await asAdmin<{ priceList: { _id: string } }>('POST', '/price-lists', list)
  const { _id } = priced.priceList
  assert.deepEqual(
    (await columns()).map(({ named, newGroup }) => named ?? newGroup),
    [undefined, undefined, undefined, `price:${_id}:1`, `price:${_id}:10`, 'Händler', undefined, 'VK 2'],
  )
})

test('users of WordPress are customers by their display names, and their roles groups where the shop has some', async () => {
  const { status } = await asAdmin('POST', '/customer-groups', { name: 'Wholesaler' })
  assert.equal(status, 200)
  const file = [
    'user_email,display_name,roles',
    'ana@wp.test,Ana Sol,"customer,wholesaler"',
    'bo@wp.test,bo@wp.test,"wholesaler,bbp_participant"',
    'cy@wp.test,Cy Dent,subscriber',
    'dee@wp.test,Dee Ells,"a:2:{s:8:""customer"";b:1;s:10:""wholesaler"";b:1;}"',
    'ed@wp.test,Ed Fox,bbp_participant',
  ].join('\n')
  const { body } = await uploadTable(shop, undefined, file)
  assert.deepEqual([body.import.kind, body.import.program], ['customers', 'WooCommerce'])
  const { _id, counts, unknownValues } = await checkTable(shop, 'customers', file)
  assert.deepEqual([counts, unknownValues?.[0]?.values], [{ new: 4, error: 1 }, [{ text: 'bbp_participant', rows: 1 }]])
  const told = (await listRows(shop, _id)).map(({ changes, warnings }) => [
    ...['name', 'groups'].map((code) => changes.find(({ field }) => field === code)?.after ?? ''),
    ...warnings.map(({ code }) => code),
  ])
  assert.deepEqual(told.slice(0, 4), [
    ['Ana Sol', 'Wholesaler'],
    ['', 'Wholesaler', 'role-left-out'],
    ['Cy Dent', ''],
    ['Dee Ells', 'Wholesaler'],
  ])
})
