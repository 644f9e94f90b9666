import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import { decodeProtectedHeader } from 'jose'
import { keyRing } from './keys.ts'
import { startTestIdentity } from './testing/start-identity.ts'
import { seal, unseal } from './seal.ts'

const day = 86_400_000

test('a key is announced a day before it signs, and kept published until its last token has run out', async () => {
  await using identity = await startTestIdentity()
  let now = Date.now()
  const deps = {
    db: drizzle(identity.database),
    issuer: () => 'http://shop.test',
    projectId: 'boltyard-test',
    encryptionKey: randomBytes(32),
    now: () => new Date(now),
  }
  const keys = keyRing(deps, fastify().log)
  const kidOf = (token: string) => decodeProtectedHeader(token).kid
  const published = async () => (await keys.publicKeys()).map((key) => key.kid)
  const later = async (ms: number) => {
    now += ms
    await keys.rotate()
  }

  const first = await keys.sign({ sub: 'a', sid: 's' })
  await later(28 * day)
  assert.deepEqual(await published(), [kidOf(first)])
  await later(1 * day)
  assert.equal((await published()).length, 2, 'the next key is announced')
  const second = await keys.sign({ sub: 'a', sid: 's' })
  assert.equal(kidOf(second), kidOf(first), 'and does not sign yet')

  await later(1 * day)
  const beforeRotation = second
  const third = await keys.sign({ sub: 'a', sid: 's' })
  assert.notEqual(kidOf(third), kidOf(first))
  assert.ok((await published()).includes(kidOf(first)), 'the retired key is still published')
  await assert.rejects(keys.verify(beforeRotation), { code: 'TOKEN_EXPIRED' })
  assert.equal((await keys.verify(third)).sub, 'a')

  await later(2 * 3_600_000 + 1000)
  assert.deepEqual(await published(), [kidOf(third)])
  await assert.rejects(keys.verify(first), { code: 'INVALID_ID_TOKEN' })
})

test('a sealed secret opens with its key and its label only', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'label', 'secret')
  assert.equal(unseal(key, 'label', sealed), 'secret')
  assert.equal(unseal(key, 'other', sealed), undefined)
  assert.equal(unseal(randomBytes(32), 'label', sealed), undefined)
  const bent = Buffer.from(sealed)
  bent[bent.length - 1] = (bent.at(-1) ?? 0) ^ 1
  assert.equal(unseal(key, 'label', bent), undefined)
  assert.equal(unseal(key, 'label', Buffer.alloc(3)), undefined)
})
