import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Scope, StoryLocator } from './engines/story-page.ts'
import { findToast } from './find-toast.ts'
import { callIdentity, openSession, requestAccess } from './open-session.ts'
import { expect, type JourneyShop } from './shop.ts'

export interface Person {
  name: string
  email: string
  password: string
}

/** Returns a new person. */
export function newPerson(name: string): Person {
  const id = randomUUID()
  return { name, email: `${name.toLowerCase()}-${id.slice(0, 8)}@journeys.test`, password: `open sesame ${id}` }
}

/** Signs up by the API, with a mail to verify the address, and opens a page; none with an empty path. */
export async function signUp(page: Page, { name, email, password }: Person, path = '/home'): Promise<void> {
  const idToken = await openSession(page, 'signUp', { email, password, displayName: name })
  await callIdentity(page, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  if (path) await page.goto(path)
}

/** Signs up by the API, with a mail to verify the address, and leaves the browser signed out. */
export async function createAccount(page: Page, { name, email, password }: Person): Promise<void> {
  const { accessToken } = await requestAccess(page, 'signUp', { email, password, displayName: name })
  await callIdentity(page, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: accessToken })
}

/** Verifies the address by the API, with the code of the mail. */
export async function verifyEmail(page: Page, shop: JourneyShop, { email }: Pick<Person, 'email'>): Promise<void> {
  const link = new URL(await shop.lastLink(email, 'verifyEmail'))
  await callIdentity(page, 'update', { oobCode: link.searchParams.get('oobCode') })
}

/** Signs up on the sign-up page, and ends on the home page. */
export async function signUpOnPage(page: Page, person: Person): Promise<void> {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(findToast(page, 'Please verifying your email again')).toBeVisible()
  await expect(page).toHaveURL('/home')
}

export async function fillSignUp<Found extends StoryLocator<Found>>(
  page: Scope<Found>,
  { name, email, password }: Person,
): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Tester')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
}
