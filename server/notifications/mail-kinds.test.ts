import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { type Jobs, startJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { type MailServer, mailServer, type ReceivedMail } from '#server/testing/mail-server.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { placed } from '#server/testing/order-of.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { until } from '#server/testing/until.ts'

let server: MailServer
let shop: TestShop
let jobs: Jobs
before(async () => {
  server = await mailServer()
  shop = await openTestShop({ env: { SMTP_URL: server.url } })
  jobs = await startJobs(shop.databaseUrl, createLog('silent'))
})
after(async () => {
  await jobs.stop()
  await shop[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const ask = async (verb: string, body: object) => {
  const version = verb.startsWith('mfa') ? 'v2/accounts/' : 'v1/accounts:'
  const answer = await shop.call<{ error?: { message: string } } & Record<string, unknown>>(
    'POST',
    `/${version}${verb}?key=boltyard`,
    { body },
  )
  assert.equal(answer.status, 200, `${verb}: ${answer.body.error?.message}`)
  return answer.body
}

/** The one mail that came to a recipient under a subject; another one of the same fails the test. */
async function mailTo(recipient: string, subject: RegExp): Promise<ReceivedMail> {
  const matching = () =>
    server.received.filter((mail) => mail.envelope.to.includes(recipient) && subject.test(mail.subject ?? ''))
  await until(() => matching().length > 0, `a mail to ${recipient} says ${subject.source}`)
  const mails = matching()
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.ok(mail)
  assert.deepEqual(mail.to, [{ name: '', address: recipient }])
  assert.ok((mail.text ?? '').length > 40 && (mail.html ?? '').includes('<html'), 'both parts are there')
  assert.doesNotMatch(mail.html ?? '', /<(script|img|link|table|style)\b|src=|url\(/)
  return mail
}

/** The link of a mail, the same in both parts. */
function linkOf({ text = '', html = '' }: ReceivedMail): URL {
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  assert.equal(
    html.split(`href="${link.replaceAll('&', '&amp;')}"`).length,
    3,
    'a button and its address in plain sight',
  )
  return new URL(link)
}

async function codeOf(recipient: string, subject: RegExp, mode: string): Promise<string> {
  const link = linkOf(await mailTo(recipient, subject))
  assert.equal(link.origin + link.pathname, 'http://localhost/auth/action')
  assert.equal(link.searchParams.get('mode'), mode)
  assert.ok(link.searchParams.get('apiKey'))
  return link.searchParams.get('oobCode') ?? ''
}

/** What an authenticator app shows (RFC 6238). */
function totp(secret: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('every mail about an account arrives once, and its link does what it says', async () => {
  const ann: Person = await shop.signUp('ann')
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: ann.idToken })
  await ask('update', { oobCode: await codeOf(ann.email, /^Verify your email/, 'verifyEmail') })

  await ask('sendOobCode', { requestType: 'EMAIL_SIGNIN', email: ann.email, continueUrl: 'http://localhost/sign-in' })
  const signIn = await codeOf(ann.email, /^Sign in to/, 'signIn')
  await ask('signInWithEmailLink', { email: ann.email, oobCode: signIn })

  await ask('sendOobCode', { requestType: 'PASSWORD_RESET', email: ann.email })
  const password = 'something new and long'
  const reset = await codeOf(ann.email, /^Reset your password/, 'resetPassword')
  await ask('resetPassword', { oobCode: reset, newPassword: password })

  const fresh = await shop.signIn({ email: ann.email, password })
  const start = await ask('mfaEnrollment:start', { idToken: fresh.idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = start['totpSessionInfo'] as { sharedSecretKey: string; sessionInfo: string }
  const totpVerificationInfo = { sessionInfo, verificationCode: totp(sharedSecretKey) }
  const enrolled = await ask('mfaEnrollment:finalize', { idToken: fresh.idToken, totpVerificationInfo })
  await codeOf(ann.email, /^A second step was added/, 'revertSecondFactorAddition')

  const { users } = await ask('lookup', { idToken: enrolled['idToken'] })
  const [factor] = (users as { mfaInfo: { mfaEnrollmentId: string }[] }[])[0]?.mfaInfo ?? []
  const withdrawn = await ask('mfaEnrollment:withdraw', { idToken: enrolled['idToken'], ...factor })
  await codeOf(ann.email, /^A second step was removed/, 'resetPassword')

  const newEmail = 'ann-moved@customer.test'
  await ask('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: withdrawn['idToken'], newEmail })
  await ask('update', { oobCode: await codeOf(newEmail, /^Confirm your new email/, 'verifyAndChangeEmail') })
  await ask('update', { oobCode: await codeOf(ann.email, /was changed$/, 'recoverEmail') })
})

test('every mail about an order arrives once', async () => {
  const bob = await shop.signUp('bob')
  const product = await shop.addProduct({ name: 'Ölfilter “Größe 3” & Co' })
  const order = await placed(shop, bob, product, 2)
  await payFor(shop, bob, order)
  const receipt = await mailTo(bob.email, /^Receipt for your order of Ölfilter “Größe 3” & Co$/)
  assert.match(receipt.text ?? '', /\$20 for.*2 × Ölfilter “Größe 3” & Co/)
  assert.match(receipt.html ?? '', /2 × Ölfilter “Größe 3” &amp; Co/)
  await shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token })
  await mailTo(bob.email, /is on its way$/)

  const late = await placed(shop, bob, product, 1)
  await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE id = ${late._id}`)
  const queueMail = createQueueMail(jobs, true, () => undefined)
  await expireOrders(shop.db, { releasePayment: async () => undefined, queueMail, log: createLog('silent') })
  await mailTo(bob.email, /has expired$/)
})
