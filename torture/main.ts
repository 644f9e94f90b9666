import { parseArgs } from 'node:util'
import { crash } from '#torture/crash.ts'
import { databaseAway } from '#torture/database-away.ts'
import { diskFull } from '#torture/disk-full.ts'
import type { Figure } from '#torture/figure.ts'
import { memory } from '#torture/memory.ts'
import { overload } from '#torture/overload.ts'
import { providers } from '#torture/providers.ts'
import { processes, several } from '#torture/several.ts'
import { sigterm } from '#torture/sigterm.ts'

const runs: Record<string, (options: { kills: number; minutes: number }) => Promise<Figure[]>> = {
  crash,
  sigterm,
  'disk-full': diskFull,
  'database-away': databaseAway,
  providers,
  several,
  processes,
  overload,
  memory,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '30' }, minutes: { type: 'string', default: '10' } },
})
const unknown = positionals.filter((name) => !(name in runs))
if (unknown.length > 0 || positionals.length === 0) {
  process.stderr.write(
    `Usage: npm run torture -- NAME [--kills N] [--minutes N]\nNAME is one of: ${Object.keys(runs).join(', ')}.\n`,
  )
  process.exit(1)
}

// The shops of a run end with it, however it ends; a scratch database first has a moment to stop.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => setTimeout(() => process.exit(1), 5000))

let broken = 0
for (const name of positionals) {
  const begun = performance.now()
  process.stdout.write(`${name} …\n`)
  const figures = await runs[name]?.({ kills: Number(values.kills), minutes: Number(values.minutes) })
  for (const { what, seen, promise, kept } of figures ?? []) {
    process.stdout.write(
      `${kept ? '✔' : '✖'} ${name}: ${what}: ${seen}${promise === undefined ? '' : ` (promised: ${promise})`}\n`,
    )
    if (!kept) broken++
  }
  process.stdout.write(`  ${name} took ${Math.round((performance.now() - begun) / 1000)} s\n`)
}
// Not exit(): the scratch database stops when nothing else is left to do.
process.exitCode = broken > 0 ? 1 : 0
