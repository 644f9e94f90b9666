import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import type { ContentVersion, SiteContent, Subscriber } from '#contract/site-content.ts'
import { outbox } from '#server/notifications/notifications.tables.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'
import { createStaff } from '#server/testing/staff.ts'

let shop: TestShop
before(async () => void (shop = await openTestShop()))
after(() => shop[Symbol.asyncDispose]())

const read = async () => (await shop.call<SiteContent>('GET', '/site-content')).body
const change = (body: unknown, token = shop.admin.token) =>
  shop.call<SiteContent & { code?: string; facts?: object }>('PUT', '/site-content', { token, body })

// spec 2.41, 9.6
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

  const german = async () => (await shop.call<SiteContent>('GET', '/site-content?language=de')).body.footer
  const { copyright, button } = await german()
  assert.deepEqual(
    [copyright, button],
    ['© 2026 Falk & Sons', 'Schaltfläche'],
    'one changed text leaves the others in German',
  )
  await change({ footer: before.footer })
  assert.notEqual((await german()).copyright, copyright)
  assert.deepEqual(await read(), before)
  await change({ footer })
})

test('texts in another language are its own, and follow the main language where they have none', async () => {
  await using own = await openTestShop()
  const asAdmin = { token: own.admin.token }
  const readIn = async (language: string) =>
    (await own.call<SiteContent>('GET', `/site-content?language=${language}`)).body
  const save = (body: object, language = '') =>
    own.call<SiteContent>('PUT', `/site-content${language && `/translations/${language}`}`, { ...asAdmin, body })
  const [english, german] = [await readIn('en'), await readIn('de')]
  const footer = { ...german.footer, copyright: '© Falk & Söhne', button: 'Abonnieren' }
  assert.deepEqual((await save({ footer }, 'de')).body, { ...german, footer })
  assert.deepEqual([await readIn('en'), await readIn('de')], [english, { ...german, footer }])

  await save({ footer: { ...english.footer, copyright: '© Falk & Sons', placeholder: 'you@example.com' } })
  const { copyright, button, placeholder } = (await readIn('de')).footer
  assert.deepEqual([copyright, button, placeholder], ['© Falk & Söhne', 'Abonnieren', 'you@example.com'])
  assert.equal((await readIn('en')).footer.copyright, '© Falk & Sons')

  // Settings that are no texts hold for all languages, whichever they came with.
  const search = { ...german.search, indexing: 'hidden', homeTitle: 'Teile für Werkstätten' } as const
  await save({ search, settings: { ...german.settings, startupSpinnerMs: 0 } }, 'de')
  const now = await readIn('en')
  assert.deepEqual([now.search.indexing, now.search.homeTitle], ['hidden', english.search.homeTitle])
  assert.equal(now.settings.startupSpinnerMs, 0)
  assert.equal((await readIn('de')).search.homeTitle, 'Teile für Werkstätten')

  // A language that becomes the main one leaves the texts of the other as they are.
  await own.call('PUT', '/store', { ...asAdmin, body: { languages: ['de', 'en'] } })
  assert.equal((await readIn('de')).footer.copyright, '© Falk & Söhne')
  await save({ footer: { ...(await readIn('de')).footer, copyright: '© Falk GmbH' } })
  assert.deepEqual(
    [(await readIn('de')).footer.copyright, (await readIn('en')).footer.copyright],
    ['© Falk GmbH', '© Falk & Sons'],
  )

  assert.deepEqual((await own.call<SiteContent>('GET', '/site-content')).body, await readIn('de'))
  const [, , before] = (await own.call<ContentVersion[]>('GET', '/site-content/versions', asAdmin)).body
  assert.deepEqual([before?.parts, before?.languages], [['search', 'settings'], ['de']])
  await own.call('POST', `/site-content/versions/${before?._id}/restore`, asAdmin)
  assert.deepEqual(
    [(await readIn('de')).footer.copyright, (await readIn('en')).footer.copyright],
    ['© Falk & Söhne', '© Falk & Sons'],
  )
  await own.call('POST', '/site-content/versions/0/restore', asAdmin)
  assert.deepEqual([await readIn('en'), await readIn('de')], [english, german])
})

test('answers of the blog that would become too many elements or take too much reading together are not saved', async () => {
  const { blog } = await read()
  const answer = 'a\n\n'.repeat(3000)
  const ask = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ slug: `q-${index}`, question: 'Why?', answer }))
  const refused = await change({ blog: { ...blog, questions: ask(2) } })
  assert.deepEqual([refused.status, Reflect.get(refused.body, 'code')], [400, 'markdown-too-large'])
  assert.equal((await change({ blog: { ...blog, questions: ask(1) } })).status, 200)
  const quotes = { slug: 'quotes', question: 'Why?', answer: `${'> '.repeat(200)}a\n${'|\n'.repeat(4700)}` }
  const deep = Array.from({ length: 40 }, (_, index) => ({ ...quotes, slug: `quotes-${index}` }))
  assert.equal((await change({ blog: { ...blog, questions: deep } })).body.code, 'markdown-too-large')
  assert.equal((await change({ blog })).status, 200)
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

