import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applyActionCode,
  checkActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  linkWithCredential,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { decodeJwt } from 'jose'
import { codeInMail, startTestIdentity } from './testing/start-identity.ts'
import type { TestIdentity } from './testing/start-identity.ts'

const password = 'torque wrench 42'

// spec 7.27
test('a mailed link signs in once, creates the account the first time, and verifies the address', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const link = await signInLink(identity, 'a@example.com')
  const wrong = signInWithEmailLink(auth, 'other@example.com', link)
  await assert.rejects(wrong, { code: 'auth/invalid-email' })

  const first = await signInWithEmailLink(auth, 'A@Example.com', link)
  assert.equal(getAdditionalUserInfo(first)?.isNewUser, true)
  assert.equal(first.user.emailVerified, true)
  assert.equal(first.user.isAnonymous, false)
  assert.deepEqual(
    first.user.providerData.map((provider) => provider.providerId),
    ['password'],
  )
  await assert.rejects(signInWithEmailLink(auth, 'a@example.com', link), { code: 'auth/invalid-action-code' })

  const again = await signInWithEmailLink(identity.sdk(), 'a@example.com', await signInLink(identity, 'a@example.com'))
  assert.equal(getAdditionalUserInfo(again)?.isNewUser, false)
  assert.equal(again.user.uid, first.user.uid)
})

test('an account created by a link may set a password and use both', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await signInWithEmailLink(auth, 'b@example.com', await signInLink(identity, 'b@example.com'))
  await updatePassword(user, password)
  await signInWithEmailLink(identity.sdk(), 'b@example.com', await signInLink(identity, 'b@example.com'))
  await user.reload()
  await signInWithEmailAndPassword(identity.sdk(), 'b@example.com', password)
})

test('responses do not reveal how an address signs in', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  await createUserWithEmailAndPassword(auth, 'c@example.com', password)
  assert.deepEqual(await fetchSignInMethodsForEmail(auth, 'c@example.com'), [])
  assert.deepEqual(await fetchSignInMethodsForEmail(auth, 'nobody@example.com'), [])
  await assert.rejects(fetchSignInMethodsForEmail(auth, 'no address'), { code: 'auth/invalid-email' })
})

test('an address is changed from the new mailbox and can be brought back from the old one', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'old@example.com', password)
  await assert.rejects(updateEmail(user, 'new@example.com'), { code: 'auth/operation-not-allowed' })
  await verifyBeforeUpdateEmail(user, 'new@example.com')
  assert.equal(identity.mails[0]?.to, 'new@example.com')
  await user.reload()
  assert.equal(user.email, 'old@example.com', 'nothing changes before the click')

  const change = codeInMail(identity.mails[0])
  const info = await checkActionCode(auth, change)
  assert.deepEqual(info.data, { email: 'new@example.com', previousEmail: 'old@example.com', multiFactorInfo: null })
  await applyActionCode(auth, change)
  await assert.rejects(user.reload(), { code: 'auth/user-token-expired' })
  const thief = await signInWithEmailAndPassword(identity.sdk(), 'new@example.com', password)
  assert.equal(thief.user.emailVerified, true)
  const notice = identity.mails[1]
  assert.equal(notice?.to, 'old@example.com')
  assert.ok(notice.text.includes('new@example.com'))

  // moving the account once more does not outrun its owner
  await verifyBeforeUpdateEmail(thief.user, 'third@example.com')
  await applyActionCode(auth, codeInMail(identity.mails[2]))
  const undo = codeInMail(notice)
  assert.equal((await checkActionCode(auth, undo)).data.email, 'old@example.com')
  await applyActionCode(auth, undo)
  await signInWithEmailAndPassword(auth, 'old@example.com', password)
  const undone = applyActionCode(auth, codeInMail(identity.mails[3]))
  await assert.rejects(undone, { code: 'auth/invalid-action-code' })
})

test('an address is not changed to one that is taken, neither before nor after the mail', async () => {
  await using identity = await startTestIdentity()
  const auth = identity.sdk()
  const { user } = await createUserWithEmailAndPassword(auth, 'd@example.com', password)
  await verifyBeforeUpdateEmail(user, 'wanted@example.com')
  await createUserWithEmailAndPassword(identity.sdk(), 'wanted@example.com', password)
  await assert.rejects(verifyBeforeUpdateEmail(user, 'wanted@example.com'), { code: 'auth/email-already-in-use' })
  const late = applyActionCode(auth, codeInMail(identity.mails[0]))
  await assert.rejects(late, { code: 'auth/email-already-in-use' })
  identity.clock.aheadMs = 6 * 60_000
  await assert.rejects(verifyBeforeUpdateEmail(user, 'e@example.com'), { code: 'auth/requires-recent-login' })
})

// spec 3.7
test('an anonymous visitor keeps the account when giving it a password', async () => {
  await using identity = await startTestIdentity({ anonymous: () => true })
  const auth = identity.sdk()
  const { user } = await signInAnonymously(auth)
  assert.equal(user.isAnonymous, true)
  const { uid } = user
  assert.equal(decodeJwt(await user.getIdToken())['provider_id'], 'anonymous')
  await createUserWithEmailAndPassword(identity.sdk(), 'taken@example.com', password)
  const taken = linkWithCredential(user, EmailAuthProvider.credential('taken@example.com', password))
  await assert.rejects(taken, { code: 'auth/email-already-in-use' })
  const linked = await linkWithCredential(user, EmailAuthProvider.credential('f@example.com', password))
  assert.equal(linked.user.uid, uid)
  assert.equal(linked.user.isAnonymous, false)
  await linked.user.getIdToken(true)
  const back = await signInWithEmailAndPassword(identity.sdk(), 'f@example.com', password)
  assert.equal(back.user.uid, uid)
})

async function signInLink(identity: TestIdentity, email: string): Promise<string> {
  const before = identity.mails.length
  await sendSignInLinkToEmail(identity.sdk(), email, { url: 'http://shop.test/sign-in', handleCodeInApp: true })
  const link = /https?:\/\/\S+/.exec(identity.mails[before]?.text ?? '')?.[0]
  assert.ok(link)
  return link
}
