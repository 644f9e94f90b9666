import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test as base, type BrowserContext, expect } from '@playwright/test'
import { queryDatabase } from './query-database.ts'
import { findLink } from './find-link.ts'
import { adminEmail, adminPassword, runShop } from './run-shop.ts'

export { expect }

export interface JourneyShop {
  url: string
  adminEmail: string
  adminPassword: string
  /** Returns the newest link of a kind, e.g. `resetPassword`, mailed to an address. */
  lastLink(email: string, mode: string): Promise<string>
  /** Changes what no user can: the time, or a day of sales. */
  database(query: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/**
 * Runs a journey against a shop shared by its worker. It fails on any error in the console or on a page, on a failed response,
 * and on requests to other origins.
 */
export const test = base.extend<
  object,
  { shop: JourneyShop; startupSpinnerMs: number; settings: Record<string, string> }
>({
  startupSpinnerMs: [0, { option: true, scope: 'worker' }],
  settings: [{}, { option: true, scope: 'worker' }],
  shop: [
    async ({ startupSpinnerMs, settings }, use, { workerIndex }) => {
      const folder = process.env['JOURNEYS_FOLDER'] ?? ''
      const data = join(folder, `worker-${workerIndex}`)
      execFileSync('cp', ['-Rp', join(folder, 'template'), data])
      const shop = await runShop(data, { STARTUP_SPINNER_MS: String(startupSpinnerMs), ...settings })
      await use({
        url: shop.url,
        adminEmail,
        adminPassword,
        lastLink: (email, mode) => findLink(() => shop.printed(), email, mode),
        database: (query, values) => queryDatabase(data, query, values),
      })
      await shop.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  context: async ({ context, shop }, use) => {
    const complaints = listen(context, new URL(shop.url).origin)
    await use(context)
    expect(complaints, 'what the browser complained about').toEqual([])
  },
})

/**
 * Firefox reports as errors that it may not load an icon for a text, and that a page was left while its scripts were loading. Of an error
 * that is logged it tells no more than `Error`; Chromium, in the same stories, tells which.
 */
const isFirefoxHabit = (message: string) =>
  /settings blocked .*favicon\.ico|^error loading dynamically imported module|^Error$/.test(message)

function listen(context: BrowserContext, origin: string): string[] {
  const complaints: string[] = []
  context.on('weberror', (error) => {
    if (!isFirefoxHabit(error.error().message)) complaints.push(`page error: ${error.error().message}`)
  })
  context.on('console', (message) => {
    // Chromium repeats every refusal here; the answers are judged below.
    const isRepeated = message.text().startsWith('Failed to load resource: the server responded with a status of')
    if (message.type() === 'error' && !isRepeated && !isFirefoxHabit(message.text()))
      complaints.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) complaints.push(`request to another origin: ${request.url()}`)
  })
  context.on('response', (response) => {
    const isCall = ['fetch', 'xhr'].includes(response.request().resourceType())
    const isRefusal = isCall && response.status() < 500
    const isPage = response.request().isNavigationRequest() && response.status() < 500
    if (response.status() >= 400 && !isRefusal && !isPage) complaints.push(`${response.status()} for ${response.url()}`)
  })
  return complaints
}
