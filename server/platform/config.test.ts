import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '#server/platform/config.ts'

const mistakesOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return ''
}

for (const [env, sentence] of [
  [{ PORT: 'abc' }, 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000", but must be a whole number from 0 to 65535.'],
  [{ STARTUP_SPINNER_MS: '-1' }, 'STARTUP_SPINNER_MS is "-1", but must be a whole number from 0 to 60000.'],
  [{ WEB_CONCURRENCY: '1.5' }, 'WEB_CONCURRENCY is "1.5", but must be a whole number from 1 to 64.'],
  [{ DEMO: 'yes' }, 'DEMO is "yes", but must be one of: true, false.'],
  [{ RATE_LIMITS: 'none' }, 'RATE_LIMITS is "none", but must be one of: on, off.'],
  [{ NODE_ENV: 'production', RATE_LIMITS: 'off' }, 'RATE_LIMITS can only be off outside production.'],
  [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.'],
  [{ SMTP_URL: 'mail.example.com:25' }, 'SMTP_URL must be a URL that starts with smtp:// or smtps://.'],
  [{ ADMIN_EMAIL: 'owner' }, 'ADMIN_EMAIL must be an e-mail address such as owner@example.com.'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have at least 8 characters.'],
  [
    { SECRET_KEY: 'short' },
    'SECRET_KEY must have at least 32 characters, for example the output of: openssl rand -hex 32',
  ],
  [
    { STRIPE_SECRET_KEY: 'sk_x' },
    'Set all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of them.',
  ],
  [{ SANDBOX_EVENTS: 'slow' }, 'SANDBOX_EVENTS is "slow", but must be one of: orderly, unruly, lost.'],
  [{ PAYMENTS: 'maybe' }, 'PAYMENTS is "maybe", but must be one of: sandbox, off.'],
] as const) {
  test(`${JSON.stringify(env)} is told in a sentence`, () => {
    assert.ok(mistakesOf(env).split('\n').includes(sentence), mistakesOf(env))
  })
}

test('all mistakes are told at once, and no secret is repeated', () => {
  const message = mistakesOf({ PORT: 'x', DEMO: 'x', SECRET_KEY: 'hunter2', ADMIN_PASSWORD: 'pass1' })
  assert.equal(message.split('\n').length, 4)
  assert.ok(!message.includes('hunter2') && !message.includes('pass1'))
})

test('without any setting the shop is for this machine and for trying out', () => {
  const config = readConfig({})
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.port, 3000)
  assert.equal(config.demo, true)
  assert.equal(config.rateLimits, true)
  assert.equal(config.cards.mode, 'sandbox')
  assert.equal(config.startupSpinnerMs, undefined)
  assert.equal(config.databaseUrl, undefined)
})

test('in production there is neither play money nor a demo unless somebody says so', () => {
  const config = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com/' })
  assert.deepEqual(config.cards, { mode: 'off' })
  assert.equal(config.demo, false)
  assert.equal(config.host, '0.0.0.0')
  assert.equal(config.publicUrl, 'https://shop.example.com')
  assert.equal(readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox' }).cards.mode, 'sandbox')
})
