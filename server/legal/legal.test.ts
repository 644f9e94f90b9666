import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { languages } from '#contract/language.ts'
import { type LegalDraft, type LegalKind, legalKinds, type LegalLink, type LegalText } from '#contract/legal.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, provideTestShop } from '#server/testing/open-test-shop.ts'
import { orderBody, type Placed } from '#server/testing/place-order.ts'

let buyer: Awaited<ReturnType<typeof createCustomer>>
const shop = provideTestShop({}, async () => {
  buyer = await createCustomer(shop, 'reader')
})

type Answer<Body> = { status: number; body: Body & Partial<ProblemBody> }
const byAdmin = <Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>> =>
  shop.call(method, path, { token: shop.admin.token, ...(body === undefined ? {} : { body }) })

async function draftOf(kind: LegalKind, language = 'en'): Promise<LegalDraft> {
  const { body } = await byAdmin<LegalDraft[]>('GET', '/legal-drafts')
  const found = body.find((draft) => draft.kind === kind && draft.language === language)
  assert.ok(found)
  return found
}

async function publish(kind: LegalKind, text: string, language = 'en'): Promise<Answer<LegalDraft>> {
  const { revision } = await draftOf(kind, language)
  const saved = await byAdmin<LegalDraft>('PUT', `/legal-drafts/${kind}/${language}`, { text, revision })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  return byAdmin('POST', `/legal-drafts/${kind}/${language}/publish`, { revision: saved.body.revision })
}

const termsNow = async (language = 'en') => {
  const { body } = await shop.call<LegalLink[]>('GET', `/legal-texts?language=${language}`)
  return body.find(({ kind }) => kind === 'terms')
}

