import { expect, test } from './shop.ts'

test.use({ startupSpinnerMs: 3000 })

// spec 2.5, 9.3
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

  await page.goto('/blog', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: /unit test/ }), 'the page can be used at once').toBeVisible()
  await expect(spinner, 'a browser session starts once').toBeHidden()
  expect(await page.evaluate('performance.now()')).toBeLessThan(2500)
  expect(await page.evaluate("getComputedStyle(document.querySelector('.startup-page')).interactivity")).not.toBe(
    'inert',
  )
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // spec 2.5
  test('the start-up spinner ends, and the page is there', async ({ page }) => {
    await page.goto('/blog')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
    await expect(page.getByRole('heading', { name: /unit test/ })).toBeVisible()
  })
})

/** From the first paint; `startTime` includes the presentation. */
const untilHidden = `new Promise((resolve) => {
  const overlay = document.querySelector('[role=status][aria-label=Loading]')
  const look = () => {
    if (getComputedStyle(overlay).visibility === 'visible') return requestAnimationFrame(look)
    const [paint] = performance.getEntriesByName('first-paint')
    resolve(performance.now() - (paint.paintTime ?? paint.startTime))
  }
  look()
})`
