import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { findTextCode } from './find-text-code.ts'
import { findToast } from './find-toast.ts'
import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'
import { dropSession, openAs, signIn } from './sign-in.ts'
import { createAccount, newPerson, signUp, verifyEmail } from './sign-up.ts'
import { totpCode } from './totp-code.ts'

const securityOf = (page: Page) => page.getByRole('region', { name: 'Security' })

/** Returns the recovery codes, which are shown once after the first second factor. */
async function readShownRecoveryCodes(page: Page): Promise<string[]> {
  const sheet = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = sheet.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  for (const _ of [1, 2]) await page.keyboard.press('Escape')
  await page.mouse.click(2, 2)
  await expect(sheet.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await expect(sheet, 'only its own button closes what is shown once').toBeVisible()
  const shown = await codes.allInnerTexts()
  const download = page.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  await sheet.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(sheet).toBeHidden()
  return shown
}

async function sendSignIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

// spec 4.1, 7.27
test('a link in a mail signs in, also on another device', async ({ page, shop, browser }) => {
  const { email } = newPerson('Linda')
  await page.goto('/sign-in?from=/blog')
  await expectBooted(page)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(findToast(page, 'Please enter email')).toBeVisible()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const link = await shop.lastLink(email, 'signIn')
  const storedAddress = () => page.evaluate(() => Object.values(localStorage).find((value) => value.includes('@')))
  expect(await storedAddress()).toBe(email)

  await test.step('the same browser needs no further input', async () => {
    const other = await page.context().newPage()
    await other.goto(link)
    await expect(other.getByText(`You are signing in as ${email}.`)).toBeVisible()
    await other.close()
  })

  await test.step('another device asks for the address', async () => {
    const device = await browser.newPage()
    await device.goto(link)
    const address = device.getByRole('textbox', { name: 'Email' })
    const send = device.getByRole('main').getByRole('button', { name: 'Sign In' })
    await address.fill('somebody-else@journeys.test')
    await send.click()
    await expect(device.getByText('The link was sent to another address. Enter that one.')).toBeVisible()
    await expect(device.getByRole('region', { name: 'Messages' }), 'once is enough').not.toContainText('valid email')
    await address.fill(email)
    await send.click()
    await expect(findToast(device, 'Successfully Login')).toBeVisible()
    await expect(device).toHaveURL(`${shop.url}/blog`)
    await device.goto(link)
    await expect(device.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await device.close()
  })

  await test.step('the address is stored no longer than its link is of use', async () => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect.poll(storedAddress).toBeUndefined()
    await page.getByRole('link', { name: 'Get a new link' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    expect(await storedAddress()).toBe(email)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    expect(await storedAddress()).toBeUndefined()
  })
})

// spec 4.1
test('a phone signs in by the code of a text message, once its owner has an e-mail address', async ({ page, shop }) => {
  const person = newPerson('Phoebe')
  const phone = `+1212555${String(Date.now()).slice(-4)}`

  async function enterByPhone(count: number) {
    await page.goto('/sign-in')
    await expectBooted(page)
    await page.getByRole('button', { name: 'Continue with phone' }).click()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByRole('textbox', { name: 'Code' })
    await code.fill(count === 1 ? '000000' : await findTextCode(shop, phone, count))
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    if (count > 1) return
    await expect(page.getByText('Wrong code. Check it and try again.')).toBeVisible()
    await code.fill(await findTextCode(shop, phone))
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }

  await enterByPhone(1)
  await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your name' }).fill(person.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(findToast(page, 'Successfully Login')).toBeVisible()
  await page.goto('/dashboard/security')
  await expect(page.getByRole('region', { name: 'Security' })).toContainText(phone)
  await dropSession(page)
  // One message to a number within half a minute.
  await shop.database('DELETE FROM identity.limit_counters')
  await enterByPhone(2)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'SignOut' })).toBeVisible()
})

test('an aborted phone sign-in leaves its number to the existing account', async ({ page, shop }) => {
  const person = newPerson('Philippa')
  const phone = `+1212559${String(Date.now()).slice(-4)}`
  await createAccount(page, person)

  const askForCode = async (count: number) => {
    // One message to a number within half a minute.
    await shop.database('DELETE FROM identity.limit_counters')
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone, count))
  }
  for (const count of [1, 2]) {
    await page.goto('/sign-in?from=/blog')
    await expectBooted(page)
    await page.getByRole('button', { name: 'Continue with phone' }).click()
    await askForCode(count)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
  }

  await page.getByRole('textbox', { name: 'Your name' }).fill(person.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill('not the one of that account')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('There is an account with this email address already.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in instead' }).click()
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  expect(await shop.database('SELECT 1 FROM identity.accounts WHERE phone_number = $1', [phone])).toEqual([])
  await signIn(page, person)
  await expect(page).toHaveURL('/blog')

  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Add phone' }).click()
  await askForCode(3)
  await page.getByRole('dialog').getByRole('button', { name: 'Add phone' }).click()
  await expect(page.getByRole('region', { name: 'Security' })).toContainText(phone)
})

