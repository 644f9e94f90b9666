import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { findRamDisk, fleetingSettings } from '../embedded/postgres/testing/test-database.ts'
import { startPostgres } from '../embedded/postgres/start-postgres.ts'
import { nodeEnv, seconds, testFiles, toolPath } from './prepare.js'
import { runChecks } from './run-checks.js'
import { nodePath, root } from './runtime.js'

// Joins three runners in one summary: the checks, node:test on one PostgreSQL (a server for each file would add 1.2 s to each), and
// Playwright. Some files share a process each: reading the code and starting the first shop take 1.5 s of CPU time in each.

/** Ends a file that never ends, on a machine that may be several times slower. */
const fileTimeoutMs = 900_000
/** A file waits for its database and its shops for a part of the time. */
const processes = 2 * availableParallelism()

// Settings of a developer's own shop, from the environment or .env, do not reach the shops of the tests.
for (const [, name] of readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm))
  delete process.env[name]

const isRelease = process.argv.includes('--release')
if (isRelease) process.env.TEST_EFFORT = '4'

// Tests write to memory: starts of shops and databases wait for a disk otherwise.
const ramDisk = findRamDisk()
if (ramDisk !== undefined && !isRelease) {
  const folder = mkdtempSync(join(ramDisk, 'boltyard-tmp-'))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
process.exitCode = await runAll()

/**
 * Runs the tests of every change, or with --release those that are worth their time only before a release (`*.release.test.ts`); with
 * words, only the files whose path contains one of them. Returns the exit code.
 */
async function runAll() {
  const isSelected = (file) =>
    /\.release\.test\.\w+$/.test(file) === isRelease &&
    (words.length === 0 || words.some((word) => file.includes(word)))
  const tests = testFiles().filter(isSelected)
  const journeys = globSync('journeys/**/*.test.ts').filter(isSelected)

  const parts = []
  const add = async (name, runPart) => parts.push(await timed(name, runPart))
  // One after the other: side by side, browsers on a busy machine miss their time limits, and a cluster loses its leader before anything is
  // killed.
  if (isRelease) {
    for (const file of tests) await add(basename(file).split('.')[0], () => runTests([file]))
    if (words.length === 0) await add('random searches', () => runRandomSearches())
  } else {
    if (words.length === 0) await add('checks', runAllChecks)
    if (tests.length > 0) await add('tests', () => runTests(tests))
  }
  if (journeys.length > 0) await add('journeys', () => runJourneys(journeys.sort()))

  // At the end, where whoever reads only the last lines of the log finds it; `.ci/run` repeats it.
  const failures = parts.flatMap((part) => part.failures)
  if (failures.length > 0) process.stdout.write('\nFailures\n')
  for (const failure of failures) process.stdout.write(`\n✖ ${failure}\n`)
  const sum = (name) => parts.reduce((total, part) => total + part[name], 0)
  process.stdout.write('\n')
  for (const part of parts) {
    const skipped = part.skipped > 0 ? `, ${part.skipped} skipped` : ''
    process.stdout.write(`${part.name}: ${part.passed} passed, ${part.failed} failed${skipped} (${part.duration})\n`)
  }
  if (parts.length === 0) process.stdout.write(`No test file has "${words.join('" or "')}" in its path.\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') > 0 || parts.length === 0 ? 1 : 0
}

async function timed(name, runPart) {
  const startedAt = performance.now()
  const counts = await runPart()
  return { ...counts, name, duration: seconds(startedAt) }
}

async function runAllChecks() {
  process.stdout.write('\nchecks\n')
  const results = await runChecks()
  const failures = results.filter(({ passed }) => !passed).map(({ name, output }) => `${name}\n${output.trim()}`)
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures }
}

/** Runs the random searches of each change again, ten times as long. */
function runRandomSearches() {
  const isSearch = (file) =>
    !file.includes('.release.') && readFileSync(join(root, file), 'utf8').includes('testing/random-search.ts')
  return runTests(testFiles().filter(isSearch))
}

async function runTests(files) {
  process.stdout.write('\ntests\n')
  const directory = mkdtempSync(join(findRamDisk() ?? tmpdir(), 'boltyard-test-'))
  const postgres = await startPostgres({ directory, log: () => undefined, settings: fleetingSettings })
  const stop = () => postgres.stop().finally(() => rmSync(directory, { recursive: true, force: true }))
  const stopAndExit = () => void stop().finally(() => process.exit(1))
  process.once('SIGINT', stopAndExit).once('SIGTERM', stopAndExit)
  process.env.TEST_POSTGRES_URL = postgres.url
  try {
    return await runFiles(files)
  } finally {
    process.off('SIGINT', stopAndExit).off('SIGTERM', stopAndExit)
    await stop()
  }
}

async function runFiles(files) {
  const queue = mkdtempSync(join(tmpdir(), 'boltyard-test-files-'))
  const tests = run({
    files: writeEntryPoints(files, queue),
    // Of what a shop allocates as it opens, most is garbage a moment later: fewer, larger collections.
    execArgv: ['--enable-source-maps', '--max-semi-space-size=32'],
    concurrency: processes,
  })
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] }
  tests.on('test:fail', ({ name, file, details: { error } }) => {
    if (error.failureType !== 'subtestsFailed')
      total.failures.push(`${name} (${relative(root, file ?? '')})\n${error.cause?.stack ?? error.message}`)
  })
  tests.on('test:summary', ({ file, counts, success }) => {
    if (file) return
    const { passed, failed, cancelled, skipped } = counts
    // A suite that fails by itself, such as a file that leaves something open, is not counted.
    Object.assign(total, { passed, failed: success ? 0 : Math.max(failed + cancelled, 1), skipped })
  })
  const report = tests.compose(new spec())
  report.pipe(process.stdout)
  await finished(report)
  rmSync(queue, { recursive: true })
  return total
}

/** Writes the entry points of the processes, which take the files one by one, large ones first, and returns their paths. */
function writeEntryPoints(files, queue) {
  const size = (file) => statSync(join(root, file)).size
  const bundled = files.toSorted((one, other) => size(other) - size(one)).map((file) => file.replace(/\.\w+$/, '.js'))
  const runner = pathToFileURL(join(root, 'bin/run-together.js'))
  return Array.from({ length: Math.min(processes, files.length) }, (_, index) => {
    const entry = join(root, 'build/tests', `process-${index + 1}.js`)
    const call = `await runTogether(import.meta.dirname, ${JSON.stringify(bundled)}, ${JSON.stringify(queue)}, ${fileTimeoutMs})`
    writeFileSync(entry, `import { runTogether } from '${runner.href}'\n${call}\n`)
    return entry
  })
}

/** Runs Playwright; each of its workers has a shop of its own that runs as `npm start` runs it. */
async function runJourneys(files) {
  process.stdout.write('\njourneys\n')
  const folder = mkdtempSync(join(tmpdir(), 'boltyard-journeys-'))
  const report = join(folder, 'report.json')
  try {
    const playwright = toolPath('@playwright/test', 'playwright')
    const child = spawn(nodePath, [playwright, 'test', '--reporter=list,json', ...files], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...nodeEnv(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
      },
    })
    const [code] = await once(child, 'close')
    // Whoever reads the log of another machine sees what the page showed.
    for (const file of globSync('test-results/*/error-context.md', { cwd: root }))
      process.stdout.write(`\n${file}\n${readFileSync(join(root, file), 'utf8')}\n`)
    const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8'))
    const { expected, unexpected, flaky, skipped } = stats
    const failures = [...suites.flatMap(failuresOf), ...errors.map(({ message }) => message)]
    // A failure outside of a test, such as a shop that does not start, counts as one.
    return { passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(unexpected, 1), skipped, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a text for each failed test of a suite of Playwright's report: its title, place and messages. */
function failuresOf({ suites = [], specs = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  const own = failed.map(({ title, file, line, tests }) => {
    const messages = tests.flatMap(({ results }) =>
      results.flatMap(({ errors }) => errors.map(({ message }) => message)),
    )
    return `${title} (journeys/${file}:${line})\n${messages.join('\n')}`
  })
  return [...own, ...suites.flatMap(failuresOf)]
}