const place = async (more: object) => {
  const { name: _, productId, quantity, totalPrice, ...rest } = orderBody(await shop.addProduct(), 1)
  const body = { ...rest, lines: [{ productId, quantity }], totalPrice, ...more }
  return (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
}

test('starter texts are there in every language, name what is to be completed, and are public nowhere', async () => {
  const { body: drafts } = await byAdmin<LegalDraft[]>('GET', '/legal-drafts')
  assert.equal(drafts.length, legalKinds.length * languages.length)
  for (const draft of drafts) {
    assert.ok(draft.text === draft.starter && draft.gaps.length > 1, `${draft.kind} ${draft.language}`)
    assert.equal(draft.revision, 0)
  }
  assert.deepEqual((await shop.call('GET', '/legal-texts')).body, [])
  for (const kind of legalKinds) {
    assert.equal((await shop.call('GET', `/legal-texts/${kind}`)).body.code, 'legal-text-not-found')
  }
})

test('a text that would become too many elements is not saved, and not published if it was saved before', async () => {
  const text = `${'|a'.repeat(4000)}\n${'|-'.repeat(4000)}\n${'|\n'.repeat(40_000)}`
  const path = '/legal-drafts/returns/de'
  const refused = await byAdmin('PUT', path, { text, revision: 0 })
  assert.deepEqual([refused.status, refused.body.code], [400, 'markdown-too-large'])
  assert.match(refused.body.message ?? '', /more than 5,000 parts/)
  assert.equal((await byAdmin('PUT', path, { text: '![['.repeat(33_000), revision: 0 })).status, 400)
  const quotes = `${'> '.repeat(200)}a\n${'|\n'.repeat(49_000)}`
  assert.equal((await byAdmin('PUT', path, { text: quotes, revision: 0 })).body.code, 'markdown-too-large')

  await shop.db.execute(
    sql`INSERT INTO legal_drafts (kind, language, text, revision) VALUES ('returns', 'de', ${text}, 1)`,
  )
  assert.equal((await byAdmin('POST', `${path}/publish`, { revision: 1 })).body.code, 'markdown-too-large')
  assert.equal((await byAdmin('PUT', path, { text: '# Rücksendung', revision: 1 })).status, 200)
  await shop.db.execute(sql`DELETE FROM legal_drafts WHERE kind = 'returns' AND language = 'de'`)
})

test('a text with places to complete is not published, and the answer names one', async () => {
  const { starter } = await draftOf('imprint')
  const refused = await publish('imprint', starter)
  assert.equal(refused.body.code, 'legal-text-incomplete')
  assert.doesNotMatch(refused.body.message ?? '', /\.\./)
  assert.match(refused.body.message ?? '', /starter text/)
  assert.equal((await publish('imprint', '  ')).body.code, 'legal-text-incomplete')
})

test('a new text is a new version; earlier ones stay readable at their own addresses, and the database refuses to change them', async () => {
  assert.equal((await publish('returns', 'Within 14 days.')).status, 200)
  assert.equal((await publish('returns', 'Within 14 days.')).body.code, 'legal-text-unchanged')
  const { body: draft } = await publish('returns', 'Within 30 days.')
  assert.deepEqual(
    draft.versions.map(({ version, publishedBy }) => [version, publishedBy]),
    [
      [2, shop.admin.email],
      [1, shop.admin.email],
    ],
  )
  const read = async (path: string) => (await shop.call<LegalText>('GET', `/legal-texts/returns${path}`)).body
  assert.deepEqual([(await read('')).text, (await read('')).version], ['Within 30 days.', 2])
  const first = await read('/en/1')
  assert.equal(first.text, 'Within 14 days.')
  assert.equal(first.replacedAt, (await read('/en/2')).publishedAt)
  // A reader of another language gets what there is.
  assert.equal((await read('?language=de')).language, 'en')
  assert.equal((await shop.call('GET', '/legal-texts/returns/de/1')).body.code, 'legal-text-not-found')
  for (const statement of [
    sql`UPDATE legal_versions SET text = 'Never.' WHERE kind = 'returns'`,
    sql`DELETE FROM legal_versions WHERE kind = 'returns'`,
  ]) {
    await assert.rejects(shop.db.execute(statement))
  }
})

test('of two who save or publish one draft at once, one is told that there is a newer one', async () => {
  const { revision } = await draftOf('privacy', 'de')
  const save = (text: string) => byAdmin<LegalDraft>('PUT', '/legal-drafts/privacy/de', { text, revision })
  const saved = await Promise.all([save('Eins.'), save('Zwei.')])
  assert.deepEqual(saved.map(({ body }) => body.code ?? 'saved').toSorted(), ['legal-draft-changed', 'saved'])
  const draft = await draftOf('privacy', 'de')
  const send = () => byAdmin<LegalDraft>('POST', '/legal-drafts/privacy/de/publish', { revision: draft.revision })
  const published = await Promise.all([send(), send()])
  assert.deepEqual(published.map(({ body }) => body.code ?? 'published').toSorted(), [
    'legal-text-unchanged',
    'published',
  ])
  assert.equal((await draftOf('privacy', 'de')).versions.length, 1)
})

test('with published terms an order of lines is refused without accepting their current version, and keeps the version that was accepted', async () => {
  assert.ok((await place({})).order, 'no terms, nothing to accept')
  await publish('terms', 'First terms.')
  const first = await termsNow()
  assert.equal(first?.versionUrl, '/legal/terms/en/1')
  const silent = await place({})
  assert.equal(silent.code, 'terms-not-accepted')
  assert.match(JSON.stringify(silent), /\/legal\/terms\/en\/1/)
  const accepted = { termsAccepted: true, termsAddress: first?.versionUrl }
  const placed = await place(accepted)

  // A new version is published while another buyer reads.
  await publish('terms', 'Second terms.')
  const behind = await place(accepted)
  assert.deepEqual([behind.code, behind.order], ['terms-changed', undefined])
  const again = await place({ ...accepted, termsAddress: (await termsNow())?.versionUrl })
  assert.ok(again.order)

  const timeline = async (id: string | undefined, token: string) => {
    const { body } = await shop.call<OrderDetails>('GET', `/order/${id}/details`, { token })
    return body.timeline.find(({ kind }) => kind === 'terms_accepted')?.termsAddress
  }
  for (const token of [buyer.token, shop.admin.token]) {
    assert.equal(await timeline(placed.order?._id, token), '/legal/terms/en/1')
    assert.equal(await timeline(again.order?._id, token), '/legal/terms/en/2')
  }
})

test('the call of the specification for one product is taken without the field, and says that nothing was accepted', async () => {
  await publish('terms', `Terms ${crypto.randomUUID()}`)
  const body = orderBody(await shop.addProduct(), 1)
  const { order } = (await shop.call<Placed>('POST', '/orders', { token: buyer.token, body })).body
  assert.ok(order)
  const { body: details } = await shop.call<OrderDetails>('GET', `/order/${order._id}/details`, { token: buyer.token })
  assert.deepEqual(
    details.timeline.map(({ kind }) => kind),
    ['placed'],
  )
})

test('terms are accepted in any language that has them, and a repeated call returns its order also after they have changed', async () => {
  await publish('terms', `Bedingungen ${crypto.randomUUID()}`, 'de')
  const german = await termsNow('de')
  assert.equal(german?.language, 'de')
  const { name: _, productId, quantity, ...rest } = orderBody(await shop.addProduct(), 1)
  const body = { ...rest, lines: [{ productId, quantity }], termsAccepted: true, termsAddress: german.versionUrl }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = () => shop.call<Placed>('POST', '/orders', { token: buyer.token, body, headers })
  const first = await send()
  assert.ok(first.body.order, JSON.stringify(first.body))
  await publish('terms', `Neue Bedingungen ${crypto.randomUUID()}`, 'de')
  assert.equal((await send()).body.order?._id, first.body.order._id)
})

test('an address outside the shop goes before the own terms', async () => {
  const { body: content } = await shop.call<SiteContent>('GET', '/site-content')
  const setAddress = (termsAddress: string) =>
    byAdmin('PUT', '/site-content', { ...content, settings: { ...content.settings, termsAddress } })
  await setAddress('https://example.com/terms')
  assert.deepEqual(await termsNow(), {
    kind: 'terms',
    url: 'https://example.com/terms',
    versionUrl: 'https://example.com/terms',
  })
  assert.equal((await place({ termsAccepted: true, termsAddress: '/legal/terms/en/1' })).code, 'terms-changed')
  assert.ok((await place({ termsAccepted: true, termsAddress: 'https://example.com/terms' })).order)
  await setAddress('')
  assert.equal((await termsNow())?.url, '/legal/terms')
})

test('in a German shop, German legal texts open it, and stand for those that are missing in another language', async () => {
  await using own = await openTestShop()
  const { token } = own.admin
  const asAdmin = <Body>(method: string, path: string, body?: unknown) => own.call<Body>(method, path, { token, body })
  assert.equal((await asAdmin('PUT', '/store', { languages: ['de'] })).status, 200)
  const publishIn = async (kind: LegalKind, language: string) => {
    await asAdmin('PUT', `/legal-drafts/${kind}/${language}`, { text: `${kind} ${language}`, revision: 0 })
    const { status } = await asAdmin('POST', `/legal-drafts/${kind}/${language}/publish`, { revision: 1 })
    assert.equal(status, 200)
  }
  const isDone = async () =>
    (await asAdmin<{ step: string; done: boolean }[]>('GET', '/opening-steps')).body.find(
      ({ step }) => step === 'legal',
    )?.done
  for (const kind of ['terms', 'privacy'] as const) await publishIn(kind, 'en')
  assert.equal(await isDone(), false, 'buyers read German')
  for (const kind of ['terms', 'privacy'] as const) await publishIn(kind, 'de')
  assert.equal(await isDone(), true)
  const { body } = await own.call<LegalLink[]>('GET', '/legal-texts')
  assert.deepEqual(
    body.map(({ language }) => language),
    ['de', 'de'],
  )
})
