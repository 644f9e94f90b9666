import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { getMailServer, sendTestMail } from '#contract/notifications.ts'
import type { listOpeningSteps } from '#contract/opening.ts'
import { mailServer } from '#server/testing/mail-server.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

const asAdmin = <Answer>(shop: TestShop, method: string, path: string, headers = {}) =>
  shop.call<Answer>(method, path, { token: shop.admin.token, headers })
const stateOf = async (shop: TestShop) =>
  (await asAdmin<ResponseBody<typeof getMailServer>>(shop, 'GET', '/mail-server')).body
const isStepDone = async (shop: TestShop) => {
  const { body } = await asAdmin<ResponseBody<typeof listOpeningSteps>>(shop, 'GET', '/opening-steps')
  return body.find(({ step }) => step === 'mail')?.done
}

test('a mail server that refuses the password is shown with its words, and counts again a minute after it accepts it', async () => {
  let accepts = false
  await using server = await mailServer({
    authOptional: false,
    onAuth: (_auth, _session, done) =>
      accepts ? done(null, { user: 'shop' }) : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
  })
  let now = new Date()
  await using shop = await openTestShop({
    env: { SMTP_URL: server.url.replace('//', '//shop:secret@'), MAIL_FROM: 'Bolts <shop@bolts.test>' },
    now: () => now,
  })
  const failing = await stateOf(shop)
  assert.deepEqual(
    [failing.state, failing.host, failing.from],
    ['failing', new URL(server.url).host, 'Bolts <shop@bolts.test>'],
  )
  assert.match(failing.fault ?? '', /535 Wrong password/)
  assert.equal(await isStepDone(shop), false)
  const refused = await asAdmin<ResponseBody<typeof sendTestMail>>(shop, 'POST', '/mail-server/test')
  assert.equal(refused.body.sent, false)
  assert.match(refused.body.answer, /535 Wrong password/)
  assert.equal(await isStepDone(shop), false)

  await stateOf(shop)
  accepts = true
  assert.equal((await stateOf(shop)).state, 'failing', 'asked less than a minute ago')
  now = new Date(now.getTime() + 61_000)
  // The list does not wait for the mail server, which it asks in the background.
  await waitUntil(async () => (await isStepDone(shop)) === true, 'the step is done')
  assert.deepEqual(await stateOf(shop), { state: 'working', isFixed: true, host: failing.host, from: failing.from })
})

test('a mail server that repeats the login shows no part of it, even if the password begins with the user name', async () => {
  const [user, password] = ['post', 'postbox-42-secret']
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const texts = [password, user, `\0${user}\0${password}`, `${user}\0${user}\0${password}`]
  const echo = [...texts.slice(0, 2), ...texts.map(base64)].join(' and ')
  await using server = await mailServer({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error(`No ${echo}`), { responseCode: 535 })),
  })
  await using shop = await openTestShop({ env: { SMTP_URL: server.url.replace('//', `//${user}:${password}@`) } })
  const { body } = await asAdmin<ResponseBody<typeof sendTestMail>>(shop, 'POST', '/mail-server/test')
  for (const { fault = '' } of [await stateOf(shop), { fault: body.answer }])
    assert.match(fault, /535 No …(?: and …){5}$/)
})

test('a test mail arrives at the address of the caller, in the language of the page', async () => {
  await using server = await mailServer()
  await using shop = await openTestShop({ env: { SMTP_URL: server.url } })
  assert.equal((await stateOf(shop)).state, 'working')
  assert.equal(await isStepDone(shop), true)
  const { status, body } = await asAdmin<ResponseBody<typeof sendTestMail>>(shop, 'POST', '/mail-server/test', {
    'accept-language': 'de',
  })
  assert.equal(status, 200)
  assert.equal(body.sent, true)
  assert.match(body.answer, /^250 /)
  const [mail] = server.received.filter(({ envelope }) => envelope.to.includes(shop.admin.email))
  assert.match(mail?.subject ?? '', /^Testmail von /)
})

test('without a mail server, there is none to ask and no test mail', async () => {
  await using shop = await openTestShop()
  assert.deepEqual(await stateOf(shop), { state: 'off', isFixed: false, from: 'shop@localhost' })
  assert.equal(await isStepDone(shop), false)
  const { body } = await asAdmin<ResponseBody<typeof sendTestMail>>(shop, 'POST', '/mail-server/test')
  assert.deepEqual(body, { sent: false, answer: 'No mail server is set.' })
})
