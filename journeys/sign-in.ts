import type { Page } from '@playwright/test'
import { findToast } from './find-toast.ts'
import { expect, type JourneyShop } from './shop.ts'
import { openSession } from './open-session.ts'

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

/** Opens a page as somebody with an account, without the sign-in page; whoever was signed in is not any more. */
export async function openAs(page: Page, person: { email: string; password: string }, path: string): Promise<void> {
  await openSession(page, 'signInWithPassword', { email: person.email, password: person.password })
  await page.goto(path)
}

/** Opens a page as the admin, without the sign-in page. */
export const openAsAdmin = (page: Page, { adminEmail, adminPassword }: JourneyShop, path: string) =>
  openAs(page, { email: adminEmail, password: adminPassword }, path)
