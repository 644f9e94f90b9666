import type { Page } from '@playwright/test'
import { findTextCode } from './find-text-code.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin, signIn, dropSession } from './sign-in.ts'
import { newPerson, signUp, verifyEmail } from './sign-up.ts'
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

test('an app and then text messages become the second step, are asked for, and are taken away again', async ({
  page,
  shop,
}) => {
  const person = newPerson('Tilda')
  await signUp(page, person, '/dashboard/my-profile')
  const hashes = await shop.database('SELECT DISTINCT left(password_hash, 30) AS cost FROM identity.accounts')
  expect(hashes, 'of the admin of the first start, and of whoever signed up').toEqual([
    { cost: '$argon2id$v=19$m=65536,t=3,p=1' },
  ])
  await expect(securityOf(page).getByText('Not verified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toHaveCount(0)
  await verifyEmail(page, shop, person)

  await page.goto('/dashboard/my-profile')
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

  await page.goto('/sign-in?from=/dashboard/my-profile')
  await sendSignIn(page, person)
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter the six digits.')).toBeVisible()
  // Each code works once, so this is the app's next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await dropSession(page)
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await recovery.fill('00000-00000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(recovery).toHaveAccessibleDescription(/This recovery code is wrong, or was already used\./)
  await recovery.fill(recoveryCode)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
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
  await page.goto('/sign-in?from=/dashboard/my-profile')
  await sendSignIn(page, person)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill(await findTextCode(shop, phone, 2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')
  await expect(securityOf(page).getByRole('button', { name: /^Remove Text message/ })).toBeVisible()

  // The notification has a link to undo it.
  await page.goto(await shop.lastLink(person.email, 'revertSecondFactorAddition'))
  await page.getByRole('button', { name: 'Remove two-factor authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication is removed' })).toBeVisible()
  await openAs(page, person, '/dashboard/my-profile')
  await expect(page.getByRole('button', { name: 'Add text message' })).toBeVisible()
  await expect(securityOf(page).getByRole('button', { name: /^Remove / })).toHaveCount(0)
})

test('an account moves to another address, and its old one brings it back', async ({ page, shop }) => {
  const person = newPerson('Moira')
  const moved = { ...person, email: `moved-${person.email}` }
  await signUp(page, person, '/dashboard/my-profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('textbox', { name: 'New email' }).fill(moved.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(findToast(page, `We sent an email to ${moved.email}`)).toBeVisible()

  await page.goto(await shop.lastLink(moved.email, 'verifyAndChangeEmail'))
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is changed' })).toBeVisible()
  await openAs(page, moved, '')
  await page.goto(await shop.lastLink(person.email, 'recoverEmail'))
  await page.getByRole('button', { name: 'Restore my email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is restored' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose a new password' })).toBeVisible()
  await openAs(page, person, '/dashboard/my-profile')
  await expect(securityOf(page)).toContainText(person.email)
})

// spec 4.5, 4.15, 8.18
test('a session ended elsewhere leads to sign-in and back to what was typed; a deleted account is gone', async ({
  page,
  browser,
  shop,
}) => {
  const person = newPerson('Elsa')
  await signUp(page, person, '')
  const typed = 'Twelve years of gearboxes'
  const education = page.getByRole('textbox', { name: 'Educational Background' })
  await page.goto('/dashboard/my-profile')
  await education.fill(typed)
  await page.getByRole('textbox', { name: 'Skill' }).fill('Gearboxes')

  await test.step('another device ends it', async () => {
    const device = await browser.newPage({ baseURL: shop.url })
    await openAs(device, person, '/dashboard/my-profile')
    const sessions = device.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await sessions.getByRole('button', { name: 'End session' }).click()
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('This device')
    await device.close()
  })

  await test.step('the input is restored after signing in again', async () => {
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(page).toHaveURL('/sign-in?from=%2Fdashboard%2Fmy-profile')
    await expect(page.getByRole('main')).toContainText('Your session has ended.')
    await signIn(page, person)
    await expect(page).toHaveURL('/dashboard/my-profile')
    await expect(education).toHaveValue(typed)
    await page.getByRole('button', { name: 'Update' }).click()
    await expect(findToast(page, 'Profile information successfully added')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Saved profile' })).toContainText(typed)
  })

  await test.step('the password changes, and the old one is over', async () => {
    await page.getByRole('button', { name: 'Change password' }).click()
    const changing = page.getByRole('dialog', { name: 'Change password' })
    await changing.getByLabel('New password').fill('short')
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(changing).toContainText('This password is too short. Use at least 8 characters.')
    await changing.getByLabel('New password').fill(`${person.password} anew`)
    await changing.getByRole('button', { name: 'Save new password' }).click()
    await expect(findToast(page, 'Your new password is saved')).toBeVisible()
  })

  await test.step('the account is deleted', async () => {
    await securityOf(page).getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(findToast(page, 'Your account is deleted')).toBeVisible()
    await expect(page).toHaveURL('/')
    const messages = await shop.database('SELECT kind FROM outbox WHERE recipient = $1', [person.email])
    expect(messages, 'the older ones are erased').toEqual([{ kind: 'account-deleted' }])
    const again = openAs(page, { ...person, password: `${person.password} anew` }, '')
    await expect(again).rejects.toThrow('INVALID_LOGIN_CREDENTIALS')
  })
})

// route /dashboard/outbox as admin
test('the admin reads what the shop has mailed', async ({ page, shop }) => {
  const { email } = newPerson('Oskar')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await openAsAdmin(page, shop, '/dashboard/outbox')
  await page.getByRole('searchbox', { name: 'Search messages' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Not sent')
  await row.getByRole('button', { name: 'Read' }).click()
  const message = page.getByRole('dialog', { name: 'Sign in to Boltyard' })
  await expect(message.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute('href', /mode=signIn/)
  await message.getByRole('button', { name: 'Plain text' }).click()
  await expect(message).toContainText('No password is needed.')
  await message.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search messages' }).fill('nobody has such an address')
  await expect(page.getByRole('heading', { name: 'No messages found' })).toBeVisible()
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
  await page.goto('/dashboard/my-profile')
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
  await page.goto('/dashboard/my-profile')
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
