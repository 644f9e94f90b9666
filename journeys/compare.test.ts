import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './shop.ts'

// route /compare as visitor
test('a buyer ticks products of two lists, compares them, sees only differences, and shares the address', async ({
  browser,
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/categories/brakes?q=brake+disc')
  const bar = page.getByRole('form', { name: 'Chosen to compare' })
  await expect(bar).toBeHidden()
  const ticks = page.getByRole('checkbox', { name: /^Compare / })
  for (const index of [0, 1]) {
    await ticks.nth(index).focus()
    await page.keyboard.press('Space')
  }
  await expect(bar).toContainText('2 of 4 chosen')
  await page.goto('/products?view=rows')
  await expect(bar).toContainText('2 of 4')
  const heights = (width: number) =>
    page.setViewportSize({ width, height: 800 }).then(() =>
      page
        .getByRole('table')
        .getByRole('row')
        .evaluateAll((rows) => rows.map((row) => row.clientHeight)),
    )
  // Dense: the quantity and both buttons are beside each other.
  for (const width of [1024, 1440]) expect(Math.max(...(await heights(width)).slice(0, 20))).toBeLessThan(100)
  // On phones the rows leave comparing to the cards.
  const names = await ticks.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''))
  const others = names.filter((_, index) => index < 12).slice(-2)
  for (const name of others) await page.getByRole('checkbox', { name, exact: true }).check()
  await expect(bar).toContainText('4 of 4')
  await expect(page.getByRole('checkbox', { name: names[20] ?? '', exact: true })).toBeDisabled()
  await page.setViewportSize({ width: 390, height: 800 })
  await bar.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?p=/)
  await expect(page.getByRole('columnheader')).toHaveCount(5)
  const rows = page.getByRole('rowheader')
  const all = await rows.count()
  await expect(rows.filter({ hasText: 'Price' })).toContainText('different')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  // Shared, without scripts.
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url, locale: 'de-DE' })
  const other = await plain.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('rowheader')).toHaveCount(all)
  await other.getByRole('link', { name: 'Nur Unterschiede zeigen' }).click()
  await expect(other.getByRole('rowheader')).not.toHaveCount(all)
  await expect(other.getByRole('rowheader').filter({ hasNotText: 'verschieden' })).toHaveCount(0)
  await other
    .getByRole('link', { name: / entfernen$/ })
    .first()
    .click()
  await expect(other.getByRole('columnheader')).toHaveCount(4)
  await other.goto('/categories/brakes?view=cards')
  for (const index of [0, 1]) await other.getByRole('checkbox').nth(index).check()
  await other.getByRole('button', { name: 'Vergleichen' }).click()
  await expect(other.getByRole('columnheader')).toHaveCount(3)
  await plain.close()

  await page
    .getByRole('link', { name: /^Remove / })
    .first()
    .click()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await page.setViewportSize({ width: 820, height: 800 })
  const cutOff = page
    .getByRole('table')
    .evaluate((table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0))
  expect(await cutOff, 'three products fit on a tablet').toBeLessThanOrEqual(0)
  await page
    .getByRole('button', { name: /^Add to cart: / })
    .first()
    .click()
  await expect(page.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  await page.goBack()
  await expect(bar, 'what is compared is in the way no more').toBeHidden()
  await page.getByRole('checkbox', { name: names[20] ?? '', exact: true }).check()
  await expect(bar).toContainText('4 of 4')
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await bar.boundingBox())?.height, 'the bar is one line').toBeLessThan(80)
  }
})
