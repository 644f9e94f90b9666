import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { disableAccount } from '#embedded/identity/disable-account.ts'
import { endAccess } from '#server/identity/end-access.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => {
  shop = await openTestShop()
})
after(() => shop[Symbol.asyncDispose]())

const ask = async (verb: string, body: object) => {
  const answer = await shop.call<Record<string, string> & { error?: { message: string } }>(
    'POST',
    `/v1/accounts:${verb}?key=boltyard`,
    { body },
  )
  assert.equal(answer.status, 200, `${verb}: ${answer.body.error?.message}`)
  return answer.body
}

/** The code in the newest mail of a kind. */
async function codeIn(kind: string, recipient: string): Promise<string> {
  const { rows } = await shop.db.execute<{ text: string }>(sql`
    SELECT text_body AS text FROM outbox WHERE kind = ${kind} AND recipient = ${recipient} ORDER BY id DESC LIMIT 1`)
  return /oobCode=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? ''
}

/** Somebody whose address is verified, signed in on two devices. */
async function personOnTwoDevices(name: string) {
  const { email, password, idToken } = await shop.signUp(name)
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await ask('update', { oobCode: await codeIn('verify-email', email) })
  return {
    email,
    password,
    here: await shop.signIn({ email, password }),
    there: await shop.signIn({ email, password }),
  }
}
type PersonOnTwoDevices = Awaited<ReturnType<typeof personOnTwoDevices>>

const look = async ({ email, token }: Pick<Person, 'email' | 'token'>) => {
  const { status, body } = await shop.call('GET', `/user?email=${email}`, { token })
  return `${status} ${body.code ?? 'ok'}`
}
const exchange = async ({ email, idToken }: Pick<Person, 'email' | 'idToken'>) => {
  const { status, body } = await shop.call('PUT', `/user/${email}`, { token: idToken, body: { email } })
  return `${status} ${body.code ?? 'ok'}`
}

/** What ends access, and whether the device that did it stays signed in. */
const ends: Record<string, (person: PersonOnTwoDevices) => Promise<unknown>> = {
  'a new password': ({ here }) => ask('update', { idToken: here.idToken, password: 'quite another one' }),
  'a password reset': async ({ email }) => {
    await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    await ask('resetPassword', { oobCode: await codeIn('reset-password', email), newPassword: 'a third one, longer' })
  },
  'a new e-mail address': async ({ email, here }) => {
    const newEmail = `new-${email}`
    await ask('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: here.idToken, newEmail })
    await ask('update', { oobCode: await codeIn('change-email', newEmail) })
  },
  'signing out everywhere': ({ here }) => ask('signOut', { idToken: here.idToken, everywhere: true }),
  disabling: ({ here }) => disableAccount({ db: shop.db, now: () => new Date(), endAccess }, here.uid),
  'deleting the account': ({ here }) => ask('delete', { idToken: here.idToken }),
}

for (const [name, end] of Object.entries(ends)) {
  test(`${name} ends the access of every device at once`, async () => {
    const person = await personOnTwoDevices(name.replaceAll(/\W/g, '-'))
    const { here, there } = person
    assert.deepEqual([await look(here), await look(there)], ['200 ok', '200 ok'])
    await end(person)
    for (const device of [here, there]) {
      assert.equal(await look(device), '401 session-ended')
      assert.equal(await exchange(device), '401 session-ended')
    }
  })
}

test('whoever signs out all others stays, by the way of a new access token', async () => {
  const { here, there } = await personOnTwoDevices('others')
  await ask('signOut', { idToken: here.idToken, everywhereElse: true })
  assert.equal(await look(there), '401 session-ended')
  assert.equal(await exchange(there), '401 session-ended')
  assert.equal(await look(here), '401 session-ended')
  assert.equal(await exchange(here), '200 ok')
})

test('one device can be signed out from another', async () => {
  const { here, there } = await personOnTwoDevices('one')
  const sessionId = JSON.parse(atob(there.idToken.split('.')[1] ?? '')) as { sid: string }
  await ask('signOut', { idToken: here.idToken, sessionId: sessionId.sid })
  assert.equal(await look(there), '401 session-ended')
  assert.equal(await exchange(there), '401 session-ended')
  assert.equal(await exchange(here), '200 ok')
})

test('whoever proves an unverified address by a reset takes it from the stranger who signed up with it', async () => {
  const stranger = await shop.signUp('prey')
  await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email: stranger.email })
  const newPassword = 'the owner’s own words'
  await ask('resetPassword', { oobCode: await codeIn('reset-password', stranger.email), newPassword })
  assert.equal(await look(stranger), '401 session-ended')
  assert.equal(await exchange(stranger), '401 session-ended')
  const owner = await shop.signIn({ email: stranger.email, password: newPassword })
  assert.equal(await look(owner), '200 ok')
})

test('a session that ends in the middle of the exchange gives no access', async () => {
  const { here } = await personOnTwoDevices('race')
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () =>
      shop.call<{ token?: string }>('PUT', `/user/${here.email}`, { token: here.idToken }),
    ),
    ask('signOut', { idToken: here.idToken, everywhere: true }),
  ])
  for (const answer of answers) {
    if (!('status' in answer) || typeof answer.body === 'string') continue
    const token = answer.body.token
    if (token) assert.equal(await look({ email: here.email, token }), '401 session-ended')
  }
})
