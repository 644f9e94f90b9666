import { expect, type Page } from '@playwright/test'
import type { Scope } from './engines/story-page.ts'

/** Returns the toast with this text. */
export function findToast<Found extends Scope<Found>>(page: Scope<Found>, text: string): Found {
  return page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })
}

/** Waits for a toast and closes it, so that the next one with this text is another one. */
export async function dismissToast(page: Page, text: string): Promise<void> {
  const toast = findToast(page, text)
  await toast.locator('..').getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast).toBeHidden()
}
