import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, runQuietly, seconds, toolPath } from './prepare.js'

const linted =
  'contract server web embedded database journeys bench torture bin playwright.config.ts vite.config.ts react-router.config.ts'
    .split(' ')
    .filter((path) => existsSync(join(root, path)))

const checks = [
  ['format', [['oxfmt', 'oxfmt', '--check']]],
  [
    'types',
    [
      ['@react-router/dev', 'react-router', 'typegen'],
      ['typescript', 'tsc', '-b'],
    ],
  ],
  // The walls between the rooms are lint rules: see the overrides in .oxlintrc.json.
  ['lint and walls', [['oxlint', 'oxlint', '--type-aware', '--deny-warnings', ...linted]]],
  ['unused code', [['knip', 'knip', '--no-progress']]],
]

/** Runs every check, prints a line for each and the whole output of those that failed, and answers how each ended. */
export function runChecks() {
  return Promise.all(checks.map(([name, steps]) => runCheck(name, steps)))
}

async function runCheck(name, steps) {
  const begun = performance.now()
  let passed = true
  let output = ''
  for (const [packageName, program, ...args] of steps) {
    const step = await runQuietly(pinnedNode, [toolPath(packageName, program), ...args])
    output += step.output
    passed = step.code === 0
    if (!passed) break
  }
  process.stdout.write(`${passed ? '✔' : '✖'} ${name} ${seconds(begun)}\n${passed ? '' : `${output.trim()}\n\n`}`)
  return { name, passed }
}
