import { readFileSync } from 'node:fs'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

/** The pages of the dashboard that every customer has; all others are for staff. */
const ownPages = [
  undefined,
  'my-orders',
  'my-profile',
  'addresses',
  'vat-numbers',
  'cards',
  'security',
  'garage',
  'review',
  'order/:id',
  'order/:id/credit-note/:refund',
  'statement',
  'order/:id/again',
  'past-order/:id/again',
  'bought',
  'lists',
  'lists/:id',
  'payment/:id',
  'return-slip/:id',
]

const read = (file: string) => readFileSync(new URL(`../web/${file}`, import.meta.url), 'utf8')
const [, dashboard = ''] = /route\('dashboard',([^]*?)\n {4}\]\)/.exec(read('routes.ts')) ?? []
const pages = [...dashboard.matchAll(/(?:route\('(.+)', |index\()'(.+)'/g)].map(([, path, file = '']) => ({
  path,
  isForStaff: read(file).includes('export const handle = staffWith('),
}))

// spec 6.2, 6.3
// route every admin page as customer
test('a customer finds none of the pages of the staff', async ({ page }) => {
  expect(pages.flatMap(({ path, isForStaff }) => (isForStaff ? [] : [path]))).toEqual(ownPages)
  await signUp(page, newPerson('Nosy'), '')
  for (const { path = '' } of pages.filter(({ isForStaff }) => isForStaff)) {
    await page.goto(`/dashboard/${path.replaceAll(/:\w+/g, '1')}`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' }), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  }
})
