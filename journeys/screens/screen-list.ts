import type { Page } from '@playwright/test'
import { typeCard } from '../pay-by-card.ts'
import type { Stock } from './stock-shop.ts'

export const stocks = ['empty', 'usual', 'too-much'] as const
export type StockName = (typeof stocks)[number]

export const roles = ['visitor', 'customer', 'admin'] as const
export type Role = (typeof roles)[number]

export interface Screen {
  name: string
  /** Nothing where this shop has nothing to show there. */
  path: string | ((stock: Stock) => string | undefined)
  as: Role
  /** Only in these shops, where the others would show the same. */
  in?: readonly StockName[]
  /** Only as wide as this, in pixels. */
  widths?: readonly number[]
  media?: 'print'
  /** What a person does there before the picture is taken. */
  act?: (page: Page) => Promise<void>
}

const once = ['usual'] as const
const withMenu = [360, 768] as const
const order = (state: keyof Stock['orders'], page: 'order' | 'payment' | 'all-order') => (stock: Stock) =>
  stock.orders[state] && `/dashboard/${page}/${stock.orders[state]}`
const product =
  (which: 'product' | 'soldOut', folder = '/products') =>
  (stock: Stock) =>
    stock[which] && `${folder}/${stock[which]}`

/** Every page of the shop, and what opens on them. */
export const screens: readonly Screen[] = [
  { name: 'home', path: '/', as: 'visitor' },
  { name: 'products', path: '/products', as: 'visitor' },
  { name: 'products-print', path: '/products', as: 'visitor', in: once, widths: [768], media: 'print' },
  { name: 'blog', path: '/blog', as: 'visitor', in: once },
  { name: 'portfolio', path: '/portfolio', as: 'visitor', in: once },
  { name: 'plumbing', path: '/plumbing', as: 'visitor', in: once },
  { name: 'newsletter', path: '/newsletter', as: 'visitor', in: once },
  { name: 'sign-in', path: '/sign-in', as: 'visitor', in: once },
  {
    name: 'sign-in-refused',
    path: '/sign-in',
    as: 'visitor',
    in: once,
    async act(page) {
      await page.getByRole('textbox', { name: 'Email' }).fill('nobody@screens.test')
      await page.getByLabel('Password').fill('not the password')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await page.getByRole('region', { name: 'Messages' }).getByRole('alert').getByRole('button').first().waitFor()
    },
  },
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
      await page.getByRole('spinbutton').blur()
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
        .getByRole('button', { name: /Cancel/ })
        .first()
        .click(),
  },
  { name: 'my-profile', path: '/dashboard/my-profile', as: 'customer' },
  { name: 'add-review', path: '/dashboard/review', as: 'customer' },
  { name: 'payment', path: order('unpaid', 'payment'), as: 'customer' },
  {
    name: 'payment-card',
    path: order('unpaid', 'payment'),
    as: 'customer',
    in: once,
    act: (page) => typeCard(page, '4242 4242 4242 4242'),
  },
  { name: 'payment-done', path: order('paid', 'payment'), as: 'customer' },
  { name: 'payment-ended', path: order('cancelled', 'payment'), as: 'customer', in: once },
  { name: 'order-unpaid', path: order('unpaid', 'order'), as: 'customer' },
  { name: 'order-paid', path: order('paid', 'order'), as: 'customer' },
  { name: 'order-shipped', path: order('shipped', 'order'), as: 'customer' },
  { name: 'order-refunded', path: order('refunded', 'order'), as: 'customer', in: once },
  { name: 'order-print', path: order('paid', 'order'), as: 'customer', widths: [768], media: 'print' },

  { name: 'all-orders', path: '/dashboard/all-order', as: 'admin' },
  { name: 'all-orders-order', path: order('paid', 'all-order'), as: 'admin' },
  { name: 'all-orders-print', path: '/dashboard/all-order', as: 'admin', in: once, widths: [768], media: 'print' },
  { name: 'manage-products', path: '/dashboard/manage-products', as: 'admin' },
  { name: 'edit-product', path: product('product', '/dashboard/manage-products'), as: 'admin' },
  { name: 'add-product', path: '/dashboard/add-product', as: 'admin', in: once },
  { name: 'make-admin', path: '/dashboard/make-admin', as: 'admin' },
  {
    name: 'remove-user',
    path: '/dashboard/make-admin',
    as: 'admin',
    in: ['usual', 'too-much'],
    act: (page) => page.locator('button:enabled', { hasText: 'Remove User' }).first().click(),
  },
  { name: 'reviews', path: '/dashboard/reviews', as: 'admin' },
  { name: 'site-content', path: '/dashboard/site-content', as: 'admin', in: once },
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
