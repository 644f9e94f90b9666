import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address, AddressFormat } from '#contract/addresses.ts'
import { postalBeginning, postalCodeFormats, postalKey, readPostalCode, restoreZero } from '#contract/postal-codes.ts'
import { findZone } from '#server/shipping/shipping-rules.ts'
import { readMembers } from '#server/shipping/edit-zones.ts'
import { readTaxRules } from '#server/tax/read-tax-rules.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

let buyer: Person
const shop = provideTestShop({}, async () => {
  buyer = await shop.signUp('postal')
})

const compact = (code: string) => code.replace('LV-', '').replaceAll(/[ -]/g, '')

test('each of forty countries has its own form of postal codes, in any writing', () => {
  const all = Object.entries(postalCodeFormats)
  assert.equal(all.length, 40)
  for (const [country, { example, wrong, signs = [] }] of all) {
    const code = compact(example)
    const writings = [
      example,
      code,
      example.toLowerCase(),
      ` ${[...code].join(' ')} `,
      [...code].join('\u2011'),
      code.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ...[country, ...signs].flatMap((sign) => [`${sign}-${code}`, `${sign} ${code}`, `${sign.toLowerCase()}${code}`]),
    ]
    for (const writing of writings) assert.equal(readPostalCode(country, writing), example, `${country} “${writing}”`)
    for (const writing of [wrong, `${country}-${wrong}`, code.slice(0, -2), `${code}0${code}`, '', `X${code}`])
      assert.equal(readPostalCode(country, writing), undefined, `${country} “${writing}”`)
    assert.equal(postalKey(country, `${country}-${code}`), code)
    const [typed, beginning] = /^\d/.test(code)
      ? [`${country}-${code.slice(0, 2)}`, code.slice(0, 2)]
      : [code.slice(0, 3), code.slice(0, 3)]
    assert.equal(postalBeginning(country, typed), beginning)
  }
})

test('codes that say more than one thing are read as their country means them', () => {
  const read: [country: string, typed: string, kept: string][] = [
    ['US', '950141234', '95014-1234'],
    ['PL', '00950', '00-950'],
    ['PT', '1000001', '1000-001'],
    ['JP', '〒100-0001', '100-0001'],
    ['JP', '100ー0001', '100-0001'],
    ['GB', 'm11ae', 'M1 1AE'],
    ['GB', 'GB-EC1A1BB', 'EC1A 1BB'],
    ['GB', 'gir 0aa', 'GIR 0AA'],
    ['IE', 'd6wxy00', 'D6W XY00'],
    ['BE', 'B-1000', '1000'],
    ['SE', 'S-111 22', '111 22'],
    // Countries outside of the table: any text of 2 to 12 signs.
    ['IS', ' 101 ', '101'],
    ['MT', 'vlt  1117', 'VLT 1117'],
    ['LI', 'FL-9490', 'FL-9490'],
  ]
  for (const [country, typed, kept] of read) assert.equal(readPostalCode(country, typed), kept, typed)
  for (const [country, typed] of [
    ['IS', '1'],
    ['BR', '01310-10'],
    ['DE', 'D-1067'],
    ['DE', '7017'],
    ['US', '2134'],
    ['MT', 'x'.repeat(13)],
    ['DE', 'A-10115'],
    ['NL', '3511 SS'],
  ] as const)
    assert.equal(readPostalCode(country, typed), undefined, typed)
})

test('a code of a file gets the zero back that a spreadsheet took off', () => {
  for (const [country, cell, restored] of [
    ['DE', '1067', '01067'],
    ['DE', ' １０６７', '01067'],
    ['US', '21341234', '021341234'],
    ['DE', '01067', '01067'],
    ['DE', 'D-1067', 'D-1067'],
    ['DE', '106', '106'],
    ['AT', '1010', '1010'],
    ['PL', '00950', '00950'],
    ['IS', '101', '101'],
  ] as const)
    assert.equal(restoreZero(country, cell), restored, cell)
})

test('addresses keep the form of the country, and refuse what it does not have', async () => {
  const regions: Partial<Record<string, string>> = { US: 'CA', CA: 'ON' }
  for (const [country, { example, wrong }] of Object.entries(postalCodeFormats)) {
    const { fields, regions: known } = (
      await shop.call<AddressFormat>('GET', `/address-format?country=${country}`, { token: buyer.token })
    ).body
    const body = {
      ...Object.fromEntries(fields.filter(({ required }) => required).map(({ name }) => [name, 'Text'])),
      ...(known[0] && fields.some(({ name }) => name === 'region') && { region: regions[country] ?? known[0].value }),
      country,
    }
    const add = (postalCode: string) =>
      shop.call<{ address: Address; code?: string }>('POST', '/addresses', {
        token: buyer.token,
        body: { ...body, postalCode },
      })
    const kept = await add(`${country.toLowerCase()}-${compact(example).toLowerCase()}`)
    assert.equal(kept.body.address?.postalCode, example, `${country} ${JSON.stringify(kept.body)}`)
    assert.equal((await add(wrong)).body.code, 'postal-code-invalid', country)
  }
})

test('zones and rates are found by the same form', async () => {
  const members = readMembers([
    { country: 'DE', postalFrom: 'D-80' },
    { country: 'LV', postalFrom: 'LV-1001', postalTo: 'LV-1099' },
    { country: 'GB', postalFrom: 'sw1' },
  ])
  const zones = members.map((member, at) => ({ id: at, name: '', members: [member] }))
  const zoneOf = (country: string, postalCode: string) => findZone(zones, { country, postalCode })?.id
  assert.deepEqual(
    [
      zoneOf('DE', 'd-80331'),
      zoneOf('DE', '10115'),
      zoneOf('LV', '1010'),
      zoneOf('LV', 'lv 1100'),
      zoneOf('GB', 'GB-SW1A1AA'),
    ],
    [0, undefined, 1, undefined, 2],
  )
  const { token } = shop.admin
  const rate = {
    country: 'LV',
    region: '',
    postalPrefix: 'LV-10',
    taxClass: 'standard',
    name: 'PVN',
    rate: '0.21',
    startsOn: '2020-01-01',
    onShipping: true,
  }
  assert.equal((await shop.call('POST', '/tax/rates', { token, body: { rates: [rate] } })).status, 200)
  const rules = await readTaxRules(shop.db, { place: { country: 'LV', postalCode: '1010' }, buyerId: undefined })
  assert.deepEqual(
    rules.rules.rates.map(({ name }) => name),
    ['PVN'],
  )
})
