import type { Locator, Page } from '@playwright/test'
import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'

const pages = ['/', '/home', '/products', '/blog', '/portfolio', '/docs/api', '/sign-in', '/signup']

test('the home page shows the first four products and what buyers say', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const products = page.getByRole('region', { name: 'Our Products' })
  await expect(products.getByText('Professional Tools and Machine solutions', { exact: true })).toBeVisible()
  await expect(products.getByRole('listitem')).toHaveCount(4)
  const card = products.getByRole('listitem').first()
  for (const word of ['Minimum', 'Available', 'Price', '$', 'Order']) await expect(card).toContainText(word)
  expect(await page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').count()).toBeGreaterThan(3)
  await expectEveryPicture(products)

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('heading', { name: 'CATEGORIES' })).toHaveCount(5)
  for (const link of ['First Link', 'Second Link', 'Third Link', 'Fourth Link']) {
    await expect(footer.getByRole('link', { name: link })).toHaveCount(5)
  }
  await expect(footer.getByRole('link', { name: 'Instagram' })).toBeVisible()
  await expect(footer).toContainText('2022')

  await products.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/products')
  const tools: unknown[] = await (await page.request.get('/tools')).json()
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^Order / }) })
  await expect(cards).toHaveCount(tools.length)
})

for (const [width, columns] of [
  [360, 1],
  [768, 3],
  [1440, 4],
] as const) {
  test(`products stand in ${columns === 1 ? 'one column' : `${columns} columns`} at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/products')
    expect(await countColumns(page)).toBe(columns)
    expect(await page.evaluate('document.documentElement.scrollWidth'), 'nothing sticks out').toBe(width)
  })
}

test('the blog answers six questions, one at a time', async ({ page }) => {
  await page.goto('/blog')
  const questions = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(questions).toHaveText([
    /performance of a React/,
    /manage a state/,
    /prototypal inheritance/,
    /state directly/,
    /array/,
    /unit test/,
  ])
  await expect(page.getByText('Measure first.')).toBeVisible()
  await questions.filter({ hasText: 'unit test' }).click()
  await expect(page.getByText('A unit test runs one small piece')).toBeVisible()
  await expect(page.getByText('Measure first.')).toBeHidden()
})

test('the portfolio leads to a code host and lists skills', async ({ page }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('region', { name: 'Skills' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /opens in a new tab/ })).toHaveAttribute(
    'href',
    /^https:/,
  )
})

test('the API reference names every call', async ({ page }) => {
  await page.goto('/docs/api')
  const { paths }: { paths: Record<string, object> } = await (await page.request.get('/openapi.json')).json()
  const text = await page.getByRole('main').innerText()
  expect(Object.keys(paths).length).toBeGreaterThan(20)
  for (const path of Object.keys(paths)) expect(text).toContain(path)
})

test('the navigation of small screens opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByLabel('Menu').click()
  const menu = page.getByRole('navigation', { name: 'Main, small screens' })
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Product', 'Blog', 'Dashboard', 'My Portfolio'])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Boltyard' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'SignIn' })).toBeVisible()
  await menu.getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL('/blog')
  await expect(menu).toBeHidden()
})

test('nothing moves while a public page loads', async ({ page }) => {
  await page.addInitScript(watchShifts)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const shifts = await page.evaluate('shifts')
      expect(shifts, `layout shifts of ${path} at ${width} pixels`).toEqual([])
    }
  }
})

test('text keeps its font and its place when the fonts come after the page was painted; those in time are kept', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  await page.setViewportSize({ width: 360, height: 800 })
  const fonts = () => page.evaluate(`document.getElementById('fonts').sheet.cssRules.length`)
  const widths: unknown[] = []
  await page.route('**/*.woff2', async (route) => {
    await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`)).toBe(1)
    widths.push(await page.evaluate(widthsOfTexts))
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expectBooted(page)
  expect(await fonts()).toBe(0)
  expect(widths).not.toEqual([])
  for (const before of widths) expect(await page.evaluate(widthsOfTexts)).toEqual(before)
  expect(await page.evaluate('shifts')).toEqual([])
  await page.unroute('**/*.woff2')
  // Once the browser has the fonts, they are there before anything is painted, unless the machine is very busy.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'networkidle' })
    await expectBooted(page)
    expect(await page.evaluate('shifts')).toEqual([])
    expect(await fonts()).toBe(2)
    expect(await page.evaluate(widthsOfTexts)).not.toEqual(widths[0])
  }).toPass()
})

/** Each font has its own: that of headings and that of all other text. */
const widthsOfTexts = `['main h1', 'main p'].map((what) => {
  const text = document.createRange()
  text.selectNodeContents(document.querySelector(what))
  return text.getBoundingClientRect().width
})`

const watchShifts = `
  globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry))))
    .observe({ type: 'layout-shift', buffered: true })
`

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('public pages are complete', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Our Products' }).getByRole('listitem')).toHaveCount(4)
    expect(await page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').count()).toBeGreaterThan(3)
    await page.getByRole('link', { name: 'View All Products' }).click()
    const tools: unknown[] = await (await page.request.get('/tools')).json()
    await expect(page.getByRole('link', { name: /^Order / })).toHaveCount(tools.length)
    await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Blog' }).click()
    await page.getByRole('heading', { name: 'What is a unit test?' }).click()
    await expect(page.getByText('A unit test runs one small piece')).toBeVisible()
    await page.goto('/portfolio')
    await expect(page.getByRole('region', { name: 'Skills' })).toBeVisible()
    await page.goto('/docs/api')
    await expect(page.getByRole('heading', { name: 'The API' })).toBeVisible()
    await page.goto('/sign-in')
    await expect(page.getByRole('main')).toContainText('Signing in needs JavaScript.', { useInnerText: true })
  })
})

async function countColumns(page: Page): Promise<number> {
  const links = await page.getByRole('link', { name: /^Order / }).all()
  const boxes = await Promise.all(links.slice(0, 8).map((link) => link.boundingBox()))
  return new Set(boxes.map((box) => Math.round(box?.x ?? -1))).size
}

/** Scrolls to each picture and waits until something was really drawn. */
async function expectEveryPicture(where: Locator): Promise<void> {
  for (const picture of await where.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
}
