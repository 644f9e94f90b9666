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
  startupSpinnerMs: number
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
  cards:
    | { mode: 'sandbox' }
    | { mode: 'stripe'; secretKey: string; publishableKey: string; webhookSecret: string }
    | { mode: 'off' }
}

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
    startupSpinnerMs: number('STARTUP_SPINNER_MS', 3000, 0, 60_000),
    workers: number('WEB_CONCURRENCY', 1, 1, 64),
    logLevel: oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: value('MAIL_FROM') ?? 'Boltyard <shop@localhost>',
    rateLimits,
    trustedProxies: number('TRUSTED_PROXIES', 0, 0, 10),
    orderTtlMinutes: number('ORDER_TTL_MINUTES', 24 * 60, 1, 60 * 24 * 365),
    secretKey,
    cards: readCards(),
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes.join('\n'))
  return config

  function readCards(): Config['cards'] {
    // Play money must never reach a live shop by accident.
    const wish = oneOf('PAYMENTS', production ? 'off' : 'sandbox', ['sandbox', 'off'])
    if (wish === 'off' && value('PAYMENTS')) return { mode: 'off' }
    const secretKey = value('STRIPE_SECRET_KEY')
    const publishableKey = value('STRIPE_PUBLISHABLE_KEY')
    const webhookSecret = value('STRIPE_WEBHOOK_SECRET')
    if (secretKey && publishableKey && webhookSecret)
      return { mode: 'stripe', secretKey, publishableKey, webhookSecret }
    if (secretKey || publishableKey || webhookSecret) {
      mistakes.push('Set all of STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of them.')
    }
    return { mode: wish }
  }
}
