import type { Locator, Page } from '@playwright/test'
import type { Language } from '#contract/language.ts'
import { problems } from '#contract/problem.ts'
import type { Scope, StoryLocator, StoryPage } from './engines/story-page.ts'

export const cardLabels = {
  en: ['Credit or debit card number', 'Credit or debit card expiration date', 'Credit or debit card CVC/CVV'],
  de: [
    'Nummer der Kredit- oder Debitkarte',
    'Ablaufdatum der Kredit- oder Debitkarte',
    'Prüfnummer der Kredit- oder Debitkarte',
  ],
} as const satisfies Record<Language, readonly string[]>

/** Types a card into the card provider's frame and presses Pay. */
export async function payByCard<Found extends StoryLocator<Found>>(
  page: StoryPage<Found>,
  number: string,
): Promise<void> {
  await typeCard(page, number)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/** Types a card into the card provider's frame, which it waits for. */
export async function typeCard<Found extends StoryLocator<Found>>(
  page: StoryPage<Found>,
  number: string,
  language: Language = 'en',
): Promise<void> {
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  const [numberLabel, dateLabel, codeLabel] = cardLabels[language]
  await card.getByLabel(numberLabel, { exact: true }).fill(number)
  await card.getByLabel(dateLabel, { exact: true }).fill('12 / 34')
  await card.getByLabel(codeLabel, { exact: true }).fill('123')
}

/** Returns the message under the card form. */
export function findCardProblem(page: Page, text: string | RegExp): Locator {
  return page.getByRole('main').getByRole('alert').getByText(text, { exact: true })
}

/** Returns the frame of the 3-D Secure challenge. */
export function findChallenge<Found extends StoryLocator<Found>>(page: StoryPage<Found>): Scope<Found> {
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
