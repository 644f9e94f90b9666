import { parseArgs } from 'node:util'
import { benchBrowser } from '#bench/browser.ts'
import { benchCatalog } from '#bench/catalog.ts'
import { benchImports } from '#bench/imports.ts'
import { benchIdentity } from '#bench/identity.ts'
import { meetsGoal } from '#bench/interleave.ts'
import { benchLists } from '#bench/lists.ts'
import { benchOrders } from '#bench/orders.ts'
import { benchPaidOrders } from '#bench/paid-orders.ts'
import { benchQuotes } from '#bench/quotes.ts'
import { benchReads } from '#bench/reads.ts'
import { benchReplicas } from '#bench/replicas.ts'
import { openShopProcess } from '#bench/shop-process.ts'
import { benchSizes } from '#bench/sizes.ts'
import { benchStrangers } from '#bench/strangers.ts'
import { benchVehicles } from '#bench/vehicles.ts'
import { benchWideOrders } from '#bench/wide-orders.ts'
import { runWithLimits } from '#server/testing/limits.ts'

const parts = {
  reads: benchReads,
  lists: benchLists,
  orders: benchOrders,
  'wide-orders': benchWideOrders,
  'paid-orders': benchPaidOrders,
  quotes: benchQuotes,
  identity: benchIdentity,
  browser: benchBrowser,
}
// On shops of their own, which take minutes to fill: only on request.
const longParts = {
  sizes: benchSizes,
  catalog: benchCatalog,
  imports: benchImports,
  replicas: benchReplicas,
  strangers: benchStrangers,
  vehicles: benchVehicles,
}

const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: { limits: { type: 'boolean', default: false } },
})
const unknown = requested.filter((name) => !(name in parts || name in longParts))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown.join(', ')}". Choose from: ${Object.keys({ ...parts, ...longParts }).join(', ')}.\n`,
  )
  process.exit(1)
}

const chosen = Object.entries(parts).filter(([name]) => requested.length === 0 || requested.includes(name))
if (values.limits) runWithLimits()

const rows = []
for (const [name, run] of Object.entries(longParts)) if (requested.includes(name)) rows.push(...(await run()))
await using shop = chosen.length > 0 ? await openShopProcess() : undefined
for (const [, run] of chosen) if (shop) rows.push(...(await run(shop)))
process.stdout.write(
  `\n${'what'.padEnd(44)}${'ours'.padStart(12)}${'limit'.padStart(12)}${'ratio'.padStart(8)}${'goal'.padStart(8)}\n`,
)
for (const row of rows) {
  const { name, ours, baseline, unit = '/s', goal } = row
  const shown = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.padStart(12)
  const promise =
    goal === undefined ? '' : `${unit === '/s' ? '≥' : '≤'} ${goal} ${meetsGoal(row) ? 'passed' : 'missed'}`
  const ratio = (ours / baseline).toFixed(2).padStart(8)
  process.stdout.write(`${name.padEnd(44)}${shown(ours)}${shown(baseline)}${ratio}  ${promise}\n`)
}
const missed = rows.filter((row) => !meetsGoal(row))
process.exitCode = missed.length > 0 ? 1 : 0
