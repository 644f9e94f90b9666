import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, runQuietly, seconds, toolPath } from './prepare.js'

const linted =
  'contract server web embedded database journeys bench torture bin playwright.config.ts vite.config.ts react-router.config.ts'
    .split(' ')
    .filter((path) => existsSync(join(root, path)))

// It takes the types that it wrote before away for a moment: nothing that reads them may run beside it.
const first = ['types of the routes', '@react-router/dev', 'react-router', 'typegen']
const checks = [
  ['format', 'oxfmt', 'oxfmt', '--check'],
  ['types', 'typescript', 'tsc', '-b'],
  // The walls between the rooms are lint rules: see the overrides in .oxlintrc.json.
  ['lint and walls', 'oxlint', 'oxlint', '--type-aware', '--deny-warnings', ...linted],
  ['unused code', 'knip', 'knip', '--no-progress'],
]

/** Runs every check, prints a line for each and the whole output of those that failed, and answers how each ended. */
export async function runChecks() {
  return [await runCheck(first), ...(await Promise.all(checks.map(runCheck)))]
}

async function runCheck([name, packageName, program, ...args]) {
  const begun = performance.now()
  const { code, output } = await runQuietly(pinnedNode, [toolPath(packageName, program), ...args])
  const passed = code === 0
  process.stdout.write(`${passed ? '✔' : '✖'} ${name} ${seconds(begun)}\n${passed ? '' : `${output.trim()}\n\n`}`)
  return { name, passed }
}