// spec 2.25, 4.1, 9.7
test('Google’s window signs in, is closed, and is joined to an account that was there before', async ({ page }) => {
  const person = newPerson('Gail')
  const google = page.getByRole('button', { name: 'Continue with Google' })
  const openWindow = async () => {
    const opening = page.waitForEvent('popup')
    await google.click()
    const popup = await opening
    expect(popup.viewportSize()).toEqual({ width: 500, height: 600 })
    await expect(popup.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
    return popup
  }
  const useAnother = async () => {
    const popup = await openWindow()
    await popup.getByText('Use another account').click()
    await popup.getByRole('textbox', { name: 'Name' }).fill(person.name)
    await popup.getByRole('textbox', { name: 'Email address' }).fill(person.email)
    await popup.getByRole('button', { name: 'Continue' }).click()
  }

  await test.step('a closed popup shows a message', async () => {
    await page.goto('/sign-in?from=/blog')
    const popup = await openWindow()
    await popup.close()
    await expect(findToast(page, 'The window for signing in was closed before it was done.')).toBeVisible()
    await expect(google).toBeEnabled()
  })

  await test.step('an account of Google’s signs in', async () => {
    const popup = await openWindow()
    await popup.getByRole('button', { name: 'Noor Haddad' }).click()
    await expect(findToast(page, 'Successfully Login')).toBeVisible()
    await expect(page).toHaveURL('/blog')
    await dropSession(page)
  })

  await test.step('an address that has an account is joined to it by its owner', async () => {
    await createAccount(page, person)
    await page.goto('/sign-in')
    await useAnother()
    await expect(page.getByText(`There is already an account for ${person.email}.`)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
    await signIn(page, person)
    await page.goto('/dashboard/security')
    await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeEnabled()
    await dropSession(page)
    await page.goto('/sign-in')
    await useAnother()
    await expect(findToast(page, 'Successfully Login')).toBeVisible()
  })
})

test('an unverified account is reclaimed by the owner of its address, with a notice', async ({ page, shop }) => {
  const email = 'mara.lindqvist@mail.example'
  await signUp(page, { ...newPerson('Stranger'), email }, '/dashboard/my-profile')
  await page.getByRole('textbox', { name: 'Educational Background' }).fill('A strange school')
  await page.getByRole('textbox', { name: 'Skill' }).fill('Strange skills')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(findToast(page, 'Profile information successfully added')).toBeVisible()
  await dropSession(page)

  await page.goto('/sign-in?from=/dashboard/my-profile')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await opening).getByRole('button', { name: 'Mara Lindqvist' }).click()
  await expect(
    findToast(
      page,
      'Someone used your address before without verifying it. We removed everything they entered, so please fill in your profile again.',
    ),
  ).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await expect(page.getByRole('textbox', { name: 'Educational Background' })).toHaveValue('')
  await expect(page.getByRole('main')).not.toContainText('strange')
  await page.goto('/dashboard/security')
  await expect(page.getByRole('button', { name: 'Set a password' })).toBeVisible()
  // The owner is notified by mail, with a link to set a password.
  expect(await shop.lastLink(email, 'resetPassword')).toContain('oobCode=')
})

test.describe('on an iPhone', () => {
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
  test.use({ userAgent: iphone, viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a blocked popup becomes a redirect, and only the shop is contacted', async ({ page }) => {
    await page.addInitScript('window.open = () => null')
    await page.goto('/sign-in?from=/products')
    await expectBooted(page)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('button', { name: 'Tomas Okafor' }).click()
    await expect(findToast(page, 'Successfully Login')).toBeVisible()
    await expect(page).toHaveURL('/products')
    await page.goto('/dashboard/security')
    await expect(page.getByRole('list', { name: 'Sessions' })).toContainText('Safari on iPhone')
    expect(page.url()).not.toContain('pendingToken')
  })
})

test('the identity SDK is small and loads only for sign-in', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(basename(new URL(request.url()).pathname)))
  await page.goto('/')
  await page.getByRole('link', { name: 'SignIn' }).hover()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  expect(scripts.filter((name) => name.startsWith('identity-sdk'))).toEqual([])
  const loading = page.waitForResponse(/identity-sdk/)
  await page.goto('/sign-in')
  const library = basename(new URL((await loading).url()).pathname)
  const { size } = statSync(join(import.meta.dirname, '../build/pages/client/assets', `${library}.gz`))
  expect(size, 'bytes of the library, compressed by gzip').toBeLessThanOrEqual(34_000)
})

