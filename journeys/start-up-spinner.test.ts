import { expect, test } from './shop.ts'

test.use({ startupSpinnerMs: 3000 })

test('the start-up spinner lies over the page for three seconds', async ({ page }) => {
  await page.goto('/', { waitUntil: 'commit' })
  const spinner = page.getByRole('status', { name: 'Loading' })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our Products' }), 'the page is there already').toBeAttached()
  const goneAfterMs: number = await page.evaluate(untilHidden)
  expect(goneAfterMs).toBeGreaterThan(2800)
  // A busy machine shows what is over a little later.
  expect(goneAfterMs).toBeLessThan(4000)
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/products')
  await expect(spinner, 'only the start of the app shows it').toBeHidden()
})

/** From the moment at which the page was first painted; `startTime` counts what the screen takes to show that, too. */
const untilHidden = `new Promise((resolve) => {
  const overlay = document.querySelector('[role=status][aria-label=Loading]')
  const look = () => {
    if (getComputedStyle(overlay).visibility === 'visible') return requestAnimationFrame(look)
    const [paint] = performance.getEntriesByName('first-paint')
    resolve(performance.now() - (paint.paintTime ?? paint.startTime))
  }
  look()
})`
