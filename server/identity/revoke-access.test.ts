import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { requestIdentity, mailedCode, changeEmailAddress, verifyAddress } from '#server/testing/identity-wire.ts'
import { type Person, provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const request = (verb: string, body: object) => requestIdentity(shop, verb, body)

const codeIn = (kind: string, recipient: string) => mailedCode(shop, kind, recipient)

/** Signs up a user with a verified address on two devices. */
async function signUpOnTwoDevices(name: string) {
  const { email, password, idToken } = await shop.signUp(name)
  await verifyAddress(shop, { email, idToken })
  return {
    email,
    password,
    here: await shop.signIn({ email, password }),
    there: await shop.signIn({ email, password }),
  }
}
type UserOnTwoDevices = Awaited<ReturnType<typeof signUpOnTwoDevices>>

const readProfile = async ({ email, token }: Pick<Person, 'email' | 'token'>) => {
  const { status, body } = await shop.call('GET', `/user?email=${email}`, { token })
  return `${status} ${body.code ?? 'ok'}`
}
const exchange = async ({ email, idToken }: Pick<Person, 'email' | 'idToken'>) => {
  const { status, body } = await shop.call('PUT', `/user/${email}`, { token: idToken, body: { email } })
  return `${status} ${body.code ?? 'ok'}`
}

async function operate(email: string, verb: string): Promise<void> {
  const { id } = await getUserByEmail(shop.db, email)
  const { status } = await shop.call('POST', `/users/${id}/account/${verb}`, { token: shop.admin.token })
  assert.equal(status, 200)
}

/** Maps the actions that revoke access to whether the acting device stays signed in. */
const ends: Record<string, (person: UserOnTwoDevices) => Promise<unknown>> = {
  'a new password': ({ here }) => request('update', { idToken: here.idToken, password: 'quite another one' }),
  'a password reset': async ({ email }) => {
    await request('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    await request('resetPassword', {
      oobCode: await codeIn('reset-password', email),
      newPassword: 'a third one, longer',
    })
  },
  'a new e-mail address': ({ email, here }) => changeEmailAddress(shop, here, `new-${email}`),
  'signing out everywhere': ({ here }) => request('signOut', { idToken: here.idToken, everywhere: true }),
  'an admin who disables the account': ({ email }) => operate(email, 'disable'),
  'an admin who signs the account out': ({ email }) => operate(email, 'sign-out'),
  'deleting the account': ({ here }) => request('delete', { idToken: here.idToken }),
}

for (const [name, end] of Object.entries(ends)) {
  test(`${name} ends the access of every device at once`, async () => {
    const person = await signUpOnTwoDevices(name.replaceAll(/\W/g, '-'))
    const { here, there } = person
    assert.deepEqual([await readProfile(here), await readProfile(there)], ['200 ok', '200 ok'])
    await end(person)
    for (const device of [here, there]) {
      assert.equal(await readProfile(device), '401 session-ended')
      assert.equal(await exchange(device), '401 session-ended')
    }
  })
}

test('signing out all other sessions keeps the own one with a new access token', async () => {
  const { here, there } = await signUpOnTwoDevices('others')
  await request('signOut', { idToken: here.idToken, everywhereElse: true })
  assert.equal(await readProfile(there), '401 session-ended')
  assert.equal(await exchange(there), '401 session-ended')
  assert.equal(await readProfile(here), '401 session-ended')
  assert.equal(await exchange(here), '200 ok')
})

test('one device can be signed out from another', async () => {
  const { here, there } = await signUpOnTwoDevices('one')
  const sessionId = JSON.parse(atob(there.idToken.split('.')[1] ?? '')) as { sid: string }
  await request('signOut', { idToken: here.idToken, sessionId: sessionId.sid })
  assert.equal(await readProfile(there), '401 session-ended')
  assert.equal(await exchange(there), '401 session-ended')
  assert.equal(await exchange(here), '200 ok')
})

test('a session that ends in the middle of the exchange gives no access', async () => {
  const { here } = await signUpOnTwoDevices('race')
  const responses = await Promise.all([
    ...Array.from({ length: 8 }, () =>
      shop.call<{ token?: string }>('PUT', `/user/${here.email}`, { token: here.idToken }),
    ),
    request('signOut', { idToken: here.idToken, everywhere: true }),
  ])
  for (const response of responses) {
    if (!('status' in response) || typeof response.body === 'string') continue
    const token = response.body.token
    if (token) assert.equal(await readProfile({ email: here.email, token }), '401 session-ended')
  }
})
