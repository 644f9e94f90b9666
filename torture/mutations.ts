import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type LawMutation, lawMutations } from '#torture/law-mutations.ts'
import { logProgress } from '#torture/log-progress.ts'
import { linkPackages } from '#torture/prepare-version.ts'
import { check, type Result } from '#torture/result.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
/** What is built, made by a run or of git is not a source. */
const notSources = new Set(['.git', 'node_modules', 'build', 'data', 'test-results'])

/**
 * Breaks each law of what happens after an order on purpose, in a copy of the sources, and runs the tests that must notice it. A mutation that
 * no test notices fails.
 */
export async function mutations(): Promise<Result[]> {
  const directory = await mkdtemp('/var/tmp/boltyard-mutations-')
  try {
    const sources = (await readdir(root)).filter((name) => !notSources.has(name))
    await run('cp', ['-a', ...sources.map((name) => join(root, name)), directory])
    await linkPackages(directory)
    const unbroken = await findRedTests(directory, [...new Set(lawMutations.map(({ tests }) => tests))])
    const results = [
      check('without a mutation, no test is red', unbroken.length === 0, unbroken.join('; ') || 'none', 'none'),
    ]
    for (const mutation of lawMutations) {
      const red = await findRedTestsOf(directory, mutation)
      results.push(
        check(`${mutation.law}: ${mutation.breaks}`, red.length > 0, red[0] ?? 'no test is red', 'a red test'),
      )
      logProgress(`${mutation.breaks}: ${red[0] ?? 'no test is red'}`)
    }
    return results
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function findRedTestsOf(directory: string, mutation: LawMutation): Promise<string[]> {
  const path = join(directory, mutation.file)
  const text = await readFile(path, 'utf8')
  await writeFile(path, mutate(text, mutation))
  const red = await findRedTests(directory, [mutation.tests])
  await writeFile(path, text)
  return red
}

/** Returns the text of a file with a mutation; throws if its place is not there, or more than once. */
export function mutate(text: string, { file, from, to }: Pick<LawMutation, 'file' | 'from' | 'to'>): string {
  const [before, after, ...more] = text.split(from)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${file} must have this text once, to break it: ${from}`)
  return before + to + after
}

/** Runs tests, and returns the names of those that are red. Sources that cannot be built have none. */
async function findRedTests(directory: string, tests: readonly string[]): Promise<string[]> {
  const output = await run(process.execPath, ['bin/test.js', ...tests], { cwd: directory, maxBuffer: 1e8 }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  )
  if (!/^tests: \d+ passed/m.test(output)) throw new Error(`The tests did not run:\n${output.slice(-2000)}`)
  return [...output.matchAll(/^✖ (.+ \(\S+\.test\.ts\))$/gm)].map(([, name = '']) => name)
}
