import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findProgram, MissingProgramsError } from '#cluster/find-programs.ts'
import { findLatestTag } from '#torture/prepare-version.ts'
import { upgrade } from '#torture/upgrade.ts'

test(
  'three servers of the latest release are replaced by this version, and no order fails',
  { skip: whyNot() },
  async () => {
    const results = await upgrade({ from: findLatestTag() })
    // How long it takes is for `npm run torture -- upgrade`, which has the machine to itself.
    const broken = results.filter(({ passed, name }) => !passed && name !== 'an order, from the request to its answer')
    assert.deepEqual(broken, [])
  },
)

/** Says what is missing; false if nothing is. */
function whyNot(): string | false {
  if (findLatestTag() === undefined) return 'No version was released yet.'
  try {
    findProgram('haproxy')
    return false
  } catch (error) {
    if (error instanceof MissingProgramsError) return error.message
    throw error
  }
}
