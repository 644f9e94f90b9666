import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findProduct } from './find-product.ts'
import { orderProduct } from './order-product.ts'
import { expect, test } from './shop.ts'
import { signIn } from './sign-in.ts'
import { customer, signUpCustomer } from './screens/fill-shop.ts'

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

test('customer pages look unchanged', async ({ page, shop }) => {
  await signUpCustomer(shop)
  await page.goto('/sign-in')
  await signIn(page, customer)
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

test('all components in all states look as they did', async ({ page }) => {
  await page.goto('/docs/ui')
  await expectScreenshot(
    page,
    'components',
    [
      [1440, 'light'],
      [360, 'dark'],
    ],
    true,
  )
})

/** Compares with the pictures in this file's folder; moments differ each time and are covered. */
async function expectScreenshot(
  page: Page,
  name: string,
  looks: [width: number, colorScheme: 'light' | 'dark'][],
  fullPage = false,
): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await expect(page).toHaveScreenshot(`${name}-${width}-${colorScheme}.png`, {
      fullPage,
      mask: [page.locator('time')],
      maskColor: '#808080',
      maxDiffPixelRatio: 0.003,
    })
  }
}
