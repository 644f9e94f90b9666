import { resolve } from 'node:path'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { languages } from '#contract/language.ts'

const text = Type.Optional(Type.String())
const long = (minLength: number, hint = '') =>
  Type.Optional(Type.String({ minLength, mistake: `must have at least ${minLength} characters${hint}` }))
const matching = (pattern: RegExp, mistake: string) => Type.String({ pattern: pattern.source, mistake })
const whole = (minimum: number, maximum: number, fallback: number) =>
  Type.Integer({ minimum, maximum, default: fallback })
const port = { minimum: 0, maximum: 65_535 }
const oneOf = <const Choices extends string[]>(...choices: Choices) => Type.Enum(choices)
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const isCountry = (code: string) => countryNames.of(code.toUpperCase()) !== undefined
const hasScheme = (schemes: string[]) => (given: string) =>
  URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1))
const url = (...schemes: string[]) => {
  const mistake = `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}.`
  return Type.Optional(Type.Refine(Type.String({ mistake }), hasScheme(schemes)))
}
const web = ['http', 'https']

/** Lists the sign-in providers by the SDK's name, with the beginning of their settings' names. */
const oauthProviders = [
  ['google.com', 'GOOGLE'],
  ['facebook.com', 'FACEBOOK'],
  ['github.com', 'GITHUB'],
  ['twitter.com', 'TWITTER'],
] as const

