import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { AuditEvent } from '#contract/audit-log.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { listOutbox } from '#contract/notifications.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store, StoreRecipients } from '#contract/store.ts'
import { createStaff } from '#server/testing/staff.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const put = (body: object, token = shop.admin.token) => shop.call<Store>('PUT', '/store', { token, body })
const get = async () => (await shop.call<Store>('GET', '/store')).body

test('a store is called as the software is until the seller names it', async () => {
  const { name, currency, currencyDigits, orderPrefix, timeZone, languages, units } = await get()
  assert.deepEqual({ name, currency, currencyDigits, orderPrefix, timeZone, languages, units }, defaultStore)
  const named = await put({ name: '  Köhler & Söhne Autoteile ' })
  assert.equal(named.status, 200)
  assert.equal(named.body.name, 'Köhler & Söhne Autoteile')
  assert.equal((await get()).name, 'Köhler & Söhne Autoteile')
  const { body: api } = await shop.call<{ info: { title: string } }>('GET', '/openapi.json')
  assert.equal(api.info.title, 'Köhler & Söhne Autoteile')
  assert.equal((await put({ name: '   ' })).body.name, 'Boltyard')
})

test('mails of the shop and of signing in come from the store by its name', async () => {
  await put({ name: 'Acme <Parts> & Co' })
  const { email } = await shop.signUp('reader')
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body: { requestType: 'PASSWORD_RESET', email } })
  const { body: mails } = await shop.call<ResponseBody<typeof listOutbox>>('GET', '/outbox', {
    token: shop.admin.token,
  })
  const mail = mails.find(({ kind }) => kind === 'reset-password')
  assert.equal(mail?.subject, 'Reset your password for Acme <Parts> & Co')
  assert.match(mail.text, /-- \nAcme <Parts> & Co\n$/)
  assert.match(mail.html ?? '', /<title>Acme &lt;Parts&gt; &amp; Co<\/title>/)
})

test('where the shop mails the seller is for staff only', async () => {
  await put({ contactRecipient: 'owner@example.com', orderRecipient: 'sales@example.com' })
  assert.doesNotMatch(JSON.stringify(await get()), /owner@|sales@/)
  const asked = (token?: string) => shop.call('GET', '/store/recipients', { token })
  assert.deepEqual((await asked(shop.admin.token)).body, {
    contactRecipient: 'owner@example.com',
    orderRecipient: 'sales@example.com',
    lowStockRecipient: '',
  })
  assert.equal((await asked()).status, 401)
  await put({ contactRecipient: '', orderRecipient: '' })
})

test('where new orders are mailed to is changed only by staff who may read orders', async () => {
  const seller = await createStaff(shop, 'Only settings', ['settings'])
  const packer = await createStaff(shop, 'Settings and parcels', ['settings', 'shipping'])
  await put({ orderRecipient: 'sales@example.com' })
  const refused = await put({ phone: '+1 212 555 0100', orderRecipient: 'thief@example.com' }, seller.token)
  assert.deepEqual([refused.status, (refused.body as unknown as { code: string }).code], [403, 'permission-missing'])
  const recipient = async () =>
    (await shop.call<StoreRecipients>('GET', '/store/recipients', { token: seller.token })).body.orderRecipient
  assert.equal(await recipient(), 'sales@example.com')
  const kept = await put({ phone: '+1 212 555 0100', orderRecipient: 'sales@example.com' }, seller.token)
  assert.deepEqual([kept.status, kept.body.phone], [200, '+1 212 555 0100'])
  assert.equal((await put({ orderRecipient: '' }, packer.token)).status, 200)
  assert.equal(await recipient(), '')
  await put({ phone: '' })
})

test('where and whether buyers pay by bank transfer is changed only by staff who may move money', async () => {
  const keeper = await createStaff(shop, 'Settings without money', ['settings', 'orders'])
  const cashier = await createStaff(shop, 'Settings and money', ['settings', 'refunds'])
  await put({ bankDetails: 'GB33 BUKB', transferDays: 7 })
  for (const change of [{ bankDetails: 'XX99 THIEF' }, { transferDays: 60 }, { bankDetails: '', transferDays: 0 }]) {
    const refused = await put({ phone: '+1 212 555 0100', ...change }, keeper.token)
    assert.deepEqual([refused.status, (refused.body as unknown as { code: string }).code], [403, 'permission-missing'])
  }
  const kept = await put({ phone: '+1 212 555 0100', bankDetails: ' GB33 BUKB ', transferDays: 7 }, keeper.token)
  assert.deepEqual([kept.status, kept.body.bankDetails, kept.body.transferDays], [200, 'GB33 BUKB', 7])
  const changed = await put({ bankDetails: '', transferDays: 0 }, cashier.token)
  assert.deepEqual([changed.status, changed.body.bankDetails, changed.body.transferDays], [200, '', 0])
  await put({ phone: '' })
})

