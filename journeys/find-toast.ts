import { expect, type Locator, type Page } from '@playwright/test'

/** Returns the toast with this text. */
export function findToast(page: Page, text: string): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}

/** Waits for a toast and closes it, so that the next one with this text is another one. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toast = findToast(page, text)
  await toast.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toBeHidden()
}
