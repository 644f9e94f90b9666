import { expectBooted } from './expect-booted.ts'
import { findTextCode } from './find-text-code.ts'
import { findToast } from './find-toast.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { dropSession, openAs, signIn } from './sign-in.ts'
import { createAccount, newPerson, signUp, signUpOnPage, verifyEmail } from './sign-up.ts'
import { totpCode } from './totp-code.ts'

// Messages that follow each other too soon are part of these stories.
// One worker, as each of them starts a shop with these settings.
test.describe.configure({ mode: 'default' })
test.use({ settings: { RATE_LIMITS: 'on' } })

test('an account created by e-mail link reauthenticates by another link and gets its first password', async ({
  page,
  shop,
}) => {
  const { email } = newPerson('Lina')
  await page.goto('/sign-in?from=/dashboard/security')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(email)
  await page.goto(await shop.lastLink(email, 'signIn'))
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/dashboard/security')
  const security = page.getByRole('region', { name: 'Security' })
  await expect(security).toContainText('You have no password: you sign in another way.')
  await expect(security.getByRole('button', { name: 'Change password' })).toHaveCount(0)

  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await shop.database('DELETE FROM identity.limit_counters')
  await security.getByRole('button', { name: 'Set a password' }).click()
  const setting = page.getByRole('dialog', { name: 'Set a password' })
  await setting.getByLabel('New password').fill('a torque wrench 42')
  await setting.getByRole('button', { name: 'Save new password' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(proof.getByRole('button', { name: 'Email me a sign-in link' })).toBeVisible()
  await expect(proof.getByLabel('Your password')).toHaveCount(0)
  await proof.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(proof.getByRole('status')).toContainText('this page continues by itself')

  const other = await page.context().newPage()
  await other.goto(await shop.lastLink(email, 'signIn'))
  await other.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(other).toHaveURL(`${shop.url}/`)
  await expect(findToast(page, 'Your new password is saved')).toBeVisible()
  await expect(security.getByRole('button', { name: 'Change password' })).toBeVisible()
  await other.close()
})

test('a link that takes an unverified password away says so first', async ({ page, shop }) => {
  const person = newPerson('Vera')
  await createAccount(page, person)
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto(await shop.lastLink(person.email, 'signIn'))
  await expect(page.getByRole('main')).toContainText('removes what was set up before: the password')
  await page.getByRole('main').getByRole('link', { name: 'sign in with your password' }).click()
  await signIn(page, person)
})

test('the first press on sending again says that a mail is on its way, and an open page notices the verification', async ({
  page,
  browser,
  shop,
}) => {
  const person = newPerson('Nina')
  await page.clock.install()
  await signUp(page, person, '/dashboard/security')
  const security = page.getByRole('region', { name: 'Security' })
  await security.getByRole('button', { name: 'Resend email' }).click()
  const news = page.getByRole('region', { name: 'Messages' })
  await expect(news).toContainText('We already sent a message')
  await expect(news.getByRole('alert'), 'it is no error').toHaveText('')

  const device = await browser.newPage({ baseURL: shop.url })
  await verifyEmail(device, shop, person)
  await device.close()
  // The open page asks by itself, every quarter of a minute.
  await page.clock.fastForward(15_000)
  await expect(findToast(page, 'Your email is verified')).toBeVisible()
  await expect(security.getByText('Verified', { exact: true })).toBeVisible()
  await expect(security.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
})

test('a common password is refused at its field for that reason, and a phone number stays when it is sent again', async ({
  page,
  shop,
}) => {
  const person = newPerson('Kim')
  await page.goto('/signup')
  const name = page.getByRole('textbox', { name: 'First Name' })
  const longName = 'Kim '.repeat(30).trim()
  await name.fill(longName)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(name).toHaveAccessibleDescription(/at most 100 characters/)
  await expect(name, 'nothing is cut').toHaveValue(longName)
  await name.fill(person.name)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  const password = page.getByLabel('Password')
  await password.fill('Password123!')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(password).toHaveAccessibleDescription(/This password is too common\. Choose another one\./)
  await password.fill('short')
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(password).toHaveAccessibleDescription(/This password is too short\. Use at least 8 characters\./)

  const phone = `+1212557${String(Date.now()).slice(-4)}`
  await page.goto('/sign-in')
  await expectBooted(page)
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  const number = page.getByRole('textbox', { name: 'Phone number' })
  await number.fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: 'Send again or change the number' }).click()
  await expect(number).toHaveValue(phone)
  await expect(number).toBeFocused()
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await page.getByRole('button', { name: 'Enter the code that was sent' }).click()
  await expect(code).toBeFocused()
  await page.getByRole('button', { name: 'Send again or change the number' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    /already sent a text message; it can take a/,
  )
  await expect(code, 'the code that is on its way can still be typed').toBeFocused()
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await page.getByRole('button', { name: 'Continue with phone' }).click()
  await number.fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(code).toBeVisible()
  await page.reload()
  await code.fill(await findTextCode(shop, phone))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more thing' })).toBeVisible()
  await shop.database('DELETE FROM identity.limit_counters')
})

test('an attack on an account from many networks does not affect its owner', async ({ page, shop }) => {
  const person = newPerson('Olga')
  await createAccount(page, person)
  await verifyEmail(page, shop, person)
  await openAs(page, person, '/dashboard/security')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  const key = await adding.getByRole('code').innerText()
  await adding.getByRole('textbox', { name: 'Code' }).fill(totpCode(key))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await expect(findToast(page, 'Two-factor authentication is on')).toBeVisible()
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await dropSession(page)

  await countGuesses(shop, `sign-in ${person.email}`, 400)
  const [account] = await shop.database('SELECT local_id FROM identity.accounts WHERE email = $1', [person.email])
  await countGuesses(shop, `second step ${String(account?.['local_id'])}`, 20)

  await page.goto('/sign-in?from=/dashboard/security')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  // Each code works once, so this is the app's next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/security')

  await shop.database("UPDATE identity.sessions SET authenticated_at = now() - interval '6 minutes'")
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Your password').fill('not the password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByLabel('Your password')).toHaveAccessibleDescription('Wrong password.')
})

/** Sets the counters that an attack from many networks would leave. */
async function countGuesses(shop: JourneyShop, name: string, hits: number): Promise<void> {
  await shop.database(
    `INSERT INTO identity.limit_counters (name, hits, window_ends_at) VALUES ($1, $2, now() + interval '1 hour')
     ON CONFLICT (name) DO UPDATE SET hits = excluded.hits`,
    [name, hits],
  )
}

test('signing up or changing the address in a busy network only takes a moment longer', async ({ page, shop }) => {
  for (const network of ['127.0.0.1', '0:0:0:0::/64']) await countGuesses(shop, `emails asked about by ${network}`, 50)
  const person = newPerson('Nina')
  await signUpOnPage(page, person)
  await shop.database('UPDATE identity.limit_counters SET extra_tries = 0')
  await page.goto('/dashboard/security')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByRole('textbox', { name: 'New email' }).fill(`moved-${person.email}`)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(findToast(page, `We sent an email to moved-${person.email}`)).toBeVisible()
})

test('many networks ask for news at once, and a visitor gets it still, by work that they do not notice', async ({
  page,
  shop,
}) => {
  await page.goto('/blog')
  await countGuesses(shop, 'newsletter-confirmation', 60)
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('textbox', { name: 'Placeholder' }).fill('reader@example.com')
  const refusal = page.waitForResponse(
    (response) => response.url().endsWith('/newsletter') && response.status() === 429,
  )
  await footer.getByRole('button', { name: 'Button' }).click()
  await refusal
  await expect(findToast(page, 'Thank you. We sent you an email to confirm your address.')).toBeVisible()
  await page.goto(await shop.lastLink('reader@example.com', 'newsletter'))
  await expect(page.getByRole('button', { name: 'Yes, subscribe' })).toBeVisible()
})
