import type { Page } from '@playwright/test'

/** Types a card into the card provider's frame and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Credit or debit card number').fill(number)
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 34')
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}
