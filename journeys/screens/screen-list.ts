import type { Page } from '@playwright/test'
import type { ClientSettings } from '#contract/settings.ts'
import { typeCard } from '../pay-by-card.ts'
import type { Stock } from './fill-shop.ts'

export const stocks = ['empty', 'usual', 'too-much'] as const
export type StockName = (typeof stocks)[number]

export const roles = ['visitor', 'customer', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Screen {
  name: string
  /** Undefined if this shop has nothing to show there. */
  path: string | ((stock: Stock) => string | undefined)
  as: Role
  /** Only in these shops; the others would look the same. */
  in?: readonly StockName[]
  /** Only at these widths, in pixels. */
  widths?: readonly number[]
  media?: 'print'
  /** Calls to these addresses get no answer, or a bad one. */
  stalled?: string
  broken?: string
  /** Prepares the screen before the screenshot. */
  act?: (page: Page) => Promise<void>
}

const once = ['usual'] as const
const withMenu = [360, 768] as const
const order = (state: keyof Stock['orders'], page: 'order' | 'payment' | 'all-order') => (stock: Stock) =>
  stock.orders[state] && `/dashboard/${page}/${stock.orders[state]}`
const creditNote = ({ creditNote: path }: Stock) => path && `/dashboard/order/${path}`
/** Presses the first button of this name in the page. */
const press = (name: RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, disabled: false }).first().click()
const product =
  (which: 'product' | 'soldOut', folder = '/products') =>
  (stock: Stock) =>
    stock[which] && `${folder}/${stock[which]}`

/** Signs in as a user with two second factors; the first factor is mocked. */
async function openSecondFactorForm(page: Page): Promise<void> {
  const factor = { displayName: '', enrolledAt: '2026-01-05T08:00:00Z' }
  await page.route('**/v1/accounts:signInWithPassword?*', (route) =>
    route.fulfill({
      json: {
        mfaPendingCredential: 'screens',
        mfaInfo: [
          { ...factor, mfaEnrollmentId: 'app', totpInfo: {} },
          { ...factor, mfaEnrollmentId: 'phone', phoneInfo: '+*******0123' },
        ],
      },
    }),
  )
  await page.locator('main input[type=email]').fill('somebody@screens.test')
  await page.locator('main input[type=password]').fill('the password')
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('main').getByRole('listitem').getByRole('button').first().waitFor()
}

/** Changes the embedded settings, and so all pages opened from here. */
async function payWithoutCards(page: Page): Promise<void> {
  await page.locator('meta[name=shop-settings]').evaluate((meta: HTMLMetaElement) => {
    const settings = JSON.parse(meta.content) as ClientSettings
    meta.content = JSON.stringify({ ...settings, cards: { ...settings.cards, mode: 'off' } })
  })
  await page.getByRole('main').locator('a[href^="/dashboard/payment/"]').first().click()
  await page.waitForURL('**/dashboard/payment/*')
}

/** Opens one part of the site's content and no other. */
const openPart = (place: number) => async (page: Page) => {
  const parts = page.getByRole('main').locator('details:has(> summary h2)')
  await parts.first().locator('summary').first().click()
  await parts.nth(place).locator('summary').first().click()
}

