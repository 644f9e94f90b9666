import { resolve } from 'node:path'

export interface Config {
  production: boolean
  /** Vite serves the pages with hot reload. */
  dev: boolean
  host: string
  port: number
  /** `PORT` was set, so no other port will do. */
  portIsFixed: boolean
  /** Where people reach the shop, without a slash at the end; undefined: http://localhost with our port. */
  publicUrl: string | undefined
  dataDirectory: string
  databaseUrl: string | undefined
  databasePoolSize: number
  adminEmail: string | undefined
  adminPassword: string | undefined
  demo: boolean
  startupSpinnerMs: number | undefined
  workers: number
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  smtpUrl: string | undefined
  mailFrom: string
  rateLimits: boolean
  /** How many proxies in front of us are ours: so many addresses of X-Forwarded-For are believed. */
  trustedProxies: number
  /** How long an unpaid order holds its stock. */
  orderTtlMinutes: number
  secretKey: string | undefined
  identity: IdentityConfig
  /** Other providers whose accounts sign in at the embedded identity service. */
  oauthProviders: readonly OAuthProvider[]
  /** Google's button, as long as nobody has set it up: a choice of made-up accounts, never in production. */
  developmentChooser: boolean
  /** Where text messages go out; without it they stay in the outbox. */
  /** Where pictures are kept; without either they lie in the data folder. */
  s3: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  imgbb: { apiKey: string; url: string } | undefined
  sms: SmsService | undefined
  /** Two-letter countries whose numbers get text messages; undefined: every country. */
  smsCountries: readonly string[] | undefined
  /** Phone numbers with a code that never changes and that nothing is sent to; never in production. */
  smsTestNumbers: ReadonlyMap<string, string>
  /** Sign-in, reset and link requests do not tell whether there is such an account. */
  enumerationProtection: boolean
  /** Figures for Prometheus: at a port of their own, or below the shop's own address for whoever brings the token. */
  metrics: { port: number | undefined; token: string | undefined } | undefined
  /** Spans go to the OpenTelemetry collector that the OTEL_* variables name. */
  tracing: boolean
  cards:
    | { mode: 'sandbox'; events: SandboxEvents }
    | { mode: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string | undefined }
    | { mode: 'off' }
}

export type IdentityConfig =
  | { mode: 'embedded' }
  | {
      mode: 'firebase'
      apiKey: string
      authDomain: string
      projectId: string
      /** Where Google publishes the keys of its ID tokens. */
      jwksUrl: string
      /** What is switched on in the project, by the SDK's names: `google.com`, `phone`, … */
      signInWays: readonly string[]
    }

export interface OAuthProvider {
  /** The SDK's name for it, such as `google.com`. */
  providerId: string
  clientId: string
  clientSecret: string
  /** Another OpenID provider in Google's place. */
  issuer?: string
}

/** A service that takes text messages over HTTP as Twilio does. */
export interface SmsService {
  url: string
  user: string
  password: string
  /** The number or name that messages come from. */
  from: string
}

/** How the sandbox's events reach the shop: as they should, late, twice and in disorder, or not at all. */
type SandboxEvents = 'lost' | 'orderly' | 'unruly'

