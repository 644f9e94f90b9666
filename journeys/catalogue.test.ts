import { expect, test } from './shop.ts'

test('the catalogue is searched from its page, also without scripts, and the words stay in the address', async ({
  browser,
  page,
  shop,
}) => {
  await page.goto('/products')
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill('brake disc')
  await search.press('Enter')
  await expect(page).toHaveURL('/products?q=brake+disc')
  await expect(page.getByRole('heading', { name: 'Products with “brake disc”' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).not.toHaveCount(0)
  for (const text of await cards.allTextContents()) expect(text.toLowerCase()).toContain('brake')
  await page.goBack()
  await expect(search).toHaveValue('')

  await page.goto('/products?q=zzz')
  await expect(page.getByRole('heading', { name: 'No such products' })).toBeVisible()
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/products')

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const other = await plain.newPage()
  await other.goto('/products')
  await other.getByRole('searchbox', { name: 'Search products' }).fill('wrench')
  await other.getByRole('button', { name: 'Search' }).click()
  await expect(other).toHaveURL('/products?q=wrench')
  await expect(other.getByRole('listitem').filter({ hasText: /wrench/i })).not.toHaveCount(0)
  await plain.close()
})
