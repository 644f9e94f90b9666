import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endpoints } from '#contract/endpoints.ts'
import { requestFormats } from '#server/platform/http/request-formats.ts'

const root = join(import.meta.dirname, '../..')
/** As long as a cell of a file may be; bodies have longer texts. */
const length = 32_768
const mostMs = 200

/** Generates inputs that provoke backtracking: long runs of matching text with a mismatch at the end. */
function* pumped(source: string): Generator<string> {
  const liked = new Set([
    'a',
    '0',
    ' ',
    '-',
    '.',
    '/',
    '<',
    '"',
    'a-',
    'a.',
    'a ',
    '\0',
    '\t',
    '0\t',
    '\n',
    ...Array.from(source.matchAll(/\w/g), ([each]) => each),
  ])
  for (const each of liked) {
    const run = each.repeat(Math.floor(length / each.length))
    yield `${run}A\0`
    yield `${run.slice(0, length / 2)}${' '.repeat(length / 2)}!`
  }
}

/** Returns the longest CPU time of this thread; stops at the first text that exceeds the limit in each of three tries. */
function slowest(source: string, matches: (text: string) => unknown): number {
  const time = (text: string) => {
    const begun = process.threadCpuUsage()
    matches(text)
    return process.threadCpuUsage(begun).user / 1000
  }
  let longest = 0
  for (const text of pumped(source)) {
    let ms = time(text)
    // One try may include a collection of garbage.
    for (let again = 0; again < 2 && ms > mostMs; again++) ms = Math.min(ms, time(text))
    longest = Math.max(longest, ms)
    if (longest > mostMs) break
  }
  return longest
}

/** Returns the patterns in a source file. */
function patternsOf(file: string): RegExp[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const literals = text.matchAll(
    /(?<=[=(,:!&|?[{]\s*)\/((?![*/ ])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]])/g,
  )
  return [...literals].flatMap(([, source = '', flags = '']) => {
    try {
      return [new RegExp(source, flags.replaceAll(/[gy]/g, ''))]
    } catch {
      return [] // it only looked like one
    }
  })
}

/** Returns the patterns that source files put together when they are loaded. */
async function builtPatternsOf(files: readonly string[]): Promise<RegExp[]> {
  const built: RegExp[] = []
  const { RegExp: own } = globalThis
  globalThis.RegExp = new Proxy(own, {
    construct(target, given: [string, string?]) {
      const pattern = new target(...given)
      built.push(new target(pattern.source, pattern.flags.replaceAll(/[gy]/g, '')))
      return pattern
    },
  })
  try {
    for (const file of files)
      if (readFileSync(join(root, file), 'utf8').includes('new RegExp('))
        // A module that another has loaded before is loaded again.
        await import(`${pathToFileURL(join(root, file)).href}?patterns`)
  } finally {
    globalThis.RegExp = own
  }
  return built
}

// security 28
test('no pattern of the server takes long, whatever text it meets', async () => {
  const files = globSync('{contract,server,embedded}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$|testing\/|scratch-|\/browser\//.test(file),
  )
  const written = files.flatMap((file) => patternsOf(file))
  assert.ok(written.length > 60, `only ${written.length} patterns were found`)
  const built = await builtPatternsOf(files)
  assert.ok(built.length > 40, `only ${built.length} patterns were built`)
  const patterns = new Map([...written, ...built].map((pattern) => [String(pattern), pattern]))
  for (const [shown, pattern] of patterns) {
    const ms = slowest(pattern.source, (text) => pattern.test(text))
    assert.ok(ms < mostMs, `${shown} takes ${Math.round(ms)} ms`)
  }
})

// security 28
test('no format and no pattern of the contract takes long', () => {
  for (const [name, isRight] of Object.entries(requestFormats)) assert.ok(slowest(name, isRight) < mostMs, name)
  const inContract = JSON.stringify(endpoints).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
  for (const [, quoted = '""'] of inContract) {
    const pattern = new RegExp(JSON.parse(quoted) as string)
    assert.ok(slowest(pattern.source, (text) => pattern.test(text)) < mostMs, quoted)
  }
})

test('a pattern that goes back and forth for ever would be found', () => {
  // Each letter more doubles the time: the fastest machine exceeds the limit a few letters later, the slowest a few earlier.
  const found = Array.from({ length: 14 }, (_, more) => 20 + more).some(
    (letters) => slowest('', (text) => /(?:[a-z]+)+$/.test(text.slice(0, letters) + '!')) > mostMs,
  )
  assert.ok(found)
})
