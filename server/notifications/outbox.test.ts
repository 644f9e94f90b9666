import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { OutboxMessage } from '#contract/notifications.ts'
import { deliverSms } from '#server/notifications/deliver-sms.ts'
import { outdatedOrderMail } from '#server/orders/outdated-mail.ts'
import { listMessages } from '#server/notifications/list-messages.ts'
import { presentMessage } from '#server/notifications/present-message.ts'
import { findStore } from '#server/testing/find-store.ts'
import { createQueueMail, type UndeliveredMessage } from '#server/notifications/queue-mail.ts'
import { createQueueSms } from '#server/notifications/queue-sms.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
let jobs: Jobs
before(async () => {
  shop = await openTestShop()
  jobs = await startJobs(shop.databaseUrl, createLog('silent'))
})
after(async () => {
  await jobs.stop()
  await shop[Symbol.asyncDispose]()
})

const list = (query: string) => shop.call<OutboxMessage[]>('GET', `/outbox?${query}`, { token: shop.admin.token })
const mail = (to: string, subject = 'A subject') => ({ to, kind: 'test', subject, paragraphs: ['Text.'] })
const write = async (...mails: ReturnType<typeof mail>[]) => {
  const queueMail = createQueueMail({ jobs, delivers: false, publicUrl: () => 'http://localhost', findStore })
  for (const one of mails) await shop.db.transaction((tx) => queueMail(tx, one))
}

