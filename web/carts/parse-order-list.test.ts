import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedLine, parseOrderList, readQuantity } from '#web/carts/parse-order-list.ts'

const short = ({ partNumber, quantity, job }: ListedLine) => [partNumber, quantity, ...(job ? [job] : [])]

test('lists are read with tabs, semicolons, commas, spaces and x, with a head in English or German or none', () => {
  const expected = [
    ['BRK-312-V5', '4'],
    ['PAD 1551', '10'],
  ]
  const lists = [
    'BRK-312-V5\t4\nPAD 1551\t10',
    'BRK-312-V5;4\r\nPAD 1551;10\r\n',
    'BRK-312-V5,4\n\nPAD 1551,10',
    '4 x BRK-312-V5\n10x PAD 1551',
    'BRK-312-V5 x 4\nPAD 1551 ×10',
    'BRK-312-V5  4\nPAD 1551  10 pcs',
    'Qty;Part No.;Text\n4;BRK-312-V5;a disc\n10;PAD 1551;"a ""pad""; new"',
    'Bezeichnung,Artikel-Nr.,Menge\n"Scheibe, vorn",BRK-312-V5,4\n"Belag\nvorn",PAD 1551,10',
    '\uFEFFTeilenummer\tAnzahl\nBRK-312-V5\t4\nPAD 1551\t10',
    'Our order\t\nSKU\tQTY\nBRK-312-V5\t4\nPAD 1551\t10',
    '4\tBRK-312-V5\n10\tPAD 1551',
    'BRK-312-V5,a disc,4\nPAD 1551,a pad,10',
    '４　ｘ　BRK-312-V5\nＰＡＤ　１５５１　×　１０',
  ]
  for (const list of lists) assert.deepEqual(parseOrderList(list).map(short), expected, list)
  assert.deepEqual(parseOrderList('sku;qty;job\nA-1;2;Van 7').map(short), [['A-1', '2', 'Van 7']])
  assert.deepEqual(parseOrderList('Marke;Teilenummer;Menge\nBosch;A-1;2\n;B-2;3'), [
    { partNumber: 'A-1', quantity: '2', brand: 'Bosch' },
    { partNumber: 'B-2', quantity: '3' },
  ])
  assert.deepEqual(parseOrderList('A-1\t１，０００').map(short), [['A-1', '１，０００']])
  assert.equal(readQuantity('１，０００'), 1000)
  assert.deepEqual(parseOrderList(''), [])
})

test('nothing of a list is lost: what is no quantity stays as it was typed, and a lone number can be read in two ways', () => {
  assert.deepEqual(parseOrderList('A-1\tfour\nB-2\t\n\t7').map(short), [
    ['A-1', 'four'],
    ['B-2', ''],
    ['', '7'],
  ])
  assert.deepEqual(parseOrderList('BRK 312\n3 BRK-9\nBRK-7'), [
    { partNumber: 'BRK 312', quantity: '', otherwise: { partNumber: 'BRK', quantity: '312' } },
    { partNumber: '3 BRK-9', quantity: '', otherwise: { partNumber: 'BRK-9', quantity: '3' } },
    { partNumber: 'BRK-7', quantity: '' },
  ])
})

test('a long text is cut between signs, and twenty thousand blanks are read at once', () => {
  const [line] = parseOrderList(`sku\tqty\tjob\nA-1\t2\t${'j'.repeat(99)}💥`)
  assert.equal(line?.job, 'j'.repeat(99))
  assert.deepEqual(parseOrderList(`a${' '.repeat(20_000)}b`), [{ partNumber: 'a  b', quantity: '' }])
})

test('a line without the separator of the others is read by itself, in its place', () => {
  const mixed = 'BRK-312-V5\t4\n2 x BDV-1167\nPAD 1087; 4\nPAD 1551\t10\nBDV-9,3\nPAD 7, 1,000\n5 ANY-1\n'
  assert.deepEqual(parseOrderList(`${mixed}A-1\t1\nA-2\t2\nA-3\t3`), [
    { partNumber: 'BRK-312-V5', quantity: '4' },
    { partNumber: 'BDV-1167', quantity: '2' },
    { partNumber: 'PAD 1087', quantity: '4' },
    { partNumber: 'PAD 1551', quantity: '10' },
    { partNumber: 'BDV-9', quantity: '3' },
    { partNumber: 'PAD 7', quantity: '1,000' },
    { partNumber: '5 ANY-1', quantity: '', otherwise: { partNumber: 'ANY-1', quantity: '5' } },
    { partNumber: 'A-1', quantity: '1' },
    { partNumber: 'A-2', quantity: '2' },
    { partNumber: 'A-3', quantity: '3' },
  ])
  // The others tell where their columns are.
  assert.deepEqual(parseOrderList('4\tBRK-312\nPAD 1551 x 2\n10\tPAD-9').map(short), [
    ['BRK-312', '4'],
    ['PAD 1551', '2'],
    ['PAD-9', '10'],
  ])
  assert.deepEqual(parseOrderList('Our order\nSKU;Qty\nA-1;2\n3 x B-2').map(short), [
    ['A-1', '2'],
    ['B-2', '3'],
  ])
})

test('quantities have decimal and thousands signs of both languages', () => {
  const read = {
    '7': 7,
    '2,0': 2,
    '2.00': 2,
    '1,000': 1000,
    '1.000': 1000,
    '1 000': 1000,
    '1’000': 1000,
    '1.000,00': 1000,
    '12,500.00': 12500,
    ' 3 ': 3,
  }
  for (const [text, quantity] of Object.entries(read)) assert.equal(readQuantity(text), quantity, text)
  for (const text of ['', '0', '2.5', '1,5', '-3', 'four', '1.00.0', '1e3', '2000000', '0.500', '0,250'])
    assert.equal(readQuantity(text), undefined, text)
})
