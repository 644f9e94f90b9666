import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'drizzle-orm'
import type { OutboxMessage } from '#contract/notifications.ts'
import { deliverMail } from '#server/notifications/deliver-mail.ts'
import { findStore } from '#server/testing/find-store.ts'
import { createQueueMail, type Mail } from '#server/notifications/queue-mail.ts'
import { createMailRoutes } from '#server/notifications/mail-routes.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { type MailServer, mailServer } from '#server/testing/mail-server.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let server: MailServer
let shop: TestShop
/** Accepts jobs without running them. */
let jobs: Jobs
before(async () => {
  server = await mailServer()
  shop = await openTestShop({ env: { SMTP_URL: server.url, MAIL_FROM: 'Bolts & Co <shop@bolts.test>' } })
  jobs = await startJobs(shop.databaseUrl, createLog('silent'))
})
after(async () => {
  await jobs.stop()
  await shop[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const arrived = (recipient: string) => server.received.filter(({ envelope }) => envelope.to.includes(recipient))
const stored = async (recipient: string) => {
  const { body } = await shop.call<OutboxMessage[]>('GET', `/outbox?q=${encodeURIComponent(recipient)}`, {
    token: shop.admin.token,
  })
  return body
}
const isIn = (state: OutboxMessage['state'], recipient: string) => async () =>
  (await stored(recipient)).every((message) => message.state === state)
const retry = (id: string) => shop.call('POST', `/outbox/${id}/retry`, { token: shop.admin.token })

/** Sends a mail as a domain does: in a transaction of its own. */
async function send(parts: Partial<Mail> & { to: string }): Promise<void> {
  const queueMail = createQueueMail({ jobs, delivers: true, publicUrl: () => 'http://localhost', findStore })
  await shop.db.transaction((tx) =>
    queueMail(tx, { kind: 'test', subject: 'A test', paragraphs: ['Hello Ann,', 'this is a test.'], ...parts }),
  )
}

/** Ends the delay before the next attempt. */
const endPauses = () => shop.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE name = 'deliver-mail'`)

test('a mail arrives once, with both parts, from the shop’s own address', async () => {
  const url = 'https://shop.test/orders?a=1&b=2'
  await send({
    to: 'ann@customer.test',
    subject: 'Your order of Ölfilter “S” has expired',
    paragraphs: ['Hello Ann,', 'it has <b>expired</b>.'],
    action: { label: 'See the order', url },
    notes: ['Bye.'],
  })
  await waitUntil(isIn('sent', 'ann@customer.test'), 'the mail is sent')
  const mails = arrived('ann@customer.test')
  assert.equal(mails.length, 1)
  const [mail] = mails
  assert.deepEqual(mail?.envelope, { from: 'shop@bolts.test', to: ['ann@customer.test'] })
  assert.equal(mail.subject, 'Your order of Ölfilter “S” has expired')
  assert.deepEqual(mail.from, { address: 'shop@bolts.test', name: 'Bolts & Co' })
  assert.deepEqual(mail.to, [{ address: 'ann@customer.test', name: '' }])
  assert.match(mail.messageId ?? '', /^<\d+\.\d+@bolts\.test>$/)
  assert.ok(mail.text?.includes(`See the order:\n${url}`), mail.text)
  assert.ok(mail.text?.includes('it has <b>expired</b>.'))
  assert.ok(mail.html?.includes('it has &lt;b&gt;expired&lt;/b&gt;.'))
  assert.equal(mail.html?.match(/<a href="https:\/\/shop\.test\/orders\?a=1&amp;b=2"/g)?.length, 2)
  assert.equal(mail.attachments.length, 0)
})

test('names and subjects cannot add headers, recipients or lines', async () => {
  const evil = 'Nut\r\nBcc: victim@evil.test\r\n\r\nA body'
  await send({ to: 'bea@customer.test', subject: evil, paragraphs: [`Hello ${evil},`] })
  await send({ to: 'cal@customer.test, victim@evil.test', subject: 'Two at once' })
  await send({ to: 'dan@customer.test\r\nRCPT TO:<victim@evil.test>', subject: 'A line more' })
  await waitUntil(isIn('sent', 'bea@customer.test'), 'the mail is sent')
  const [mail] = arrived('bea@customer.test')
  assert.equal(mail?.subject, 'Nut Bcc: victim@evil.test A body')
  assert.deepEqual(mail.to, [{ address: 'bea@customer.test', name: '' }])
  assert.equal(mail.bcc, undefined)
  for (const strange of ['cal@customer.test', 'dan@customer.test']) {
    await waitUntil(
      async () => (await stored(strange)).every(({ state }) => state !== 'waiting'),
      `the mail to ${strange} is settled`,
    )
  }
  assert.deepEqual(arrived('victim@evil.test'), [])
})

test('while the mail server is away a mail waits, and then it arrives once', async () => {
  await server.close()
  await send({ to: 'eli@customer.test' })
  await waitUntil(async () => (await stored('eli@customer.test'))[0]?.lastError !== undefined, 'the attempt has failed')
  const [waiting] = await stored('eli@customer.test')
  assert.equal(waiting?.state, 'waiting')
  assert.match(waiting.lastError ?? '', /ECONNREFUSED/)
  await server.open()
  await endPauses()
  await waitUntil(isIn('sent', 'eli@customer.test'), 'the mail is sent')
  assert.equal(arrived('eli@customer.test').length, 1)
  const [sent] = await stored('eli@customer.test')
  assert.equal(sent?.attempts, 2)
  assert.equal(sent.lastError, undefined)
  assert.ok(sent.sentAt)
})

test('temporary rejections are retried, permanent ones are not', async () => {
  const asked: Record<string, number> = {}
  server.refuse = (recipient) => {
    asked[recipient] = (asked[recipient] ?? 0) + 1
    if (recipient === 'fay@customer.test' && asked[recipient] === 1) return { status: 451, reason: 'Greylisted' }
    return recipient === 'gus@customer.test' ? { status: 550, reason: 'No such mailbox' } : undefined
  }
  await send({ to: 'fay@customer.test' })
  await send({ to: 'gus@customer.test' })
  await waitUntil(
    async () => (await stored('fay@customer.test'))[0]?.lastError !== undefined,
    'the first attempt has failed',
  )
  await waitUntil(isIn('given-up', 'gus@customer.test'), 'the mail is given up')
  await endPauses()
  await waitUntil(isIn('sent', 'fay@customer.test'), 'the mail is sent')
  assert.equal(arrived('fay@customer.test').length, 1)
  assert.equal(asked['gus@customer.test'], 1)
  const [refused] = await stored('gus@customer.test')
  assert.match(refused?.lastError ?? '', /No such mailbox/)

  server.refuse = () => undefined
  assert.equal((await retry(refused?._id ?? '')).status, 200)
  await waitUntil(isIn('sent', 'gus@customer.test'), 'the mail is sent after all')
  assert.equal(arrived('gus@customer.test').length, 1)
  const again = await retry(refused?._id ?? '')
  assert.equal(`${again.status} ${again.body.code}`, '409 message-sent')
})

test('two processes that get the same mail send it once', async () => {
  await using other = await openTestShop({ sharing: shop, env: { SMTP_URL: server.url } })
  assert.ok(other)
  await send({ to: 'hal@customer.test' })
  const id = (await stored('hal@customer.test'))[0]?._id ?? ''
  await Promise.all([retry(id), retry(id), retry(id)])
  await waitUntil(isIn('sent', 'hal@customer.test'), 'the mail is sent')
  await endPauses()
  await waitUntil(async () => {
    const { rows } = await shop.db.execute(
      sql`SELECT id FROM jobs.job WHERE name = 'deliver-mail' AND state IN ('created', 'retry', 'active')`,
    )
    return rows.length === 0
  }, 'nothing is left to do')
  assert.equal(arrived('hal@customer.test').length, 1)
})

test('a mail of a rolled back transaction is never sent', async () => {
  const queueMail = createQueueMail({ jobs, delivers: true, publicUrl: () => 'http://localhost', findStore })
  await assert.rejects(
    shop.db.transaction(async (tx) => {
      await queueMail(tx, { to: 'ida@customer.test', kind: 'test', subject: 'No', paragraphs: ['No.'] })
      throw new Error('after all not')
    }),
    /after all not/,
  )
  assert.deepEqual(await stored('ida@customer.test'), [])
  assert.deepEqual(arrived('ida@customer.test'), [])
})

test('a mail server that wants a name and a password gets them, over TLS', async () => {
  const seen: string[] = []
  await using guarded = await mailServer({
    authOptional: false,
    disabledCommands: [],
    onAuth({ username = '', password = '' }, { secure }, done) {
      seen.push(`${username} ${password} ${secure}`)
      done(null, { user: username })
    },
  })
  const url = guarded.url.replace('smtp://', 'smtp://post%40bolts.test:p%2Fw@')
  const smtpUrl = `${url}?requireTLS=true&tls.rejectUnauthorized=false`
  const route = await createMailRoutes(shop.db, {
    config: { smtpUrl, mailFrom: 'shop@bolts.test', production: true, reach: 'public' },
    findStore: () => findStore(shop.db),
    passwords: { seal: () => Buffer.from(''), unseal: () => undefined },
  }).find()
  assert.ok(route)
  // Not delivered by another process.
  const queueMail = createQueueMail({ jobs, delivers: false, publicUrl: () => 'http://localhost', findStore })
  const mail = { to: 'jon@customer.test', kind: 'test', subject: 'In', paragraphs: ['In.'], opensAccount: true }
  await shop.db.transaction((tx) => queueMail(tx, mail))
  const [kept] = await stored('jon@customer.test')
  assert.equal(kept?.state, 'kept')
  await shop.db.execute(sql`UPDATE outbox SET queued_at = now() WHERE id = ${kept._id}`)
  await deliverMail(shop.db, route, Number(kept._id))
  assert.deepEqual(seen, ['post@bolts.test p/w true'])
  assert.equal(guarded.received.length, 1)
  // In production, the text of a sent credential mail is cleared.
  const [sent] = await stored('jon@customer.test')
  assert.deepEqual([sent?.state, sent?.hidden, sent?.text, sent?.html], ['sent', true, '', ''])
})
