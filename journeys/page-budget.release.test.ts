import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'

test.use({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })

/**
 * Lists the budget of each page: kilobytes of HTML and of scripts as they are sent, about 2 % above what they take, and the number of
 * requests, one of which counts the visit.
 */
const budgets = [
  ['/', { html: 14, scripts: 160, requests: 35 }],
  ['/products', { html: 39.5, scripts: 172.5, requests: 31 }],
  ['/blog', { html: 11.3, scripts: 172.5, requests: 14 }],
  ['/portfolio', { html: 7.8, scripts: 209, requests: 18 }],
  ['/plumbing', { html: 8.4, scripts: 224, requests: 21 }],
  ['/sign-in', { html: 7.4, scripts: 254, requests: 21 }],
  ['/signup', { html: 7.3, scripts: 254, requests: 21 }],
] as const
/** Limits the stylesheet, which is one file for all pages. */
const styleBudget = 16.8

/** Lists the waits of the identity library in milliseconds, as the build writes them. */
const identityWaits = {
  'the poll of a window, 2 to 10 s': /\(2e3,1e4\)/,
  'the ping of the helper frame, 5 to 15 s': /\(5e3,15e3\)/,
  'the load of a script, 30 to 60 s': /\(3e4,6e4\)/,
  'the poll of local storage, 1 s': /=1e3,\w+=10,/,
  'the poll of indexed storage, 800 ms, and 3 more tries': /=800,\w+=3,/,
  'the ping of a service worker, 800 ms': /_send\(`ping`,\{\},800\)/,
  'its answer, 3 s': /\},3e3\);break;case`done`/,
}

// spec 9.8
test('the built identity library keeps its waits and polls', async () => {
  const folder = join(import.meta.dirname, '../build/pages/client/assets')
  const names = readdirSync(folder).filter((name) => /^identity-sdk-.*\.js$/.test(name))
  const copies = names.map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(copies, 'one for the shop’s own service, one for Firebase').toHaveLength(2)
  for (const [what, wait] of Object.entries(identityWaits)) {
    for (const copy of copies) expect(copy, what).toMatch(wait)
  }
  const google = copies.filter((copy) => copy.includes('__/auth/handler'))
  expect(google, 'only Google’s popups cache events').toHaveLength(1)
  expect(google[0], 'for 10 minutes').toMatch(/=6e5,/)
})

for (const [path, budget] of budgets) {
  test(`${path} stays in its budget and waits for no script`, async ({ page }) => {
    const response = await page.goto(path)
    // The scripts are asked for when the page stands idle; once they have taken over, nothing more of theirs is to come.
    await expectBooted(page)
    await page.waitForLoadState('networkidle')
    const html: number = await page.evaluate(`performance.getEntriesByType('navigation')[0].encodedBodySize`)
    const resources = await page.evaluate<{ name: string; encodedBodySize: number; startTime: number }[]>(
      `performance.getEntriesByType('resource').map((entry) => entry.toJSON())`,
    )
    const paintedAt: number = await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0].startTime`)
    const scripts = resources.filter(({ name }) => name.endsWith('.js'))
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    const taken = { html: html / 1000, scripts: bytes / 1000, requests: resources.length + 1 }
    for (const name of ['html', 'scripts', 'requests'] as const) {
      expect.soft(taken[name], `${name} of ${path}`).toBeLessThanOrEqual(budget[name])
    }
    const styles = resources.filter(({ name }) => name.endsWith('.css')).map(({ encodedBodySize }) => encodedBodySize)
    expect(styles).toEqual([expect.any(Number)])
    expect.soft((styles[0] ?? 0) / 1000).toBeLessThanOrEqual(styleBudget)
    expect(scripts.length).toBeGreaterThan(2)
    // They are asked for by a script in the page once its first frame is on the screen.
    expect(scripts.filter(({ startTime }) => startTime < paintedAt)).toEqual([])
    expect(await response?.text()).not.toMatch(/<script[^>]* (?:src=|type="module")|rel="modulepreload"/)
  })
}
