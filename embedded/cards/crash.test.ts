import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import Stripe from 'stripe'
import { listeningShop } from './testing/listening-shop.ts'
import { runningCards } from './testing/running-cards.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'

test('after kill -9 every acknowledged payment is there, once, and its events still arrive', async () => {
  await using shop = await listeningShop()
  // Makes the database; its own server has no part in this.
  await using cards = await runningCards()
  const start = async (aheadMs: number) => {
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'testing/cards-process.ts'),
        cards.databaseUrl,
        secretKey,
        shop.webhook.url(),
        shop.webhook.secret,
        String(aheadMs),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = await once(child.stdout, 'data')
    const port = Number(new URL(String(line).trim()).port)
    const options = { host: '127.0.0.1', port, protocol: 'http' as const, maxNetworkRetries: 0, telemetry: false }
    return { child, stripe: new Stripe(secretKey, options) }
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    if (child.signalCode === null) await once(child, 'exit')
  }

  // While the shop is down, nothing can be delivered.
  shop.refuse(Number.POSITIVE_INFINITY)
  const acknowledged = new Set<string>()
  const wishes = new Map<string, string>()
  const create = (stripe: Stripe, key: string) =>
    stripe.paymentIntents.create(
      { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', metadata: { wish: key } },
      { idempotencyKey: key },
    )
  const first = await start(0)
  const pay = async () => {
    for (;;) {
      const key = crypto.randomUUID()
      wishes.set(key, '')
      const { id } = await create(first.stripe, key)
      wishes.set(key, id)
      acknowledged.add(id)
      if (acknowledged.size === 20) first.child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: 6 }, pay))
  await kill(first.child)

  // An hour later every pause between two deliveries is over.
  shop.refuse(0)
  const second = await start(3_600_000)
  try {
    for (const id of acknowledged) assert.equal((await second.stripe.paymentIntents.retrieve(id)).status, 'succeeded')
    // Whoever never heard back asks again with the same key.
    for (const [key, id] of wishes) {
      const again = await create(second.stripe, key)
      if (id !== '') assert.equal(again.id, id)
      wishes.set(key, again.id)
    }
    const all = new Map<string, number>()
    for await (const intent of second.stripe.paymentIntents.list({ limit: 100 })) {
      const wish = intent.metadata['wish'] ?? ''
      all.set(wish, (all.get(wish) ?? 0) + 1)
    }
    assert.deepEqual(all, new Map([...wishes.keys()].map((key) => [key, 1])))
    for (const id of wishes.values()) await shop.delivered('payment_intent.succeeded', id)
  } finally {
    await kill(second.child)
  }
})
