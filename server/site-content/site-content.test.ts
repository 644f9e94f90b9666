import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eq } from 'drizzle-orm'
import type { SiteContent, Subscriber } from '#contract/site-content.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const read = async () => (await shop.call<SiteContent>('GET', '/site-content')).body
const change = (body: unknown, token = shop.admin.token) =>
  shop.call<SiteContent>('PUT', '/site-content', { token, body })

test('the site has its own words, until an admin changes a part of them', async () => {
  const before = await read()
  assert.equal(before.settings.startupSpinnerMs, 3000)
  assert.deepEqual(
    before.plumbing.statistics.counters.map(({ target, suffix }) => `${target}${suffix}`),
    ['100+', '120M', '33K', '50+'],
  )
  assert.equal(before.footer.columns.length, 5)

  const footer = { ...before.footer, copyright: '© 2026 Falk & Sons' }
  assert.equal((await change({ footer })).status, 200)
  assert.deepEqual(await read(), { ...before, footer })
})

test('two admins who change two parts at the same time keep both', async () => {
  const { settings, portfolio } = await read()
  await Promise.all([
    change({ settings: { ...settings, startupSpinnerMs: 0 } }),
    change({ portfolio: { ...portfolio, name: 'Kim Adler' } }),
  ])
  const after = await read()
  assert.equal(after.settings.startupSpinnerMs, 0)
  assert.equal(after.portfolio.name, 'Kim Adler')
})

test('links lead to pages of the shop or to the web, and nothing else is saved', async () => {
  const before = await read()
  const column = (url: string) => ({ ...before.footer, columns: [{ title: 'A', links: [{ text: 'B', url }] }] })
  for (const url of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'data:text/html,x', 'products']) {
    const { status, body } = await shop.call('PUT', '/site-content', {
      token: shop.admin.token,
      body: { footer: column(url) },
    })
    assert.equal(status, 400, url)
    assert.equal(body.code, 'invalid-request')
  }
  assert.equal((await change({})).status, 400)
  assert.equal((await change({ evil: true })).status, 400)
  assert.deepEqual(await read(), before)
  for (const url of ['/products', 'https://example.com/a?b', 'mailto:shop@example.com']) {
    assert.equal((await change({ footer: column(url) })).status, 200, url)
  }
})

test('a customer changes nothing', async () => {
  const customer = await shop.signUp('curious')
  const { settings } = await read()
  const { status } = await change({ settings: { ...settings, homePage: 'plumbing' } }, customer.token)
  assert.equal(status, 403)
  assert.equal((await read()).settings.homePage, 'shop')
})

test('the contact form sends once somebody is set to receive it, and not without end', async () => {
  const send = (message: string) =>
    shop.call('POST', '/contact', { body: { name: 'Ada\r\nBcc: x', email: 'ada@example.com', message } })
  const off = await send('Hello')
  assert.equal(off.status, 409)
  assert.equal(off.body.code, 'contact-form-off')

  const { settings } = await read()
  await change({ settings: { ...settings, contactRecipient: 'owner@example.com' } })
  const answers = await Promise.all(Array.from({ length: 61 }, (_, number) => send(`Hello <b>${number}</b>`)))
  assert.ok(answers.some(({ status }) => status === 200))
  assert.equal((await send('One more')).body.code, 'too-many-requests')

  const mails = await shop.db.select().from(outbox).where(eq(outbox.kind, 'contact-message'))
  assert.equal(mails.length, answers.filter(({ status }) => status === 200).length)
  assert.ok(mails.every(({ recipient }) => recipient === 'owner@example.com'))
  assert.equal(mails[0]?.subject, 'A message from Ada Bcc: x')
  assert.match(mails[0]?.htmlBody ?? '', /Hello &lt;b&gt;/)
})

test('news comes only to who follows the mailed link, and ends with it', async () => {
  const email = 'Reader@Example.com'
  const ask = (website?: string) => shop.call('POST', '/newsletter', { body: { email, ...(website && { website }) } })
  const mails = () => shop.db.select().from(outbox).where(eq(outbox.kind, 'newsletter-confirmation'))
  const subscribers = async () =>
    (await shop.call<Subscriber[]>('GET', '/newsletter-subscribers', { token: shop.admin.token })).body
  await ask('https://spam.example')
  assert.equal((await mails()).length, 0, 'a program that fills in every field gets nothing')

  await Promise.all([ask(), ask(), ask()])
  const [mail, ...more] = await mails()
  assert.equal(more.length, 0, 'however often it was asked, one mail goes out')
  assert.equal(mail?.recipient, 'reader@example.com')
  assert.deepEqual(await subscribers(), [])

  const token = /newsletter\?token=([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? ''
  for (let turn = 0; turn < 2; turn++) {
    assert.equal((await shop.call('POST', '/newsletter/confirm', { body: { token } })).status, 200)
  }
  const [subscriber] = await subscribers()
  assert.equal(subscriber?.email, 'reader@example.com')
  assert.match(subscriber?.unsubscribeUrl ?? '', new RegExp(token))
  await ask()
  assert.equal((await mails()).length, 1, 'who has subscribed is not asked again')

  assert.equal((await shop.call('POST', '/newsletter/unsubscribe', { body: { token } })).status, 200)
  assert.deepEqual(await subscribers(), [])
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
    const { status, body } = await shop.call('POST', path, { body: { token } })
    assert.equal(`${status} ${body.code}`, '404 subscription-not-found')
  }
})
