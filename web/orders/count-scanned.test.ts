import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countScanned } from '#web/orders/count-scanned.ts'

const packing = {
  lines: [
    { line: 1, name: 'Disc' },
    { line: 2, name: 'Pad' },
    { line: 3, name: 'Disc' },
  ],
  numbers: [
    { line: 1, numbers: ['BRK312', '0123456789012'] },
    { line: 2, numbers: ['PAD1'] },
    { line: 3, numbers: ['BRK312', '0123456789012'] },
  ],
  left: new Map([
    [1, 1],
    [2, 2],
    [3, 1],
  ]),
}

test('a number or barcode counts one unit of its line, of the next one that has it once that is full, and none beyond', () => {
  let packed: ReadonlyMap<number, number> = new Map()
  const counted = ['brk-312', '123456789012', 'BRK 312', 'pad 1', 'pad-9', '-'].map((code) => {
    const { packed: next, isUnknown = false } = countScanned(code, { ...packing, packed })
    packed = next ?? packed
    return [next !== undefined, isUnknown]
  })
  assert.deepEqual(counted, [
    [true, false],
    [true, false],
    [false, false],
    [true, false],
    [false, true],
    [false, true],
  ])
  assert.deepEqual(
    packed,
    new Map([
      [1, 1],
      [2, 1],
      [3, 1],
    ]),
  )
})
