import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { scratchPostgres } from '#embedded/postgres/scratch-database.ts'
import type { Share } from '#server/testing/live-histories.ts'

/** Enough of them for a change at hand, and more where changes come together; `PAYMENT_HISTORIES=2000` lives the whole lot. */
const count = Number(process.env['PAYMENT_HISTORIES'] ?? (process.env['CI'] ? 100 : 60))
const seed = Number(process.env['PAYMENT_SEED'] ?? Date.now() % 2 ** 31)
/** So many histories happen at once, but to different buyers and products. */
const lanes = 12
/** Each has a shop of its own, which is worth its start only for many. */
const threads = count > 500 ? 2 : 1

/** Histories that once broke a law, as short as they could be made. */
const known: Share['known'] = [
  [
    'a refund at the provider is told before the payment that it belongs to',
    [
      { order: 0, do: 'place', units: 1 },
      { order: 0, do: 'pay', card: 'pm_card_visa' },
      { order: 0, do: 'refund-at-provider', quarters: 1 },
      { order: 0, do: 'deliver', events: 'all', backwards: true, times: 1 },
    ],
  ],
  [
    'a part of what nobody waited for goes back at the provider before the shop hears of the payment',
    [
      { order: 0, do: 'place', units: 1 },
      { order: 0, do: 'open' },
      { order: 0, do: 'close-unasked', as: 'cancelled' },
      { order: 0, do: 'pay', card: 'pm_card_visa' },
      { order: 0, do: 'refund-at-provider', quarters: 1 },
      { order: 0, do: 'deliver', events: 'all', backwards: false, times: 1 },
    ],
  ],
]

test(
  `${count} histories of orders, payments, refunds, disputes and accidents keep the laws of money and stock (PAYMENT_SEED=${seed})`,
  { timeout: 600_000 },
  async () => {
    await using server = await scratchPostgres()
    const share = (thread: number): Share => ({
      known: thread === 0 ? known : [],
      seeds: Array.from({ length: lanes / threads }, (_, lane) => seed + (thread * lanes) / threads + lane),
      historiesOfLane: Math.ceil(count / lanes),
    })
    await Promise.all(Array.from({ length: threads }, (_, thread) => live(share(thread), server.url)))
  },
)

function live(workerData: Share, postgres: string): Promise<void> {
  const env = { ...process.env, TEST_POSTGRES_URL: postgres }
  const thread = new Worker(new URL('../testing/live-histories.ts', import.meta.url), { workerData, env })
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}.`))))
  })
}
