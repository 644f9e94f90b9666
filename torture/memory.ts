import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from '#torture/call.ts'
import { type Result, check, never, info } from '#torture/result.ts'
import { addProducts, enter, owner } from '#torture/buyers.ts'
import { openShop } from '#torture/open-shop.ts'
import { logProgress } from '#torture/log-progress.ts'
import { pick, startWorkload } from '#torture/workload.ts'

const sampleEveryMs = 2000
/** Access tokens are valid for an hour. */
const signInEverySamples = 900
const pages = ['/', '/products', '/blog', '/portfolio', '/plumbing', '/tools', '/reviews', '/openapi.json', '/sign-in']

interface Sample {
  minute: number
  megabytes: number
  handles: number
}

/** Runs a mixed load for some minutes: memory and open handles of the server must not grow after warm-up. Linux only. */
export async function memory({ minutes }: { minutes: number }): Promise<Result[]> {
  await using shop = await openShop()
  const { url, admin, buyers } = shop
  const products = await addProducts(url, admin, 10)
  const trade = startWorkload({ url, buyers, products, ordersPerSecond: 30, hands: 8 })
  let ending = false
  let looks = 0
  const looking = Promise.all(
    Array.from({ length: 4 }, async (_, reader) => {
      for (let turn = reader; !ending; turn++) {
        await call(url, 'GET', pick(pages, turn))
        looks++
        await delay(20)
      }
    }),
  )
  const begun = performance.now()
  const samples: Sample[] = []
  while (performance.now() - begun < minutes * 60_000) {
    await delay(sampleEveryMs)
    samples.push({ minute: (performance.now() - begun) / 60_000, ...look(shop.pid) })
    if (samples.length % signInEverySamples === 0) {
      for (const buyer of buyers) {
        Object.assign(buyer, await enter(url, 'signInWithPassword', { ...buyer, password: owner.password }))
      }
    }
    if (samples.length % 30 === 0) logProgress(`${Math.round(samples.at(-1)?.megabytes ?? 0)} MB`)
  }
  ending = true
  await looking
  await trade.end()
  // The first third fills caches and pools.
  const settled = samples.slice(Math.floor(samples.length / 3))
  const quarter = Math.ceil(settled.length / 4)
  const start = mean(settled.slice(0, quarter).map(({ megabytes }) => megabytes))
  const end = mean(settled.slice(-quarter).map(({ megabytes }) => megabytes))
  const handles = settled.map((sample) => sample.handles)
  const growth = (end / start - 1) * 100
  return [
    check(
      `memory after ${minutes} minutes against that after a third of them`,
      growth < 10,
      `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} % (${start.toFixed(0)} → ${end.toFixed(0)} MB, ${slope(settled).toFixed(2)} MB/min)`,
      '< +10 %',
    ),
    check(
      'open handles',
      mean(handles.slice(-quarter)) <= mean(handles.slice(0, quarter)) + 5,
      `${Math.min(...handles)} to ${Math.max(...handles)}`,
      'as many at the end',
    ),
    never('strange answers', trade.ledger.surprises),
    info(
      'load',
      `${trade.ledger.orders.size} orders, ${trade.ledger.pictures.size} pictures, ${looks} pages and lists`,
    ),
  ]
}

function look(pid: number): { megabytes: number; handles: number } {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { megabytes: kilobytes / 1024, handles: readdirSync(`/proc/${pid}/fd`).length }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Megabytes a minute, by least squares. */
function slope(samples: readonly Sample[]): number {
  const x = mean(samples.map(({ minute }) => minute))
  const y = mean(samples.map(({ megabytes }) => megabytes))
  const over = samples.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0)
  return over / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
}
