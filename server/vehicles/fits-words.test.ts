import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { isBehindVehicle } from '#server/vehicles/fits-words.ts'
import { isPlainWord } from '#server/vehicles/plain-words.ts'

const names = readSeedNames()

test('words that may be vehicles or restrict them are not proposed as no vehicle', () => {
  const proposed = (word: string, text: string) => isPlainWord(word, names) && !isBehindVehicle(word, text, names)
  for (const [word, text] of [
    ['PAJERO', 'MITSUBISHI SHOGUN PAJERO 2.8 water pump'],
    ['ROVER', 'LAND ROVER water pump'],
    ['LDV', 'PUMP FOR FORD TRANSIT LTI TXII LDV CONVOY 2.4'],
    ['CONVOY', 'PUMP FOR FORD TRANSIT LTI TXII LDV CONVOY 2.4'],
    ['RWD', 'Fan RWD Ford Transit'],
    ['SPORT', 'Evolution SPORT brake pads Honda Accord'],
    ['Natural', 'Filtro Fiat Punto 1.4 Natural Power'],
    ['CRD', 'Sensor für Jeep Compass 1.6 CRD'],
    ['FRT', 'FAROLIM FRT Citroen Xantia'],
    ['Quadrifoglio', 'Disc Alfa Romeo Giulia Quadrifoglio'],
  ] as const)
    assert.ok(!proposed(word, text), word)
  for (const [word, text] of [
    ['SNAIL', 'BRAND NEW O.E. SNAIL HORN FORD TRANSIT MK6 2000-2006'],
    ['Redline', 'Redline brake kit BMW E46'],
  ] as const)
    assert.ok(proposed(word, text), word)
})
