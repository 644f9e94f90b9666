import type { Locator } from '@playwright/test'
import { expectBooted } from './expect-booted.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'

for (const width of [390, 1440]) {
  test(`a failed sign-in is told at the form, and its toast covers nothing of it at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/sign-in')
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: 'Email' }).fill('nobody@journeys.test')
    await form.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await form.getByRole('button', { name: 'Sign In', exact: true }).click()
    const atForm = form.getByRole('alert').filter({ hasText: /\w/ })
    await expect(atForm).toBeVisible()
    const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert').locator('p')
    await expect(toast).toHaveText(/\w/)
    const message = await toast.innerText()
    await expect(atForm).toContainText(message)
    for (const each of [atForm, form.getByRole('button', { name: 'Sign In', exact: true })]) {
      await expect.poll(() => isCovering(findToast(page, message), each)).toBe(false)
    }
  })
}

test('search is at the top of every page at every width, and is reached with the keyboard', async ({ page }) => {
  await page.goto('/blog')
  await expectBooted(page)
  const search = page.getByRole('combobox', { name: 'Search the catalog' })
  for (const width of [320, 390, 639, 640, 720, 768, 1023, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(search, `at ${width} pixels`).toHaveCount(1)
    await expect(search).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    for (const key of ['/', 'Control+k']) {
      await page.keyboard.press(key)
      await expect(search).toBeFocused()
      await search.blur()
    }
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await search.fill('brake disc')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/products\?q=brake\+disc/)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`focus rings on dark ground are visible in the ${colorScheme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/')
    const banner = page.getByRole('banner')
    for (const link of [
      banner.getByRole('link', { name: 'SignIn' }),
      banner.getByRole('link', { name: 'Blog' }),
      page.locator('a[href="#testimonials"]'),
      page.getByRole('contentinfo').getByRole('link').first(),
    ]) {
      await page.keyboard.press('Tab')
      await link.focus()
      expect(await ringContrast(link), await link.innerText()).toBeGreaterThanOrEqual(3)
    }
  })
}

async function isCovering(one: Locator, other: Locator): Promise<boolean> {
  const [above, below] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!above || !below) return false
  const apart =
    above.x + above.width <= below.x ||
    below.x + below.width <= above.x ||
    above.y + above.height <= below.y ||
    below.y + below.height <= above.y
  return !apart
}

/** Returns the contrast (WCAG) of an element's focus ring with the opaque ground behind it; 1 without a ring. */
const ringContrast = (element: Locator) =>
  element.evaluate((focused) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('no canvas')
    const draw = (color: string) => {
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = draw(color).map((part) => {
        const share = part / 255
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const style = getComputedStyle(focused)
    if (style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2) return 1
    let ground = focused.parentElement
    while (ground && !getComputedStyle(ground).backgroundColor.startsWith('rgb(')) ground = ground.parentElement
    if (!ground) throw new Error('no ground')
    const [light = 0, dark = 0] = [style.outlineColor, getComputedStyle(ground).backgroundColor]
      .map(luminance)
      .sort((one, other) => other - one)
    return (light + 0.05) / (dark + 0.05)
  })
