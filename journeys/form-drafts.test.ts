import { expectBooted } from './expect-booted.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signOut } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

test('what a visitor typed survives a reload until it is sent', async ({ page }) => {
  await page.goto('/plumbing')
  await expectBooted(page)
  const contact = page.getByRole('form', { name: 'Contact' })
  const message = contact.getByRole('textbox', { name: 'Message' })
  await contact.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await message.fill('Do you have 22 mm elbows?')
  await page.reload()
  await expect(message).toHaveValue('Do you have 22 mm elbows?')
  await expect(contact.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada')
  await contact.getByRole('textbox', { name: 'Email' }).fill('ada-again@example.com')
  await contact.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(page, 'Thank you. Your message is on its way.')).toBeVisible()
  await page.reload()
  await expectBooted(page)
  await expect(message).toHaveValue('')
})

test('a quantity that is not whole has no total, and the first wrong field has the focus', async ({ page }) => {
  await signUp(page, newPerson('Wanda'), '')
  const { _id } = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/products/${_id}`)
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await quantity.fill('8.5')
  await expect(page.getByText(/– × \$/)).toBeVisible()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, 12345 Torque')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(quantity).toBeFocused()
  await expect(page.getByText('Enter a whole number.')).toBeVisible()
})

test('what a buyer typed survives a reload, but not signing out', async ({ page }) => {
  const buyer = newPerson('Dora')
  await signUp(page, buyer, '')
  const { _id } = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/products/${_id}`)
  await expectBooted(page)
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('1 Draft Lane, Springfield')
  await page.reload()
  await expect(address).toHaveValue('1 Draft Lane, Springfield')
  await signOut(page)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Draft Lane')
  await page.reload()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Draft Lane')
})
