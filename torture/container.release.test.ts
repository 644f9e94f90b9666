import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgram, MissingProgramsError } from '#cluster/find-programs.ts'
import { container } from '#torture/container.ts'

test('the image is built, starts, sells, stops and starts again', { skip: whyNot() }, async () => {
  const results = await container()
  assert.deepEqual(
    results.filter(({ passed }) => !passed),
    [],
  )
})

/** Says what is missing; false if nothing is. */
function whyNot(): string | false {
  if (process.getuid?.() !== 0) return 'Only root can build the base of the image.'
  try {
    findProgram('podman')
    findProgram('mmdebstrap')
    return false
  } catch (error) {
    if (error instanceof MissingProgramsError) return error.message
    throw error
  }
}
