import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import { roomyMemory } from '../embedded/postgres/scratch-database.ts'
import { startPostgres } from '../embedded/postgres/start-postgres.ts'
import { pinnedNode, root, seconds, toolPath, withPinnedNode } from './prepare.js'
import { runChecks } from './run-checks.js'

const ansi = { red: '\u001B[31m', reset: '\u001B[0m' }
const longestTestMs = 420_000

/**
 * Runs the checks, the tests on one PostgreSQL, and the browser journeys, or only the files whose path contains one of the words.
 * Ends with a line for each part and the sum of all; answers the exit code.
 */
export async function runAll(words) {
  const isWanted = (file) => words.length === 0 || words.some((word) => file.includes(word))
  const tests = globSync('{bench,bin,contract,database,embedded,server,web}/**/*.test.{js,ts,tsx}')
    .filter(isWanted)
    .sort()
  const journeys = globSync('journeys/**/*.test.ts').filter(isWanted).sort()

  const parts = []
  if (words.length === 0) parts.push(await timed('checks', checkAll))
  if (tests.length > 0) parts.push(await timed('tests', () => runTests(tests)))
  if (journeys.length > 0) parts.push(await timed('journeys', () => runJourneys(journeys)))

  const sum = (name) => parts.reduce((total, part) => total + part[name], 0)
  process.stdout.write('\n')
  for (const part of parts) {
    const skipped = part.skipped > 0 ? `, ${part.skipped} skipped` : ''
    process.stdout.write(`${part.name}: ${part.passed} passed, ${part.failed} failed${skipped} (${part.took})\n`)
  }
  if (parts.length === 0) process.stdout.write(`No test file has "${words.join('" or "')}" in its path.\n`)
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
  return sum('failed') > 0 || parts.length === 0 ? 1 : 0
}

async function timed(name, part) {
  const begun = performance.now()
  process.stdout.write(`\n${name}\n`)
  const counts = await part()
  return { skipped: 0, ...counts, name, took: seconds(begun) }
}

async function checkAll() {
  const results = await runChecks()
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

async function runTests(files) {
  const directory = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'boltyard-test-'))
  const postgres = await startPostgres({ directory, log: () => undefined, settings: { max_connections: '400' } })
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

/** A line for each file as it ends; the whole story only of what failed. */
async function runFiles(files) {
  // A file waits for its database and its shop for half of its time.
  const concurrency = 2 * availableParallelism()
  const stream = run({
    files: files.map((file) => join(root, file)),
    execArgv: ['--import', './bin/light-drizzle.js', '--import', './bin/end-in-time.js'],
    concurrency,
    timeout: longestTestMs,
  })
  const failures = new Map()
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for await (const { type, data } of stream) {
    if (type === 'test:fail' && data.details.type !== 'suite' && !data.todo) {
      failures.set(data.file, [...(failures.get(data.file) ?? []), data])
    }
    if (type === 'test:stderr') process.stderr.write(data.message)
    if (type !== 'test:summary') continue
    if (data.file) reportFile(relative(root, data.file), data, failures.get(data.file) ?? [])
    else addCounts(counts, data.counts)
  }
  return counts
}

function addCounts(counts, { passed, failed, cancelled, skipped }) {
  counts.passed += passed
  counts.failed += failed + cancelled
  counts.skipped += skipped
}

function reportFile(file, { counts, duration_ms, success }, failures) {
  const took = `${(duration_ms / 1000).toFixed(1)} s`
  process.stdout.write(`${success ? '✔' : '✖'} ${file}: ${counts.passed} of ${counts.tests - counts.skipped} ${took}\n`)
  for (const { name, details } of failures) {
    process.stdout.write(
      `\n  ${ansi.red}✖ ${name}${ansi.reset}\n${indent(inspect(details.error.cause ?? details.error))}\n\n`,
    )
  }
}

function indent(text) {
  return text.replaceAll(/^/gm, '    ')
}

/** In Chromium, each worker against a shop of its own that runs as `npm start` runs it. */
async function runJourneys(files) {
  const folder = mkdtempSync(join(tmpdir(), 'boltyard-journeys-'))
  const report = join(folder, 'report.json')
  try {
    const code = await new Promise((resolve, reject) => {
      const playwright = toolPath('@playwright/test', 'playwright')
      spawn(pinnedNode, [playwright, 'test', '--reporter=list,json', ...files], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...withPinnedNode(),
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
        },
      })
        .once('error', reject)
        .once('exit', (exitCode) => resolve(exitCode ?? 1))
    })
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats
    // A failure outside any test, such as a shop that does not start, is a failure too.
    return { passed: expected + flaky, failed: code === 0 ? unexpected : Math.max(unexpected, 1), skipped }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
