import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ConfigError, readConfig, settingsSchema } from '#server/platform/config.ts'

const mistakesOf = (env: Record<string, string>): string => {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message
  }
  return ''
}

for (const [env, text] of [
  [{ PORT: 'abc' }, 'PORT is "abc", but must be a whole number from 0 to 65535.'],
  [{ PORT: '70000' }, 'PORT is "70000", but must be a whole number from 0 to 65535.'],
  [{ STARTUP_SPINNER_MS: '-1' }, 'STARTUP_SPINNER_MS is "-1", but must be a whole number from 0 to 60000.'],
  [{ WEB_CONCURRENCY: '1.5' }, 'WEB_CONCURRENCY is "1.5", but must be a whole number from 1 to 64.'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV is "Production", but must be one of: production, development, test.'],
  [{ DEMO: 'yes' }, 'DEMO is "yes", but must be one of: true, false.'],
  [{ RATE_LIMITS: 'none' }, 'RATE_LIMITS is "none", but must be one of: on, off.'],
  [{ NODE_ENV: 'production', RATE_LIMITS: 'off' }, 'RATE_LIMITS can only be off outside production.'],
  [{ PUBLIC_URL: 'shop.example.com' }, 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
  ...['https://shop.example.com/shop', 'https://a:b@shop.example.com', 'https://shop.example.com/?a'].map(
    (address) =>
      [
        { PUBLIC_URL: address },
        'PUBLIC_URL must have a host and at most a port, such as https://shop.example.com.',
      ] as const,
  ),
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL must name a host, such as smtp://mail.example.com.'],
  ...['SMTP_URL=smtp://a:50%@x', 'SMS_URL=https://a:50%@x', 'DATABASE_URL=postgres://a:50%@x/y'].map((setting) => {
    const [name = '', address = ''] = setting.split('=')
    return [{ [name]: address }, `${name} has a % that is part of a name or password: write it as %25.`] as const
  }),
  ...['Shop', 'shop@', 'Shop <shop>', 'Shop shop@example.com', 'a@b.test, c@d.test'].map(
    (sender) =>
      [
        { MAIL_FROM: sender },
        'MAIL_FROM must be an e-mail address, with or without a name: Store <shop@example.com>',
      ] as const,
  ),
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
  ...[
    { STRIPE_SECRET_KEY: 'pk_test_a', STRIPE_PUBLISHABLE_KEY: 'sk_test_a', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
    { STRIPE_SECRET_KEY: 'whsec_a', STRIPE_PUBLISHABLE_KEY: 'rk_live_a', STRIPE_WEBHOOK_SECRET: 'sk_live_a' },
  ].flatMap((swapped) => [
    [
      swapped,
      'STRIPE_SECRET_KEY must be the secret key, which starts with sk_ or rk_. The one that starts with pk_ is STRIPE_PUBLISHABLE_KEY.',
    ] as const,
    [
      swapped,
      'STRIPE_PUBLISHABLE_KEY must be the publishable key, which starts with pk_: everybody who visits the shop can read it.',
    ] as const,
  ]),
  [
    { STRIPE_SECRET_KEY: 'sk_live_a', STRIPE_PUBLISHABLE_KEY: 'pk_live_a', STRIPE_WEBHOOK_SECRET: 'abc' },
    'STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook, which starts with whsec_.',
  ],
  ...['test live', 'live test'].map((kinds) => {
    const [secret = '', publishable = ''] = kinds.split(' ')
    return [
      {
        STRIPE_SECRET_KEY: `rk_${secret}_a`,
        STRIPE_PUBLISHABLE_KEY: `pk_${publishable}_a`,
        STRIPE_WEBHOOK_SECRET: 'whsec_a',
      },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys (sk_test_, pk_test_), or both live ones.',
    ] as const
  }),
  [{ SANDBOX_EVENTS: 'slow' }, 'SANDBOX_EVENTS is "slow", but must be one of: ordered, chaos, drop.'],
  [
    { FIREBASE_API_KEY: 'x' },
    'Set all of FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID, or none of them.',
  ],
  [{ FIREBASE_API_KEY: 'a:b' }, 'FIREBASE_API_KEY must not contain a colon.'],
  [{ FIREBASE_AUTH_DOMAIN: 'https://x.firebaseapp.com' }, 'FIREBASE_AUTH_DOMAIN must not contain a colon.'],
  [
    { FIREBASE_PROVIDERS: 'google.com,myspace.com' },
    'FIREBASE_PROVIDERS has "myspace.com", but must be one of: google.com, facebook.com, github.com, twitter.com, phone.',
  ],
  [
    { NODE_ENV: 'production', FIREBASE_JWKS_URL: 'http://x.test/' },
    'FIREBASE_JWKS_URL must be a URL that starts with https://.',
  ],
  [{ GITHUB_CLIENT_ID: 'x' }, 'Set both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or none of them.'],
  [{ TWITTER_CLIENT_SECRET: 'x' }, 'Set both TWITTER_CLIENT_ID and TWITTER_CLIENT_SECRET, or none of them.'],
  [{ GOOGLE_ISSUER: 'https://x.test' }, 'GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.'],
  [{ SMS_URL: 'https://a:b@sms.test' }, 'Set both SMS_URL and SMS_FROM, or none of them.'],
  [{ SMS_FROM: '+15555550100' }, 'Set both SMS_URL and SMS_FROM, or none of them.'],
  [
    { SMS_URL: 'https://sms.test', SMS_FROM: 'Shop' },
    'SMS_URL must hold the account and its token: https://ACCOUNT:TOKEN@api.twilio.com',
  ],
  [{ SMS_COUNTRIES: 'US,Germany' }, 'SMS_COUNTRIES takes two-letter countries such as US,CA,DE.'],
  [{ SMS_COUNTRIES: 'US,QQ' }, 'SMS_COUNTRIES takes two-letter countries such as US,CA,DE.'],
  [
    { SMS_TEST_NUMBERS: '5555551000' },
    'SMS_TEST_NUMBERS takes pairs such as +15555551000=123456, separated by commas.',
  ],
  [
    { NODE_ENV: 'production', SMS_TEST_NUMBERS: '+15555551000=123456' },
    'SMS_TEST_NUMBERS can only be set outside production.',
  ],
  [{ ENUMERATION_PROTECTION: 'no' }, 'ENUMERATION_PROTECTION is "no", but must be one of: on, off.'],
  [{ ANONYMOUS_ACCOUNTS: 'no' }, 'ANONYMOUS_ACCOUNTS is "no", but must be one of: on, off.'],
  [{ PAYMENTS: 'maybe' }, 'PAYMENTS is "maybe", but must be one of: sandbox, off.'],
] as const) {
  test(`${JSON.stringify(env)} is reported as a sentence`, () => {
    assert.ok(mistakesOf(env).split('\n').includes(text), mistakesOf(env))
  })
}

// security 53
test('no secret key of the card provider is taken for the key that pages hold, and none is repeated', () => {
  for (const secret of ['sk_test_a1b2', 'sk_live_a1b2', 'rk_live_a1b2', 'whsec_a1b2', 'a1b2']) {
    const keys = {
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: secret,
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
    }
    assert.match(mistakesOf(keys), /^STRIPE_PUBLISHABLE_KEY must be/)
    assert.ok(!mistakesOf(keys).includes('a1b2'))
  }
  const keys = { STRIPE_SECRET_KEY: 'rk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  assert.equal(mistakesOf(keys), '')
})

test('addresses that work are taken', () => {
  for (const address of ['http://localhost:3000', 'https://shop.example.com:443/', 'https://Werkzeug-Müller.de'])
    assert.equal(mistakesOf({ PUBLIC_URL: address }), '')
  for (const sender of ['shop@example.com', 'Bolts & Co <shop@example.com>', '"Bolts, Inc." <shop@example.com>'])
    assert.equal(mistakesOf({ MAIL_FROM: sender }), '')
  assert.equal(
    mistakesOf({ DATABASE_URL: 'postgres:///shop?host=/var/run/postgresql', SMTP_URL: 'smtps://a:b%25@x' }),
    '',
  )
})

// security 53
test('all invalid settings are reported at once, without secrets', () => {
  const message = mistakesOf({ PORT: 'x', DEMO: 'x', SECRET_KEY: 'hunter2', ADMIN_PASSWORD: 'pass1' })
  assert.equal(message.split('\n').length, 4)
  assert.ok(!message.includes('hunter2') && !message.includes('pass1'))
})

test('every setting is in the example, and there are no others', () => {
  const names = Object.keys(settingsSchema.properties)
  const example = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  assert.deepEqual(new Set(example), new Set(names))
})

// spec 2.5
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

// security 51
test('in production there are no test payments and no demo unless configured', () => {
  const config = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example.com/' })
  assert.deepEqual(config.cards, { mode: 'off' })
  assert.equal(config.demo, false)
  assert.equal(config.host, '0.0.0.0')
  assert.equal(config.publicUrl, 'https://shop.example.com')
  assert.equal(readConfig({ NODE_ENV: 'production', PAYMENTS: 'sandbox' }).cards.mode, 'sandbox')
})

test('Firebase takes the place of the shop’s own identity service', () => {
  const project = { FIREBASE_API_KEY: 'AIza', FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com', FIREBASE_PROJECT_ID: 'x' }
  const { identity, developmentChooser } = readConfig(project)
  assert.ok(identity.mode === 'firebase')
  assert.deepEqual(identity.signInWays, ['google.com'])
  assert.match(identity.jwksUrl, /^https:\/\/www\.googleapis\.com\//)
  assert.equal(developmentChooser, false)
  const ways = readConfig({ ...project, FIREBASE_PROVIDERS: 'github.com, phone' }).identity
  assert.deepEqual(ways.mode === 'firebase' && ways.signInWays, ['github.com', 'phone'])
})

test('Google’s button needs no Google account to be tried, but in production it does', () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  assert.equal(readConfig({}).developmentChooser, true)
  assert.equal(readConfig(google).developmentChooser, false)
  assert.equal(readConfig({ NODE_ENV: 'production' }).developmentChooser, false)
  assert.equal(readConfig({ DEMO: 'false' }).developmentChooser, false, 'a shop of its own has no people of the demo')
  assert.deepEqual(readConfig({ ...google, GOOGLE_ISSUER: 'https://id.test/realm/' }).oauthProviders, [
    { providerId: 'google.com', clientId: 'id', clientSecret: 'secret', issuer: 'https://id.test/realm/' },
  ])
})

test('text messages go to one country unless more are configured', () => {
  const service = { SMS_URL: 'https://AC1:to%2Fken@api.twilio.com', SMS_FROM: '+15555550100' }
  const config = readConfig(service)
  assert.deepEqual(config.sms, {
    url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
    user: 'AC1',
    password: 'to/ken',
    from: '+15555550100',
  })
  assert.deepEqual(config.smsCountries, ['US'])
  assert.deepEqual(readConfig({ ...service, SMS_COUNTRIES: 'de, at' }).smsCountries, ['DE', 'AT'])
  assert.equal(readConfig({}).smsCountries, undefined)
  assert.equal(readConfig({ ...service, SMS_URL: 'https://a:b@sms.test/send' }).sms?.url, 'https://sms.test/send')
  assert.deepEqual(
    [...readConfig({ SMS_TEST_NUMBERS: '+15555551000=123456' }).smsTestNumbers],
    [['+15555551000', '123456']],
  )
})
