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
    "'62701",
    "''62701",
  ]) {
    assert.equal(addGuard(text), `'${text}`, text)
    assert.equal(removeGuard(addGuard(text)), text, text)
  }
  assert.deepEqual(["'62701", "'4006381333931", "'030 123"].map(removeGuard), ['62701', '4006381333931', '030 123'])
  for (const text of ["'68", "'68-'72 Camaro", '62701', '', 'x', '-5', '+1.50', '1;=2', 'a=b', '; x', "'x", '5 - 3']) {
    assert.equal(addGuard(text), text)
    assert.equal(removeGuard(text), text)
  }
})
