import { problems } from '#contract/problem.ts'
import { findProduct } from './find-product.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { placeOrder } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin } from './sign-in.ts'
import { createAccount, newPerson, signUp, verifyEmail } from './sign-up.ts'

// spec 2.12, 2.15, 2.17, 2.18, 2.19, 2.20, 6.2, 6.3, 6.7
// route /dashboard as admin, /dashboard/review as admin
test('a customer finds no page of the admins, and an admin none of the customers', async ({ page, shop }) => {
  await signUp(page, newPerson('Nosy'))
  const menu = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })
  await page.goto('/dashboard')
  await expect(menu.getByRole('link')).toHaveText([
    'My Profile',
    'My Order',
    'Add A Review',
    'Saved lists',
    'Products bought',
    'My garage',
    'Statement of account',
    'Addresses',
    'VAT numbers',
    'Saved cards',
    'Security',
  ])
  const wide = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open drawer' }).click()
  await page.getByRole('dialog', { name: 'Dashboard' }).getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await page.setViewportSize(wide)
  for (const name of ['today', 'manage-products/x']) {
    await page.goto(`/dashboard/${name}`)
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
    await expect(menu).toBeHidden()
  }
  await openAsAdmin(page, shop, '/dashboard/review')
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/today')
  await expect(menu.getByRole('link', { name: 'My Profile' })).toBeInViewport()
  expect(await page.evaluate(() => [window.scrollY, document.querySelector('aside')?.scrollTop])).toEqual([0, 0])
  await page.setViewportSize(wide)
  const written = ['My Profile', 'All Order', 'Manage All Products', 'Add A Product', 'Make Admin']
  const first = [...written, 'Today', 'Returns', 'Sales', 'Journal', 'Tax report', 'Visits']
  const groups = ['Orders', 'Catalog', 'Customers', 'Content', 'Settings', 'Buying', 'Account']
  await expect(menu.getByRole('link'), 'the other groups are folded').toHaveText(first)
  await expect(menu.getByRole('heading')).toHaveText(groups)
  for (const group of groups.slice(1)) await menu.getByRole('heading', { name: group, exact: true }).click()
  await expect(menu.getByRole('link')).toHaveText([
    ...first,
    'Categories',
    'Brands',
    'Attributes',
    'Price Lists',
    'Discounts',
    'Vehicles',
    'Phrases',
    'Searches',
    'Imports',
    'Export',
    'Customers',
    'Site Content',
    'Legal texts',
    'Reviews',
    'Store',
    'Shipping',
    'Tax',
    'Selling',
    'Payment and mail',
    'Staff',
    'Outbox',
    'API Keys',
    'Webhooks',
    'Audit Log',
    'Cart',
    'My Order',
    'Saved lists',
    'Products bought',
    'My garage',
    'Statement of account',
    'Addresses',
    'VAT numbers',
    'Saved cards',
    'Security',
  ])
})

test('staff find orders, products, customers and pages with Ctrl+K, by keys alone', async ({ page, shop }) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const buyer = newPerson('Finnegan')
  await signUp(page, buyer, '')
  const order = await placeOrder(page, product)
  await openAsAdmin(page, shop, '/dashboard/today')
  const field = page.getByRole('combobox', { name: 'Find pages, orders, products and customers' })
  const options = page.getByRole('dialog', { name: 'Find' }).getByRole('option')
  const find = async (words: string) => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await field.fill(words)
  }
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  // A scanner sends Enter at once.
  await find(order.number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/all-order/${order._id}`)

  await find('brk 312 v5')
  await expect(options.first()).toContainText('BRK-312-V5')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/dashboard/manage-products/${product._id}`)

  await find(buyer.email)
  await expect(options.last()).toContainText(buyer.name)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/customers\/./)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(buyer.name)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('button', { name: 'Schnellsuche' }).click()
  await page.getByRole('combobox', { name: 'Seiten, Bestellungen, Produkte und Kunden suchen' }).fill('versand')
  await page.getByRole('option', { name: 'Versand', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/shipping')
})

// spec 2.21
// route /* as visitor
test('an unknown URL shows a 404 page with a link back', async ({ page }) => {
  const response = await page.goto('/nothing/here')
  expect(response?.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByText('Oops!', { exact: true })).toBeVisible()
  await expect(main.getByText('404', { exact: true })).toBeAttached()
  await expect(main.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await main.getByRole('link', { name: 'Back To Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()

  // They have the frame of their kind: the page is rendered once for all addresses and must hydrate at each.
  for (const address of ['/dashboard/nothing', '/docs/nothing']) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.getByRole('heading', { name: 'Seite nicht gefunden' })).toBeVisible()
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  }
})

// spec 1.3, 2.20, 2.35, 2.36, 4.16, 4.17, 6.4, 6.5, 8.3, 8.14
// route /dashboard/make-admin as admin
test('an admin makes an admin, takes it back, and removes a user', async ({ page, shop }) => {
  const heir = newPerson('Heidi')
  const leaver = newPerson('Leo')
  await createAccount(page, leaver)
  await createAccount(page, heir)
  await verifyEmail(page, shop, heir)
  await openAsAdmin(page, shop, '/dashboard/make-admin')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('journeys.test')
  const rowOf = ({ email }: { email: string }) => page.getByRole('row').filter({ hasText: email })

  await test.step('makes an admin', async () => {
    await expect(page.getByRole('columnheader')).toHaveText(['#', 'User Email', 'Role', 'Remove'])
    await expect(rowOf({ email: shop.adminEmail })).toContainText('Already an admin')
    await expect(rowOf({ email: shop.adminEmail }).getByRole('button', { name: 'Remove User' })).toBeDisabled()
    await expect(rowOf(leaver)).toContainText('Not verified')
    const question = page.getByRole('alertdialog', { name: `Make ${heir.email} an admin?` })
    const promote = async () => {
      await rowOf(heir).getByRole('button', { name: 'Make Admin' }).click()
      await question.getByRole('button', { name: 'Make Admin' }).click()
    }
    await rowOf(heir).getByRole('button', { name: 'Make Admin' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    for (const code of ['admin-only', 'not-allowed', undefined] as const) {
      const json = code && { code, ...problems[code] }
      await page.route('**/user-update/*', (route) => route.fulfill({ status: 403, json: json ?? {} }), { times: 1 })
      await promote()
      await dismissToast(page, 'Failed to Make an admin')
      await expect(question).toBeHidden()
    }
    const listing = page.waitForResponse(/\/all-users/)
    await promote()
    await expect(findToast(page, 'Successfully made an admin')).toBeVisible()
    await listing
    await expect(rowOf(heir).getByText('Already an admin')).toBeVisible()
    await expect(rowOf(heir).getByRole('button', { name: 'Make Admin' })).toHaveCount(0)
  })

  await test.step('removes a user', async () => {
    await rowOf(leaver).getByRole('button', { name: 'Remove User' }).click()
    const question = page.getByRole('alertdialog', { name: leaver.email })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(rowOf(leaver)).toBeHidden()
  })

  await test.step('the one is an admin, until she takes the role from herself', async () => {
    await openAs(page, heir, '/dashboard/make-admin?role=admin')
    await rowOf(heir).getByRole('button', { name: 'Remove admin role' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('That’s you')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  })

  await test.step('the other is gone', async () => {
    await expect(openAs(page, leaver, '')).rejects.toThrow('account-removed')
  })
})
