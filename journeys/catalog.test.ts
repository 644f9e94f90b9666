import type { Page } from '@playwright/test'
import type { Tool } from '#contract/catalog.ts'
import { expectBooted } from './expect-booted.ts'
import { findPartsOnSale } from './find-product.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

/** The values of filters are items of lists, too. */
const productCards = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })

// spec 2.7
// route /products as visitor
test('the catalog is searched from its page, also without scripts, and the search stays in the URL', async ({
  browser,
  page,
  shop,
}) => {
  await page.goto('/products')
  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.fill('brake disc')
  await search.press('Enter')
  await expect(page).toHaveURL('/products?q=brake+disc')
  await expect(page.getByRole('heading', { name: 'Results for “brake disc”' })).toBeVisible()
  const cards = productCards(page)
  await expect(cards).not.toHaveCount(0)
  for (const text of await cards.allTextContents()) expect(text.toLowerCase()).toContain('brake')
  await page.goBack()
  await expect(search).toHaveValue('')

  await page.goto('/products?q=zzz')
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
  await page.getByRole('link', { name: 'View All Products' }).click()
  await expect(page).toHaveURL('/products')

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const other = await plain.newPage()
  await other.goto('/products')
  await other.getByRole('combobox', { name: 'Search products' }).fill('wrench')
  await other.getByRole('button', { name: 'Search' }).click()
  await expect(other).toHaveURL('/products?q=wrench')
  await expect(other.getByRole('listitem').filter({ hasText: /wrench/i })).not.toHaveCount(0)
  await plain.close()
})

test('the first part can be bought on the first screen of each list, also on phones and tablets', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [820, 900],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const path of ['/products', '/products?q=brake+disc', '/categories/brakes', '/categories/brake-discs']) {
      await page.goto(path)
      const add = page.getByRole('main').getByRole('button', { name: /^Add to cart: / })
      await expect(add.first(), `${path} at ${width}`).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a part number that is typed opens its part for a buyer, and the list for a visitor, who would have to sign in', async ({
  page,
}) => {
  const search = page.getByRole('combobox', { name: 'Search the catalog' })
  await page.goto('/blog')
  await expectBooted(page)
  await search.fill('brk 312 v5')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Results for “brk 312 v5”' })).toBeVisible()
  await signUp(page, newPerson('Nuri'), '')
  await page.goto('/blog')
  await expectBooted(page)
  await search.fill('brk 312 v5')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: 'Vented front brake disc 312 mm', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/blog')
})

// The figure is that of a counter: three filters and the product.
test('three filters lead to the right brake disc with the products in sight, on a desktop and on a phone', async ({
  page,
}) => {
  const wanted = page.getByRole('main').getByText('BRK-312-V5')
  const value = (group: string, name: string) =>
    page
      .getByRole('region', { name: 'Filters' })
      .locator('details', { hasText: group })
      .getByRole('link', { name, exact: false })
      .first()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/categories/brake-discs')
  for (const [group, name] of [
    ['Axle', 'Front'],
    ['Diameter', '312 mm'],
    ['Thickness', '25 mm'],
  ] as const) {
    await value(group, name).click()
    await expect(page.getByRole('link', { name: new RegExp(`^Remove ${group}: `) })).toBeVisible()
    await expect(wanted).toBeInViewport()
  }
  await expect(page.getByText('1 product', { exact: true })).toBeInViewport()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/categories/brake-discs')
  await page.getByText('Filter', { exact: true }).click()
  await value('Axle', 'Rear').click()
  const show = page.getByRole('button', { name: 'Show 4 products' })
  await expect(show).toBeInViewport()
  await show.click()
  await expect(page.getByText('4 products', { exact: true })).toBeInViewport()
  await expect(show).toBeHidden()
  // The box stays at the top.
  await expect(page.getByRole('combobox', { name: 'Search products' })).toBeInViewport()
  await page.getByText('Filter (1)', { exact: true }).click()
  await page.getByText('Other categories').click()
  await page.getByRole('link', { name: 'Brake pads' }).click()
  await expect(page).toHaveURL('/categories/brake-pads')
})

