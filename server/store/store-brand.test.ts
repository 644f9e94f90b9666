import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import type { ResponseBody } from '#contract/endpoint.ts'
import type { uploadImage } from '#contract/media.ts'
import type { listOutbox } from '#contract/notifications.ts'
import type { ProblemBody } from '#contract/problem.ts'
import { defaultStore } from '#contract/settings.ts'
import { contrast, grounds, markContrast, textContrast } from '#contract/store-colors.ts'
import type { Store } from '#contract/store.ts'
import { presentPageStore } from '#server/store/present-page-store.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const put = <Answer = Store>(body: object) => shop.call<Answer>('PUT', '/store', { token: shop.admin.token, body })

async function upload(picture: Sharp): Promise<string> {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'logo.png')
  const { body } = await shop.call<ResponseBody<typeof uploadImage>>('POST', '/1/upload', {
    token: shop.admin.token,
    body: form,
  })
  return body.data.url
}

/** Draws a disc of one color on a transparent ground. */
const disc = (color: string, width = 900, height = 300) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <circle cx="${width / 2}" cy="${height / 2}" r="${height / 2}" fill="${color}"/></svg>`),
  )

const pictureAt = async (path: string) => {
  const response = await fetch(shop.url + path)
  assert.equal(response.status, 200, path)
  assert.match(response.headers.get('cache-control') ?? '', /immutable/)
  return sharp(Buffer.from(await response.arrayBuffer())).metadata()
}

test('a logo is made small enough for pages and mails, and gets a plate where it can hardly be seen', async () => {
  const source = await upload(disc('#102a6b'))
  const { body } = await put({ name: 'Acme', logo: source })
  assert.deepEqual([body.logo?.source, body.logo?.plateOnDark, body.logo?.plateOnLight], [source, true, false])
  const { width, height, format } = await pictureAt(body.logo?.url ?? '')
  assert.deepEqual([width, height, format], [body.logo?.width, body.logo?.height, 'png'])
  assert.ok(height <= 160 && width <= 640)

  const { email } = await shop.signUp('logo')
  await shop.call('POST', '/v1/accounts:sendOobCode?key=boltyard', { body: { requestType: 'PASSWORD_RESET', email } })
  const outbox = await shop.call<ResponseBody<typeof listOutbox>>('GET', '/outbox?limit=1', { token: shop.admin.token })
  assert.match(outbox.body[0]?.html ?? '', new RegExp(`<img src="https?://[^"]+${body.logo?.url}" alt="Acme"`))

  const light = await put({ logo: await upload(disc('#ffffff')) })
  assert.deepEqual([light.body.logo?.plateOnDark, light.body.logo?.plateOnLight], [false, true])
  // The logo of before still stands in mails that are read later.
  await pictureAt(body.logo?.url ?? '')
  assert.equal((await put({ logo: '' })).body.logo, undefined)
})

test('an icon has the sizes of browsers and phones, and a social picture that of other sites', async () => {
  const { body } = await put({
    icon: await upload(disc('#c00000', 600, 600)),
    socialPicture: await upload(disc('#00c000', 1600, 900)),
  })
  for (const size of [32, 180, 192, 512]) {
    const { width, height, hasAlpha } = await pictureAt(`${body.icon?.url}-${size}.png`)
    assert.deepEqual([width, height, hasAlpha], [size, size, size !== 180])
  }
  const { width, height, format } = await pictureAt(body.socialPicture?.url ?? '')
  assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
  for (const path of ['/store-images/nothing.png', '/store-images/..%2f..%2fpackage.json'])
    assert.equal((await fetch(shop.url + path)).status, 404)
})

test('a picture from elsewhere, or one that is not there, is refused', async () => {
  for (const logo of ['https://evil.test/logo.png', '/media/nowhere/960.webp', 'data:image/png;base64,AAAA']) {
    const { status, body } = await put<{ code: string }>({ logo })
    assert.deepEqual([status < 500, body.code], [true, 'image-not-ours'], logo)
  }
})

