import { benchBrowser } from '#bench/browser.ts'
import { benchIdentity } from '#bench/identity.ts'
import { keepsGoal } from '#bench/interleave.ts'
import { benchOrders } from '#bench/orders.ts'
import { benchReads } from '#bench/reads.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { benchSizes } from '#bench/sizes.ts'

const parts = { reads: benchReads, orders: benchOrders, identity: benchIdentity, browser: benchBrowser }
// On shops of their own, which take minutes to fill: only when they are asked for.
const longParts = { sizes: benchSizes }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts || name in longParts))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown.join(', ')}". Choose from: ${Object.keys({ ...parts, ...longParts }).join(', ')}.\n`,
  )
  process.exit(1)
}

const rows = []
for (const [name, run] of Object.entries(longParts)) if (asked.includes(name)) rows.push(...(await run()))
const chosen = Object.entries(parts).filter(([name]) => asked.length === 0 || asked.includes(name))
await using shop = chosen.length > 0 ? await openShopProcess() : undefined
for (const [, run] of chosen) if (shop) rows.push(...(await run(shop)))
process.stdout.write(
  `\n${'what'.padEnd(44)}${'ours'.padStart(12)}${'limit'.padStart(12)}${'ratio'.padStart(8)}${'goal'.padStart(8)}\n`,
)
for (const row of rows) {
  const { what, ours, limit, unit = '/s', goal } = row
  const shown = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.padStart(12)
  const promise = goal === undefined ? '' : `${unit === 'ms' ? '≤' : '≥'} ${goal}${keepsGoal(row) ? '' : ' missed'}`
  const ratio = (ours / limit).toFixed(2).padStart(8)
  process.stdout.write(`${what.padEnd(44)}${shown(ours)}${shown(limit)}${ratio}  ${promise}\n`)
}
const missed = rows.filter((row) => !keepsGoal(row))
process.exitCode = missed.length > 0 ? 1 : 0