test('going back from a product leads to the same position of the list, without an unsubmitted search', async ({
  page,
}) => {
  await signUp(page, newPerson('Cathy'), '/products')
  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.fill('not sent')
  const cards = productCards(page)
  await cards.nth(20).scrollIntoViewIfNeeded()
  expect(await page.evaluate('scrollY')).toBeGreaterThan(500)
  // The card itself, not the scroll position: cards above that were never drawn count with a guessed height. Its place is that of the
  // click, as cards above it are still drawn for some frames after scrolling.
  const placeOnScreen = async () => (await cards.nth(20).boundingBox())?.y ?? Number.NaN
  await page.evaluate(
    `addEventListener('click', ({ target }) => { window.placeAtClick = target.closest('li').getBoundingClientRect().y }, true)`,
  )
  await cards.nth(20).getByRole('link').click()
  const place = Number(await page.evaluate('placeAtClick'))
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.goBack()
  await expect(search).toHaveValue('')
  await expect.poll(async () => Math.abs((await placeOnScreen()) - place)).toBeLessThan(2)
})

test('a card opens its product without a full page load, and with Ctrl in a new tab', async ({ page }) => {
  await signUp(page, newPerson('Cardy'), '/products')
  const card = productCards(page).first().getByRole('link')
  await page.evaluate('globalThis.isSame = true')
  await drawn(page)
  const opened = page.context().waitForEvent('page')
  await card.click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await expect(page).toHaveURL('/products')
  await card.press('Enter')
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  expect(await page.evaluate('globalThis.isSame')).toBe(true)
})

test('a quantity that is typed on a card or in a row is that of the page to order it', async ({ page }) => {
  await signUp(page, newPerson('Quinn'), '/products')
  const [part] = await findPartsOnSale(page, 1)
  if (!part) throw new Error('The demo shop has no part on sale.')
  const units = String(part.minOrder + (part.orderMultiple ?? 1))
  const typed = page.getByRole('spinbutton', { name: `Units of ${part.name}` })
  for (const view of ['cards', 'rows']) {
    await page.goto(`/products?view=${view}&q=${encodeURIComponent(part.sku ?? '')}`)
    await expectBooted(page)
    await typed.first().fill(units)
    const order = page.getByRole(view === 'cards' ? 'link' : 'button', { name: `Order ${part.name}` })
    await order.focus()
    await order.press('Enter')
    await expect(page.getByRole('spinbutton', { name: 'Quantity', exact: true })).toHaveValue(units)
  }
})

test('pages of the catalog lead back the way they were turned, without scripts', async ({ browser, page, shop }) => {
  const tools: Tool[] = await (await page.request.get('/tools?limit=20')).json()
  const [tenth, twentieth] = [tools[9]?._id, tools[19]?._id]
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const reader = await plain.newPage()
  // By key: while cards above are drawn for the first time, the link moves under a pointer.
  const previous = reader.getByRole('link', { name: 'Previous page' })
  await reader.goto(`/products?after=${tenth}&after=${twentieth}`)
  await previous.press('Enter')
  await expect(reader).toHaveURL(`/products?after=${tenth}`)
  await expect(reader.getByRole('heading', { name: tools[10]?.name ?? '' })).toBeVisible()
  await previous.press('Enter')
  await expect(reader).toHaveURL('/products')
  await expect(previous).toHaveCount(0)
  await plain.close()
})

test('search engines read the offers on the first page of the catalog', async ({ page, shop }) => {
  const [first]: Tool[] = await (await page.request.get('/tools?limit=1')).json()
  const html = await (await page.request.get('/products')).text()
  const facts = JSON.parse(/<script type="application\/ld\+json"[^>]*>([^<]+)</.exec(html)?.[1] ?? '{}')
  expect(facts).toMatchObject({ '@type': 'ItemList' })
  expect(facts.itemListElement[0].item).toMatchObject({
    '@type': 'Product',
    name: first?.name,
    offers: { url: `${shop.url}/products/${first?._id}`, price: first?.price.toFixed(2), priceCurrency: 'USD' },
  })
})

/** Waits until the page is drawn: before that, on a busy machine, Chromium drops clicks. */
const drawn = (page: Page) => page.screenshot()