test('the outbox is read page by page, newest first, every message once', async () => {
  await write(...Array.from({ length: 7 }, (_, index) => mail(`page${index}@pages.test`)))
  const seen: string[] = []
  let next = '/outbox?limit=3&q=pages.test'
  for (let page = 0; page < 3; page++) {
    const { body, headers } = await shop.call<OutboxMessage[]>('GET', next, { token: shop.admin.token })
    seen.push(...body.map(({ recipient }) => recipient))
    next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  assert.equal(next, '')
  assert.deepEqual(
    seen,
    [6, 5, 4, 3, 2, 1, 0].map((index) => `page${index}@pages.test`),
  )
})

test('every word of a search must be found, and signs of a pattern stand for themselves', async () => {
  await write(mail('one@search.test', '100% steel'), mail('two@search.test', 'Brass_nut'))
  const found = async (q: string) => (await list(`q=${encodeURIComponent(q)}`)).body.map(({ recipient }) => recipient)
  assert.deepEqual(await found('STEEL search.test'), ['one@search.test'])
  assert.deepEqual(await found('search.test 0%'), ['one@search.test'])
  assert.deepEqual(await found('search.test s_n'), ['two@search.test'])
  assert.deepEqual(await found('search.test s%n'), [])
})

test('undelivered messages are stored and announced, and cannot be retried', async () => {
  const heard: UndeliveredMessage[] = []
  const announce = (message: UndeliveredMessage) => void heard.push(message)
  await shop.db.transaction((tx) =>
    createQueueMail({ jobs, delivers: false, announce, publicUrl: () => '', findStore })(tx, mail('kept@post.test')),
  )
  await shop.db.transaction((tx) => createQueueSms(jobs, false, announce)(tx, { to: '+15555550123', text: '123456' }))
  assert.deepEqual(
    heard.map(({ to }) => to),
    ['kept@post.test', '+15555550123'],
  )
  const [sms] = (await list(`q=${encodeURIComponent('+15555550123')}`)).body
  assert.deepEqual([sms?.channel, sms?.state, sms?.text, sms?.hidden], ['sms', 'kept', '123456', false])
  const { status, body } = await shop.call('POST', `/outbox/${sms?._id}/retry`, { token: shop.admin.token })
  assert.equal(`${status} ${body.code}`, '409 message-not-deliverable')
  for (const id of ['999999', 'nonsense', '-1', '99999999999999999999']) {
    const missing = await shop.call('POST', `/outbox/${id}/retry`, { token: shop.admin.token })
    assert.equal(`${missing.status} ${missing.body.code}`, '404 message-not-found', id)
  }
})

test('in production admins cannot read delivered credentials', async () => {
  const queueMail = createQueueMail({ jobs, delivers: false, publicUrl: () => 'http://localhost', findStore })
  await shop.db.transaction((tx) => queueMail(tx, { ...mail('secret@post.test'), opensAccount: true }))
  const [row] = await listMessages(
    shop.db,
    { words: 'secret@post.test', show: undefined, outdated: outdatedOrderMail },
    { limit: 1, after: undefined },
  )
  assert.ok(row)
  const shown = (hidesCredentials: boolean, delivers: boolean) =>
    presentMessage(row, { mail: delivers, sms: false, hidesCredentials }).text
  assert.equal(shown(true, true), '')
  assert.match(shown(true, false), /^Text\./)
  assert.match(shown(false, true), /^Text\./)
})

/** Starts an SMS provider with configurable responses. */
async function textService(responses: { status: number; body: string }[]) {
  const heard: { authorization: string | undefined; form: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({
        authorization: request.headers.authorization,
        form: Object.fromEntries(new URLSearchParams(body)),
      })
      const result = responses[heard.length - 1] ?? { status: 201, body: '{}' }
      response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/2010-04-01/Accounts/AC1/Messages.json`
  return {
    heard,
    service: { url, user: 'AC1', password: 'token', from: '+15555550199' },
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

test('a text message goes to the service as it wants it, later when it says so, and never after ten minutes', async () => {
  await using twilio = await textService([
    { status: 429, body: '{"message":"Too many"}' },
    { status: 201, body: '{}' },
    { status: 400, body: '{"message":"Not a phone number"}' },
  ])
  let ahead = 0
  const route = {
    service: twilio.service,
    clearsCredentials: true,
    now: () => new Date(Date.now() + ahead),
  }
  const queueSms = createQueueSms(jobs, false, () => undefined)
  const queue = async (to: string) => {
    await shop.db.transaction((tx) => queueSms(tx, { to, text: 'Your code is 123456.' }))
    const { rows } = await shop.db.execute<{ id: string }>(sql`SELECT id FROM outbox WHERE recipient = ${to}`)
    return Number(rows[0]?.id)
  }
  const state = async (id: number) => {
    const { rows } = await shop.db.execute(sql`
      SELECT text_body AS text, sent_at IS NOT NULL AS sent, given_up_at IS NOT NULL AS "givenUp", last_error AS error
      FROM outbox WHERE id = ${id}`)
    return rows[0]
  }

  const first = await queue('+15555550111')
  await assert.rejects(deliverSms(shop.db, route, first), /429 Too many/)
  await deliverSms(shop.db, route, first)
  await deliverSms(shop.db, route, first)
  assert.equal(twilio.heard.length, 2)
  assert.deepEqual(twilio.heard[1], {
    authorization: `Basic ${btoa('AC1:token')}`,
    form: { To: '+15555550111', From: '+15555550199', Body: 'Your code is 123456.' },
  })
  assert.deepEqual(await state(first), { text: '', sent: true, givenUp: false, error: null })

  const wrong = await queue('+15555550112')
  await deliverSms(shop.db, route, wrong)
  assert.partialDeepStrictEqual(await state(wrong), { sent: false, givenUp: true, error: '400 Not a phone number' })

  const late = await queue('+15555550113')
  ahead = 11 * 60_000
  await deliverSms(shop.db, route, late)
  assert.partialDeepStrictEqual(await state(late), { sent: false, givenUp: true })
  assert.equal(twilio.heard.length, 3)
})

test('a show that the outbox does not have is refused in one sentence', async () => {
  const { status, body } = await shop.call<{ message: string }>('GET', '/outbox?show=sent', { token: shop.admin.token })
  assert.deepEqual([status, body.message], [400, 'Please check what was sent: show must be one of the offered values.'])
})
