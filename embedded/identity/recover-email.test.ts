import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Person } from './identity-deps.ts'
import { codeInMail, startTestIdentity, type TestIdentity } from './testing/start-identity.ts'
import { fromBase32 } from './testing/base32.ts'
import { solveCaptcha } from './testing/solve-captcha.ts'
import { totpCode, totpStep } from './totp.ts'

const password = 'torque wrench 42'
const removed: Person[] = []
const moved: string[] = []
let identity: TestIdentity
before(async () => {
  identity = await startTestIdentity({
    phone: () => true,
    erasePersonalData: async (_tx, person) => void removed.push(person),
    changeEmail: async (_tx, { email }, to) => void moved.push(`${email} ${to.email} ${to.verified}`),
  })
})
afterEach(() => {
  identity.clock.aheadMs = 0
  removed.length = 0
  moved.length = 0
})
after(() => identity[Symbol.asyncDispose]())

interface Account {
  localId: string
  email: string
  idToken: string
}

let count = 0
const newEmail = () => `person-${(count += 1)}@example.com`

// security 12
test('the owner restores an address although another account has signed up with it since', async () => {
  for (const signUpAgain of [signUp, verified]) {
    const owner = await verified()
    await move(owner, newEmail())
    const undo = lastCode(owner.email, 'email-changed')
    const blocker = await signUpAgain(owner.email)
    const { email, emailVerified } = await call('update', { oobCode: undo })
    assert.deepEqual({ email, emailVerified }, { email: owner.email, emailVerified: true })
    const notice = identity.mails.at(-1)
    assert.deepEqual([notice?.to, notice?.kind], [owner.email, 'email-recovered'])
    assert.equal((await signIn(owner.email)).localId, owner.localId)
    const asBlocker = await identity.call('/v1/accounts:lookup', { idToken: blocker.idToken })
    assert.equal(asBlocker.error, 'USER_NOT_FOUND')
    assert.deepEqual(removed.splice(0), [{ localId: blocker.localId, email: owner.email }])
  }
})

// security 12
test('another account that leaves the same address does not void the way back of the first', async () => {
  const owner = await verified()
  await move(owner, newEmail())
  const undo = lastCode(owner.email, 'email-changed')
  const second = await verified(owner.email)
  await move(second, newEmail())
  await call('update', { oobCode: undo })
  assert.equal((await signIn(owner.email)).localId, owner.localId)
})

test('the mail to the old address, maybe a stranger’s, shows no web address that the mover has made up', async () => {
  const account = await verified()
  await move(account, 'evil.test/prize@example.com')
  const mail = identity.mails.find(({ to, kind }) => to === account.email && kind === 'email-changed')
  assert.match(mail?.text ?? '', /belongs to …@example\.com/)
  assert.doesNotMatch(mail?.text ?? '', /prize/)
})

test('a thief who moves on and goes one step back does not void the owner’s way back', async () => {
  const owner = await verified()
  const [first, next] = [newEmail(), newEmail()]
  const thief = await move(owner, first)
  const undo = lastCode(owner.email, 'email-changed')
  await move(thief, next)
  await call('update', { oobCode: lastCode(first, 'email-changed') })
  await call('update', { oobCode: undo })
  assert.equal((await signIn(owner.email)).localId, owner.localId)
  assert.deepEqual(moved.slice(-1), [`${first} ${owner.email} true`])
})

// security 12
test('an account is not deleted while its former address can undo a change of it', async () => {
  const owner = await verified()
  const thief = await move(owner, newEmail())
  const undo = lastCode(owner.email, 'email-changed')
  const destroy = ({ idToken }: Account) => identity.call('/v1/accounts:delete', { idToken })
  assert.match((await destroy(thief)).error ?? '', /^EMAIL_CHANGED_LATELY : /)
  await call('update', { oobCode: undo })
  const back = await signIn(owner.email)
  assert.equal(back.localId, owner.localId)
  assert.equal((await destroy(back)).error, undefined)
  assert.deepEqual(removed, [{ localId: owner.localId, email: owner.email }])
})

test('a changed account is deleted once the undo has run out, and one whose address was never verified at once', async () => {
  const owner = await verified()
  const moved = await move(owner, newEmail())
  identity.clock.aheadMs += 7 * 86_400_000
  const { idToken } = await signIn(moved.email)
  await call('delete', { idToken })
  const mistyped = await move(await signUp(), newEmail())
  await call('delete', { idToken: mistyped.idToken })
})

test('the undo of another account does not destroy one that its own owner can still bring back', async () => {
  const owner = await verified()
  const thiefsOwn = await verified()
  await move(thiefsOwn, newEmail())
  const stolen = await move(owner, thiefsOwn.email)
  const ofThief = lastCode(thiefsOwn.email, 'email-changed')
  assert.equal((await identity.call('/v1/accounts:update', { oobCode: ofThief })).error, 'EMAIL_EXISTS')
  await call('update', { oobCode: lastCode(owner.email, 'email-changed') })
  assert.equal((await signIn(owner.email)).localId, stolen.localId)
})

