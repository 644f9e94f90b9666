import { expect, test } from './shop.ts'
import { findProduct } from './find-product.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/brands as admin
// route /dashboard/attributes as admin
// route /dashboard/attributes/:code as admin
// route /dashboard/category-attributes as admin
test('what an admin says of products is what buyers filter by, also without scripts, and Back restores it', async ({
  browser,
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/brands')
  await page.getByRole('button', { name: 'Add a brand' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Journeyman')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('cell', { name: 'Journeyman', exact: true })).toBeVisible()

  await page.goto('/dashboard/attributes')
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name in English').fill('Coating')
  await dialog.getByRole('button', { name: 'Add an attribute' }).click()
  await expect(page).toHaveURL('/dashboard/attributes/coating')
  for (const name of ['Zinc', 'Zink']) {
    await page.getByRole('button', { name: 'Add an option' }).click()
    await dialog.getByLabel('Name in English').fill(name)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  }
  await page.goto('/dashboard/category-attributes?category=fluids')
  await page.getByLabel('Use another attribute').selectOption({ label: 'Coating' })
  await page.getByLabel('Coating: Column').click()
  await expect(page.getByLabel('Coating: Column')).toBeChecked()

  const product = await findProduct(page, 'Rear brake drum 228 mm, four-hole')
  await page.goto(`/dashboard/manage-products/${product._id}`)
  await page.getByLabel('Category', { exact: true }).selectOption('fluids')
  await page.getByLabel('Brand').fill('Journeyman')
  await page.getByLabel('Coating').selectOption({ label: 'Zink' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/manage-products')

  await page.goto('/dashboard/attributes/coating')
  await page.getByRole('button', { name: 'Merge Zink' }).click()
  await dialog.getByLabel('Merge into').selectOption({ label: 'Zinc' })
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('cell', { name: 'Zink', exact: true })).toHaveCount(0)

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const buyer = await plain.newPage()
  await buyer.goto('/categories/fluids')
  await buyer.getByLabel('From $').fill('1')
  await buyer.getByRole('button', { name: 'Filter by Price' }).click()
  await expect(buyer).toHaveURL('/categories/fluids?f=price:1..')
  await buyer.goBack()
  await expect(buyer).toHaveURL('/categories/fluids')
  await buyer.getByRole('link', { name: /^Journeyman/ }).click()
  await buyer.getByRole('link', { name: /^Zinc/ }).click()
  await expect(buyer).toHaveURL('/categories/fluids?f=brand:journeyman&f=coating:zinc')
  await expect(buyer.getByText('1 product', { exact: true })).toBeVisible()
  await expect(buyer.getByRole('row').filter({ hasText: product.name })).toContainText('Zinc')
  await buyer.getByRole('link', { name: 'Remove Brand: Journeyman' }).click()
  await expect(buyer).toHaveURL('/categories/fluids?f=coating:zinc')
  // The merged value has another address now.
  await buyer.goto('/categories/fluids?f=coating:zink')
  await expect(buyer).toHaveURL('/categories/fluids?f=coating:zinc')
  await plain.close()

  await page.goto('/categories/fluids?f=coating:zinc')
  await page.getByRole('link', { name: 'Remove Coating: Zinc' }).click()
  await expect(page).toHaveURL('/categories/fluids')
  await page.goBack()
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
})

test('a buyer chooses inches once, and lists, filters, ranges and product pages show them', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/categories/brake-discs')
  const disc = page.getByRole('row').filter({ hasText: '280 mm' }).first()
  const product = disc.getByRole('link').first()
  const name = await product.innerText()
  const inches = page.getByRole('group', { name: 'Units' }).getByRole('button', { name: 'Inches' })
  await inches.click()
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toContainText('11.02 in')
  // The filter keeps its address; only its words change.
  await page.getByRole('link', { name: /^11\.02 in ?,/ }).click()
  await expect(page).toHaveURL('/categories/brake-discs?f=diameter:280')
  await expect(page.getByRole('link', { name: /11\.02 in$/ })).toBeVisible()
  await page.goto('/categories/brake-discs?f=diameter:254..')
  await expect(page.getByLabel('From in')).toHaveValue('10')
  await page.getByLabel('From in').fill('11')
  await page.getByRole('button', { name: 'Filter by Diameter' }).click()
  await expect(page).toHaveURL('/categories/brake-discs?f=diameter:279.4..')
  await page.getByRole('link', { name, exact: true }).click()
  const specification = page.getByRole('region', { name: 'Specification' })
  await expect(specification).toContainText('11.02 in')
  await expect(specification.getByRole('button', { name: 'Inches', pressed: true })).toBeVisible()
  await specification.getByRole('button', { name: 'Original', pressed: false }).click()
  await expect(specification).toContainText('280 mm')
})
