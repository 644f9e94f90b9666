import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Scope, StoryLocator } from './engines/story-page.ts'
import { findToast } from './find-toast.ts'
import { callIdentity, openSession, proveIdentity } from './open-session.ts'
import { expect } from './shop.ts'

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

/** Signs up by the API, with a mail to verify the address, and signs the browser in; no page is open then. */
export async function signUp(page: Page, { name, email, password }: Person): Promise<void> {
  const idToken = await openSession(page, 'signUp', { email, password, displayName: name })
  await callIdentity(page, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
}

/** Signs up by the API, with a mail to verify the address; no browser is signed in. */
export async function createAccount(page: Page, { name, email, password }: Person): Promise<void> {
  const { account } = await proveIdentity(page, 'signUp', { email, password, displayName: name })
  await callIdentity(page, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: account['idToken'] })
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
