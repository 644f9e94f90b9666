import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Address } from '#contract/addresses.ts'
import { isPhoneNumber, phoneLink } from '#contract/delivery.ts'
import { fieldProblems } from '#contract/field-problems.ts'
import { openTestShop } from '#server/testing/open-test-shop.ts'

test('phone numbers with extensions are kept as they are typed', async () => {
  await using shop = await openTestShop()
  const { token } = await shop.signUp('phones')
  const address = { country: 'DE', street: 'Torstraße 1', postalCode: '10119', city: 'Berlin' }
  const typed = [
    '+1 (212) 555-0123 ext. 12',
    '212-555-0123 x12',
    '212.555.0123 #12',
    '(212) 555 0123, extension 1234',
    '030 123456-12',
    '+49 (0)30 123456789-1234',
    '030 123456 Durchwahl 12',
    '030 1234567 App. 12',
    '030 1234567 App 12',
    '030–1234567',
    '030‑1234567',
    '０３－１２３４－５６７８',
    '＋８１　３　１２３４　５６７８',
  ]
  for (const phone of typed) {
    const { body } = await shop.call<{ address?: Address }>('POST', '/addresses', {
      token,
      body: { ...address, phone },
    })
    assert.equal(body.address?.phone, phone, JSON.stringify(body))
  }
})

test('an extension needs its number, and is dialed after it', () => {
  for (const wrong of [
    'ext. 12',
    'x123456',
    '12345 x12',
    '212 555 0123 x',
    '212 555 0123 ext. 123456789',
    'call 2125550123',
    '1234567890123456',
  ])
    assert.equal(isPhoneNumber(wrong), false, wrong)
  assert.equal(phoneLink('+1 (212) 555-0123 ext. 12'), 'tel:+12125550123;ext=12')
  assert.equal(phoneLink('＋８１（３）１２３４－５６７８'), 'tel:+81312345678')
  assert.equal(phoneLink('030–1234567 App. 12'), 'tel:0301234567;ext=12')
  assert.equal(phoneLink('030 123456-12'), 'tel:03012345612')
})

test('a text of a megabyte is no phone number, which is told at once', () => {
  for (const run of [',', ' ', '- ', 'x', '1'])
    assert.equal(isPhoneNumber(`${run.repeat(1_000_000 / run.length)}x1x`), false)
})

test('the sentence of a refusal says how an extension is written', () => {
  const [, number = '', first, ...others] =
    /\((.*?) (ext\. 12), (x12) or (#12)\)/.exec(fieldProblems['phone-number']) ?? []
  for (const extension of [first, ...others]) assert.equal(phoneLink(`${number} ${extension}`), 'tel:5550100100;ext=12')
})
