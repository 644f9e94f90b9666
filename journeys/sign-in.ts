import type { Page } from '@playwright/test'
import { findToast } from './find-toast.ts'
import { expect, type JourneyShop } from './shop.ts'
import { openSession } from './open-session.ts'

interface Credentials {
  email: string
  password: string
}

/** Fills in the sign-in page that is shown and sends it; answers once the shop says that it worked. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
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

/** Signs in by the API and opens a page, none with an empty path, in place of whoever was signed in. */
export async function openAs(page: Page, { email, password }: Credentials, path: string): Promise<void> {
  await openSession(page, 'signInWithPassword', { email, password })
  if (path) await page.goto(path)
}

/** Signs out without the navigation: the next page that opens is that of a visitor. */
export async function dropSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

/** Opens a page as the admin, without the sign-in page. */
export async function openAsAdmin(page: Page, shop: JourneyShop, path: string): Promise<void> {
  await openAs(page, { email: shop.adminEmail, password: shop.adminPassword }, path)
}
