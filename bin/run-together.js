import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs bundled test files one after the other in this process, each as a suite. A file that leaves a timer, a socket or a server open
 * is red.
 */
export function runTogether(folder, files, timeout) {
  const load = createRequire(`${folder}/`)
  for (const file of files) {
    describe(file, { timeout }, () => {
      let outside = []
      before(() => (outside = process.getActiveResourcesInfo()))
      // Hooks of the file belong to this suite, and run before the one below.
      load(`./${file}`)
      after(() => assertNothingOpen(outside))
    })
  }
  // Otherwise what is open would keep the process alive for ever. A process with nothing open ends before.
  after(() => setTimeout(() => process.exit(), 10_000).unref())
}

/** Waits for what is being closed; counts turns instead of time, which passes for a stopped process as well. */
async function assertNothingOpen(outside) {
  let open = []
  for (let turn = 0; turn < 300; turn++) {
    open = without(process.getActiveResourcesInfo(), outside)
    if (open.length === 0) return
    await delay(100)
  }
  assert.deepEqual(open, [], 'The tests of this file leave something open')
}

function without(names, others) {
  const left = [...names]
  for (const name of others) if (left.includes(name)) left.splice(left.indexOf(name), 1)
  return left
}
