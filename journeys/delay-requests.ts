import type { Page } from '@playwright/test'

/** Keeps the calls to an address waiting until they are released. */
export function delayRequests(page: Page, address: string): { release(): void } {
  const released = Promise.withResolvers<void>()
  void page.route(address, async (route) => {
    await released.promise
    await route.fallback()
  })
  return { release: released.resolve }
}
