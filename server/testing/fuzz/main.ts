import { parseArgs } from 'node:util'
import { endpoints } from '#contract/endpoints.ts'
import { fuzzApi } from './fuzz-api.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const wanted = Number(values.requests)
const begun = performance.now()
process.stdout.write(`${wanted} requests, seed ${values.seed}\n`)
const report = await fuzzApi({
  requests: wanted,
  seed: Number(values.seed),
  progress: (done) => void process.stdout.write(`${done} done\n`),
})

const seconds = Math.round((performance.now() - begun) / 1000)
const never = endpoints.filter(({ name }) => !report.reached.has(name)).map(({ name }) => name)
const statuses = [...report.statuses].toSorted(([one], [other]) => one - other)
process.stdout.write(
  `${report.requests} requests in ${seconds} s; ${report.reached.size} calls succeeded, never: ${never.join(', ') || 'none'}\n`,
)
process.stdout.write(`${statuses.map(([status, times]) => `${status}: ${times}`).join(', ')}\n`)
for (const [what, { times, example }] of report.faults)
  process.stdout.write(`\n✖ ${what} (${times} times)\n${example}\n`)
process.stdout.write(`${report.faults.size} kinds of faults\n`)
process.exitCode = report.faults.size > 0 ? 1 : 0
