import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalSigns } from '#contract/units.ts'
import { readNumberText } from '#contract/read-number.ts'
import { createNumberScan, decideDecimals, readDecimals } from '#contract/detect-decimals.ts'

const said = (cell: string) => [...readDecimals(cell)].toSorted().join(' ')

/** Scans the cells of columns, all of numbers, and decides them. */
function decide(columns: readonly (readonly string[])[]) {
  const scan = createNumberScan()
  const rows = Math.max(...columns.map((column) => column.length))
  for (let row = 0; row < rows; row += 1) scan.add({ line: row + 2, cells: columns.map((column) => column[row] ?? '') })
  const found = columns.map((_, index) => ({ numbers: scan.columns[index], isNumber: true }))
  return decideDecimals(found).map(({ sign, fault }) => fault ?? sign ?? 'none')
}

test('a cell proves a sign, is open or says nothing', () => {
  const cells = {
    comma: [
      '0,845',
      '91,20',
      '1.234,5',
      '1.234.567',
      ',5',
      '1234,567',
      '5,86 €',
      '−12,5 %',
      '1 234,50',
      '1’234,5 kg',
      '０，８４５',
    ],
    point: ['0.845', '91.20', '1,234.5', '1,234,567', '.5', '$1,234.50', '1234.567', "1'234.50", '2.5 kg'],
    open: ['5,916', '5.916', '-1,500', '12.500 kg', '€ 1,250'],
    '': [
      '',
      '12',
      '1 234',
      '5/16 in',
      'M8 | M10',
      '1,2,3',
      '10 x 5,5',
      '1.2.2026',
      'x',
      '1,,5',
      `${'9'.repeat(200)},5`,
    ],
    'comma point': ['1,5 | 2.5'],
  }
  for (const [expected, texts] of Object.entries(cells))
    for (const text of texts) assert.equal(said(text), expected, text)
})

/** Numbers as programs write them. */
const decimal = fc.record({
  whole: fc.integer({ min: 0, max: 9_999_999 }),
  places: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 4 }),
  grouped: fc.boolean(),
  unit: fc.constantFrom('', ' kg', ' €', '%'),
})
type Decimal = typeof decimal extends fc.Arbitrary<infer One> ? One : never

function write({ whole, places, grouped, unit }: Decimal, sign: 'comma' | 'point'): string {
  const [point, group] = sign === 'comma' ? [',', '.'] : ['.', ',']
  const digits = grouped ? String(whole).replaceAll(/\B(?=(\d{3})+$)/g, group) : String(whole)
  return `${digits}${places === '' ? '' : point}${places}${unit}`
}

test('a column that is written with one sign is never read with the other, and is mixed only if it is', () => {
  fc.assert(
    fc.property(
      fc.array(decimal, { minLength: 1, maxLength: 20 }),
      fc.constantFrom(...decimalSigns),
      (numbers, sign) => {
        const cells = numbers.map((number) => write(number, sign))
        const [decided = 'none'] = decide([cells])
        assert.ok([sign, 'none', 'unclear'].includes(decided), `${cells.join(' ; ')}: ${decided}`)
        if (decided === 'unclear') return
        for (const number of numbers) {
          const text = write({ ...number, unit: '' }, sign)
          const value = Number(`${number.whole}.${number.places || '0'}`)
          assert.equal(Number(readNumberText(text, sign)), value, text)
        }
      },
    ),
    { seed: 41, numRuns: 500 },
  )
})

test('the order of rows decides nothing, and one more row never turns a proof into a doubt', () => {
  const anySign = fc.tuple(decimal, fc.constantFrom(...decimalSigns)).map(([one, sign]) => write(one, sign))
  fc.assert(
    fc.property(fc.array(anySign, { minLength: 1, maxLength: 8 }), anySign, (cells, more) => {
      const [before] = decide([cells])
      assert.deepEqual(decide([cells.toReversed()]), [before])
      const [after] = decide([[...cells, more]])
      if (before === 'mixed') assert.equal(after, 'mixed')
      if (before === 'comma' || before === 'point') assert.ok(after === before || after === 'mixed')
    }),
    { seed: 41, numRuns: 500 },
  )
})

test('an open column follows the other columns, else a person; a contradiction is none of both', () => {
  assert.deepEqual(decide([['5,916'], ['0,845', '91,20']]), ['comma', 'comma'])
  assert.deepEqual(decide([['5,916', '0,845']]), ['comma'])
  assert.deepEqual(decide([['5,916']]), ['unclear'])
  assert.deepEqual(decide([['5,916'], ['1,5'], ['1.5']]), ['unclear', 'comma', 'point'])
  assert.deepEqual(decide([['1,5', '1.5']]), ['mixed'])
  const numbersOf = (cell: string) => {
    const scan = createNumberScan()
    scan.add({ line: 2, cells: [cell] })
    return scan.columns[0]
  }
  const open = { numbers: numbersOf('5,916'), isNumber: true }
  const comma = { numbers: numbersOf('1,5'), isNumber: true }
  assert.deepEqual(decideDecimals([{ ...open, remembered: 'comma' }]), [{ sign: 'comma' }])
  assert.deepEqual(decideDecimals([{ ...open, chosen: 'point', remembered: 'comma' }, comma])[0], { sign: 'point' })
  assert.deepEqual(decideDecimals([{ ...comma, chosen: 'point' }]), [{ sign: 'comma', fault: 'mixed' }])
  // Values that contradict what a person said of an earlier file are a question.
  const changed = { ...comma, remembered: 'point' as const }
  assert.deepEqual(decideDecimals([{ ...open, remembered: 'point' }, comma])[0], { fault: 'unclear' })
  assert.deepEqual(decideDecimals([open, changed]), [{ sign: 'comma' }, { fault: 'unclear' }])
  assert.deepEqual(decideDecimals([{ ...changed, chosen: 'comma' }]), [{ sign: 'comma' }])
  assert.deepEqual(decideDecimals([open, { ...comma, isNumber: false }])[0], { fault: 'unclear' })
  const weight = { ...open, isMeasure: true }
  assert.deepEqual(decideDecimals([weight, comma])[0], { fault: 'unclear' })
  assert.deepEqual(decideDecimals([{ ...weight, chosen: 'comma' }, weight, comma]), [
    { sign: 'comma' },
    { fault: 'unclear' },
    { sign: 'comma' },
  ])
})
