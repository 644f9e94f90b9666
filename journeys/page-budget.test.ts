import { brotliCompressSync, constants } from 'node:zlib'
import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })

/** What each page may take: kilobytes of its HTML with its CSS and of its scripts, both as brotli, and requests in all. */
const budgets = [
  ['/', { html: 17.8, scripts: 115, requests: 35 }],
  ['/products', { html: 31, scripts: 123, requests: 31 }],
  ['/blog', { html: 14.4, scripts: 123, requests: 14 }],
  ['/portfolio', { html: 11, scripts: 141, requests: 17 }],
  ['/plumbing', { html: 12.3, scripts: 155, requests: 19 }],
  ['/sign-in', { html: 11, scripts: 176, requests: 20 }],
  ['/signup', { html: 10.8, scripts: 176, requests: 20 }],
] as const

for (const [path, budget] of budgets) {
  test(`${path} stays in its budget and waits for no script`, async ({ page }) => {
    const answer = await page.goto(path)
    // The scripts are asked for when the page stands idle; once they have taken over, nothing more of theirs is to come.
    await expectBooted(page)
    await page.waitForLoadState('networkidle')
    const html = brotliCompressSync((await answer?.body()) ?? '', {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10 },
    }).length
    const resources = await page.evaluate<{ name: string; encodedBodySize: number }[]>(
      `performance.getEntriesByType('resource').map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`,
    )
    const scripts = resources.filter(({ name }) => name.endsWith('.js'))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    const taken = { html: html / 1000, scripts: bytes / 1000, requests: resources.length + 1 }
    for (const name of ['html', 'scripts', 'requests'] as const) {
      expect.soft(taken[name], `${name} of ${path}`).toBeLessThanOrEqual(budget[name])
    }
    expect(scripts.length).toBeGreaterThan(2)
    // They are asked for by a script in the page once its first frame is drawn.
    expect(await answer?.text()).not.toMatch(/<script[^>]* (?:src=|type="module")|rel="modulepreload"/)
  })
}
