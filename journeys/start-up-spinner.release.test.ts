import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// One worker, as each of them starts a shop with these settings.
test.describe.configure({ mode: 'default' })
test.use({ startupSpinnerMs: 3000 })

// Animations stand still here until `resume`: a busy machine may show the page only when they would be over.
async function freezeAnimations(page: Page): Promise<{ resume(): Promise<unknown> }> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Animation.enable')
  await devTools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  return { resume: () => devTools.send('Animation.setPlaybackRate', { playbackRate: 1 }) }
}

// spec 2.5, 9.3
test('the start-up spinner lies over the page for three seconds', async ({ page }) => {
  const animations = await freezeAnimations(page)
  await page.goto('/')
  const spinner = page.getByRole('status', { name: 'Loading' })
  await expect(spinner).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our Products' }), 'the page is there already').toBeAttached()
  expect(await page.evaluate(lengths), 'of the spinner and of what makes the page inert').toEqual([3000, 3000])
  await animations.resume()
  await expect(spinner).toBeHidden()
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/products')
  await expect(spinner, 'only the start of the app shows it').toBeHidden()

  const second = await freezeAnimations(page)
  await page.goto('/blog')
  await expect(page.getByRole('heading', { name: /unit test/ }), 'the page can be used at once').toBeVisible()
  await expect(spinner, 'a browser starts once a day').toBeHidden()
  expect(await page.evaluate("getComputedStyle(document.querySelector('.startup-page')).interactivity")).not.toBe(
    'inert',
  )
  await second.resume()

  const tab = await page.context().newPage()
  await freezeAnimations(tab)
  await tab.goto('/blog')
  await expect(tab.getByRole('status', { name: 'Loading' }), 'nor does a new tab start again').toBeHidden()

  await page.evaluate(() => localStorage.setItem('boltyard.started', new Date(0).toDateString()))
  await freezeAnimations(page)
  await page.goto('/blog')
  await expect(spinner, 'the next day starts again').toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(spinner, 'paper has no spinner').toBeHidden()
})

test('a scanner types into the first page of a day as soon as the spinner has gone', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard')
  for (const [address, field] of [
    ['/dashboard/returns', 'Number on the slip'],
    ['/dashboard/pack', 'Packing slip or order number'],
  ] as const) {
    await page.evaluate(() => localStorage.removeItem('boltyard.started'))
    const animations = await freezeAnimations(page)
    await page.goto(address)
    await expect(page.getByLabel(field)).toBeAttached()
    await animations.resume()
    await expect(page.getByLabel(field)).toBeFocused()
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  // spec 2.5
  test('the start-up spinner ends, and the page is there', async ({ page }) => {
    const animations = await freezeAnimations(page)
    await page.goto('/blog')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await animations.resume()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
    await expect(page.getByRole('heading', { name: /unit test/ })).toBeVisible()
  })
})

/** Lists the milliseconds that the animations of the start last. */
const lengths = `['.startup', '.startup-page'].flatMap((part) =>
  document.querySelector(part).getAnimations().map((animation) => animation.effect.getComputedTiming().endTime))`
