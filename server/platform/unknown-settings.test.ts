import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '#server/platform/config.ts'
import { checkSpelling, findMisspelledSettings } from '#server/platform/unknown-settings.ts'

test('settings with a missing underscore, or with a wrong letter, are told with the one that is meant', () => {
  const misspelled = {
    DATADIR: 'DATA_DIR',
    PORTT: 'PORT',
    PROT: 'PORT',
    HOSTT: 'HOST',
    DEMOO: 'DEMO',
    PAYMENT: 'PAYMENTS',
    DATABASEURL: 'DATABASE_URL',
    SMTPURI: 'SMTP_URL',
    SMTP_URI: 'SMTP_URL',
    ORDER_TTL: 'ORDER_TTL_MINUTES',
    DATA_DRI: 'DATA_DIR',
  }
  assert.deepEqual(
    findMisspelledSettings(Object.keys(misspelled)),
    Object.entries(misspelled).map(([name, meant]) => ({ name, meant })),
  )
})

test('names that other shops give a setting are told with ours, unless that is set, too', () => {
  const meant = (name: string) => findMisspelledSettings([name]).map((found) => found.meant)
  for (const name of ['STRIPE_SECRET', 'STRIPE_API_KEY', 'STRIPE_KEY', 'stripe_secret'])
    assert.deepEqual(meant(name), ['STRIPE_SECRET_KEY'], name)
  for (const name of ['SMTP', 'smtp_url', 'SMTP_HOST', 'MAIL_HOST']) assert.deepEqual(meant(name), ['SMTP_URL'], name)
  assert.deepEqual(meant('DB_URL'), ['DATABASE_URL'])
  assert.deepEqual(findMisspelledSettings(['STRIPE_API_KEY', 'STRIPE_SECRET_KEY']), [])
})

test('variables of other programs are no settings', () => {
  const usual = `HOME PATH PORT PWD OLDPWD SHELL TERM USER HOSTNAME LOGNAME EDITOR VISUAL PAGER LANG LANGUAGE LC_ALL MAIL TZ CI
    DEBUG DISPLAY SHLVL COLUMNS LINES TMPDIR TEMP TMP HOSTTYPE OSTYPE MACHTYPE COLORTERM XAUTHORITY WINDOWID SECONDS RANDOM UID EUID
    PORTS HOSTS LOGLEVEL PS1 IFS SUDO_USER SSH_TTY APPDATA COMSPEC PATHEXT OS NODE_OPTIONS NODE_PATH NO_COLOR STRIPE_DEVICE STRIPE_DEVICE_NAME STRIPE_CLI_TELEMETRY_OPTOUT DATABASE LOGS WEB KUBERNETES_PORT
    INVOCATION_ID JOURNAL_STREAM npm_config_cache npm_package_name http_proxy container _`
  assert.deepEqual(findMisspelledSettings(usual.split(/\s+/)), [])
})

test('in production, a misspelled setting that is not given is refused, and what may be of another program is not', () => {
  const check = (env: Record<string, string>, production = true) =>
    checkSpelling(env, { production }).map(({ name }) => name)
  const refused = [
    'DATABSE_URL',
    'DATABASE_UR',
    'DATBASEURL',
    'database_url',
    'DATA_DRI',
    'DATADIR',
    'SECERT_KEY',
    'SMTP_URI',
    'ADMIN_PASWORD',
    'PAYMNETS',
    'METRICS_TOKKEN',
    'TRUSTED_PROXY',
  ]
  // A blank setting is none.
  assert.throws(() => check({ DATABASE_URL: ' ', DATABSE_URL: 'postgres://shop' }), ConfigError)
  for (const name of refused) {
    assert.throws(
      () => check({ [name]: 'x' }),
      (error) => error instanceof ConfigError && error.message.startsWith(`${name} is no`),
      name,
    )
    assert.deepEqual(check({ [name]: 'x' }, false), [name])
  }
  assert.throws(() => check({ DATABSE_URL: 'x', DATADIR: 'x' }), /DATABASE_URL meant[^]*\n.*DATA_DIR meant/)
  assert.deepEqual(check({ DATABSE_URL: 'x', DATABASE_URL: 'x' }), ['DATABSE_URL'])
  const ofOthers = ['S3_ACCESS_KEY', 'METRICS_HOST', 'RATE_LIMIT', 'SECRET_KEYS', 'PAYMENT']
  for (const name of [...ofOthers, 'SMTP_HOST', 'PUBLIC_ADDRESS', 'CMS_URL', 'PORTT', 'POSTGRES_URL'])
    assert.deepEqual(check({ [name]: 'x' }), [name])
  assert.deepEqual(check({ HOME: '/', HOSTNAME: 'x', PORTS: '1', PATH: 'x', npm_config_cache: 'x' }), [])
})