test('what is no name is refused with a sentence', async () => {
  for (const [body, words] of [
    [{ name: 'two\nlines' }, /one line/],
    [{ name: 'x'.repeat(61) }, /60/],
    [{ name: 7 }, /./],
    [{}, /./],
    [{ nam: 'Typo' }, /./],
  ] as const) {
    const { status, body: problem } = await shop.call('PUT', '/store', { token: shop.admin.token, body })
    assert.equal(status, 400)
    assert.match(JSON.stringify(problem), words)
  }
})

test('the audit log says who named the store; a name that stays is no change', async () => {
  const events = async () =>
    (await shop.call<AuditEvent[]>('GET', '/audit-log?kind=store-changed', { token: shop.admin.token })).body
  await put({ name: 'First' })
  const before = (await events()).length
  await put({ name: 'Second' })
  await put({ name: 'Second' })
  const after = await events()
  assert.equal(after.length, before + 1)
  assert.deepEqual([after[0]?.before, after[0]?.after], [{ name: 'First' }, { name: 'Second' }])
})

test('a name that another process has given is seen within a second, and counts as a change of the pages', async () => {
  await put({ name: 'Here' })
  const edition = async () =>
    (await shop.db.execute<{ edition: number }>(sql`SELECT edition FROM store`)).rows[0]?.edition
  const first = await edition()
  await shop.db.execute(sql`UPDATE store SET name = 'There'`)
  assert.equal((await get()).name, 'There')
  assert.equal(await edition(), (first ?? 0) + 1)
})

test('contacts, company and hours are public, stand in mails, and are refused where they are none', async () => {
  const fields = {
    company: 'Köhler Autoteile GmbH',
    address: 'Industriestraße 7\n80331 München',
    phone: '+49 89 123456',
    email: 'info@koehler.example',
    companyNumber: 'HRB 12345, München',
    taxNumber: '143/123/45678',
    bankDetails: 'Köhler Autoteile GmbH\nDE02 1203 0000 0000 2020 51',
  }
  const openingHours = { monday: [{ opens: '08:00', closes: '17:30' }], sunday: [] }
  const { body } = await put({ ...fields, openingHours })
  assert.deepEqual(body, await get())
  for (const [field, value] of Object.entries(fields)) assert.equal(body[field as keyof Store], value)
  assert.deepEqual(body.openingHours, { monday: openingHours.monday })

  const { email } = await shop.signUp('signed')
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body: { requestType: 'PASSWORD_RESET', email } })
  const path = '/outbox?limit=1'
  const { body: mails } = await shop.call<ResponseBody<typeof listOutbox>>('GET', path, { token: shop.admin.token })
  assert.match(mails[0]?.text ?? '', /Köhler Autoteile GmbH\nIndustriestraße 7\n80331 München\n\+49 89 123456\ninfo@/)

  const overlapping = [
    { opens: '08:00', closes: '12:00' },
    { opens: '11:00', closes: '13:00' },
  ]
  for (const [wrong, code] of [
    [{ openingHours: { friday: overlapping } }, 'opening-hours-invalid'],
    [{ openingHours: { friday: [{ opens: '17:00', closes: '08:00' }] } }, 'opening-hours-invalid'],
    [{ openingHours: { someday: [] } }, 'invalid-request'],
    [{ openingHours: { monday: [{ opens: '25:00', closes: '26:00' }] } }, 'invalid-request'],
    [{ email: 'nobody' }, 'invalid-request'],
    [{ phone: '1\n2' }, 'invalid-request'],
    [{ taxNumber: 'DE136695970' }, 'vat-check-digit-wrong'],
    [{ taxNumber: ' de 1366959' }, 'registration-number-invalid'],
  ] as const) {
    const refused = await shop.call('PUT', '/store', { token: shop.admin.token, body: wrong })
    assert.equal(`${refused.status} ${refused.body.code}`, `400 ${code}`, JSON.stringify(wrong))
  }
})

test('a tax number without a country is free text, and a VAT number is kept as it is written', async () => {
  for (const taxNumber of ['143/123/45678', 'DE 136695976', 'SIRET 362 521 879 00034', 'US 12-3456789', ''])
    assert.equal((await put({ taxNumber })).body.taxNumber, taxNumber)
  await shop.db.execute(sql`UPDATE store SET tax_number = 'DE136695970'`)
  assert.equal((await put({ taxNumber: 'DE136695970', phone: '1234567' })).status, 200, 'it was there before the check')
  await put({ taxNumber: '' })
})

test('two admins who change two parts at once keep both', async () => {
  await Promise.all([put({ phone: '1234567' }), put({ email: 'both@example.com' }), put({ company: 'Both Ltd' })])
  const { phone, email, company } = await get()
  assert.deepEqual([phone, email, company], ['1234567', 'both@example.com', 'Both Ltd'])
})
