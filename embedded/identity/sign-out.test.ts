import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const credentials = { email: 'many@example.com', password: 'torque wrench 42' }

test('signing out ends this session only, at once', async () => {
  await using identity = await startTestIdentity()
  const [here, there] = await twoSessions(identity)
  assert.equal((await identity.call('/v1/accounts:signOut', { idToken: here.idToken })).status, 200)
  assert.deepEqual(await alive(identity, here), { lookup: 'TOKEN_EXPIRED', refresh: 'TOKEN_EXPIRED' })
  assert.deepEqual(await alive(identity, there), { lookup: undefined, refresh: undefined })
})

test('one sees where one is signed in and ends what one does not know', async () => {
  await using identity = await startTestIdentity()
  const [here, there] = await twoSessions(identity)
  const listed = await identity.call('/v1/accounts:listSessions', { idToken: here.idToken })
  const sessions = listed.body['sessions'] as { sessionId: string; current: boolean; ipAddress: string }[]
  assert.equal(sessions.length, 2)
  assert.equal(sessions.filter((session) => session.current).length, 1)
  const sessionId = sessions.find((session) => !session.current)?.sessionId
  await identity.call('/v1/accounts:signOut', { idToken: here.idToken, sessionId })
  assert.equal((await alive(identity, there)).lookup, 'TOKEN_EXPIRED')
  assert.equal((await alive(identity, here)).lookup, undefined)
})

test('a user cannot end another user’s session', async () => {
  await using identity = await startTestIdentity()
  const [here] = await twoSessions(identity)
  const stranger = await identity.call('/v1/accounts:signUp', { ...credentials, email: 'stranger@example.com' })
  const listed = await identity.call('/v1/accounts:listSessions', { idToken: here.idToken })
  for (const { sessionId } of listed.body['sessions'] as { sessionId: string }[]) {
    await identity.call('/v1/accounts:signOut', { idToken: stranger.body['idToken'], sessionId })
  }
  assert.equal((await alive(identity, here)).lookup, undefined)
})

test('signs out everywhere else, then everywhere', async () => {
  await using identity = await startTestIdentity()
  const [here, there] = await twoSessions(identity)
  await identity.call('/v1/accounts:signOut', { idToken: here.idToken, everywhereElse: true })
  assert.equal((await alive(identity, there)).refresh, 'TOKEN_EXPIRED')
  assert.equal((await alive(identity, here)).refresh, undefined)
  await identity.call('/v1/accounts:signOut', { idToken: here.idToken, everywhere: true })
  assert.equal((await alive(identity, here)).refresh, 'TOKEN_EXPIRED')
})

interface Tokens {
  idToken: unknown
  refreshToken: unknown
}

async function twoSessions(identity: TestIdentity): Promise<[Tokens, Tokens]> {
  const first = await identity.call('/v1/accounts:signUp', credentials)
  const second = await identity.call('/v1/accounts:signInWithPassword', credentials)
  const tokens = ({ body }: typeof first) => ({ idToken: body['idToken'], refreshToken: body['refreshToken'] })
  return [tokens(first), tokens(second)]
}

async function alive(identity: TestIdentity, { idToken, refreshToken }: Tokens) {
  const lookup = await identity.call('/v1/accounts:lookup', { idToken })
  const refresh = await identity.call('/v1/token', { grantType: 'refresh_token', refreshToken })
  return { lookup: lookup.error, refresh: refresh.error }
}