/** Describes the environment variables, as `.env.example` explains them. */
export const settingsSchema = Type.Object({
  NODE_ENV: Type.Optional(oneOf('production', 'development', 'test')),
  HOST: text,
  PORT: Type.Optional(Type.Integer(port)),
  PUBLIC_URL: url(...web),
  DATA_DIR: Type.String({ default: './data' }),
  DATABASE_URL: url('postgres', 'postgresql'),
  DATABASE_READ_URL: Type.Array(
    Type.Refine(
      Type.String({ mistake: 'takes URLs that start with postgres:// or postgresql://, separated by spaces.' }),
      hasScheme(['postgres', 'postgresql']),
    ),
    { default: [] },
  ),
  DATABASE_POOL_SIZE: whole(2, 500, 16),
  DATABASE_TIMEOUT_MS: whole(500, 600_000, 2500),
  ADMIN_EMAIL: Type.Optional(
    matching(/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/, 'must be an e-mail address such as owner@example.com.'),
  ),
  ADMIN_PASSWORD: long(8, '.'),
  STORE_COUNTRY: Type.Optional(
    Type.Refine(matching(/^[A-Za-z]{2}$/, 'must be a two-letter country such as DE.'), isCountry),
  ),
  STORE_LANGUAGE: Type.Optional(Type.Enum(languages)),
  DEMO: Type.Optional(oneOf('true', 'false')),
  STARTUP_SPINNER_MS: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  WEB_CONCURRENCY: whole(1, 64, 1),
  DRAIN_SECONDS: whole(0, 60, 0),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  SMTP_URL: url('smtp', 'smtps'),
  MAIL_FROM: Type.String({
    ...matching(
      /^(?:("[^"<>\r\n]*" *|[^"<>,;@\r\n]*)<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/,
      'must be an e-mail address, with or without a name: Store <shop@example.com>',
    ),
    default: 'shop@localhost',
  }),
  S3_ENDPOINT: url(...web),
  S3_BUCKET: text,
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  IMPORT_FOLDER: text,
  IMGBB_API_KEY: text,
  IMGBB_URL: url(...web),
  SMS_URL: Type.Optional(
    Type.Refine(
      matching(/\/\/[^:/@]+:[^/@]+@/, 'must hold the account and its token: https://ACCOUNT:TOKEN@api.twilio.com'),
      hasScheme(web),
    ),
  ),
  SMS_FROM: text,
  SMS_COUNTRIES: Type.Array(
    Type.Refine(matching(/^[A-Za-z]{2}$/, 'takes two-letter countries such as US,CA,DE.'), isCountry),
    { default: [] },
  ),
  SMS_TEST_NUMBERS: Type.Array(
    matching(/^\+\d{7,15}=\d{6}$/, 'takes pairs such as +15555551000=123456, separated by commas.'),
    { default: [] },
  ),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: url(...web),
  FACEBOOK_CLIENT_ID: text,
  FACEBOOK_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  TWITTER_CLIENT_ID: text,
  TWITTER_CLIENT_SECRET: text,
  ENUMERATION_PROTECTION: Type.Enum(['on', 'off'], { default: 'on' }),
  ANONYMOUS_ACCOUNTS: Type.Enum(['on', 'off'], { default: 'off' }),
  FIREBASE_API_KEY: Type.Optional(matching(/^[^:]*$/, 'must not contain a colon.')),
  FIREBASE_AUTH_DOMAIN: Type.Optional(matching(/^[^:]*$/, 'must not contain a colon.')),
  FIREBASE_PROJECT_ID: text,
  FIREBASE_PROVIDERS: Type.Array(oneOf(...oauthProviders.map(([id]) => id), 'phone'), { default: ['google.com'] }),
  FIREBASE_JWKS_URL: url(...web),
  FIREBASE_API_BASE: url(...web),
  RATE_LIMITS: Type.Enum(['on', 'off'], { default: 'on' }),
  TRUSTED_PROXIES: whole(0, 10, 0),
  ORDER_TTL_MINUTES: whole(1, 60 * 24 * 365, 24 * 60),
  SECRET_KEY: long(32, ', for example the output of: openssl rand -hex 32'),
  FORGET_SECRET_KEY: text,
  STRIPE_SECRET_KEY: Type.Optional(
    matching(
      /^[rs]k_/,
      'must be the secret key, which starts with sk_ or rk_. The one that starts with pk_ is STRIPE_PUBLISHABLE_KEY.',
    ),
  ),
  // It is written into public pages: another key in its place would be published.
  STRIPE_PUBLISHABLE_KEY: Type.Optional(
    matching(/^pk_/, 'must be the publishable key, which starts with pk_: everybody who visits the shop can read it.'),
  ),
  STRIPE_WEBHOOK_SECRET: Type.Optional(
    matching(/^whsec_/, 'must be the signing secret of the webhook, which starts with whsec_.'),
  ),
  STRIPE_API_BASE: url(...web),
  VIES_URL: url(...web),
  PRIVATE_ADDRESSES: Type.Enum(['on', 'off'], { default: 'off' }),
  PAYMENTS: Type.Optional(oneOf('sandbox', 'off')),
  EASYPOST_API_KEY: text,
  EASYPOST_API_BASE: url(...web),
  SANDBOX_EVENTS: Type.Enum(['ordered', 'chaos', 'drop'], { default: 'ordered' }),
  METRICS_PORT: Type.Optional(Type.Integer(port)),
  METRICS_TOKEN: long(16, '.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(...web),
})
type Settings = Static<typeof settingsSchema>

interface SettingSchema {
  type?: 'string' | 'integer' | 'array'
  items?: SettingSchema
  default?: unknown
  enum?: string[]
  minimum?: number
  maximum?: number
  /** The end of the sentence for an invalid value. */
  mistake?: string
}

/** Reports invalid settings, with one sentence for each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Returns the settings that are valid one by one. Throws a ConfigError with a sentence for each that is not. */
function readSettings(env: Record<string, string | undefined>): Settings {
  const given: Record<string, unknown> = {}
  const properties = settingsSchema.properties as unknown as Record<string, SettingSchema>
  for (const [name, schema] of Object.entries(properties)) {
    const value = name === 'ADMIN_PASSWORD' ? env[name] : env[name]?.trim()
    if (value) given[name] = read(schema, value)
    else if ('default' in schema) given[name] = schema.default
  }
  const mistakes = Errors(settingsSchema, given).map(({ instancePath }) => {
    const [, name = '', index] = instancePath.split('/')
    const { items, ...schema } = properties[name] ?? {}
    const { mistake, minimum, maximum, enum: choices } = items ?? schema
    if (mistake) return `${name} ${mistake}`
    const expected = choices ? `one of: ${choices.join(', ')}` : `a whole number from ${minimum} to ${maximum}`
    const found = index === undefined ? `is "${env[name]}"` : `has "${(given[name] as string[])[Number(index)]}"`
    return `${name} ${found}, but must be ${expected}.`
  })
  if (mistakes.length === 0) return given as Settings
  throw new ConfigError([...new Set(mistakes)].join('\n'))
}