test('an app and then text messages become the second step, are asked for, and are taken away again', async ({
  page,
  shop,
}) => {
  const person = newPerson('Tilda')
  await signUp(page, person, '/dashboard/security')
  // Accounts that other journeys of this shop made by Google or by a link have no password.
  const hashes = await shop.database(
    'SELECT DISTINCT left(password_hash, 30) AS cost FROM identity.accounts WHERE password_hash IS NOT NULL',
  )
  expect(hashes, 'of the admin of the first start, and of those who signed up').toEqual([
    { cost: '$argon2id$v=19$m=65536,t=3,p=1' },
  ])
  await expect(securityOf(page).getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toHaveCount(0)
  await verifyEmail(page, shop, person)

  await page.goto('/dashboard/security')
  // After some minutes such a change needs a new sign-in.
  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByLabel('Your password')).toHaveAccessibleDescription('Wrong password.')
  await proof.getByLabel('Your password').fill(person.password)
  await proof.getByRole('button', { name: 'Continue' }).click()

  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  const picture = adding.getByRole('img', { name: 'QR code for your authenticator app' })
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  const key = await adding.getByRole('code').innerText()
  await adding.getByRole('textbox', { name: 'Code' }).fill(totpCode(key))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await expect(findToast(page, 'Two-factor authentication is on')).toBeVisible()
  const [recoveryCode = ''] = await readShownRecoveryCodes(page)
  await expect(securityOf(page).getByRole('button', { name: 'Remove Authenticator app' })).toBeVisible()
  await dropSession(page)

  await page.goto('/sign-in?from=/dashboard/security')
  await sendSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter the six digits.')).toBeVisible()
  // Each code works once, so this is the app's next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/security')
  await dropSession(page)
  await page.goto('/sign-in?from=/dashboard/security')
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await recovery.fill('00000-00000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(recovery).toHaveAccessibleDescription(/This recovery code is wrong, or was already used\./)
  await recovery.fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/security')
  await expect(securityOf(page).getByText('9 left')).toBeVisible()
  await securityOf(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(findToast(page, 'Two-factor method removed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  // The owner is notified by mail, with a link to undo it.
  expect(await shop.lastLink(person.email, 'resetPassword')).toContain('oobCode=')

  const phone = `+1212556${String(Date.now()).slice(-4)}`
  await page.getByRole('button', { name: 'Add text message' }).click()
  const texting = page.getByRole('dialog', { name: 'Add text message' })
  await texting.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await texting.getByRole('button', { name: 'Send code' }).click()
  await texting.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone))
  await texting.getByRole('button', { name: 'Turn on' }).click()
  await readShownRecoveryCodes(page)
  await expect(securityOf(page).getByRole('button', { name: /^Remove Text message/ })).toBeVisible()
  await dropSession(page)
  // One message to a number within half a minute.
  await shop.database('DELETE FROM identity.limit_counters')
  await page.goto('/sign-in?from=/dashboard/security')
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/security')
  await expect(securityOf(page).getByRole('button', { name: /^Remove Text message/ })).toBeVisible()

  // The notification has a link to undo it.
  await page.goto(await shop.lastLink(person.email, 'revertSecondFactorAddition'))
  await page.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is removed' })).toBeVisible()
  await openAs(page, person, '/dashboard/security')
  await expect(page.getByRole('button', { name: 'Add text message' })).toBeVisible()
  await expect(securityOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(0)
})

test('linking a provider in an older session requires reauthentication before its popup opens', async ({
  page,
  shop,
}) => {
  const person = newPerson('Lena')
  await signUp(page, person, '')
  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  const windows: Page[] = []
  page.on('popup', (popup) => windows.push(popup))
  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Connect Google', exact: true }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill(person.password)
  expect(windows).toEqual([])
  const opening = page.waitForEvent('popup')
  await proof.getByRole('button', { name: 'Continue' }).click()
  const popup = await opening
  await popup.getByText('Use another account').click()
  await popup.getByRole('textbox', { name: 'Name' }).fill(person.name)
  await popup.getByRole('textbox', { name: 'Email address' }).fill(`elsewhere-${person.email}`)
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
  expect(windows).toHaveLength(1)
})

test('adding a phone number in an older session requires reauthentication before a text message is sent', async ({
  page,
  shop,
}) => {
  const person = newPerson('Ida')
  const phone = `+1212558${String(Date.now()).slice(-4)}`
  await signUp(page, person, '')
  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Add phone' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill(person.password)
  await proof.getByRole('button', { name: 'Continue' }).click()
  const adding = page.getByRole('dialog', { name: 'Add phone' })
  await adding.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await adding.getByRole('button', { name: 'Send code' }).click()
  await adding.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone))
  await adding.getByRole('button', { name: 'Add phone' }).click()
  await expect(adding).toBeHidden()
  await expect(securityOf(page)).toContainText(phone)
  await expect(proof).toBeHidden()
})
