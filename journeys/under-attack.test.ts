import type { JourneyShop } from './shop.ts'
import { expect, test } from './shop.ts'
import { signOut } from './sign-in.ts'
import { newPerson, signUp, signUpOnPage } from './sign-up.ts'
import { totpCode } from './totp-code.ts'
import { findToast } from './find-toast.ts'

// One worker, as each of them starts a shop with these settings.
test.describe.configure({ mode: 'default' })
test.use({ settings: { RATE_LIMITS: 'on' } })
test('an attack on an account from many networks does not affect its owner', async ({ page, shop }) => {
  const person = newPerson('Olga')
  await signUp(page, person)
  await page.goto(await shop.lastLink(person.email, 'verifyEmail'))
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await page.goto('/dashboard/my-profile')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add authenticator app' })
  const key = await adding.getByRole('code').innerText()
  await adding.getByRole('textbox', { name: 'Code' }).fill(totpCode(key))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await expect(findToast(page, 'Two-factor authentication is on')).toBeVisible()
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await signOut(page)

  await countGuesses(shop, `sign-in ${person.email}`, 400)
  const [account] = await shop.database('SELECT local_id FROM identity.accounts WHERE email = $1', [person.email])
  await countGuesses(shop, `second step ${String(account?.['local_id'])}`, 20)

  await page.goto('/sign-in?from=/dashboard/my-profile')
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible()
  // Each code works once, so this is the app's next one.
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(key, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/dashboard/my-profile')

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
  await page.goto('/dashboard/my-profile')
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
