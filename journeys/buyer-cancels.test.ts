import { findProduct, stockOf } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { orderProduct } from './order-product.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

// spec 1.2, 2.13, 2.29, 2.30, 8.11
// route /dashboard as customer
test('a buyer cancels an order, and its units are back in stock', async ({ page }) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await signUp(page, newPerson('Carl'))
  await orderProduct(page, product)
  expect(await stockOf(page, product)).toBe(product.available - product.minOrder)

  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders: 1' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: product.name })
  const question = page.getByRole('alertdialog', { name: `Are you sure you want to delete ${product.name}?` })

  await test.step('thinks again', async () => {
    await row.getByRole('button', { name: 'Cancel' }).click()
    await expect(question.getByText('If yes press on delete button or cancel it.', { exact: true })).toBeVisible()
    const [keep, cancel] = [
      question.getByRole('button', { name: 'Cancel' }),
      question.getByRole('button', { name: 'Delete' }),
    ]
    await expect(keep).toHaveAccessibleDescription('Keep order')
    await expect(cancel).toHaveAccessibleDescription('Cancel order')
    await keep.click()
    await expect(question).toBeHidden()
    await expect(row).toBeVisible()
    expect(await stockOf(page, product)).toBe(product.available - product.minOrder)
  })

  await test.step('cancels', async () => {
    await row.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(findToast(page, 'Successfully cancelled your order')).toBeVisible()
    await expect(question).toBeHidden()
    await expect(page.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
    await expect(row).toBeHidden()
    expect(await stockOf(page, product)).toBe(product.available)
  })

  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
})
