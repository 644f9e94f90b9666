import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlaces, writePlaces } from '#web/shipping/place-lines.ts'

test('places are read one in each line, and written as they are read', () => {
  const text = 'US\nUS TX\nUS 995\nDE 10115-14199\nCA X0A\nES Santa Cruz\n*'
  const { members, unknown } = readPlaces(text)
  assert.deepEqual(unknown, [])
  assert.deepEqual(members, [
    { country: 'US' },
    { country: 'US', region: 'TX' },
    { country: 'US', postalFrom: '995' },
    { country: 'DE', postalFrom: '10115', postalTo: '14199' },
    { country: 'CA', postalFrom: 'X0A' },
    { country: 'ES', region: 'Santa Cruz' },
    { country: '*' },
  ])
  assert.equal(writePlaces(members), text)
})

test('pasted spellings mean the same: lower case, semicolons, stars, long dashes and blanks in postal codes', () => {
  assert.deepEqual(readPlaces('us tx; ｄｅ　１０１*; de 10115–10999; gb SW1A 1').members, [
    { country: 'US', region: 'tx' },
    { country: 'DE', postalFrom: '101' },
    { country: 'DE', postalFrom: '10115', postalTo: '10999' },
    { country: 'GB', postalFrom: 'SW1A1' },
  ])
})

test('a comma behind a region parts no countries', () => {
  assert.deepEqual(readPlaces('US NY, CA\nUS, CA').members, [
    { country: 'US', region: 'NY, CA' },
    { country: 'US' },
    { country: 'CA' },
  ])
})

test('countries are read by their names in every language, and a line without a country is named', () => {
  assert.deepEqual(
    readPlaces('Deutschland, Österreich, CH\nvereinigte staaten TX\nGermany 10115-14199\nCzech Republic'),
    {
      members: [
        { country: 'DE' },
        { country: 'AT' },
        { country: 'CH' },
        { country: 'US', region: 'TX' },
        { country: 'DE', postalFrom: '10115', postalTo: '14199' },
      ],
      unknown: ['Czech Republic'],
    },
  )
  assert.deepEqual(
    readPlaces('Bosnien und Herzegowina\nCôte d’Ivoire\nDeutschlnd\nUSA\nUnited Kingdom\n20095 Hamburg'),
    {
      members: [{ country: 'BA' }, { country: 'CI' }, { country: 'US' }, { country: 'GB' }],
      unknown: ['Deutschlnd', '20095 Hamburg'],
    },
  )
})
