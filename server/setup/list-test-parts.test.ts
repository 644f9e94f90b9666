import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTestParts } from '#server/setup/list-test-parts.ts'
import { readConfig } from '#server/platform/config.ts'

const partsOf = (env: Record<string, string>) => listTestParts(readConfig(env))
const stripe = (kind: string) => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})

test('a server is in test mode until it is one of production and no cards are for testing', () => {
  assert.deepEqual(partsOf({}), ['server', 'sandbox', 'carriers', 'tax-ids', 'accounts', 'outbox'])
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com' }
  assert.deepEqual(partsOf({ ...production, ...stripe('live') }), [])
  assert.deepEqual(partsOf({ ...production, PAYMENTS: 'off' }), [])
  assert.deepEqual(partsOf({ ...production, PAYMENTS: 'sandbox' }), ['sandbox'])
  assert.deepEqual(partsOf({ ...production, ...stripe('test') }), ['test-keys'])
  for (const address of ['', 'http://localhost:3000', 'https://127.0.0.1'])
    assert.deepEqual(partsOf({ ...production, ...stripe('live'), PUBLIC_URL: address }), ['address'], address)
})
