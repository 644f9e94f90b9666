import type { Page } from '@playwright/test'
import { expectBooted } from './expect-booted.ts'
import { expect, test } from './shop.ts'

const pages = ['/', '/home', '/products', '/blog', '/portfolio', '/docs/api', '/sign-in', '/signup']

for (const width of [360, 1280]) {
  // spec 2.6, 10.3
  test(`nothing moves while a public page loads at ${width} pixels`, async ({ page }) => {
    await page.addInitScript(watchShifts)
    await page.setViewportSize({ width, height: 800 })
    // Late fonts have a test of their own.
    await page.goto('/blog', { waitUntil: 'networkidle' })
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectStill(page, path)
    }
  })
}

test('fonts that come after the first paint are shown on the first visit, and nothing moves by more than a hair', async ({
  page,
}) => {
  await page.addInitScript(watchShifts)
  await page.setViewportSize({ width: 360, height: 800 })
  // Measured once, while no font is there yet: one that comes may be as wide as the one before.
  let before: Promise<unknown> | undefined
  let requested = 0
  await page.route('**/*.woff2', async (route) => {
    requested += 1
    await expect.poll(() => page.evaluate(`performance.getEntriesByName('first-contentful-paint').length`)).toBe(1)
    before ??= page.evaluate(widthsOfTexts)
    await before
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expectBooted(page)
  expect(requested).toBe(2)
  const first = await before
  await expect.poll(() => page.evaluate(widthsOfTexts)).not.toEqual(first)
  await expectStill(page, '/')
})

/** Expects no layout shifts but those of fonts that are late, as on a busy machine: Lighthouse says 0 to less than half a thousandth. */
async function expectStill(page: Page, path: string): Promise<void> {
  const shifts = await page.evaluate<string[]>('shifts')
  const sum = shifts.reduce((all, shift) => all + Number(JSON.parse(shift).value), 0)
  expect(sum, `layout shifts of ${path}: ${shifts.join('\n')}`).toBeLessThan(0.0005)
}

/** Measures headings and text, which have fonts of their own. */
const widthsOfTexts = `['main h1', 'main p'].map((what) => {
  const text = document.createRange()
  text.selectNodeContents(document.querySelector(what))
  return text.getBoundingClientRect().width
})`

const watchShifts = `
  globalThis.shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => JSON.stringify(entry))))
    .observe({ type: 'layout-shift', buffered: true })
`
