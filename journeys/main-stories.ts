import type { Scope, StoryLocator, StoryPage } from './engines/story-page.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findToast } from './find-toast.ts'
import { findChallenge, payByCard, typeCard } from './pay-by-card.ts'
import type { JourneyShop } from './shop.ts'
import { fillSignUp, type Person } from './sign-up.ts'

// The journeys that a shop lives from, told once for all browsers but Chromium, in which every other story happens.

const part = {
  search: 'torque wrench',
  name: 'Click torque wrench 1/2" 40–200 Nm',
  germanName: 'Drehmomentschlüssel 1/2" bis 200 Nm',
}

/** A buyer signs up, searches, filters, fills the cart, pays with a card of which the bank asks; an admin ships the order. */
export async function buyAndShip<Found extends StoryLocator<Found>>(
  page: StoryPage<Found>,
  shop: JourneyShop,
  buyer: Person,
): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/signup')
  await fillSignUp(page, buyer)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await findToast(page, 'Please verifying your email again').waitFor()
  await page.waitForURL(/\/home$/)

  await search(page, 'Search the catalog', part.search)
  await page.getByRole('heading', { name: `Results for “${part.search}”` }).waitFor()
  await page.getByLabel('From $').fill('1')
  await page.getByRole('button', { name: 'Filter by Price' }).click()
  await page.waitForURL(/[?&]f=price/)
  await addToCart(page, `Units of ${part.name}`)
  await page.getByRole('link', { name: 'Cart, 1 line' }).click()

  await page.getByRole('button', { name: 'Checkout' }).click()
  await fillFirstAddress(page)
  await page.getByRole('combobox', { name: 'PO number' }).fill('PO 4711')
  await page.getByRole('button', { name: 'Place order: 1 line' }).click()
  await page.waitForURL(/\/dashboard\/payment\//)
  await payByCard(page, '4000 0027 6000 3184')
  await findChallenge(page).getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Payment is completed.', { exact: true }).waitFor()

  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'My Orders: 1' }).waitFor()
  await orderOf(page, part.name).getByText('TrxId').waitFor()
  await signOut(page)

  await page.goto('/dashboard/all-order')
  await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
  await orderOf(page, buyer.email).getByRole('button', { name: 'Ship' }).click()
  const question = page.getByRole('dialog', { name: `× ${part.name}?` })
  await question.getByRole('combobox', { name: 'Carrier' }).fill('Swift Freight')
  await question.getByRole('button', { name: 'Ship', exact: true }).click()
  await findToast(page, 'Successfully shipped the order').waitFor()
  await signOut(page)

  await page.goto('/dashboard')
  await signIn(page, buyer)
  await orderOf(page, part.name).getByText('Shipped', { exact: true }).waitFor()
}

/** A German buyer signs up on a phone, finds a part, orders it and pays; her orders are in German, too. */
export async function buyInGermanOnPhone<Found extends StoryLocator<Found>>(
  page: StoryPage<Found>,
  buyer: Person,
): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('textbox', { name: 'Vorname' }).fill(buyer.name)
  await page.getByRole('textbox', { name: 'E-Mail' }).fill(buyer.email)
  await page.getByLabel('Passwort').fill(buyer.password)
  await page.getByRole('button', { name: 'Mein Konto anlegen' }).click()
  await page.waitForURL(/\/home$/)

  await page.goto('/products')
  await search(page, 'Produkte suchen', part.search)
  await addToCart(page, `Stückzahl von ${part.germanName}`)
  await page.getByRole('link', { name: 'Warenkorb, 1 Position' }).click()
  await page.getByRole('button', { name: 'Kasse' }).click()

  const delivery = page.getByRole('region', { name: 'Lieferung' })
  await delivery.getByRole('combobox', { name: 'Land' }).selectOption('Deutschland')
  await delivery.getByRole('textbox', { name: 'Straße und Hausnummer' }).fill('Torstraße 1')
  await delivery.getByRole('textbox', { name: 'Postleitzahl' }).fill('10119')
  await delivery.getByRole('textbox', { name: 'Ort' }).fill('Berlin')
  await delivery.getByRole('textbox', { name: 'Telefonnummer' }).fill('5550100')
  await delivery.getByRole('button', { name: 'An diese Adresse liefern' }).click()
  await delivery.getByText('Torstraße 1').waitFor()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await page.waitForURL(/\/dashboard\/payment\//)
  await typeCard(page, '4242 4242 4242 4242', 'de')
  await page.getByRole('button', { name: 'Bezahlen', exact: true }).click()
  await page.getByText('Ihre Zahlung ist eingegangen.').waitFor()
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: 'Meine Bestellungen: 1' }).waitFor()
}

async function search<Found extends StoryLocator<Found>>(page: StoryPage<Found>, name: string, words: string) {
  const field = page.getByRole('combobox', { name })
  await field.fill(words)
  await field.press('Enter')
  await page.waitForURL(/[?&]q=/)
}

async function addToCart<Found extends StoryLocator<Found>>(page: StoryPage<Found>, name: string) {
  await page.getByRole('spinbutton', { name }).press('Enter')
}

const orderOf = <Found extends StoryLocator<Found>>(page: Scope<Found>, text: string): Found =>
  page.getByRole('row').filter({ hasText: text }).first()

async function signIn<Found extends StoryLocator<Found>>(
  page: StoryPage<Found>,
  { email, password }: { email: string; password: string },
) {
  await page.waitForURL(/\/sign-in/)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await findToast(page, 'Successfully Login').waitFor()
}

async function signOut<Found extends StoryLocator<Found>>(page: StoryPage<Found>) {
  await page.getByRole('link', { name: 'SignOut' }).click()
  await findToast(page, 'Sign out successfully').waitFor()
}
