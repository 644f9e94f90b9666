import type { Page } from '@playwright/test'
import { expect } from './shop.ts'

/** Waits until the page's scripts have taken it over. */
export const expectBooted = (page: Page) =>
  expect.poll(() => page.evaluate(`'__reactRouterDataRouter' in globalThis`)).toBe(true)
