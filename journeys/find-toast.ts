import type { Locator, Page } from '@playwright/test'

/** A message in the corner of the page, by its whole text. */
export function findToast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}
