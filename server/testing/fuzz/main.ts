import { globSync, readFileSync } from 'node:fs'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

// Runs the tests that search at random, with another seed and more runs: `npm run fuzz -- --seed 7 --effort 100 shop-model`.

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    effort: { type: 'string', default: '20' },
  },
})
const files = globSync('{embedded,server}/**/*.test.ts')
  .filter((file) => readFileSync(file, 'utf8').includes('testing/random-search.ts'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
process.env['TEST_SEED'] = values.seed
process.env['TEST_EFFORT'] = values.effort
process.stdout.write(
  `${files.length} files; again: npm run fuzz -- ${['--seed', values.seed, '--effort', values.effort, ...words].join(' ')}\n`,
)

run({ files, concurrency: true, forceExit: true })
  .once('test:fail', () => (process.exitCode = 1))
  .compose(new spec())
  .pipe(process.stdout)
