import assert from 'node:assert/strict'
import { test } from 'node:test'
import { carriers, trackingLink } from '#contract/carriers.ts'

test('the link of every carrier is a page under https with the number encoded, blanks left out', () => {
  assert.ok(carriers.length >= 25, `${carriers.length} carriers`)
  for (const { name, also = [] } of carriers) {
    for (const written of [name, ...also, name.toUpperCase(), `  ${name.toLowerCase()} `]) {
      const link = trackingLink(written, ' 1Z 99/9&a=b#ü ')
      assert.ok(link, written)
      assert.equal(new URL(link).protocol, 'https:')
      assert.equal(link.split('1Z99%2F9%26a%3Db%23%C3%BC').length, 2, link)
      assert.ok(!link.includes('{'), link)
    }
  }
})

test('no two carriers have one name', () => {
  const names = carriers.flatMap(({ name, also = [] }) => [name, ...also]).map((name) => name.toLowerCase())
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted())
})

test('a carrier is found by its first words, the longest name first', () => {
  const same = (one: string, other: string) => assert.equal(trackingLink(one, '1'), trackingLink(other, '1'), one)
  same('DHL Paket', 'DHL')
  same('dhl express worldwide', 'DHL Express')
  same('D.H.L.', 'DHL')
  same('UPS® Ground', 'UPS')
  same('Fed Ex', 'FedEx')
  same('Spee Dee', 'Spee-Dee Delivery')
  same('DPD uk next day', 'DPD UK')
  same('DPD Classic', 'DPD')
  same('österreichische post', 'post.at')
  same('Colis Prive', 'Colis Privé')
})

test('an unknown carrier, none and an empty number have no link', () => {
  for (const [carrier, number] of [
    ['Our own van', '12'],
    ['Upsilon', '12'],
    ['', '12'],
    [undefined, '12'],
    ['DHL', ''],
    ['DHL', '  '],
    ['DHL', undefined],
  ] as const)
    assert.equal(trackingLink(carrier, number), undefined, `${carrier} ${number}`)
})
