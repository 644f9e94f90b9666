import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  verifyPasswordResetCode,
} from '@firebase/auth'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'

// spec 4.7, 7.26
// security 13
test('a verification mail leads to the configured origin and verifies once', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'a@example.com', password)
  await sendEmailVerification(user, { url: 'http://shop.test/dashboard?from=mail' })
  const [mail] = identity.mails
  assert.ok(mail)
  assert.equal(mail.to, 'a@example.com')
  assert.match(mail.subject, /Boltyard/)

  const link = new URL(/https?:\/\/\S+/.exec(mail.text)?.[0] ?? '')
  assert.equal(link.origin + link.pathname, 'http://shop.test/auth/action')
  assert.equal(link.searchParams.get('mode'), 'verifyEmail')
  assert.equal(link.searchParams.get('apiKey'), 'test-key')
  assert.equal(link.searchParams.get('lang'), 'en')
  assert.equal(link.searchParams.get('continueUrl'), 'http://shop.test/dashboard?from=mail')

  const code = codeInMail(mail)
  const info = await checkActionCode(auth, code)
  assert.equal(info.operation, 'VERIFY_EMAIL')
  assert.equal(info.data.email, 'a@example.com')
  await applyActionCode(auth, code)
  await user.reload()
  assert.equal(user.emailVerified, true)
  await assert.rejects(applyActionCode(auth, code), { code: 'auth/invalid-action-code' })
})

// security 12
test('a newer code voids the older one, and a code runs out', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'b@example.com', password)
  await sendEmailVerification(user)
  await sendEmailVerification(user)
  const [older, newer] = identity.mails.map(codeInMail)
  await assert.rejects(applyActionCode(auth, older ?? ''), { code: 'auth/invalid-action-code' })
  identity.clock.aheadMs = 24 * 3_600_000 + 1000
  await assert.rejects(applyActionCode(auth, newer ?? ''), { code: 'auth/expired-action-code' })
  const { rows } = await identity.database.query('SELECT email_verified_at FROM identity.accounts')
  assert.deepEqual(rows, [{ email_verified_at: null }])
})

// security 12
test('codes are stored as hashes only', async () => {
  await using identity = await startTestIdentity()
  const { user } = await createUserWithEmailAndPassword(identity.sdk(), 'c@example.com', password)
  await sendEmailVerification(user)
  const code = codeInMail(identity.mails[0])
  const { rows } = await identity.database.query('SELECT m::text AS row FROM identity.mail_codes m')
  assert.equal(rows.length, 1)
  assert.ok(!String(rows[0].row).includes(code))
  assert.ok(!String(rows[0].row).includes(Buffer.from(code, 'base64url').toString('hex')))
})

// spec 7.26
test('a password reset by mail ends all sessions and verifies the address', async () => {
  await using identity = await startTestIdentity()
  const lost = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(lost, 'd@example.com', password)
  const auth = identity.sdk()
  await sendPasswordResetEmail(auth, 'D@example.com')
  const code = codeInMail(identity.mails[0])
  assert.equal(await verifyPasswordResetCode(auth, code), 'd@example.com')
  await assert.rejects(confirmPasswordReset(auth, code, 'short'), { code: 'auth/weak-password' })
  await confirmPasswordReset(auth, code, 'another torque 43')
  await assert.rejects(confirmPasswordReset(auth, code, 'a third torque 44'), { code: 'auth/invalid-action-code' })

  await assert.rejects(user.reload(), { code: 'auth/user-token-expired' })
  const old = signInWithEmailAndPassword(auth, 'd@example.com', password)
  await assert.rejects(old, { code: 'auth/invalid-credential' })
  const back = await signInWithEmailAndPassword(auth, 'd@example.com', 'another torque 43')
  assert.equal(back.user.emailVerified, true)
})

