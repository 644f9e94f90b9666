import { benchOrders } from '#bench/orders.ts'
import { benchReads } from '#bench/reads.ts'
import { openShopProcess } from '#bench/shop-process.ts'

const parts = { reads: benchReads, orders: benchOrders }

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
  `\n${'what'.padEnd(44)}${'ours/s'.padStart(10)}${'limit/s'.padStart(10)}${'ratio'.padStart(8)}${'goal'.padStart(8)}\n`,
)
for (const { what, ours, limit, goal } of rows) {
  const ratio = ours / limit
  const verdict = goal === undefined ? '' : ratio >= goal ? `≥ ${goal}` : `≥ ${goal} missed`
  process.stdout.write(
    `${what.padEnd(44)}${Math.round(ours).toString().padStart(10)}${Math.round(limit).toString().padStart(10)}${ratio.toFixed(2).padStart(8)}  ${verdict}\n`,
  )
}
const missed = rows.filter(({ ours, limit, goal }) => goal !== undefined && ours / limit < goal)
process.exitCode = missed.length > 0 ? 1 : 0
