import type { Page } from '@playwright/test'
import { expect, type JourneyShop, test } from './shop.ts'
import { openSession } from './open-session.ts'

// A shop of its own: its settings change.
test.use({ settings: { LOG_LEVEL: 'error' } })

/** Saves a part of the site's content as an admin; returns the status and the message. */
const save = (admin: Page, change: object) =>
  admin.evaluate(async (part) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    const content = await (await fetch('/site-content')).json()
    const [[name, values]] = Object.entries(part) as [[string, object]]
    const body = JSON.stringify({ [name]: { ...content[name], ...values } })
    const response = await fetch('/site-content', { method: 'PUT', headers, body })
    const { message } = await response.json()
    return { status: response.status, message: String(message) }
  }, change)

/** Opens a page in a browser of its own, whose refusals are the point here. */
async function newPage(page: Page, shop: JourneyShop, userAgent?: string): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser.')
  return (await browser.newContext({ baseURL: shop.url, ...(userAgent && { userAgent }) })).newPage()
}

const script = `document.documentElement.dataset.analytics = document.querySelector('script[data-domain]').dataset.domain
fetch('https://stats.test/event').then(() => (document.documentElement.dataset.sent = 'yes'))
fetch('https://other.test/event').catch(() => (document.documentElement.dataset.other = 'blocked'))`

test('the script of an analytics service loads from the origins that are named, and nothing from others', async ({
  page,
  shop,
}) => {
  await openSession(page, 'signInWithPassword', { email: shop.adminEmail, password: shop.adminPassword })
  await page.goto('/')
  const attributes = [{ name: 'data-domain', value: 'shop.test' }]
  const wanted = { scriptUrl: 'https://stats.test/script.js', scriptAttributes: attributes }
  for (const [scriptOrigins, words] of [
    [[], /Name this origin/],
    [['https://other.test'], /stats\.test/],
    [['https://stats.test/path'], /origin such as/],
    [['http://stats.test'], /origin such as/],
    [['*'], /origin such as/],
  ] as const) {
    const { status, message } = await save(page, { analytics: { ...wanted, scriptOrigins } })
    expect([400, 409]).toContain(status)
    expect(message).toMatch(words)
  }
  expect(await save(page, { analytics: { ...wanted, scriptOrigins: ['https://stats.test'] } })).toMatchObject({
    status: 200,
  })

  const visitor = await newPage(page, shop)
  await visitor.route('https://stats.test/**', (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({ body: 'ok', headers: { 'access-control-allow-origin': '*' } }),
  )
  await visitor.route('https://other.test/**', (route) =>
    route.fulfill({ body: 'ok', headers: { 'access-control-allow-origin': '*' } }),
  )
  for (const path of ['/', '/products', '/nothing/here']) {
    const response = await visitor.goto(path)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy.match(/https:\/\/stats\.test/g)).toHaveLength(2)
    const html = visitor.locator('html')
    await expect(html).toHaveAttribute('data-analytics', 'shop.test')
    await expect(html).toHaveAttribute('data-sent', 'yes')
    await expect(html).toHaveAttribute('data-other', 'blocked')
  }
  await visitor.context().close()

  await save(page, { analytics: { scriptUrl: '', scriptOrigins: [] } })
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).not.toContain('stats.test')
})

// route /dashboard/visits as admin
// route /sitemap-pages.xml as crawler
test('a hidden shop says so, a public one has readable addresses and sitemaps, and visits are counted', async ({
  page,
  shop,
}) => {
  await openSession(page, 'signInWithPassword', { email: shop.adminEmail, password: shop.adminPassword })
  await page.goto('/')
  const text = async (path: string) => (await page.request.get(path)).text()
  await save(page, { search: { indexing: 'hidden', googleVerification: 'abc_123' } })
  expect(await text('/')).toMatch(
    /<meta name="robots" content="noindex"\/>.*google-site-verification" content="abc_123"/,
  )
  expect(await text('/robots.txt')).not.toContain('Sitemap:')

  await save(page, { search: { indexing: 'shown', productTitle: '{name} | {sku} | {store}' } })
  await save(page, { settings: { productPages: 'public' } })
  expect(await text('/sitemap.xml')).toContain('/sitemap-products-1.xml</loc>')
  expect(await text('/sitemap-pages.xml')).toContain('/categories/brakes</loc>')
  const [, address = ''] =
    /<loc>[^<]*(\/products\/vented-front-brake-disc[^<]*)<\/loc>/.exec(await text('/sitemap-products-1.xml')) ?? []
  expect(address).not.toBe('')
  const id = address.slice(-36)

  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
  const visitor = await newPage(page, shop, agent)
  const literal = await visitor.goto(`/products/${id}`)
  expect(literal?.status()).toBe(200)
  expect(new URL(visitor.url()).pathname).toBe(`/products/${id}`)
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${address}$`))
  await expect(visitor).toHaveTitle(/^Vented front brake disc 312 mm \| /)
  const counted = visitor.waitForResponse((response) => response.url().endsWith('/visits'))
  await visitor.goto(`/products/an-old-name-${id}`)
  expect(new URL(visitor.url()).pathname).toBe(address)
  await counted
  expect(await visitor.locator('script[type="application/ld+json"]').textContent()).toContain('BreadcrumbList')
  await visitor.goto('/products')
  await expect(visitor.locator('a[href^="/products/"]').first()).toHaveAttribute(
    'href',
    /\/products\/[a-z0-9-]+-[0-9a-f-]{36}$/,
  )
  await visitor.context().close()

  await page.goto('/dashboard/visits')
  await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('table', { name: 'Products' }).getByRole('link', { name: /Vented front/ })).toBeVisible(
      {
        timeout: 2000,
      },
    )
  }).toPass()
})
