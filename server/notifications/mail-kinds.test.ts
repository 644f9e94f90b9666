import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { findStore } from '#server/testing/find-store.ts'
import { createQueueMail } from '#server/notifications/queue-mail.ts'
import { confirmOrders } from '#server/orders/confirm-orders.ts'
import { announceShipments } from '#server/orders/shipments/announce-shipments.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type MailServer, mailServer, type ReceivedMail } from '#server/testing/mail-server.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { requestOrder } from '#server/testing/place-order.ts'
import { payFor } from '#server/testing/pay-with-card.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

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

const request = async (verb: string, body: object) => {
  const version = verb.startsWith('mfa') ? 'v2/accounts/' : 'v1/accounts:'
  const response = await shop.call<{ error?: { message: string } } & Record<string, unknown>>(
    'POST',
    `/${version}${verb}?key=boltyard`,
    { body },
  )
  assert.equal(response.status, 200, `${verb}: ${response.body.error?.message}`)
  return response.body
}

/** Returns the only mail to a recipient with a subject; fails if there are several. */
async function mailTo(recipient: string, subject: RegExp): Promise<ReceivedMail> {
  const matching = () =>
    server.received.filter((mail) => mail.envelope.to.includes(recipient) && subject.test(mail.subject ?? ''))
  await waitUntil(() => matching().length > 0, `a mail to ${recipient} says ${subject.source}`)
  const mails = matching()
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.ok(mail)
  assert.deepEqual(mail.to, [{ name: '', address: recipient }])
  assert.ok((mail.text ?? '').length > 40 && (mail.html ?? '').includes('<html'), 'both parts are there')
  assert.doesNotMatch(mail.html ?? '', /<(script|img|link|style)\b|src=|url\(/)
  return mail
}

/** Returns the link of a mail, the same in both parts. */
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

/** Returns the code of an authenticator app (RFC 6238). */
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
  await request('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: ann.idToken })
  await request('update', { oobCode: await codeOf(ann.email, /^Verify your email/, 'verifyEmail') })

  await request('sendOobCode', {
    requestType: 'EMAIL_SIGNIN',
    email: ann.email,
    continueUrl: 'http://localhost/sign-in',
  })
  const signIn = await codeOf(ann.email, /^Sign in to/, 'signIn')
  await request('signInWithEmailLink', { email: ann.email, oobCode: signIn })

  await request('sendOobCode', { requestType: 'PASSWORD_RESET', email: ann.email })
  const password = 'something new and long'
  const reset = await codeOf(ann.email, /^Reset your password/, 'resetPassword')
  await request('resetPassword', { oobCode: reset, newPassword: password })

  const fresh = await shop.signIn({ email: ann.email, password })
  const start = await request('mfaEnrollment:start', { idToken: fresh.idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = start['totpSessionInfo'] as { sharedSecretKey: string; sessionInfo: string }
  const totpVerificationInfo = { sessionInfo, verificationCode: totp(sharedSecretKey) }
  const enrolled = await request('mfaEnrollment:finalize', { idToken: fresh.idToken, totpVerificationInfo })
  await codeOf(ann.email, /^Two-factor authentication was added/, 'revertSecondFactorAddition')

  const { users } = await request('lookup', { idToken: enrolled['idToken'] })
  const [factor] = (users as { mfaInfo: { mfaEnrollmentId: string }[] }[])[0]?.mfaInfo ?? []
  const withdrawn = await request('mfaEnrollment:withdraw', { idToken: enrolled['idToken'], ...factor })
  await codeOf(ann.email, /^Two-factor authentication was removed/, 'resetPassword')

  const newEmail = 'ann-moved@customer.test'
  await request('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: withdrawn['idToken'], newEmail })
  await request('update', { oobCode: await codeOf(newEmail, /^Confirm your new email/, 'verifyAndChangeEmail') })
  await codeOf(ann.email, /^Your Boltyard password was changed$/, 'resetPassword')
  await request('update', { oobCode: await codeOf(ann.email, /^Your email at Boltyard was changed$/, 'recoverEmail') })
  await codeOf(ann.email, /^Your email at Boltyard was restored$/, 'resetPassword')
})

test('a visitor who reads German pages gets German mail about the account, in both parts', async () => {
  const email = 'greta@customer.test'
  const body = { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost/' }
  const headers = { cookie: 'language=de', 'accept-language': 'en' }
  assert.equal((await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body, headers })).status, 200)
  const mail = await mailTo(email, /^Bei Boltyard anmelden$/)
  assert.equal(linkOf(mail).searchParams.get('lang'), 'de')
  assert.match(mail.html ?? '', /<html lang="de">[^]*öffnen Sie diese Adresse/)
})

const orderMails = [
  {
    language: 'en',
    subjects: (number: string) => ({
      paid: new RegExp(`^Receipt for your order ${number}$`),
      refunded: new RegExp(`^Refund of \\$5\\.00 for your order ${number}$`),
      shipped: new RegExp(`^Your order ${number} has shipped$`),
      expired: new RegExp(`^Your order ${number} has expired$`),
      placed: new RegExp(`^We received your order ${number}$`),
      cancelled: new RegExp(`^Your order ${number} is cancelled$`),
    }),
    receipt: /received \$1,220\.00 for your order of/,
    shipment: /shipped with Swift Freight[^]*Tracking number: SF 1234/,
  },
  {
    language: 'de',
    subjects: (number: string) => ({
      paid: new RegExp(`^Zahlungsbestätigung für Ihre Bestellung ${number}$`),
      refunded: new RegExp(`^Erstattung von 5,00\\s\\$ für Ihre Bestellung ${number}$`),
      shipped: new RegExp(`^Ihre Bestellung ${number} ist unterwegs$`),
      expired: new RegExp(`^Ihre Bestellung ${number} ist verfallen$`),
      placed: new RegExp(`^Ihre Bestellung ${number} ist eingegangen$`),
      cancelled: new RegExp(`^Ihre Bestellung ${number} ist storniert$`),
    }),
    receipt: /haben 1\.220,00\s\$ für Ihre Bestellung über/,
    shipment: /mit Swift Freight versandt[^]*Sendungsnummer: SF 1234/,
  },
] as const

for (const { language, subjects, receipt, shipment } of orderMails) {
  test(`every mail about an order arrives once, in the language it was placed in, and leads to it: ${language}`, async () => {
    const buyer = await shop.signUp(`buyer-${language}`)
    const product = await shop.addProduct({ name: `Ölfilter “${language}” & Co`, sku: `OEL-${language}`, price: 610 })
    const place = async () => {
      const { body } = await requestOrder(shop, buyer, product, 2, { cookie: `language=${language}` })
      assert.ok(body.order, body.message)
      return body.order
    }
    async function expectMail(order: Order, kind: keyof ReturnType<typeof subjects>): Promise<string> {
      const mail = await mailTo(buyer.email, subjects(order.number)[kind])
      assert.equal(linkOf(mail).href, `http://localhost/dashboard/order/${order._id}`)
      assert.ok(mail.html?.includes(`<html lang="${language}">`))
      for (const part of [order.number, `2 × ${product.name} (OEL-${language})`])
        assert.ok(mail.text?.includes(part), `${kind}: ${mail.text}`)
      return mail.text ?? ''
    }
    await shop.db.execute(sql`UPDATE users SET email_verified_at = now() WHERE email = ${buyer.email}`)
    const queueMail = createQueueMail({ jobs, delivers: true, publicUrl: () => 'http://localhost', findStore })
    const [order, late, cancelled] = [await place(), await place(), await place()]
    await confirmOrders(shop.db, queueMail, findSellerSettings)
    await expectMail(late, 'placed')
    await shop.call('DELETE', `/orders/${cancelled._id}`, { token: buyer.token })
    await expectMail(cancelled, 'cancelled')
    await payFor(shop, buyer, order)
    assert.match(await expectMail(order, 'paid'), receipt)
    const refund = { amount: 5, reason: 'requested_by_customer' }
    await shop.call('POST', `/order/${order._id}/refunds`, { token: shop.admin.token, body: refund })
    await expectMail(order, 'refunded')
    const body = { carrier: ' Swift Freight ', trackingNumber: 'SF 1234' }
    await shop.call('PATCH', `/ship-order/${order._id}`, { token: shop.admin.token, body })
    await announceShipments(shop.db, { queueMail, findSellerSettings }, new Date(Date.now() + 86_400_000))
    assert.match(await expectMail(order, 'shipped'), shipment)

    await shop.db.execute(sql`UPDATE orders SET expires_at = now() WHERE id = ${late._id}`)
    await expireOrders(shop.db, { releasePayment: async () => undefined, queueMail, log: createLog('silent') })
    await expectMail(late, 'expired')
  })
}

test('a cookie whose name only ends like that of the language chooses none', async () => {
  const email = 'nora@customer.test'
  const headers = { cookie: 'my-language=de; language=fr' }
  await shop.call('POST', '/newsletter', { body: { email }, headers })
  await mailTo(email, /^Confirm your newsletter subscription$/)
})

test('a German visitor confirms the newsletter in German', async () => {
  const email = 'nele@customer.test'
  const headers = { cookie: 'language=de' }
  assert.equal((await shop.call('POST', '/newsletter', { body: { email }, headers })).status, 200)
  const mail = await mailTo(email, /^Bestätigen Sie Ihr Newsletter-Abonnement$/)
  assert.match(linkOf(mail).href, /^http:\/\/localhost\/newsletter\?token=./)
})
