import type { Page } from '@playwright/test'
import { findToast } from './find-toast.ts'
import { expect } from './shop.ts'

/** Fills in the sign-in page that is shown and sends it; answers once the shop says that it worked. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(findToast(page, 'Successfully Login')).toBeVisible()
}

/** Leaves through the navigation. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'SignOut' }).click()
  await expect(findToast(page, 'Sign out successfully')).toBeVisible()
}
