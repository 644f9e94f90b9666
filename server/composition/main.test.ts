import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { solveCaptcha } from '#embedded/identity/testing/solve-captcha.ts'
import { readWireResponse } from '#embedded/identity/testing/start-identity.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { runShopProcess } from '#server/testing/run-shop-process.ts'

test('a shop that is not in production starts with SMS_TEST_NUMBERS and takes their codes', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-start-'))
  const settings = { PORT: String(await findFreePort()), SMS_TEST_NUMBERS: '+15555551000=123456' }
  try {
    const shop = await runShopProcess(directory, settings)
    try {
      const call = async (path: string, body?: object) => {
        const init = body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }
        return readWireResponse(await fetch(`${shop.url}${path}?key=k`, init))
      }
      const recaptchaToken = await solveCaptcha({ call })
      const sent = await call('/v1/accounts:sendVerificationCode', { phoneNumber: '+15555551000', recaptchaToken })
      const { sessionInfo } = sent.body
      const signedIn = await call('/v1/accounts:signInWithPhoneNumber', { sessionInfo, code: '123456' })
      assert.equal(signedIn.error, undefined)
      assert.equal(signedIn.body['phoneNumber'], '+15555551000')
    } finally {
      await shop.stop('SIGTERM')
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('the first start prints its steps with their durations, and the next one does not', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-start-'))
  const settings = { PORT: String(await findFreePort()) }
  const stepLine = /^Creating the database … \d+\.\d s$/m
  try {
    const first = await runShopProcess(directory, settings)
    await first.stop('SIGTERM')
    assert.match(first.output(), stepLine)
    const second = await runShopProcess(directory, settings)
    await second.stop('SIGTERM')
    assert.doesNotMatch(second.output(), stepLine)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('the passwords of a first start that was killed while it added the demo shop are shown by the next one', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-start-'))
  const settings = { PORT: String(await findFreePort()) }
  try {
    const killed = startServer({ ...settings, DEMO: 'true', DATA_DIR: directory })
    const exit = once(killed, 'exit')
    await waitUntil(
      async () => (await readdir(join(directory, 'media')).catch(() => [])).length > 0,
      'a picture is drawn',
    )
    killed.kill('SIGKILL')
    await exit
    const next = await runShopProcess(directory, settings)
    await next.stop('SIGTERM')
    assert.match(next.output(), /as admin: +\S+ +password \S+/)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('a setting that looks misspelled is named in the log and after the welcome with the one that is meant', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-start-'))
  const misspelled = { SMTP_URI: 'smtp://x', PUBLIC_ADDRESS: 'x', ORDER_TTL: '5', NODE_OPTIONS: '', STRIPE_DEVICE: 'x' }
  try {
    const shop = await runShopProcess(directory, { PORT: String(await findFreePort()), ...misspelled })
    await shop.stop('SIGTERM')
    for (const output of shop.output().split('Boltyard is open at')) {
      const warnings = [...output.matchAll(/(\w+) is no setting of the shop and has no effect\. Is (\w+) meant/g)]
      assert.deepEqual(
        warnings.map(([, name, meant]) => [name, meant]),
        [
          ['SMTP_URI', 'SMTP_URL'],
          ['PUBLIC_ADDRESS', 'PUBLIC_URL'],
          ['ORDER_TTL', 'ORDER_TTL_MINUTES'],
        ],
      )
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('a start that cannot work says why in one sentence, without a stack', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-start-'))
  await writeFile(join(directory, 'file'), '')
  await mkdir(join(directory, 'weak'))
  await writeFile(join(directory, 'weak/secret-key'), '')
  for (const folder of ['key/secret-key', 'a', 'b', 'c']) await mkdir(join(directory, folder), { recursive: true })
  for (const file of ['a/postgres', 'b/media', 'c/uploads']) await writeFile(join(directory, file), '')
  const free = String(await findFreePort())
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const taken = String((blocker.address() as AddressInfo).port)
  try {
    for (const [settings, sentence] of [
      [{ DATA_DIR: join(directory, 'file') }, /^DATA_DIR is .*file, which cannot be used/],
      [{ DATA_DIR: '/proc/boltyard/data' }, /^DATA_DIR is \/proc\/boltyard\/data, which cannot be used/],
      [{ DATA_DIR: join(directory, 'weak') }, /weak\/secret-key holds no secret key of at least 32 characters/],
      [{ DATA_DIR: join(directory, 'key') }, /key\/secret-key, which holds the secret key, cannot be read/],
      [{ DATA_DIR: join(directory, 'a') }, /^DATA_DIR is .*, which cannot be used: .*a\/postgres/],
      [{ DATA_DIR: join(directory, 'b') }, /^DATA_DIR is .*, which cannot be used: .*b\/media/],
      [{ DATA_DIR: join(directory, 'c') }, /^DATA_DIR is .*, which cannot be used: .*c\/uploads/],
      [
        { DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z?sslmode=verify-full&sslrootcert=/nope' },
        /^DATABASE_URL cannot be used: .*\/nope/,
      ],
      [
        {
          DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z',
          DATABASE_READ_URL: 'postgres://x:y@127.0.0.1:9/z?sslmode=verify-full&sslrootcert=/nope',
        },
        /^DATABASE_READ_URL cannot be used: .*\/nope/,
      ],
      [{ HOST: '999.1.1.1' }, /^HOST is 999\.1\.1\.1, which is no address of this machine/],
      [{ PORT: taken }, /^Port \d+ is taken by another program/],
      [{ METRICS_PORT: free }, /^METRICS_PORT is the same as PORT/],
      [{ NODE_ENV: 'production', DATABSE_URL: 'x' }, /^DATABSE_URL is no setting .* Is DATABASE_URL meant\?/],
      [{ DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' }, /^The database cannot be reached/],
    ] as const) {
      const { code, output } = await runUntilExit({ DATA_DIR: directory, PORT: free, ...settings })
      assert.equal(code, 1, output)
      assert.match(output.trim(), sentence)
      assert.doesNotMatch(output, /\n\s+at /)
    }
  } finally {
    blocker.close()
    await rm(directory, { recursive: true, force: true })
  }
})

/** Starts the server with these settings and waits for its end. */
async function runUntilExit(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = startServer({ DEMO: 'false', ...settings })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output }
}

function startServer(settings: Record<string, string>) {
  return spawn(process.execPath, [process.env['BOLTYARD_SHOP'] ?? join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
