import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import Stripe from 'stripe'
import { confirmCard } from './testing/confirm-card.ts'
import { startWebhookReceiver } from './testing/webhook-receiver.ts'
import { startSandbox } from './testing/start-sandbox.ts'

const secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'

test('after kill -9 every acknowledged payment is stored once, and its events are still delivered', async () => {
  await using receiver = await startWebhookReceiver()
  // Creates the database; the server of this process is not used.
  await using cards = await startSandbox()
  const start = async (aheadMs: number) => {
    const child = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'testing/sandbox-process.ts'),
        cards.databaseUrl,
        secretKey,
        receiver.webhook.url(),
        receiver.webhook.secret,
        String(aheadMs),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [line] = await once(child.stdout, 'data')
    const origin = String(line).trim()
    const port = Number(new URL(origin).port)
    const options = { host: '127.0.0.1', port, protocol: 'http' as const, maxNetworkRetries: 0, telemetry: false }
    return { child, origin, stripe: new Stripe(secretKey, options) }
  }
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL')
    if (child.signalCode === null) await once(child, 'exit')
  }

  // While the webhook fails, nothing is delivered.
  receiver.failNext(Number.POSITIVE_INFINITY)
  const acknowledged = new Set<string>()
  const intents = new Map<string, string>()
  const create = (stripe: Stripe, key: string) =>
    stripe.paymentIntents.create({ amount: 2000, currency: 'usd', metadata: { key } }, { idempotencyKey: key })
  const first = await start(0)
  const pay = async () => {
    for (;;) {
      const key = crypto.randomUUID()
      intents.set(key, '')
      const intent = await create(first.stripe, key)
      intents.set(key, intent.id)
      const { status } = await confirmCard(first.origin, intent)
      assert.equal(status, 200)
      acknowledged.add(intent.id)
      if (acknowledged.size === 20) first.child.kill('SIGKILL')
    }
  }
  await Promise.allSettled(Array.from({ length: 6 }, pay))
  await kill(first.child)

  // An hour later every retry delay is over.
  receiver.failNext(0)
  const second = await start(3_600_000)
  try {
    for (const id of acknowledged) assert.equal((await second.stripe.paymentIntents.retrieve(id)).status, 'succeeded')
    // A client that got no answer sends the same again, with the same key.
    for (const [key, id] of intents) {
      const again = await create(second.stripe, key)
      if (id !== '') assert.equal(again.id, id)
      intents.set(key, again.id)
      const { status, intent } = await confirmCard(second.origin, again)
      if (acknowledged.has(again.id)) assert.equal(status, 400)
      assert.equal(intent.status, 'succeeded')
    }
    const { rows } = await cards.db.execute<{ key: string }>(
      "SELECT metadata->>'key' AS key FROM cards.payment_intents JOIN cards.charges ON payment_intent_id = payment_intents.id",
    )
    assert.deepEqual(rows.map(({ key }) => key).toSorted(), [...intents.keys()].toSorted())
    for (const id of intents.values()) await receiver.waitForEvent('payment_intent.succeeded', id)
  } finally {
    await kill(second.child)
  }
})
