import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { waitUntil } from '#server/testing/wait-until.ts'
import { startTestIdentity, readWireResponse } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const email = 'a@example.com'
const password = 'torque wrench 42'

test('kill -9 in the middle of sign-ups: what was answered is there, the rest is whole or not at all', async () => {
  const encryptionKey = randomBytes(32)
  await using after = await startTestIdentity({ encryptionKey })
  const answered: { index: number; idToken: string; refreshToken: string }[] = []
  {
    await using before = await openProcess(after, encryptionKey)
    const signUp = async (index: number) => {
      const { body } = await before.call('/v1/accounts:signUp', { email: `n${index}@example.com`, password })
      answered.push({ index, idToken: String(body['idToken']), refreshToken: String(body['refreshToken']) })
    }
    await Promise.all([0, 1, 2].map(signUp))
    // The others come as far as their session, which waits for this lock.
    const client = await after.database.connect()
    await client.query('BEGIN; LOCK TABLE identity.sessions IN SHARE MODE')
    const others = Promise.allSettled([3, 4, 5, 6, 7, 8, 9, 10, 11].map(signUp))
    const isWaiting = async () => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_locks WHERE relation = 'identity.sessions'::regclass AND NOT granted`,
      )
      return Boolean(rowCount)
    }
    await waitUntil(isWaiting, 'sign-ups are under way')
    await before.kill()
    await client.query('ROLLBACK')
    client.release()
    assert.ok((await others).every(({ status }) => status === 'rejected'))
  }
  for (const { idToken, refreshToken } of answered) {
    assert.equal((await after.call('/v1/accounts:lookup', { idToken })).status, 200)
    const refreshed = await after.call('/v1/token', { grantType: 'refresh_token', refreshToken })
    assert.equal(decodeProtectedHeader(String(refreshed.body['id_token'])).kid, decodeProtectedHeader(idToken).kid)
  }
  const { rows } = await after.database.query(
    'SELECT count(*) AS half FROM identity.accounts a LEFT JOIN identity.sessions s USING (local_id) WHERE s.local_id IS NULL',
  )
  assert.deepEqual(rows, [{ half: '0' }], 'no account without its session')
  for (let index = 0; index < 12; index += 1) {
    const person = { email: `n${index}@example.com`, password }
    const again = await after.call('/v1/accounts:signUp', person)
    if (again.status !== 200) assert.equal(again.error, 'EMAIL_EXISTS')
    if (again.status !== 200) assert.equal((await after.call('/v1/accounts:signInWithPassword', person)).status, 200)
  }
})

test('kill -9 before a new password is committed leaves the old one, and every session', async () => {
  const encryptionKey = randomBytes(32)
  await using after = await startTestIdentity({ encryptionKey })
  const { body } = await after.call('/v1/accounts:signUp', { email, password })
  const { idToken } = body
  {
    await using before = await openProcess(after, encryptionKey, 'endAccess')
    const change = before.call('/v1/accounts:update', { idToken, password: 'another torque 43' })
    change.catch(() => undefined)
    assert.equal(await before.nextLine(), 'hanging')
    await before.kill()
    await assert.rejects(change, 'nothing was answered')
  }
  assert.equal((await after.call('/v1/accounts:lookup', { idToken })).status, 200)
  assert.equal((await after.call('/v1/accounts:signInWithPassword', { email, password })).status, 200)
})

test('kill -9 before a mail is committed leaves no code, and the address may ask again', async () => {
  const encryptionKey = randomBytes(32)
  await using after = await startTestIdentity({ encryptionKey })
  await after.call('/v1/accounts:signUp', { email, password })
  const request = { requestType: 'PASSWORD_RESET', email }
  {
    await using before = await openProcess(after, encryptionKey, 'sendMail')
    const reset = before.call('/v1/accounts:sendOobCode', request)
    reset.catch(() => undefined)
    assert.equal(await before.nextLine(), 'hanging')
    await before.kill()
    await assert.rejects(reset)
  }
  assert.equal((await after.call('/v1/accounts:sendOobCode', request)).status, 200)
  const { rows } = await after.database.query('SELECT count(*) FROM identity.mail_codes')
  assert.deepEqual(rows, [{ count: '1' }])
})

/** Starts a process on the same database. */
async function openProcess(identity: TestIdentity, encryptionKey: Buffer, hangIn = '') {
  const { options } = identity.database
  const script = join(import.meta.dirname, 'testing/identity-process.ts')
  const child = spawn(
    process.execPath,
    [script, options.connectionString ?? '', encryptionKey.toString('hex'), hangIn],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { done, value } = await lines.next()
    if (done) throw new Error('The process ended.')
    return String(value)
  }
  const origin = await nextLine()
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return {
    nextLine,
    kill,
    async call(path: string, body: object) {
      return readWireResponse(
        await fetch(`${origin}${path}?key=k`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    },
    [Symbol.asyncDispose]: kill,
  }
}
