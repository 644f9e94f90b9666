import type { Locator } from '@playwright/test'

/** Counts clicks, pastes and the keys that send something. */
export function countSteps() {
  // Other keys are counted where a test presses some.
  const steps: { clicks: number; pastes: number; enters: number; keys?: number } = { clicks: 0, pastes: 0, enters: 0 }
  return {
    steps,
    click: async (target: Locator) => {
      steps.clicks += 1
      await target.click()
    },
    enter: async (target: Locator) => {
      steps.enters += 1
      await target.press('Enter')
    },
    press: async (target: Locator, key: string) => {
      steps.keys = (steps.keys ?? 0) + 1
      await target.press(key)
    },
    paste: async (target: Locator, text: string) => {
      steps.pastes += 1
      await target.evaluate((field, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, text)
    },
  }
}