test('a text that another language has by default is a text like any other', async () => {
  const before = await read()
  const footer = { ...before.footer, button: 'Schaltfläche' }
  assert.deepEqual((await change({ footer })).body.footer, footer)
  assert.deepEqual((await read()).footer, footer)
  await change({ footer: before.footer })
})

test('of two admins who change the same part, the second hears of the first', async () => {
  const { footer, settings } = await read()
  const [mine, theirs] = [
    { ...footer, button: 'Join' },
    { ...footer, button: 'Subscribe' },
  ]
  assert.equal((await change({ footer: theirs, was: { footer } })).status, 200)
  const refused = await change({ footer: mine, settings, was: { footer, settings } })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.facts],
    [409, 'content-changed', { parts: 'footer' }],
  )
  assert.deepEqual((await read()).footer, theirs)
  assert.deepEqual(
    [(await change({ was: { footer: theirs } })).status, (await change({ was: { fotter: {} } })).status],
    [200, 400],
  )
  assert.equal((await change({ footer: mine, was: { footer: theirs } })).status, 200)
  // A setting that all languages share counts in each.
  const german = (await shop.call<SiteContent>('GET', '/site-content?language=de')).body.search
  const { search } = await read()
  await change({ search: { ...search, indexing: 'hidden' } })
  const translate = (language: string) =>
    shop.call('PUT', `/site-content/translations/${language}`, {
      token: shop.admin.token,
      body: { search: { ...german, homeTitle: 'Teile' }, was: { search: german } },
    })
  assert.deepEqual([(await translate('de')).status, (await translate('fr')).status], [409, 400])
  assert.equal((await read()).search.indexing, 'hidden')
  await change({ search })
})

test('staff who may edit texts cannot add a script, which could do in each page what an admin may', async () => {
  const { token } = await createStaff(shop, 'editor', ['content'])
  const { analytics, footer } = await read()
  const script = { scriptUrl: 'https://evil.test/x.js', scriptOrigins: ['https://evil.test'] }
  const refused = await change({ analytics: { ...analytics, ...script } }, token)
  assert.deepEqual([refused.status, refused.body.code], [403, 'permission-missing'])
  assert.equal((await change({ footer, analytics: { ...analytics, visits: 'off' } }, token)).status, 200)
  assert.deepEqual((await read()).analytics, { ...analytics, visits: 'off' })
  // Nor one that an admin has taken out, by restoring a version.
  await change({ analytics: { ...analytics, ...script } })
  await change({ analytics })
  const [, withScript] = (
    await shop.call<ContentVersion[]>('GET', '/site-content/versions', { token: shop.admin.token })
  ).body
  const restored = await shop.call('POST', `/site-content/versions/${withScript?._id}/restore`, { token })
  assert.deepEqual([restored.status, (await read()).analytics], [403, analytics])
})

// security 41
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

test('an icon of a social network leads home, to an address of its own, or is left out', async () => {
  const { footer } = await read()
  assert.deepEqual(footer.social, { facebook: '/', x: '/', instagram: '/', linkedin: '/' })
  for (const url of ['javascript:alert(1)', '//evil.example', '/products', 'mailto:shop@example.com']) {
    const { status } = await change({ footer: { ...footer, social: { ...footer.social, x: url } } })
    assert.equal(status, 400, url)
  }
  const social = { ...footer.social, facebook: 'https://facebook.com/shop', x: '' }
  assert.equal((await change({ footer: { ...footer, social } })).status, 200)
  assert.deepEqual((await read()).footer.social, social)
})

test('a customer changes nothing', async () => {
  const customer = await shop.signUp('curious')
  const { settings } = await read()
  const { status } = await change({ settings: { ...settings, homePage: 'plumbing' } }, customer.token)
  assert.equal(status, 403)
  assert.equal((await read()).settings.homePage, 'shop')
})

