import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { capture, seconds, toolPath } from './prepare.js'
import { nodePath, root } from './runtime.js'

const linted =
  'contract server web embedded database journeys bench torture cluster bin architecture.ts oxlint.config.ts playwright.config.ts vite.config.ts react-router.config.ts'
    .split(' ')
    .filter((path) => existsSync(join(root, path)))

// Deletes its old output while it runs, so nothing that reads the types may run at the same time.
const first = ['types of the routes', '@react-router/dev', 'react-router', 'typegen']
const checks = [
  ['format', 'oxfmt', 'oxfmt', '--check'],
  // Whether the version before can work on their result, beside trading.
  ['migrations', undefined, 'database/check-migrations.ts'],
  // The import rules between folders are made from architecture.ts. The linter knows the types of all files: tsc beside it takes 20 s of
  // CPU time more.
  ['types, lint and import rules', 'oxlint', 'oxlint', '--type-aware', '--type-check', '--deny-warnings', ...linted],
  ['unused code', 'knip', 'knip', '--no-progress'],
  ['locked packages', undefined, 'bin/check-locks.js'],
]

/** Runs every check, prints a line for each and the output of those that fail; returns the results with their outputs. */
export async function runChecks() {
  return [await runCheck(first), ...(await Promise.all(checks.map(runCheck)))]
}

async function runCheck([name, packageName, program, ...args]) {
  const startedAt = performance.now()
  const path = packageName === undefined ? join(root, program) : toolPath(packageName, program)
  const { code, output } = await capture(nodePath, [path, ...args])
  const passed = code === 0
  process.stdout.write(`${passed ? '✔' : '✖'} ${name} ${seconds(startedAt)}\n${passed ? '' : `${output.trim()}\n\n`}`)
  return { name, passed, output }
}