// security 12
test('restoring an address removes what was added since and keeps what was there before', async () => {
  const owner = await verified()
  const before = await enrolApp(owner)
  const thief = await move(owner, newEmail(), before)
  const undo = lastCode(owner.email, 'email-changed')
  identity.clock.aheadMs += 60_000
  await call('signInWithPhoneNumber', { ...(await phoneCode()), idToken: thief.idToken })
  const changed = await call('update', { idToken: thief.idToken, password: 'a thief’s password' })
  await enrolPhone(String(changed['idToken']))
  await call('update', { oobCode: undo })

  const { rows } = await identity.database.query(
    `SELECT email, email_verified_at IS NOT NULL AS is_verified, phone_number, password_hash,
      (SELECT array_agg(kind) FROM identity.second_factors f WHERE f.local_id = a.local_id) AS factors,
      (SELECT count(*)::int FROM identity.sessions s WHERE s.local_id = a.local_id) AS sessions
    FROM identity.accounts a WHERE local_id = $1`,
    [owner.localId],
  )
  const left = { phone_number: null, password_hash: null, factors: ['totp'], sessions: 0 }
  assert.deepEqual(rows, [{ email: owner.email, is_verified: true, ...left }])
  const asThief = { email: owner.email, password: 'a thief’s password' }
  const refused = await identity.call('/v1/accounts:signInWithPassword', asThief)
  assert.equal(refused.error, 'INVALID_LOGIN_CREDENTIALS')
  await call('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner.email })
  await call('resetPassword', { oobCode: lastCode(owner.email, 'reset-password'), newPassword: 'the owner’s own' })
})

test('an address that was never verified comes back unverified, and takes nothing from who has verified it since', async () => {
  const stranger = await signUp()
  const { email } = stranger
  await move(stranger, newEmail())
  const undo = lastCode(email, 'email-changed')
  const response = await call('update', { oobCode: undo })
  assert.equal(response['emailVerified'], false)

  await move(await signIn(email), newEmail())
  const again = lastCode(email, 'email-changed')
  const owner = await verified(email)
  assert.equal((await identity.call('/v1/accounts:update', { oobCode: again })).error, 'EMAIL_EXISTS')
  assert.equal((await signIn(email)).localId, owner.localId)
})

test('a verified address is replaced only by a verified one, whatever the operator allows', async () => {
  await using open = await identity.another({ enumerationProtection: () => false })
  const owner = await verified()
  const response = await open.call('/v1/accounts:update', { idToken: owner.idToken, email: newEmail() })
  assert.match(response.error ?? '', /^OPERATION_NOT_ALLOWED/)
})

async function call(verb: string, body: object): Promise<Record<string, unknown>> {
  const response = await identity.call(verb.includes('/') ? verb : `/v1/accounts:${verb}`, body)
  assert.equal(response.status, 200, `${verb}: ${response.error}`)
  return response.body
}

function lastCode(to: string, kind: string): string {
  return codeInMail(identity.mails.findLast((mail) => mail.to === to && mail.kind === kind))
}

async function signUp(email = newEmail()): Promise<Account> {
  const { localId, idToken } = await call('signUp', { email, password })
  return { localId: String(localId), email, idToken: String(idToken) }
}

async function verified(email = newEmail()): Promise<Account> {
  const account = await signUp(email)
  await call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: account.idToken })
  await call('update', { oobCode: lastCode(email, 'verify-email') })
  return account
}

async function signIn(email: string): Promise<Account> {
  const { localId, idToken } = await call('signInWithPassword', { email, password })
  return { localId: String(localId), email, idToken: String(idToken) }
}

/** Changes the address of the account as a thief with a session, and signs in with it. */
async function move({ localId, idToken }: Account, email: string, secret?: Buffer): Promise<Account> {
  await call('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: email })
  await call('update', { oobCode: lastCode(email, 'change-email') })
  const entered = await call('signInWithPassword', { email, password })
  if (!secret) return { localId, email, idToken: String(entered['idToken']) }
  // Each code of an app counts once.
  identity.clock.aheadMs += 30_000
  const [factor] = entered['mfaInfo'] as { mfaEnrollmentId: string }[]
  const finished = await call('/v2/accounts/mfaSignIn:finalize', {
    mfaPendingCredential: entered['mfaPendingCredential'],
    mfaEnrollmentId: factor?.mfaEnrollmentId,
    totpVerificationInfo: { verificationCode: codeNow(secret) },
  })
  return { localId, email, idToken: String(finished['idToken']) }
}

async function enrolApp(account: Account): Promise<Buffer> {
  const { idToken } = account
  const { totpSessionInfo } = await call('/v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = totpSessionInfo as { sharedSecretKey: string; sessionInfo: string }
  const secret = fromBase32(sharedSecretKey)
  const totpVerificationInfo = { sessionInfo, verificationCode: codeNow(secret) }
  const enrolled = await call('/v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  account.idToken = String(enrolled['idToken'])
  return secret
}

async function enrolPhone(idToken: string): Promise<void> {
  const phoneEnrollmentInfo = { phoneNumber: '+12125550188', recaptchaToken: await solveCaptcha(identity) }
  const { phoneSessionInfo } = await call('/v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo })
  const { sessionInfo } = phoneSessionInfo as { sessionInfo: string }
  const phoneVerificationInfo = { sessionInfo, code: codeInText() }
  await call('/v2/accounts/mfaEnrollment:finalize', { idToken, phoneVerificationInfo })
}

async function phoneCode(): Promise<object> {
  const recaptchaToken = await solveCaptcha(identity)
  const { sessionInfo } = await call('sendVerificationCode', { phoneNumber: '+12125550177', recaptchaToken })
  return { sessionInfo, code: codeInText() }
}

const codeInText = () => identity.texts.at(-1)?.text.slice(0, 6)

function codeNow(secret: Buffer): string {
  return totpCode(secret, totpStep(new Date(Date.now() + identity.clock.aheadMs)))
}