function read({ type }: SettingSchema, value: string): unknown {
  if (type === 'array') return value.split(/[\s,]+/).filter(Boolean)
  return type === 'integer' ? Number(value) : value
}

export type Config = ReturnType<typeof readConfig>
export type IdentityConfig = Config['identity']
export type SmsService = NonNullable<Config['sms']>

/** Reads and checks the settings. Throws a ConfigError. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = readSettings(env)
  const production = given.NODE_ENV === 'production'
  const mistakes: string[] = []
  const refuseIf = (isMistake: boolean | undefined, sentence: string) => void (isMistake && mistakes.push(sentence))

  /** Returns these settings if all of them are set; only some are a mistake. */
  function allOf<Name extends keyof Settings>(...names: Name[]): Required<Pick<Settings, Name>> | undefined {
    const count = names.filter((name) => given[name] !== undefined).length
    const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
    refuseIf(
      count > 0 && count < names.length,
      `Set ${names.length === 2 ? 'both' : 'all of'} ${listed}, or none of them.`,
    )
    return count === names.length ? (given as never) : undefined
  }

  refuseIf(production && given.RATE_LIMITS === 'off', 'RATE_LIMITS can only be off outside production.')
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'SMS_URL'] as const)
    refuseIf(!isDecodable(given[name]), `${name} has a % that is part of a name or password: write it as %25.`)
  refuseIf(
    !given.DATABASE_READ_URL.every(isDecodable),
    'DATABASE_READ_URL has a % that is part of a name or password: write it as %25.',
  )
  refuseIf(
    given.DATABASE_READ_URL.length > 0 && given.DATABASE_URL === undefined,
    'DATABASE_READ_URL names replicas of DATABASE_URL: set that, too.',
  )
  refuseIf(
    given.SMTP_URL !== undefined && !new URL(given.SMTP_URL).hostname,
    'SMTP_URL must name a host, such as smtp://mail.example.com.',
  )
  refuseIf(
    given.PUBLIC_URL !== undefined && !isOrigin(new URL(given.PUBLIC_URL)),
    'PUBLIC_URL must have a host and at most a port, such as https://shop.example.com.',
  )
  for (const name of [
    'FIREBASE_JWKS_URL',
    'FIREBASE_API_BASE',
    'STRIPE_API_BASE',
    'EASYPOST_API_BASE',
    'VIES_URL',
    'GOOGLE_ISSUER',
  ] as const)
    refuseIf(production && given[name]?.startsWith('http:'), `${name} must be a URL that starts with https://.`)

  const firebase = allOf('FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID')
  const identity = firebase
    ? {
        mode: 'firebase' as const,
        apiKey: firebase.FIREBASE_API_KEY,
        authDomain: firebase.FIREBASE_AUTH_DOMAIN,
        projectId: firebase.FIREBASE_PROJECT_ID,
        /** The URL of Google's keys for ID tokens. */
        jwksUrl: given.FIREBASE_JWKS_URL ?? googleKeysUrl,
        /** The origin of Google's Identity Toolkit. */
        apiBase: (given.FIREBASE_API_BASE ?? 'https://identitytoolkit.googleapis.com').replace(/\/$/, ''),
        /** The enabled sign-in methods by SDK name: `google.com`, `phone`, … */
        signInWays: given.FIREBASE_PROVIDERS,
      }
    : { mode: 'embedded' as const }

  const issuer = given.GOOGLE_ISSUER
  const providers = oauthProviders.flatMap(([providerId, prefix]) => {
    const client = allOf(`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`)
    if (!client) return []
    const [clientId, clientSecret] = [client[`${prefix}_CLIENT_ID`], client[`${prefix}_CLIENT_SECRET`]]
    return [{ providerId, clientId, clientSecret, ...(prefix === 'GOOGLE' && issuer ? { issuer } : {}) }]
  })
  const hasGoogle = providers.some(({ providerId }) => providerId === 'google.com')
  refuseIf(issuer !== undefined && !hasGoogle, 'GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.')

  const s3 = allOf('S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY')
  const isTwice = given.IMGBB_API_KEY !== undefined && given.S3_BUCKET !== undefined
  refuseIf(isTwice, 'Set IMGBB_API_KEY or S3_BUCKET: pictures are kept in one place.')

  const sms = allOf('SMS_URL', 'SMS_FROM')
  refuseIf(production && given.SMS_TEST_NUMBERS.length > 0, 'SMS_TEST_NUMBERS can only be set outside production.')
  // Strangers make a shop send messages to expensive numbers; where messages cost money, one country is the default.
  const countries = given.SMS_COUNTRIES.length > 0 ? given.SMS_COUNTRIES : sms && ['US']

  const { METRICS_PORT: metricsPort, METRICS_TOKEN: metricsToken, PORT: shopPort = 3000 } = given
  refuseIf(
    metricsPort !== 0 && metricsPort === shopPort,
    'METRICS_PORT is the same as PORT. Set another number, or leave METRICS_PORT out.',
  )

  const stripe = allOf('STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET')
  refuseIf(
    stripe && isTestKey(stripe.STRIPE_SECRET_KEY) !== isTestKey(stripe.STRIPE_PUBLISHABLE_KEY),
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys (sk_test_, pk_test_), or both live ones.',
  )
  // Play money must never reach a live shop by accident.
  const payments = given.PAYMENTS ?? (stripe ? 'stripe' : production ? 'off' : 'sandbox')

  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return {
    production,
    /** Serves the pages by Vite with hot reload. */
    dev: env['BOLTYARD_DEV'] === '1',
    host: given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: shopPort,
    /** Set if `PORT` was given: no other port is tried. */
    portIsFixed: given.PORT !== undefined,
    /** The public URL without a trailing slash; undefined for http://localhost with the current port. */
    publicUrl: withoutSlash(given.PUBLIC_URL),
    dataDirectory: resolve(given.DATA_DIR),
    /** The folder whose files may be imported again by themselves. */
    importFolder: given.IMPORT_FOLDER === undefined ? undefined : resolve(given.IMPORT_FOLDER),
    databaseUrl: given.DATABASE_URL,
    /** The replicas that public reads may go to. */
    databaseReadUrls: given.DATABASE_READ_URL,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    databaseTimeoutMs: given.DATABASE_TIMEOUT_MS,
    adminEmail: given.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: given.ADMIN_PASSWORD,
    storeCountry: given.STORE_COUNTRY?.toUpperCase(),
    storeLanguage: given.STORE_LANGUAGE,
    demo: given.DEMO === undefined ? !production : given.DEMO === 'true',
    startupSpinnerMs: given.STARTUP_SPINNER_MS,
    workers: given.WEB_CONCURRENCY,
    /** How long a stopping server still serves after its health checks have said so. */
    drainMs: given.DRAIN_SECONDS * 1000,
    logLevel: given.LOG_LEVEL,
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM,
    rateLimits: given.RATE_LIMITS === 'on',
    /** The number of trusted proxies, and so of trusted addresses in X-Forwarded-For. */
    trustedProxies: given.TRUSTED_PROXIES,
    /** The time an unpaid order reserves its stock. */
    orderTtlMinutes: given.ORDER_TTL_MINUTES,
    secretKey: given.SECRET_KEY,
    /** The public name of an earlier secret key that may be replaced by another one. */
    forgetSecretKey: given.FORGET_SECRET_KEY,
    identity,
    /** The providers for sign-in at the embedded identity service. */
    oauthProviders: providers,
    /** Offers the demo's accounts behind Google's button until it is configured; never in production, or without the demo. */
    developmentChooser: !production && given.DEMO !== 'false' && !firebase && !hasGoogle,
    /** Where images are stored; in the data folder by default. */
    s3: s3 && {
      endpoint: withoutSlash(s3.S3_ENDPOINT),
      bucket: s3.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: s3.S3_ACCESS_KEY_ID,
      secretAccessKey: s3.S3_SECRET_ACCESS_KEY,
    },
    imgbb:
      given.IMGBB_API_KEY === undefined
        ? undefined
        : {
            apiKey: given.IMGBB_API_KEY,
            url: withoutSlash(given.IMGBB_URL ?? 'https://api.imgbb.com'),
          },
    /** The SMS provider with Twilio's HTTP API; without it messages stay in the outbox. */
    sms: sms && readSmsService(sms.SMS_URL, sms.SMS_FROM),
    /** Two-letter codes of the countries that get text messages; undefined for all. */
    smsCountries: countries?.map((country) => country.toUpperCase()),
    /** Phone numbers with a fixed code to which nothing is sent; never in production. */
    smsTestNumbers: new Map(given.SMS_TEST_NUMBERS.map((pair) => pair.split('=') as [string, string])),
    /** Hides in sign-in, reset and link requests whether an account exists. */
    enumerationProtection: given.ENUMERATION_PROTECTION === 'on',
    /** Lets the embedded identity service open accounts without any credential, as `signInAnonymously` asks for. */
    anonymousAccounts: given.ANONYMOUS_ACCOUNTS === 'on',
    /** Prometheus metrics: on a port of their own, or at /metrics with the token. */
    metrics:
      metricsPort === undefined && metricsToken === undefined ? undefined : { port: metricsPort, token: metricsToken },
    /** Spans go to the OpenTelemetry collector that the OTEL_* variables name. */
    tracing: given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    /** Where addresses from input may lead: webhooks, pictures of an import, the mail server. This machine only outside production. */
    reach:
      given.PRIVATE_ADDRESSES === 'on'
        ? production
          ? ('private' as const)
          : ('local' as const)
        : production
          ? ('public' as const)
          : ('loopback' as const),
    /** The register of European VAT numbers; outside of production, it is not asked. */
    viesUrl: withoutSlash(given.VIES_URL) ?? (production ? viesUrl : undefined),
    cards:
      stripe && payments !== 'off'
        ? ({
            mode: 'stripe',
            secretKey: stripe.STRIPE_SECRET_KEY,
            publishableKey: stripe.STRIPE_PUBLISHABLE_KEY,
            webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
            apiBase: given.STRIPE_API_BASE,
          } as const)
        : payments === 'sandbox'
          ? ({ mode: 'sandbox', events: given.SANDBOX_EVENTS } as const)
          : ({ mode: 'off' } as const),
    /** Says where rates of carriers come from: EasyPost, or outside production the embedded stand-in. */
    carriers:
      given.EASYPOST_API_KEY === undefined
        ? ({ mode: production ? 'off' : 'test' } as const)
        : ({
            mode: 'live',
            key: given.EASYPOST_API_KEY,
            /** With a slash at its end; undefined for EasyPost's own address. */
            apiBase: given.EASYPOST_API_BASE && `${withoutSlash(given.EASYPOST_API_BASE)}/`,
          } as const),
  }
}

function readSmsService(address: string, from: string) {
  const { username, password, origin, pathname } = new URL(address)
  const path = pathname === '/' ? `/2010-04-01/Accounts/${username}/Messages.json` : pathname
  return {
    url: origin + path,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    /** The sender's number or name. */
    from,
  }
}

function isDecodable(address = ''): boolean {
  try {
    return decodeURI(address) !== undefined
  } catch {
    return false
  }
}

const isTestKey = (key: string) => /^.k_test_/.test(key)

/** Whether the links of a production shop lead to the machine of the person who opens them. */
export const lacksPublicUrl = ({ production, publicUrl }: Pick<Config, 'production' | 'publicUrl'>): boolean =>
  production && (publicUrl === undefined || /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::|$)/.test(publicUrl))

const isOrigin = ({ href, origin }: URL) => withoutSlash(href) === origin

const withoutSlash = <Address extends string | undefined>(address: Address) =>
  address?.replace(/(?<!\/)\/+$/, '') as Address

const viesUrl = 'https://ec.europa.eu/taxation_customs/vies/rest-api'

const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