/** Thrown with one sentence for each mistake in the environment. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads and checks the settings; collects every mistake before it throws a ConfigError. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const value = (name: string) => env[name]?.trim() || undefined

  function number(name: string, fallback: number, minimum: number, maximum: number): number {
    const text = value(name)
    if (text === undefined) return fallback
    const parsed = Number(text)
    if (Number.isInteger(parsed) && parsed >= minimum && parsed <= maximum) return parsed
    mistakes.push(`${name} is "${text}", but must be a whole number from ${minimum} to ${maximum}.`)
    return fallback
  }

  function oneOf<const Choice extends string>(name: string, fallback: Choice, choices: readonly Choice[]): Choice {
    const text = value(name)
    if (text === undefined) return fallback
    const found = choices.find((choice) => choice === text)
    if (found) return found
    mistakes.push(`${name} is "${text}", but must be one of: ${choices.join(', ')}.`)
    return fallback
  }

  function url(name: string, protocols: readonly string[]): string | undefined {
    const text = value(name)
    if (text === undefined) return undefined
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text.replace(/\/+$/, '')
    mistakes.push(
      `${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    )
    return undefined
  }

  const production = value('NODE_ENV') === 'production'
  const adminEmail = value('ADMIN_EMAIL')?.toLowerCase()
  if (adminEmail !== undefined && !/^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(adminEmail)) {
    mistakes.push('ADMIN_EMAIL must be an e-mail address such as owner@example.com.')
  }
  const adminPassword = env['ADMIN_PASSWORD'] || undefined
  if (adminPassword !== undefined && adminPassword.length < 8) {
    mistakes.push('ADMIN_PASSWORD must have at least 8 characters.')
  }
  const secretKey = value('SECRET_KEY')
  if (secretKey !== undefined && secretKey.length < 32) {
    mistakes.push('SECRET_KEY must have at least 32 characters, for example the output of: openssl rand -hex 32')
  }
  const rateLimits = oneOf('RATE_LIMITS', 'on', ['on', 'off']) === 'on'
  if (production && !rateLimits) mistakes.push('RATE_LIMITS can only be off outside production.')

  const list = (name: string) =>
    (value(name) ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)

  const identity = readIdentity()
  const oauthProviders = readOAuthProviders()
  const sms = readSms()
  const config: Config = {
    production,
    dev: value('BOLTYARD_DEV') === '1',
    host: value('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: number('PORT', 3000, 0, 65_535),
    portIsFixed: value('PORT') !== undefined,
    publicUrl: url('PUBLIC_URL', ['http:', 'https:']),
    dataDirectory: resolve(value('DATA_DIR') ?? './data'),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: number('DATABASE_POOL_SIZE', 16, 2, 500),
    adminEmail,
    adminPassword,
    demo: oneOf('DEMO', production ? 'false' : 'true', ['true', 'false']) === 'true',
    startupSpinnerMs:
      value('STARTUP_SPINNER_MS') === undefined ? undefined : number('STARTUP_SPINNER_MS', 0, 0, 60_000),
    workers: number('WEB_CONCURRENCY', 1, 1, 64),
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: value('MAIL_FROM') ?? 'Boltyard <shop@localhost>',
    rateLimits,
    trustedProxies: number('TRUSTED_PROXIES', 0, 0, 10),
    orderTtlMinutes: number('ORDER_TTL_MINUTES', 24 * 60, 1, 60 * 24 * 365),
    secretKey,
    identity,
    oauthProviders,
    developmentChooser:
      !production &&
      identity.mode === 'embedded' &&
      !oauthProviders.some(({ providerId }) => providerId === 'google.com'),
    s3: readS3(),
    imgbb: readImgbb(),
    sms,
    smsCountries: readSmsCountries(),
    smsTestNumbers: readSmsTestNumbers(),
    enumerationProtection: oneOf('ENUMERATION_PROTECTION', 'on', ['on', 'off']) === 'on',
    metrics: readMetrics(),
    tracing: url('OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']) !== undefined,
    cards: readCards(),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config

  function readIdentity(): IdentityConfig {
    const [apiKey, authDomain, projectId] = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'].map(
      value,
    )
    for (const name of ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']) {
      if (value(name)?.includes(':')) mistakes.push(`${name} must not contain a colon.`)
    }
    const jwksUrl = url('FIREBASE_JWKS_URL', production ? ['https:'] : ['http:', 'https:']) ?? googleKeysUrl
    const signInWays = list('FIREBASE_PROVIDERS')
    for (const way of signInWays) {
      if (way !== 'phone' && !providerNames.some(({ providerId }) => providerId === way))
        mistakes.push(
          `FIREBASE_PROVIDERS has "${way}", but knows only: ${providerNames.map(({ providerId }) => providerId).join(', ')}, phone.`,
        )
    }
    if (apiKey && authDomain && projectId) {
      const ways = value('FIREBASE_PROVIDERS') === undefined ? ['google.com'] : signInWays
      return { mode: 'firebase', apiKey, authDomain, projectId, jwksUrl, signInWays: ways }
    }
    if (apiKey || authDomain || projectId) {
      mistakes.push('Set all of FIREBASE_API_KEY, FIREBASE_AUTH_DOMAIN and FIREBASE_PROJECT_ID, or none of them.')
    }
    return { mode: 'embedded' }
  }

  function readOAuthProviders(): OAuthProvider[] {
    // As it is written: providers spell their names with or without a slash at the end.
    const issuer = url('GOOGLE_ISSUER', ['http:', 'https:']) && value('GOOGLE_ISSUER')
    const configured = providerNames.flatMap(({ prefix, providerId }): OAuthProvider[] => {
      const [clientId, clientSecret] = [value(`${prefix}_CLIENT_ID`), value(`${prefix}_CLIENT_SECRET`)]
      if (!clientId !== !clientSecret) {
        mistakes.push(`Set both ${prefix}_CLIENT_ID and ${prefix}_CLIENT_SECRET, or none of them.`)
      }
      if (!clientId || !clientSecret) return []
      return [{ providerId, clientId, clientSecret, ...(providerId === 'google.com' && issuer ? { issuer } : {}) }]
    })
    if (issuer && !configured.some((provider) => provider.issuer)) {
      mistakes.push('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.')
    }
    if (production && issuer?.startsWith('http:'))
      mistakes.push('GOOGLE_ISSUER must start with https:// in production.')
    return configured
  }

  function readSms(): SmsService | undefined {
    const address = url('SMS_URL', ['http:', 'https:'])
    const from = value('SMS_FROM')
    if (!address && !from) return undefined
    if (!address || !from) {
      if (!value('SMS_URL') || !from) mistakes.push('Set both SMS_URL and SMS_FROM, or none of them.')
      return undefined
    }
    const { username, password, origin, pathname } = new URL(address)
    if (!username || !password) {
      mistakes.push('SMS_URL must hold the account and its token: https://ACCOUNT:TOKEN@api.twilio.com')
      return undefined
    }
    const path = pathname === '/' ? `/2010-04-01/Accounts/${username}/Messages.json` : pathname
    return { url: origin + path, user: decodeURIComponent(username), password: decodeURIComponent(password), from }
  }

  function readSmsCountries(): string[] | undefined {
    const countries = list('SMS_COUNTRIES').map((country) => country.toUpperCase())
    for (const country of countries) {
      if (!/^[A-Z]{2}$/.test(country))
        mistakes.push(`SMS_COUNTRIES has "${country}", but takes two-letter countries such as US,CA,DE.`)
    }
    // Strangers make a shop send messages to expensive numbers; where messages cost money, one country is the default.
    return countries.length > 0 ? countries : sms ? ['US'] : undefined
  }

  function readSmsTestNumbers(): Map<string, string> {
    const numbers = new Map<string, string>()
    for (const pair of list('SMS_TEST_NUMBERS')) {
      const [, number, code] = /^(\+\d{7,15})=(\d{6})$/.exec(pair) ?? []
      if (number && code) numbers.set(number, code)
      else mistakes.push('SMS_TEST_NUMBERS takes pairs such as +15555551000=123456, separated by commas.')
    }
    if (production && numbers.size > 0) mistakes.push('SMS_TEST_NUMBERS can only be set outside production.')
    return numbers
  }

  function readS3(): Config['s3'] {
    const endpoint = url('S3_ENDPOINT', ['http:', 'https:'])
    const bucket = value('S3_BUCKET')
    const accessKeyId = value('S3_ACCESS_KEY_ID')
    const secretAccessKey = value('S3_SECRET_ACCESS_KEY')
    if (endpoint && bucket && accessKeyId && secretAccessKey)
      return { endpoint, bucket, region: value('S3_REGION') ?? 'us-east-1', accessKeyId, secretAccessKey }
    if (endpoint || bucket || accessKeyId || secretAccessKey) {
      mistakes.push('Set all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or none of them.')
    }
    return undefined
  }

  function readImgbb(): Config['imgbb'] {
    const apiKey = value('IMGBB_API_KEY')
    const address = url('IMGBB_URL', ['http:', 'https:']) ?? 'https://api.imgbb.com'
    if (!apiKey) return undefined
    if (value('S3_BUCKET')) mistakes.push('Set IMGBB_API_KEY or S3_BUCKET: pictures are kept in one place.')
    return { apiKey, url: address }
  }

  function readMetrics(): Config['metrics'] {
    const token = value('METRICS_TOKEN')
    if (token !== undefined && token.length < 16) mistakes.push('METRICS_TOKEN must have at least 16 characters.')
    const port = value('METRICS_PORT') === undefined ? undefined : number('METRICS_PORT', 0, 0, 65_535)
    return port === undefined && token === undefined ? undefined : { port, token }
  }

  function readCards(): Config['cards'] {
    // Play money must never reach a live shop by accident.
    const wish = oneOf('PAYMENTS', production ? 'off' : 'sandbox', ['sandbox', 'off'])
    const events = oneOf('SANDBOX_EVENTS', 'orderly', ['orderly', 'unruly', 'lost'])
    if (wish === 'off' && value('PAYMENTS')) return { mode: 'off' }
    const secretKey = value('STRIPE_SECRET_KEY')
    const publishableKey = value('STRIPE_PUBLISHABLE_KEY')
    const webhookSecret = value('STRIPE_WEBHOOK_SECRET')
    const apiBase = url('STRIPE_API_BASE', production ? ['https:'] : ['http:', 'https:'])
    if (secretKey && publishableKey && webhookSecret)
      return { mode: 'stripe', secretKey, publishableKey, webhookSecret, apiBase }
    if (secretKey || publishableKey || webhookSecret) {
      mistakes.push('Set all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of them.')
    }
    return wish === 'off' ? { mode: 'off' } : { mode: 'sandbox', events }
  }
}

const providerNames = [
  { prefix: 'GOOGLE', providerId: 'google.com' },
  { prefix: 'FACEBOOK', providerId: 'facebook.com' },
  { prefix: 'GITHUB', providerId: 'github.com' },
  { prefix: 'TWITTER', providerId: 'twitter.com' },
] as const

const googleKeysUrl = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