/** Lists every page of the shop, with its dialogs. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', as: 'visitor' },
  { name: 'products', path: '/products', as: 'visitor' },
  { name: 'products-category', path: '/categories/brakes', as: 'visitor', in: once },
  { name: 'products-vehicle', path: '/products?q=2006+golf+brake+pads', as: 'visitor', in: once },
  { name: 'vehicle', path: '/fits/volkswagen-golf-v', as: 'visitor', in: once },
  { name: 'vehicle-category', path: '/fits/volkswagen-golf-v/brake-pads', as: 'visitor', in: once },
  { name: 'products-none', path: '/products?q=flux+capacitor', as: 'visitor', in: once },
  { name: 'products-print', path: '/products', as: 'visitor', in: once, widths: [768], media: 'print' },
  { name: 'compare', path: '/compare', as: 'visitor', in: once },
  { name: 'blog', path: '/blog', as: 'visitor', in: once },
  { name: 'portfolio', path: '/portfolio', as: 'visitor', in: once },
  { name: 'plumbing', path: '/plumbing', as: 'visitor', in: once },
  { name: 'stock-notices', path: '/stock-notices', as: 'visitor', in: once },
  { name: 'newsletter', path: '/newsletter', as: 'visitor', in: once },
  { name: 'sign-in', path: '/sign-in', as: 'visitor', in: once },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    as: 'visitor',
    in: once,
    async act(page) {
      await page.locator('main input[type=email]').fill('nobody@screens.test')
      await page.locator('main input[type=password]').fill('not the password')
      await page.locator('main form button[type=submit]').click()
      await page.locator('[popover] [role=alert] button').first().waitFor()
    },
  },
  {
    name: 'sign-in-by-phone',
    path: '/sign-in',
    as: 'visitor',
    in: once,
    act: press(/^(?:Continue with phone|Weiter mit Telefon)$/),
  },
  {
    name: 'sign-in-by-mail',
    path: '/sign-in',
    as: 'visitor',
    in: once,
    async act(page) {
      await page.locator('main input[type=email]').fill('nobody@screens.test')
      await press(/^(?:Email me a sign-in link|Anmeldelink per E-Mail)$/)(page)
      await page.locator('main h1', { hasText: /mail|Postfach/i }).waitFor()
    },
  },
  { name: 'sign-in-second-step', path: '/sign-in', as: 'visitor', in: once, act: openSecondFactorForm },
  ...['app', 'text'].map((name, place) => ({
    name: `sign-in-second-step-${name}`,
    path: '/sign-in',
    as: 'visitor' as const,
    in: once,
    async act(page: Page) {
      await openSecondFactorForm(page)
      await page.getByRole('main').getByRole('listitem').getByRole('button').nth(place).click()
    },
  })),
  { name: 'sign-up', path: '/signup', as: 'visitor', in: once },
  { name: 'mail-action', path: '/auth/action', as: 'visitor', in: once },
  { name: 'mail-action-used', path: '/auth/action?mode=resetPassword&oobCode=used', as: 'visitor', in: once },
  { name: 'not-found', path: '/nothing/here', as: 'visitor', in: once },
  {
    name: 'no-such-product',
    path: '/products/00000000-0000-7000-8000-000000000000',
    as: 'customer',
    in: once,
  },
  { name: 'docs-api', path: '/docs/api', as: 'visitor', in: once },
  { name: 'docs-ui', path: '/docs/ui', as: 'visitor', in: once },
  {
    name: 'menu',
    path: '/',
    as: 'visitor',
    in: once,
    widths: withMenu,
    act: (page) => page.locator('summary:visible').first().click(),
  },

  { name: 'purchase-visitor', path: product('product'), as: 'visitor', in: once },
  { name: 'purchase', path: product('product'), as: 'customer' },
  { name: 'purchase-sold-out', path: product('soldOut'), as: 'customer', in: once },
  {
    name: 'purchase-refused',
    path: product('product'),
    as: 'customer',
    in: once,
    async act(page) {
      await page.getByRole('spinbutton').fill('1')
      await page.getByRole('main').locator('form button[type=submit]').last().click()
      await page.locator('[popover] [role=alert] button').first().waitFor()
    },
  },
  {
    name: 'purchase-placed',
    path: product('product'),
    as: 'customer',
    in: once,
    async act(page) {
      page.once('dialog', (dialog) => void dialog.accept())
      await page.route('**/orders', (route) =>
        route.fulfill({ json: { success: true, _id: 'screens', order: { number: 'BY-1001' } } }),
      )
      await page.getByRole('main').locator('form button[type=submit]').last().click()
      await page.locator('a[href="/dashboard/payment/screens"]').waitFor()
    },
  },
  { name: 'my-orders', path: '/dashboard', as: 'customer' },
  {
    name: 'my-orders-menu',
    path: '/dashboard',
    as: 'customer',
    in: once,
    widths: withMenu,
    act: (page) => page.getByRole('main').locator('button[aria-haspopup=dialog]').first().click(),
  },
  {
    name: 'cancel-order',
    path: '/dashboard',
    as: 'customer',
    in: ['usual', 'too-much'],
    act: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: /^(?:Cancel|Stornieren)$/ })
        .first()
        .click(),
  },
  { name: 'my-orders-loading', path: '/dashboard', as: 'customer', in: once, stalled: '**/orders?*' },
  { name: 'my-orders-failed', path: '/dashboard', as: 'customer', in: once, broken: '**/orders?*' },
  { name: 'my-profile', path: '/dashboard/my-profile', as: 'customer' },
  { name: 'security', path: '/dashboard/security', as: 'customer' },
  { name: 'cards', path: '/dashboard/cards', as: 'customer' },
  { name: 'vat-numbers', path: '/dashboard/vat-numbers', as: 'customer' },
  { name: 'my-profile-loading', path: '/dashboard/my-profile', as: 'customer', in: once, stalled: '**/user?*' },
  { name: 'my-profile-failed', path: '/dashboard/my-profile', as: 'customer', in: once, broken: '**/user?*' },
  ...Object.entries({
    'change-e-mail': /^(?:Change email|E-Mail ändern)$/,
    'change-password': /^(?:Change password|Passwort ändern)$/,
    'add-phone': /^(?:Add phone|Telefon hinzufügen)$/,
    'delete-my-account': /^(?:Delete my account|Mein Konto löschen)$/,
  }).map(([name, button]) => ({
    name: `security-${name}`,
    path: '/dashboard/security',
    as: 'customer' as const,
    in: once,
    act: press(button),
  })),
  { name: 'add-review', path: '/dashboard/review', as: 'customer' },
  { name: 'payment', path: order('unpaid', 'payment'), as: 'customer' },
  {
    name: 'payment-card',
    path: order('unpaid', 'payment'),
    as: 'customer',
    in: once,
    act: (page) => typeCard(page, '4242 4242 4242 4242'),
  },
  { name: 'payment-loading', path: order('unpaid', 'payment'), as: 'customer', in: once, stalled: '**/order/*' },
  {
    name: 'payment-failed',
    path: order('unpaid', 'payment'),
    as: 'customer',
    in: once,
    broken: '**/create-payment-intent',
  },
  { name: 'payment-cards-off', path: '/dashboard', as: 'customer', in: once, act: payWithoutCards },
  { name: 'payment-done', path: order('paid', 'payment'), as: 'customer' },
  { name: 'payment-ended', path: order('cancelled', 'payment'), as: 'customer', in: once },
  { name: 'payment-expired', path: order('expired', 'payment'), as: 'customer', in: once },
  { name: 'payment-refunded', path: order('refunded', 'payment'), as: 'customer', in: once },
  { name: 'order-unpaid', path: order('unpaid', 'order'), as: 'customer' },
  { name: 'order-paid', path: order('paid', 'order'), as: 'customer' },
  { name: 'order-shipped', path: order('shipped', 'order'), as: 'customer' },
  { name: 'order-refunded', path: order('refunded', 'order'), as: 'customer', in: once },
  { name: 'order-expired', path: order('expired', 'order'), as: 'customer', in: once },
  { name: 'order-loading', path: order('paid', 'order'), as: 'customer', in: once, stalled: '**/order/*/details' },
  { name: 'order-failed', path: order('paid', 'order'), as: 'customer', in: once, broken: '**/order/*/details' },
  { name: 'order-print', path: order('paid', 'order'), as: 'customer', widths: [768], media: 'print' },

  { name: 'all-orders', path: '/dashboard/all-order', as: 'admin' },
  { name: 'all-orders-order', path: order('paid', 'all-order'), as: 'admin' },
  { name: 'all-orders-loading', path: '/dashboard/all-order', as: 'admin', in: once, stalled: '**/all-orders?*' },
  { name: 'all-orders-failed', path: '/dashboard/all-order', as: 'admin', in: once, broken: '**/all-orders?*' },
  { name: 'all-orders-none', path: '/dashboard/all-order?q=no+such+order', as: 'admin', in: once },
  {
    name: 'refund-form',
    path: order('paid', 'all-order'),
    as: 'admin',
    in: ['usual', 'too-much'],
    act: press(/^(?:Refund|Erstatten)$/),
  },
  {
    name: 'refund-question',
    path: order('paid', 'all-order'),
    as: 'admin',
    in: once,
    async act(page) {
      await press(/^(?:Refund|Erstatten)$/)(page)
      await press(/^(?:Refund \$|.+\$ erstatten$)/)(page)
      await page.getByRole('alertdialog').waitFor()
    },
  },
  { name: 'credit-note', path: creditNote, as: 'admin', in: ['usual', 'too-much'] },
  { name: 'credit-note-print', path: creditNote, as: 'admin', in: once, widths: [768], media: 'print' },
  { name: 'all-orders-print', path: '/dashboard/all-order', as: 'admin', in: once, widths: [768], media: 'print' },
  { name: 'manage-products', path: '/dashboard/manage-products', as: 'admin' },
  {
    name: 'manage-products-print',
    path: '/dashboard/manage-products',
    as: 'admin',
    in: once,
    widths: [768],
    media: 'print',
  },
  {
    name: 'manage-products-loading',
    path: '/dashboard/manage-products',
    as: 'admin',
    in: once,
    stalled: '**/all-tools?*',
  },
  {
    name: 'delete-product',
    path: '/dashboard/manage-products',
    as: 'admin',
    in: once,
    act: press(/^(?:Delete Product|Löschen)$/),
  },
  {
    name: 'adjust-stock',
    path: '/dashboard/manage-products',
    as: 'admin',
    in: ['usual', 'too-much'],
    act: press(/^(?:Adjust stock|Bestand ändern)$/),
  },
  { name: 'edit-product', path: product('product', '/dashboard/manage-products'), as: 'admin' },
  { name: 'add-product', path: '/dashboard/add-product', as: 'admin', in: once },
  { name: 'make-admin', path: '/dashboard/make-admin', as: 'admin' },
  {
    name: 'remove-user',
    path: '/dashboard/make-admin',
    as: 'admin',
    in: ['usual', 'too-much'],
    act: (page) =>
      page
        .locator('button:enabled', { hasText: /Remove User|Benutzer entfernen/ })
        .first()
        .click(),
  },
  { name: 'reviews', path: '/dashboard/reviews', as: 'admin' },
  { name: 'legal-texts', path: '/dashboard/legal', as: 'admin', in: once },
  { name: 'legal-text-edit', path: '/dashboard/legal/terms/en', as: 'admin', in: once },
  { name: 'site-content', path: '/dashboard/site-content', as: 'admin', in: once },
  ...['home', 'blog', 'plumbing', 'portfolio', 'footer'].map((part, place) => ({
    name: `site-content-${part}`,
    path: '/dashboard/site-content',
    as: 'admin' as const,
    in: once,
    act: openPart(place + 3),
  })),
  {
    name: 'site-content-preview',
    path: '/dashboard/site-content',
    as: 'admin',
    in: once,
    async act(page) {
      await openPart(5)(page)
      await page.getByRole('main').locator('details[open] > form button[aria-haspopup=dialog]').click()
    },
  },
  { name: 'categories', path: '/dashboard/categories', as: 'admin' },
  {
    name: 'category-edit',
    path: '/dashboard/categories',
    as: 'admin',
    act: press(/^(?:Edit Brakes|Bremsen bearbeiten)$/),
  },
  { name: 'audit-log', path: '/dashboard/audit-log', as: 'admin' },
  { name: 'outbox-message', path: '/dashboard/outbox', as: 'admin', in: ['too-much'], act: press(/^(?:Read|Lesen)$/) },
  { name: 'outbox', path: '/dashboard/outbox', as: 'admin' },
  { name: 'admin-profile', path: '/dashboard/my-profile', as: 'admin', in: once },
  {
    name: 'admin-menu',
    path: '/dashboard/all-order',
    as: 'admin',
    in: once,
    widths: withMenu,
    act: (page) => page.getByRole('main').locator('button[aria-haspopup=dialog]').first().click(),
  },
]
