import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'
import { findToast } from './find-toast.ts'
import { expect } from './shop.ts'

/** Orders the minimum quantity of a product on its page, signed in. */
export async function orderProduct(page: Page, { _id }: Pick<Tool, '_id'>): Promise<void> {
  await page.goto(`/products/${_id}`)
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, 12345 Torque')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(findToast(page, 'Your order is set. Go to dashboard and check My order')).toBeVisible()
}
