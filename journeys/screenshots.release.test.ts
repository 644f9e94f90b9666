import { existsSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findProduct } from './find-product.ts'
import { orderProduct } from './order-product.ts'
import { payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// After an intended change of the design, review test-results/ and update the screenshots: npx playwright test screenshots
// --update-snapshots

// A setting of their own gives these journeys a shop of their own.
// One worker, as each of them starts a shop with these settings.
test.describe.configure({ mode: 'default' })
test.use({ settings: { LOG_LEVEL: 'warn' }, contextOptions: { reducedMotion: 'reduce' }, locale: 'en-US' })

test.beforeEach(({ launchOptions }, { config, snapshotDir }) => {
  test.skip(
    config.updateSnapshots === 'missing' && !existsSync(snapshotDir),
    'there are no pictures to compare with yet',
  )
  const browser = launchOptions.executablePath ?? 'another Chromium'
  test.skip(
    !/[\\/]chromium-\d[^\\/]*[\\/]/.test(browser),
    `the pictures were made by the packaged Chromium, not by ${browser}`,
  )
})

test('visitor pages look unchanged', async ({ page }) => {
  await page.goto('/')
  await expectScreenshot(page, 'home', [
    [1440, 'light'],
    [360, 'dark'],
  ])
  await page.goto('/products')
  await expectScreenshot(page, 'products', [
    [1440, 'dark'],
    [360, 'light'],
  ])
  await page.goto('/sign-in')
  await expectScreenshot(page, 'sign-in', [
    [768, 'light'],
    [360, 'dark'],
  ])
})

test('customer pages look unchanged', async ({ page }) => {
  // The name and the address are in the pictures.
  const customer = { name: 'Carla Costa', email: 'customer@screens.test', password: 'a long password of pictures' }
  await signUp(page, customer, '')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/products/${product._id}`)
  await expectScreenshot(page, 'purchase', [
    [1440, 'light'],
    [360, 'dark'],
  ])
  await orderProduct(page, product)
  await page.goto('/dashboard')
  await expectScreenshot(page, 'dashboard', [
    [1440, 'dark'],
    [360, 'light'],
  ])
})

test('the refund form and a credit note look unchanged', async ({ page, browser, shop }) => {
  const buyer = newPerson('Rita')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, buyer)
  await orderProduct(page, product)
  await page.getByRole('link', { name: 'Pay Now' }).click()
  await payByCard(page, '4242 4242 4242 4242')
  await expect(page.getByText('Payment is completed.', { exact: true })).toBeVisible()
  const office = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce', locale: 'en-US' })
  const admin = await office.newPage()
  await openAsAdmin(admin, shop, '/dashboard/all-order')
  await admin.getByRole('searchbox', { name: 'Search orders' }).fill(buyer.email)
  await expect(admin.getByRole('row')).toHaveCount(2)
  await admin.getByRole('link', { name: /^BY-\d+$/ }).click()
  await expect(admin.getByRole('button', { name: 'Refund' })).toBeVisible()
  // Without the messages of before, which cover what is below.
  await admin.reload()
  await admin.getByRole('button', { name: 'Refund' }).click()
  const form = admin.getByRole('form', { name: 'Refund' })
  await form.getByRole('textbox', { name: product.name }).fill('1')
  await expectScreenshot(
    admin,
    'refund-form',
    [
      [1440, 'light'],
      [360, 'dark'],
    ],
    form,
  )
  await form.getByRole('button', { name: /^Refund \$/ }).click()
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Refund \$/ })
    .click()
  await admin.getByRole('link', { name: /^Credit note BY-\d+-C1$/ }).click()
  await expect(admin.getByRole('heading', { name: /^Credit note/, level: 1 })).toBeVisible()
  await admin.reload()
  const paper = admin.getByRole('article')
  await expect(paper.getByRole('row').filter({ hasText: product.name })).toBeVisible()
  await expectScreenshot(
    admin,
    'credit-note',
    [
      [1440, 'dark'],
      [360, 'light'],
    ],
    paper,
    // Numbers and days.
    [paper.getByRole('heading', { level: 1 }), paper.locator('dl').first(), paper.getByText(buyer.email)],
  )
  await office.close()
})

test('all components in all states look as they did', async ({ page }) => {
  await page.goto('/docs/ui')
  await expectScreenshot(
    page,
    'components',
    [
      [1440, 'light'],
      [360, 'dark'],
    ],
    'full page',
  )
})

/** Compares with the pictures in this file's folder; moments differ each time and are covered, as is what else is named. */
async function expectScreenshot(
  page: Page,
  name: string,
  looks: [width: number, colorScheme: 'light' | 'dark'][],
  part?: Locator | 'full page',
  mask: Locator[] = [],
): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    const file = `${name}-${width}-${colorScheme}.png`
    const options = { mask: [page.locator('time'), ...mask], maskColor: '#808080', maxDiffPixelRatio: 0.003 }
    if (part === undefined || part === 'full page')
      await expect(page).toHaveScreenshot(file, { ...options, fullPage: part !== undefined })
    else await expect(part).toHaveScreenshot(file, options)
  }
}
