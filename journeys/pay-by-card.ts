import type { FrameLocator, Locator, Page } from '@playwright/test'
import { problems } from '#contract/problem.ts'

/** Types a card into the card provider's frame and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/** Types a card into the card provider's frame, which it waits for. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await card.getByLabel('Credit or debit card number').fill(number)
  await card.getByLabel('Credit or debit card expiration date').fill('12 / 34')
  await card.getByLabel('Credit or debit card CVC/CVV').fill('123')
}

/** Returns the message under the card form. */
export function findCardProblem(page: Page, text: string | RegExp): Locator {
  return page.getByRole('main').getByRole('alert').getByText(text, { exact: true })
}

/** Returns the frame of the 3-D Secure challenge. */
export function findChallenge(page: Page): FrameLocator {
  return page.getByRole('dialog', { name: 'Card authentication' }).frameLocator('iframe')
}

/** Blocks the request that reports the payment, as if the connection was lost after the card was charged. */
export async function blockPaymentReport(page: Page): Promise<void> {
  const { status, message } = problems['payment-not-confirmed']
  await page.route('**/order/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status, json: { code: 'payment-not-confirmed', status, message } })
      : route.fallback(),
  )
}
