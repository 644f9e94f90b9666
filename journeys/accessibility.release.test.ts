import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { findProduct } from './find-product.ts'
import { orderProduct } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// spec 2.4, 10.1
test('axe finds nothing on the pages of visitors', async ({ page }) => {
  await expectUsable(page, [
    ['/', 'Our Products'],
    ['/products', 'Products'],
    ['/blog', 'Questions and answers'],
    ['/portfolio', 'Skills'],
    ['/plumbing', 'Plumbing products'],
  ])
})

// The longest page by far.
test('axe finds nothing on the reference of the API', async ({ page }) => {
  test.slow()
  await expectUsable(page, [['/docs/api', 'The API']])
})

// spec 2.4, 10.1
test('axe finds nothing on the pages around the shop', async ({ page }) => {
  await expectUsable(page, [
    ['/sign-in', 'Sign In'],
    ['/signup', 'SignUp to your account'],
    ['/auth/action', 'This link is incomplete'],
    ['/newsletter', 'Newsletter'],
    ['/nothing/here', 'Page Not Found'],
  ])
})

// route /docs/ui as developer
test('axe finds nothing on any part, nor on what opens over a page', async ({ page }) => {
  await expectUsable(page, [['/docs/ui', 'Components']])
  for (const [opener, role] of [
    ['Confirm', 'alertdialog'],
    ['Dialog', 'dialog'],
    ['Drawer', 'dialog'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click()
    await expect(page.getByRole(role)).toBeVisible()
    await expectUsableNow(page, opener)
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toHaveCount(0)
  }
  // Two of them leave after five seconds, which a busy machine may need for the clicks.
  await expect(async () => {
    for (const tone of ['Warning', 'Error', 'Info']) await page.getByRole('button', { name: tone, exact: true }).click()
    const dismiss = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' })
    await expect(dismiss).toHaveCount(3, { timeout: 1000 })
  }).toPass()
  await expectUsableNow(page, 'toasts')
})

// spec 2.4, 2.12, 10.1
test('axe finds nothing on the pages of customers', async ({ page }) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, newPerson('Axel'))
  await orderProduct(page, product)
  const payment = await page.getByRole('link', { name: 'Pay Now' }).getAttribute('href')
  await expectUsable(page, [
    [`/products/${product._id}`, 'Your order'],
    ['/dashboard', 'My Orders: 1'],
    [payment ?? '', `Please Pay for ${product.name}`],
    [payment?.replace('payment', 'order') ?? '', /^Order BY-\d+$/],
    ['/dashboard/my-profile', 'My Profile'],
    ['/dashboard/lists', 'Saved lists'],
    ['/dashboard/bought', 'Products bought'],
    ['/dashboard/garage', 'My garage'],
    ['/dashboard/review', 'Add A Review'],
    [`/checkout?product=${product._id}&quantity=${product.minOrder}`, 'Checkout'],
    ['/dashboard/security', 'Security'],
    ['/dashboard/cards', 'Saved cards'],
    ['/dashboard/vat-numbers', 'VAT numbers'],
    ['/dashboard/addresses', 'Addresses'],
  ])
  await page.getByRole('button', { name: 'Add an address' }).click()
  await expect(page.getByRole('textbox', { name: 'Street and number' })).toBeVisible()
  await expectUsableNow(page, 'a new address', inDialog)
})

// spec 2.4, 10.1
// route /dashboard/packing-slips as admin
test('axe finds nothing on the pages of orders and figures for admins', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard')
  await expectUsable(page, [
    ['/dashboard/today', 'Today'],
    ['/dashboard/sales', 'Sales'],
    ['/dashboard/visits', 'Visits'],
    ['/dashboard/failed-jobs', 'Failed jobs'],
    ['/dashboard/all-order', 'All Order'],
    ['/dashboard/reviews', 'Reviews'],
    ['/dashboard/packing-slips', 'Packing slips'],
  ])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find pages, orders, products and customers' }).fill('brake')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectUsableNow(page, 'the search of staff', inDialog)
})

// spec 2.4, 10.1
test('axe finds nothing on the pages of products and prices for admins', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await expectUsable(page, [
    ['/dashboard/manage-products', 'Manage All Products'],
    [`/dashboard/manage-products/${product._id}`, 'Edit A Product'],
    ['/dashboard/add-product', 'Add A Product'],
    ['/dashboard/categories', 'Categories'],
    ['/dashboard/vehicles', 'Vehicles'],
    ['/dashboard/phrases', 'Phrases'],
    ['/dashboard/searches', 'Searches'],
    ['/dashboard/tax', 'Tax'],
    ['/dashboard/tax-buyers', 'VAT numbers and certificates'],
    ['/dashboard/selling', 'Selling'],
    ['/dashboard/connections', 'Payment and mail'],
    ['/dashboard/discounts', 'Discounts'],
    ['/dashboard/discounts/new', 'Add a discount'],
  ])
})