test('a color that cannot be seen is refused with its contrast and the nearest one that can, which is accepted', async () => {
  for (const [field, least] of [
    ['primaryColor', markContrast],
    ['accentColor', textContrast],
  ] as const) {
    const refused = await put<{ code: string; message: string; facts: { nearest: string } }>({ [field]: '#FFD200' })
    assert.deepEqual([refused.status, refused.body.code], [400, 'color-too-faint'])
    const { nearest } = refused.body.facts
    assert.match(
      refused.body.message,
      new RegExp(`contrast of 1\\.\\d\\d:1, .* ${least}:1\\. The nearest .* ${nearest}`),
    )
    assert.ok(grounds.light.every((ground) => contrast(nearest, ground) >= least))
    assert.equal((await put({ [field]: nearest })).body[field], nearest)
  }
  assert.equal((await put<{ code: string }>({ accentColor: 'orange' })).body.code, 'color-unreadable')
  const { body } = await put({ primaryColor: '0B57D0', accentColor: '' })
  assert.deepEqual([body.primaryColor, body.accentColor], ['#0b57d0', ''])
})

test('an announcement is shown in its time only, and goes without its text', async () => {
  const announcement = {
    text: 'Closed from 24 to 26 December',
    texts: { de: 'Vom 24. bis 26. Dezember geschlossen' },
    url: '/contact',
    tone: 'warning',
    startsAt: '2026-12-01T08:00:00Z',
    endsAt: '2026-12-27T00:00:00Z',
    dismissible: true,
  }
  const { body } = await put({ announcement })
  assert.deepEqual(body.announcement, announcement)
  const shownAt = (time: string) => presentPageStore(body, new Date(time)).announcement?.texts.en
  assert.deepEqual(
    ['2026-12-01T07:59:59Z', '2026-12-01T08:00:00Z', '2026-12-26T23:59:59Z', '2026-12-27T00:00:00Z'].map(shownAt),
    [undefined, announcement.text, announcement.text, undefined],
  )
  for (const [change, code] of [
    [{ endsAt: '2026-11-01T00:00:00Z' }, 'announcement-over'],
    [{ url: 'javascript:alert(1)' }, 'invalid-request'],
    [{ tone: 'loud' }, 'invalid-request'],
    [{ text: 'x'.repeat(161) }, 'invalid-request'],
  ] as const) {
    const refused = await put<{ code: string }>({ announcement: { ...announcement, ...change } })
    assert.equal(`${refused.status} ${refused.body.code}`, `400 ${code}`)
  }
  const wrong = await put<ProblemBody>({ announcement: { ...announcement, url: 'contact' } })
  assert.deepEqual(
    wrong.body.errors?.map(({ field, code }) => [field, code]),
    [['announcement.url', 'address']],
    'other languages have sentences of their own',
  )
  assert.match(wrong.body.message, /The link of the announcement \(announcement\.url\) must be a path/)
  const { text, tone, dismissible } = { ...announcement, text: '' }
  const german = { text, texts: { de: 'Freitag geschlossen' }, tone, dismissible }
  assert.deepEqual((await put({ announcement: german })).body.announcement, german, 'one language is enough')
  for (const texts of [undefined, {}, { de: ' ' }]) {
    const empty = { text, ...(texts && { texts }), tone, dismissible }
    assert.equal((await put({ announcement: empty })).body.announcement, undefined)
  }
})

test('everyone reads an announcement in their language, else in the main language of the store', async () => {
  const shown = async (texts: { text: string; texts?: { de: string } }, languages: string[]) => {
    const { body } = await put({ languages, announcement: { ...texts, tone: 'info', dismissible: true } })
    const { en, de } = presentPageStore(body, new Date()).announcement?.texts ?? {}
    return [en, de]
  }
  const german = { text: '', texts: { de: 'Freitag geschlossen' } }
  assert.deepEqual(await shown(german, ['de', 'en']), ['Freitag geschlossen', 'Freitag geschlossen'])
  assert.deepEqual(await shown(german, ['en', 'de']), ['', 'Freitag geschlossen'], 'it is for readers of German only')
  const english = { text: 'Closed on Friday' }
  for (const languages of [['de', 'en'], ['en', 'de'], ['de']]) {
    assert.deepEqual(await shown(english, languages), ['Closed on Friday', 'Closed on Friday'])
    assert.deepEqual(await shown({ ...german, ...english }, languages), ['Closed on Friday', 'Freitag geschlossen'])
  }
  await put({ languages: ['en', 'de'] })
})

test('pages know no more of the store than they show', () => {
  const { name, currency, timeZone, units } = defaultStore
  const store = {
    name,
    currency,
    timeZone,
    units,
    address: '',
    bankDetails: 'secret enough',
    primaryColor: '',
    accentColor: '',
  }
  assert.deepEqual(Object.keys(presentPageStore(store as Store, new Date())), [
    'name',
    'currency',
    'currencyDigits',
    'orderPrefix',
    'timeZone',
    'languages',
    'units',
  ])
})