// spec 2.40
test('the contact form sends to the first admin until a recipient is configured, up to a limit', async () => {
  const send = (message: string, name = 'Ada', headers: Record<string, string> = {}) =>
    shop.call('POST', '/contact', { headers, body: { name, email: 'ada@example.com', message } })
  const sent = () => shop.db.select().from(outbox).where(eq(outbox.kind, 'contact-message'))
  assert.equal((await send('Hello')).status, 200)
  const [first, ...others] = await sent()
  assert.deepEqual([first?.recipient, others.length], [shop.admin.email, 0])
  await shop.db.delete(outbox).where(eq(outbox.kind, 'contact-message'))
  assert.equal((await send('Guten Tag', 'Ada', { 'accept-language': 'de' })).status, 200)
  const [german] = await sent()
  assert.equal(german?.subject, 'Eine Nachricht von Ada')
  assert.match(german?.textBody ?? '', /schreibt:\n\nGuten Tag/)
  await shop.db.delete(outbox).where(eq(outbox.kind, 'contact-message'))

  const asked = { token: shop.admin.token, body: { email: 'info@example.com' } }
  await shop.call('PUT', '/store', asked)
  assert.equal((await send('Hello')).status, 200)
  assert.equal((await sent())[0]?.recipient, 'info@example.com')
  await shop.db.delete(outbox).where(eq(outbox.kind, 'contact-message'))

  await shop.call('PUT', '/store', { ...asked, body: { contactRecipient: 'owner@example.com' } })
  for (const name of ['Ada\r\nBcc: x', 'You won: https://evil.test/prize']) {
    const { status, body } = await send('Hello', name)
    assert.equal(`${status} ${body.code}`, '400 invalid-request')
  }
  const responses = await Promise.all(Array.from({ length: 61 }, (_, number) => send(`Hello <b>${number}</b>`)))
  assert.ok(responses.some(({ status }) => status === 200))
  assert.equal((await send('One more')).body.code, 'too-many-requests')

  const mails = await sent()
  assert.equal(mails.length, responses.filter(({ status }) => status === 200).length)
  assert.ok(mails.every(({ recipient }) => recipient === 'owner@example.com'))
  assert.equal(mails[0]?.subject, 'A message from Ada')
  assert.match(mails[0]?.htmlBody ?? '', /Hello &lt;b&gt;/)
})

test('news comes only to who follows the mailed link, and ends with it', async () => {
  const email = 'Reader@Example.com'
  const request = (website?: string) =>
    shop.call('POST', '/newsletter', { body: { email, ...(website && { website }) } })
  const mails = () => shop.db.select().from(outbox).where(eq(outbox.kind, 'newsletter-confirmation'))
  const subscribers = async () =>
    (await shop.call<Subscriber[]>('GET', '/newsletter-subscribers', { token: shop.admin.token })).body
  await request('https://spam.example')
  assert.equal((await mails()).length, 0, 'a program that fills in every field gets nothing')

  await Promise.all([request(), request(), request()])
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
  await request()
  assert.equal((await mails()).length, 1, 'who has subscribed is not asked again')

  assert.equal((await shop.call('POST', '/newsletter/unsubscribe', { body: { token } })).status, 200)
  assert.deepEqual(await subscribers(), [])
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
    const { status, body } = await shop.call('POST', path, { body: { token } })
    assert.equal(`${status} ${body.code}`, '404 subscription-not-found')
  }
})

test('one visitor asks for news without end, and all others still get it', async () => {
  await using own = await openTestShop({ env: { TRUSTED_PROXIES: '1' } })
  const request = (n: number, from: string) =>
    own.call('POST', '/newsletter', {
      body: { email: `reader-${n}@example.com` },
      headers: { 'x-forwarded-for': from },
    })
  const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => request(n, `2001:db8::${n.toString(16)}`)))
  assert.equal(responses.filter(({ status }) => status === 200).length, 10)
  assert.equal((await request(60, '2001:db8:0:100::1')).status, 200)
  const mails = await own.db.select().from(outbox).where(eq(outbox.kind, 'newsletter-confirmation'))
  assert.equal(mails.length, 11)
})

test('requests from many networks require proof of work for each mail, without a lockout', async () => {
  await using own = await openTestShop({ env: { TRUSTED_PROXIES: '1' } })
  let asked = 0
  const request = (proof?: string, from = `2001:db8:${(asked++).toString(16)}::1`) =>
    own.call<{ code: string; facts?: { challenge: string } }>('POST', '/newsletter', {
      body: { email: `reader-${asked}@example.com`, ...(proof && { proof }) },
      headers: { 'x-forwarded-for': from },
    })
  const mails = () => own.db.$count(outbox, eq(outbox.kind, 'newsletter-confirmation'))
  const crowd = await Promise.all(Array.from({ length: 100 }, () => request()))
  assert.equal(await mails(), 60)
  const refused = crowd.filter(({ body }) => body.code === 'work-required')
  assert.equal(refused.length, 40)

  const [first, second] = await Promise.all(refused.slice(0, 2).map(({ body }) => solve(body.facts?.challenge)))
  assert.equal((await request(first)).status, 200)
  assert.equal(await mails(), 61)
  for (const proof of [first, 'made up', btoa('{"challenge":{},"solution":{}}')]) {
    assert.equal((await request(proof)).body.code, 'work-required', 'a proof counts once')
  }
  const visitor = '2001:db8:ffff::1'
  for (let turn = 0; turn < 20; turn++) assert.equal((await request(undefined, visitor)).body.code, 'work-required')
  assert.equal((await request(second, visitor)).status, 200, 'what is refused counts nowhere')
  assert.equal(await mails(), 62)
})

async function solve(challengeText = ''): Promise<string> {
  const challenge = JSON.parse(challengeText) as Challenge
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))
}