// spec 2.4, 10.1
// route /dashboard/audit-log as admin, /dashboard/staff as admin
test('axe finds nothing on the pages of users, content and messages for admins', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard')
  await expectUsable(page, [
    ['/dashboard/make-admin', 'Make Admin'],
    ['/dashboard/staff', 'Staff'],
    ['/dashboard/customers', 'Customers'],
    ['/dashboard/site-content', 'Site Content'],
    ['/dashboard/outbox', 'Outbox'],
    ['/dashboard/legal', 'Legal texts'],
    ['/dashboard/legal/terms/en', 'Terms of sale'],
    ['/dashboard/api-keys', 'API Keys'],
    ['/dashboard/webhooks', 'Webhooks'],
    ['/dashboard/audit-log', 'Audit Log'],
  ])
  await page.goto('/dashboard/make-admin')
  await page.getByRole('link', { name: shop.adminEmail }).click()
  await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible()
  await expectUsableNow(page, 'the account of a user', insideFrame)
  await page.goto('/dashboard/customers')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: /^(?:Allow payment by invoice|Change terms)$/ }).click()
  await expectUsableNow(page, 'a customer', insideFrame)
})

// spec 2.4, 10.1
// route /dashboard/my-profile as admin
test('axe finds nothing on the profile of an admin and its dialogs', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard')
  await expectUsable(page, [
    ['/dashboard/my-profile', 'My Profile'],
    ['/dashboard/security', 'Security'],
  ])
  const security = page.getByRole('region', { name: 'Security' })
  const openers = ['Change email', 'Change password', 'Add phone', 'Add authenticator app', 'Delete my account']
  for (const name of openers) {
    await security.getByRole('button', { name }).click()
    const dialog = page.getByRole(name === 'Delete my account' ? 'alertdialog' : 'dialog')
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await expect(dialog.getByRole('button').first()).toBeVisible()
    // The page below a dialog is the same each time.
    await expectUsableNow(page, name, name === openers[0] ? whole : inDialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

// spec 2.4, 10.1
test('axe finds nothing on the pages of the windows for other providers', async ({ page, shop }) => {
  const startOfWindow = `/auth/start?${new URLSearchParams({ providerId: 'google.com', eventId: 'axe', sessionId: 'a'.repeat(43) })}`
  for (const [path, heading] of [
    [startOfWindow, 'Choose an account'],
    ['/auth/callback/google.com?state=unknown', 'That did not work'],
  ] as const) {
    await page.goto(shop.url + path)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 800 })
      const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWider, `${heading} at ${width} pixels`).toBe(false)
    }
    await expectUsableNow(page, heading)
  }
})

/** Checks each URL with the heading that it shows when ready, in the layout of every page. */
async function expectUsable(page: Page, routes: [path: string, heading: string | RegExp][]): Promise<void> {
  for (const [index, [path, heading]] of routes.entries()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Messages', includeHidden: true })).toBeAttached()
    await expectUsableNow(page, path, index === 0 ? whole : insideFrame)
  }
}

const whole = (axe: AxeBuilder) => axe
/** Leaves out navigation and footer, which all pages of a person share. */
const insideFrame = (axe: AxeBuilder) => axe.exclude('header:not(main *)').exclude('footer:not(main *)')
const inDialog = (axe: AxeBuilder) => axe.include('dialog[open]')

/**
 * Checks narrow and wide, light and dark: axe finds nothing in the scope, and nothing overflows. Whole pages, with the navigation and
 * the gallery of all components, are checked in all four combinations.
 */
async function expectUsableNow(page: Page, what: string, scope = whole): Promise<void> {
  for (const [width, colorScheme, everything] of scope === whole ? [...looks, ...otherColors] : looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.evaluate(hasTurned)
    expect(await page.evaluate('document.documentElement.scrollWidth'), `${what} at ${width} pixels`).toBe(width)
    // Without legacy mode it opens a second page to sum up what it found, which takes twice the time.
    const axe = new AxeBuilder({ page })
      .setLegacyMode()
      .options({ preload: false, resultTypes: ['violations'] })
      .exclude(alike)
    const { violations } = await scope(everything ? axe : axe.withRules('color-contrast')).analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
    expect(found, `${what} at ${width} pixels, ${colorScheme}`).toEqual([])
  }
}

/** Renders what lies below the fold and waits for color transitions; content that is not rendered, as in closed details, has none yet. */
const hasTurned = `for (const part of document.querySelectorAll('.below-fold, main li')) part.style.contentVisibility = 'visible'
new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((one) => one instanceof CSSTransition && one.effect.target.checkVisibility({ contentVisibilityAuto: true }))
    .map((one) => one.finished)))
  .then(() => undefined)`

/** The API reference repeats one pattern for calls and problems; the first few stand for all. */
const alike = 'article:nth-of-type(n + 4), dl:has(> [id]) > :nth-child(n + 4)'

const looks = [
  [1280, 'light', true],
  [320, 'dark', true],
] as const
/** They differ only in color. */
const otherColors = [
  [320, 'light', false],
  [1280, 'dark', false],
] as const
