import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'

/** Parameters added by others, which no page reads. */
const added = 'utm_source=mail&fbclid=x&q2=%3Cb%3E'

test('a page hydrates at a URL with parameters that it does not read, keeps the URL, and can be left and returned to', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/products',
    '/categories/brakes?q=brake',
    '/blog',
    '/portfolio',
    '/newsletter?token=x',
    '/sign-in?from=%2Fproducts',
    '/signup',
    '/auth/action?mode=verifyEmail&oobCode=x',
    '/dashboard/my-profile',
    '/no/such/page',
    '/products/no-such-product',
  ]) {
    const address = `${path}${path.includes('?') ? '&' : '?'}${added}`
    await page.goto(address)
    const heading = await page.getByRole('heading', { level: 1 }).first().textContent()
    await expectBooted(page)
    // Visitors are redirected to sign-in, with the whole URL.
    if (path.startsWith('/dashboard')) await expect(page).toHaveURL(/\/sign-in\?from=.*utm_source/)
    else await expect(page).toHaveURL(address)
    if (!path.startsWith('/auth') && !path.startsWith('/dashboard'))
      await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading ?? '')
  }
  await page.goto(`/Products/?${added}`)
  await expect(page).toHaveURL(`/products?${added}`)
  await page.goto(`/products?q=brake&${added}`)
  await expectBooted(page)
  await expect(page.getByRole('combobox', { name: 'Search products' })).toHaveValue('brake')
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await expect(page).toHaveURL('/blog')
  await page.goBack()
  await expect(page).toHaveURL(`/products?q=brake&${added}`)
  await expect(page.getByRole('heading', { name: 'Results for “brake”' })).toBeVisible()
})
