import { benchIdentity } from '#bench/identity.ts'
import { keepsGoal } from '#bench/interleave.ts'
import { benchOrders } from '#bench/orders.ts'
import { benchReads } from '#bench/reads.ts'
import { openShopProcess } from '#bench/shop-process.ts'

const parts = { reads: benchReads, orders: benchOrders, identity: benchIdentity }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in parts))
if (unknown.length > 0) {
  process.stderr.write(`There is no bench "${unknown.join(', ')}". Choose from: ${Object.keys(parts).join(', ')}.\n`)
  process.exit(1)
}

await using shop = await openShopProcess()
const rows = []
for (const [name, run] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) rows.push(...(await run(shop)))
}
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
