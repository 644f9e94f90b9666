import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs bundled test files one after the other in this process, each as a suite, until those of `queue` are taken; other processes take
 * from it, too. A file that leaves a timer, a socket or a server open is red.
 */
export async function runTogether(folder, files, queue, timeout) {
  const load = createRequire(`${folder}/`)
  // Otherwise what is open would keep the process alive for ever. A process with nothing open ends before.
  after(() => setTimeout(() => process.exit(), 10_000).unref())
  for (const file of files) {
    if (!isFirst(queue, file)) continue
    await new Promise((ended) => {
      describe(file, { timeout }, () => {
        let outside = []
        before(() => (outside = process.getActiveResourcesInfo()))
        try {
          // Hooks of the file belong to this suite, and run before the one below.
          load(`./${file}`)
        } finally {
          after(() => assertNothingOpen(outside).finally(ended))
        }
      })
    })
  }
}

/** Takes a file from the queue; false if another process has it. */
function isFirst(queue, file) {
  try {
    mkdirSync(join(queue, file.replaceAll('/', ':')))
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
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
