import { parseArgs } from 'node:util'
import { cluster } from '#torture/cluster.ts'
import { container } from '#torture/container.ts'
import { crash } from '#torture/crash.ts'
import { databaseOutage } from '#torture/database-outage.ts'
import { runWithLimits } from '#server/testing/limits.ts'
import { diskFull } from '#torture/disk-full.ts'
import type { Result } from '#torture/result.ts'
import { flood } from '#torture/flood.ts'
import { longMigrations } from '#torture/long-migrations.ts'
import { memory } from '#torture/memory.ts'
import { mutations } from '#torture/mutations.ts'
import { overlappingOrders } from '#torture/overlapping-orders.ts'
import { overload } from '#torture/overload.ts'
import { pointInTime } from '#torture/point-in-time.ts'
import { providers } from '#torture/providers.ts'
import { restore } from '#torture/restore.ts'
import { processes, several } from '#torture/several-servers.ts'
import { sigterm } from '#torture/sigterm.ts'
import { upgrade } from '#torture/upgrade.ts'

interface Options {
  kills: number
  minutes: number
  /** The version before, of `upgrade`. */
  from: string | undefined
  products: number
  orders: number
  /** The number of lines of each order. */
  lines: number
}

const runs: Record<string, (options: Options) => Promise<Result[]>> = {
  crash,
  sigterm,
  'disk-full': diskFull,
  'database-away': databaseOutage,
  providers,
  several,
  cluster,
  'point-in-time': pointInTime,
  processes,
  'overlapping-orders': overlappingOrders,
  overload,
  flood,
  memory,
  restore,
  container,
  upgrade,
  'long-migrations': longMigrations,
  mutations,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '10' },
    from: { type: 'string' },
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '100000' },
    lines: { type: 'string', default: '1' },
    limits: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter((name) => !(name in runs))
if (unknown.length > 0 || positionals.length === 0) {
  process.stderr.write(
    `Usage: npm run torture -- NAME [--kills N] [--minutes N] [--from REF] [--products N] [--orders N] [--lines N] [--limits]\nNAME is one of: ${Object.keys(runs).join(', ')}.\n`,
  )
  process.exit(1)
}

// A flood needs the limits.
if (values.limits || positionals.includes('flood')) runWithLimits()

// The shops of a run end with it, however it ends; a scratch database first has a moment to stop.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => setTimeout(() => process.exit(1), 5000))

let broken = 0
for (const name of positionals) {
  const begun = performance.now()
  process.stdout.write(`${name} …\n`)
  const figures = await runs[name]?.({
    kills: Number(values.kills),
    minutes: Number(values.minutes),
    from: values.from,
    products: Number(values.products),
    orders: Number(values.orders),
    lines: Number(values.lines),
  })
  for (const { name: promise, measured, limit, passed } of figures ?? []) {
    process.stdout.write(
      `${passed ? '✔' : '✖'} ${name}: ${promise}: ${measured}${limit === undefined ? '' : ` (promised: ${limit})`}\n`,
    )
    if (!passed) broken++
  }
  process.stdout.write(`  ${name} took ${Math.round((performance.now() - begun) / 1000)} s\n`)
}
// Not exit(): the scratch database stops when nothing else is left to do.
process.exitCode = broken > 0 ? 1 : 0
