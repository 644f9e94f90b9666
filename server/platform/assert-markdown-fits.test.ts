import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import fc from 'fast-check'
import type MarkdownIt from 'markdown-it'
import { limitMarkdown, markdownLimits, newMarkdownBudget } from '#contract/markdown-limit.ts'
import { search } from '#server/testing/random-search.ts'

// As a script of its own, also where the test is bundled: its runs are counted.
const Parser = createRequire(import.meta.url)('markdown-it') as typeof MarkdownIt
const parse = limitMarkdown(new Parser({ linkify: true }))

const ofBlocks = ['> ', '>', '- ', '1. ', '  ', '    ', '\t', '|', '|-', '```', '~~~', '#', '=', '[a]: b']
const ofText = ['`', '~', '*', '_', '**a ', '[', ']', '[a]', '![', '](', '](a)', '(', ')', '<', '<a>', '"', "'", '\\']
const ofAddresses = ['&', '&amp;', ':', '://', 'https://a/', 'mailto:', 'a', 'a b ']
const piece = fc
  .tuple(fc.constantFrom(...ofBlocks, ...ofText, ...ofAddresses), fc.constantFrom(1, 1, 1, 3, 20, 100))
  .map(([sign, count]) => sign.repeat(count))
const lines = fc
  .tuple(
    fc.array(piece, { minLength: 1, maxLength: 4 }),
    fc.constantFrom('', ' ', '\n', '\n', '\n\n'),
    fc.constantFrom(1, 1, 2, 40, 400),
  )
  .map(([pieces, end, count]) => (pieces.join('') + end).repeat(count))
/** Texts that keep a parser busy: few signs, many times, in lines that come many times. */
const hostile = fc.array(lines, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('').slice(0, 8_000))

test('whatever a text is made of, the parser works in proportion to what its limits count', async () => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  /** Returns how often the pieces of the parser's code ran since the last call: all its work, whichever rule does it. */
  const countRuns = async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const scripts = result.filter(({ url }) => /\/(markdown-it|linkify-it|mdurl)\//.test(url))
    const ranges = scripts.flatMap(({ functions }) => functions.flatMap((one) => one.ranges))
    return ranges.reduce((sum, { count }) => sum + count, 0)
  }
  try {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const budget = newMarkdownBudget()
        await countRuns()
        parse(text, budget)
        const runs = await countRuns()
        const [elements, reads] = [markdownLimits.elements - budget.elements, markdownLimits.reads - budget.reads]
        // The most that was found is 6 for each.
        const most = 10 * (reads + 40 * elements + text.length + 1_000)
        assert.ok(runs > 0 && runs <= most, `${runs} runs for ${reads} reads and ${elements} elements`)
      }),
      search(),
    )
  } finally {
    session.disconnect()
  }
})
