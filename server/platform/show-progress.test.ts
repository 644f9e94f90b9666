import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createProgressLine } from '#server/platform/show-progress.ts'

function watch(isTTY: boolean) {
  let time = 0
  let written = ''
  const stream = { isTTY, columns: 20, write: (text: string) => Boolean((written += text)) }
  const line = createProgressLine(stream, () => time)
  return { ...line, pass: (ms: number) => (time += ms), written: () => written }
}

test('a terminal has one line that is written again, as wide as it, and removed before anything else', () => {
  const { report, clear, pass, written } = watch(true)
  clear()
  report('1 of 3')
  report('2 of 3')
  pass(100)
  report('3 of 3, and it is the last one')
  clear()
  assert.equal(written(), '1 of 3\r\u001b[2K3 of 3, and it is t\r\u001b[2K')
})

test('a log has a line every five seconds, and none of what takes less', () => {
  const { report, clear, pass, written } = watch(false)
  report('1 of 3')
  pass(4999)
  report('2 of 3')
  clear()
  assert.equal(written(), '')
  pass(1)
  report('3 of 3')
  report('done')
  assert.equal(written(), '3 of 3\n')
})
