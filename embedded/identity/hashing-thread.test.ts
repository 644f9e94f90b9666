import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHashingThread } from './hashing-thread.ts'
import { testHashingCost } from './passwords.ts'

test('a thread answers with its own results where node --watch reports loaded files as messages', async (context) => {
  // `node --watch` sets this for the processes that it starts; a thread gets a copy.
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1'
  context.after(() => delete process.env['WATCH_REPORT_DEPENDENCIES'])
  const thread = openHashingThread()
  context.after(() => thread.close())
  const passwordHash = await thread.run({ password: 'torque wrench 42', cost: testHashingCost })
  assert.match(String(passwordHash), /^\$argon2id\$/)
  assert.equal(await thread.run({ password: 'torque wrench 42', passwordHash: String(passwordHash) }), true)
})