test('the owner gets a mail about a password that was reset by mail, with a link that still works in the evening', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'd2@example.com', password)
  await sendEmailVerification(user)
  await applyActionCode(auth, codeInMail(identity.mails.at(-1)))
  await sendPasswordResetEmail(auth, 'd2@example.com')
  await confirmPasswordReset(auth, codeInMail(identity.mails.at(-1)), 'another torque 43')
  const notice = identity.mails.at(-1)
  assert.equal(notice?.kind, 'password-changed')
  assert.match(notice.text, /The link works for 24 hours\./)
  identity.clock.aheadMs = 23 * 3_600_000
  await confirmPasswordReset(auth, codeInMail(notice), 'a third torque 44')
  await sendPasswordResetEmail(auth, 'd2@example.com')
  identity.clock.aheadMs += 3_600_000 + 1000
  const requested = codeInMail(identity.mails.at(-1))
  await assert.rejects(confirmPasswordReset(auth, requested, 'a fourth torque 45'), {
    code: 'auth/expired-action-code',
  })
})

test('of two resets with one code at once exactly one counts', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  await createUserWithEmailAndPassword(auth, 'e@example.com', password)
  await sendPasswordResetEmail(auth, 'e@example.com')
  const oobCode = codeInMail(identity.mails[0])
  const responses = await Promise.all(
    ['first torque 1', 'second torque 2'].map((newPassword) =>
      identity.call('/v1/accounts:resetPassword', { oobCode, newPassword }),
    ),
  )
  assert.deepEqual(responses.map((response) => response.error ?? 'done').toSorted(), ['INVALID_OOB_CODE', 'done'])
})

test('a reset for an unknown address looks like any other and sends no mail', async () => {
  await using identity = await startTestIdentity()
  const response = await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'PASSWORD_RESET',
    email: 'nobody@example.com',
  })
  assert.deepEqual(response.body, {
    email: 'nobody@example.com',
  })
  assert.deepEqual(identity.mails, [])
})

// security 12
test('a verification code does not reset a password, nor the other way round', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'f@example.com', password)
  await sendEmailVerification(user)
  const verify = codeInMail(identity.mails[0])
  const misused = confirmPasswordReset(auth, verify, 'another torque 43')
  await assert.rejects(misused, { code: 'auth/invalid-action-code' })
  await sendPasswordResetEmail(auth, 'f@example.com')
  const reset = codeInMail(identity.mails[1])
  await assert.rejects(applyActionCode(auth, reset), { code: 'auth/invalid-action-code' })
  await confirmPasswordReset(auth, reset, 'another torque 43')
})

// spec 5.12, 7.26
test('links lead back to authorised domains only', async () => {
  await using identity = await startTestIdentity()
  const reset = (continueUrl: string) =>
    identity.call('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'g@example.com', continueUrl })
  const forbidden = 'UNAUTHORIZED_DOMAIN : Domain not whitelisted by project'
  assert.equal((await reset('https://evil.example/')).error, forbidden)
  assert.equal((await reset('https://shop.test.evil.example/')).error, forbidden)
  assert.equal((await reset('https://notshop.test/')).error, forbidden)
  assert.equal((await reset('javascript:alert(1)')).error, 'INVALID_CONTINUE_URI')
  assert.equal((await reset('//evil.example')).error, 'INVALID_CONTINUE_URI')
  assert.equal((await reset('https://shop.test@evil.example/')).error, 'INVALID_CONTINUE_URI')
  assert.equal((await reset('https://www.shop.test/cart')).status, 200)
})

test('a mail that cannot be queued leaves no code behind', async () => {
  await using identity = await startTestIdentity({
    sendMail: () => Promise.reject(new Error('the outbox is broken')),
  })
  const created = await identity.call('/v1/accounts:signUp', { email: 'h@example.com', password })
  const response = await identity.call('/v1/accounts:sendOobCode', {
    requestType: 'VERIFY_EMAIL',
    idToken: created.body['idToken'],
  })
  assert.equal(response.status, 500)
  assert.equal(response.error, 'INTERNAL_ERROR : Something went wrong here.')
  const { rows } = await identity.database.query('SELECT * FROM identity.mail_codes')
  assert.deepEqual(rows, [])
})
