import type { Locator, Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

/** The demo shop has more products than a page of the list. */
const cardsOfPage = 60

// spec 1.1, 1.4, 1.5, 1.6, 2.1, 2.6, 2.7, 9.1, 9.6
// route / as visitor, /products as visitor
test('the home page shows the first four products and what buyers say', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const products = page.getByRole('region', { name: 'Our Products' })
  await expect(products.getByText('Professional Tools and Machine solutions', { exact: true })).toBeVisible()
  await expect(products.getByRole('listitem')).toHaveCount(4)
  const card = products.getByRole('listitem').first()
  const [tool]: Tool[] = await (await page.request.get('/tools?limit=1')).json()
  await expect(card.getByRole('heading', { name: tool?.name ?? '' })).toBeVisible()
  await expect(card.getByRole('img').first()).toBeVisible()
  await expect(card).toContainText(new RegExp(`Minimum\\s*${tool?.minOrder}`))
  await expect(card).toContainText(new RegExp(`Available\\s*${tool?.available.toLocaleString('en-US')}`))
  await expect(card).toContainText(new RegExp(`Price\\s*\\$${tool?.price.toFixed(2)}`))
  await expect(card).toContainText(tool?.content ?? '')
  await expect(card.getByRole('link', { name: `Order ${tool?.name}` })).toHaveAttribute(
    'href',
    `/products/${tool?._id}`,
  )
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
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^(Order|Details of) / }) })
  await expect(cards).toHaveCount(cardsOfPage)
})

// spec 1.5, 2.6, 2.7, 2.24, 9.1
test('products stand in one column at 360 pixels, in three at 768 and in four at 1440', async ({ page }) => {
  for (const path of ['/', '/home', '/products']) {
    await page.goto(path)
    for (const [width, columns] of [
      [360, 1],
      [768, 3],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => countColumns(page), `${path} at ${width} pixels`).toBe(columns)
      expect(await page.evaluate('document.documentElement.scrollWidth'), 'nothing sticks out').toBe(width)
    }
  }
})

// spec 1.1, 2.9
// route /blog as visitor
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

// spec 1.1, 2.10
// route /portfolio as visitor
test('the portfolio leads to a code host and lists skills', async ({ page }) => {
  await page.goto('/portfolio')
  await expect(page.getByRole('region', { name: 'Skills' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /opens in a new tab/ })).toHaveAttribute(
    'href',
    /^https:\/\/(github|gitlab|codeberg)\./,
  )
})

// spec 7.33
// route /docs/api as visitor
test('the API reference names every call', async ({ page }) => {
  const { paths }: { paths: Record<string, object> } = await (await page.request.get('/openapi.json')).json()
  const text = (await (await page.request.get('/docs/api')).text()).replaceAll(/<script.*?<\/script>|<[^>]+>/gs, '')
  expect(Object.keys(paths).length).toBeGreaterThan(20)
  for (const path of Object.keys(paths)) expect(text).toContain(path)
})

// spec 2.1, 2.2, 2.3
test('the navigation of small screens opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await page.getByLabel('Menu').click()
  const menu = page.getByRole('navigation', { name: 'Main, small screens' })
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Product',
    'Blog',
    'Dashboard',
    'My Portfolio',
    'Quick order',
  ])
  await expect(page.getByRole('banner').getByRole('link', { name: 'Boltyard' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('link', { name: 'SignIn' })).toBeVisible()
  await menu.getByRole('link', { name: 'Blog' }).click()
  await expect(page).toHaveURL('/blog')
  await expect(menu).toBeHidden()
})

// spec 2.2, 2.3
test('the desktop menu shows Dashboard and SignOut to signed-in people only', async ({ page }) => {
  const banner = page.getByRole('banner')
  const menu = banner.getByRole('navigation', { name: 'Main', exact: true })
  await page.goto('/blog')
  await expect(menu.getByRole('link').filter({ visible: true })).toHaveText(['Home', 'Product', 'Blog', 'My Portfolio'])
  await expect(banner.getByRole('link', { name: 'SignIn' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'SignOut' })).toBeHidden()
  await signUp(page, newPerson('Mia'))
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(banner.getByRole('link', { name: 'SignIn' })).toBeHidden()
  await expect(banner.getByRole('link', { name: 'SignOut' })).toBeVisible()
})

// spec 1.4, 9.1
test('all reviews can be reached from the home page', async ({ page }) => {
  await page.goto('/')
  const shown = page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem')
  const count = await shown.count()
  const reviews: unknown[] = await (await page.request.get('/reviews?limit=1000')).json()
  expect(reviews.length).toBeGreaterThan(count)
  await page.getByRole('button', { name: 'Show more reviews' }).click()
  await expect(shown).toHaveCount(reviews.length)
  await expect(page.getByRole('button', { name: 'Show more reviews' })).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  // spec 1.1, 2.9, 10.2
  test('public pages are complete', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Our Products' }).getByRole('listitem')).toHaveCount(4)
    expect(await page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').count()).toBeGreaterThan(3)
    await page.getByRole('link', { name: 'View All Products' }).click()
    await expect(page.getByRole('link', { name: /^(Order|Details of) / })).toHaveCount(cardsOfPage)
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
  const places = await page
    .getByRole('link', { name: /^(Order|Details of) / })
    .evaluateAll((links) => links.slice(0, 8).map((link) => Math.round(link.getBoundingClientRect().x)))
  return new Set(places).size
}

/** Scrolls to each picture and waits until something was really drawn. */
async function expectEveryPicture(where: Locator): Promise<void> {
  for (const picture of await where.getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
}
