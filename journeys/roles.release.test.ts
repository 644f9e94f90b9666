import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

const adminPages = [
  'today',
  'sales',
  'failed-jobs',
  'all-order',
  'manage-products',
  'manage-products/x',
  'add-product',
  'brands',
  'attributes',
  'categories',
  'phrases',
  'searches',
  'make-admin',
  'staff',
  'reviews',
  'outbox',
  'api-keys',
  'webhooks',
  'site-content',
  'audit-log',
]

// spec 6.2, 6.3
// route every admin page as customer
test('a customer finds none of the pages of the admins', async ({ page }) => {
  await signUp(page, newPerson('Nosy'), '')
  for (const name of adminPages) {
    await page.goto(`/dashboard/${name}`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })).toBeHidden()
  }
})
