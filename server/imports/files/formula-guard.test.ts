import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addGuard, removeGuard } from '#server/imports/files/formula-guard.ts'

test('what a spreadsheet would take for a formula gets an apostrophe, which comes off again; numbers stay numbers', () => {
  for (const text of [
    '=1+1',
    '+A1',
    '-A1',
    '@A1',
    '\tx',
    '\rx',
    ' =1',
    ';=1',
    ',=1',
    '; ;=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    ';＝1',
    "'=1",
  ]) {
    assert.equal(addGuard(text), `'${text}`, text)
    assert.equal(removeGuard(addGuard(text)), text, text)
  }
  for (const text of ['', 'x', '-5', '+1.50', '1;=2', 'a=b', '; x', "'x", '5 - 3']) {
    assert.equal(addGuard(text), text)
    assert.equal(removeGuard(text), text)
  }
})
