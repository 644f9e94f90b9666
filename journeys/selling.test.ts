import { expectBooted } from './expect-booted.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/selling as admin
test('one switch of the admin shows the shop with price lists, shipping and tax, and takes them back', async ({
  browser,
  page,
  shop,
}) => {
  const [part] = await findPartsOnSale(page, 1)
  if (!part) throw new Error('The demo shop has no part on sale.')
  const address = `/checkout?product=${part._id}&quantity=${part.minOrder}`
  const context = await browser.newContext({ baseURL: shop.url })
  const buyer = await context.newPage()
  await signUp(buyer, newPerson('Sela'))
  const summary = buyer.getByRole('region', { name: 'Your order' })

  // Other journeys have added price lists.
  await shop.database(`DELETE FROM price_lists WHERE NOT is_base AND name NOT IN ('Workshop prices', 'Fleet prices')`)
  await shop.database('UPDATE price_lists SET active = false')
  await openAsAdmin(page, shop, '/dashboard/selling')
  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(row('Prices')).toContainText('Off')
  await expect(row('Prices')).toContainText('0 of 3 price lists with prices are on.')
  await expect(row('Tax')).toContainText('without the tax number that invoices need: Germany.')
  await expect(row('Terms of sale')).toContainText('Nothing set up')
  await expect(page.getByText('Switches on at once:', { exact: false })).toContainText('Workshop prices')

  const plain = await (await browser.newContext({ baseURL: shop.url, javaScriptEnabled: false })).newPage()
  await plain.goto('/products')
  await expect(plain.getByText('Prices without tax and delivery')).toHaveCount(0)

  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(findToast(page, 'Price lists, shipping and tax are on')).toBeVisible()
  await expect(row('Prices')).toContainText('3 of 3 price lists with prices are on.')
  for (const name of ['Prices', 'Shipping', 'Tax']) await expect(row(name)).toContainText('On')

  await expect(async () => {
    await plain.goto('/products')
    await expect(plain.getByText('Prices without tax and delivery')).toBeVisible()
  }).toPass()
  await buyer.goto(`/products/${part._id}`)
  await expectBooted(buyer)
  await expect(buyer.getByText('Prices without tax and delivery')).toBeVisible()
  await buyer.getByRole('button', { name: `Add to cart: ${part.name}` }).click()
  await expect(buyer.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  await buyer.goto('/cart')
  await expect(buyer.getByRole('region', { name: 'Total' })).toContainText('Prices without tax and delivery')

  await test.step('in lists of cards and rows, name, price, quantity and buttons are on screen at every width', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      await using shown = await browser.newContext({ baseURL: shop.url, locale })
      const list = await shown.newPage()
      for (const view of ['cards', 'rows']) {
        await list.goto(`/categories/brake-discs?view=${view}`)
        await expectBooted(list)
        await list.getByRole('main').evaluate(lengthenFirstName)
        const sold = list
          .getByRole('listitem')
          .filter({ hasText: /Out of stock|Nicht vorrätig/ })
          .filter({ hasText: '$' })
        if (view === 'cards') await expect(sold.first().getByRole('link')).toHaveText('Details')
        // Those of half a screen are what is left at 200 %.
        for (const width of [320, 390, 512, 720, 820, 960, 1024, 1280, 1440, 1920]) {
          await list.setViewportSize({ width, height: 900 })
          expect(await list.getByRole('main').evaluate(findCutOff), `${locale} ${view} ${width}`).toEqual([])
          expect(await list.evaluate('document.documentElement.scrollWidth'), `${locale} ${view}`).toBe(width)
        }
      }
    }
  })

  await buyer.goto(address)
  await expectBooted(buyer)
  await expect(summary).toContainText('Shipping and tax follow with the delivery address.')
  await fillFirstAddress(buyer, {
    country: 'United States',
    street: '12 Main St',
    city: 'Austin',
    region: 'Texas',
    postalCode: '78701',
  })
  await expect(buyer.getByRole('radio', { name: /^Ground parcel/ })).toBeVisible()
  await expect(summary).toContainText('Texas sales tax 6.25%')
  await expect(summary).toContainText('Austin sales tax 2%')

  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(findToast(page, 'What the switch had switched on is off again')).toBeVisible()
  for (const name of ['Prices', 'Shipping', 'Tax']) await expect(row(name)).toContainText('Off')
  await buyer.goto(address)
  await expect(summary).toBeVisible()
  await expect(summary).not.toContainText('sales tax')
  await expect(buyer.getByRole('radio', { name: /^Ground parcel/ })).toHaveCount(0)

  await row('Tax').getByRole('link', { name: 'Open Tax' }).click()
  await expect(page.getByRole('heading', { name: 'Tax', level: 1 })).toBeVisible()
  await context.close()
  await plain.context().close()
})

/** Gives the first product of a list a name of one long word. */
function lengthenFirstName(main: Element): void {
  const name = main.querySelector('li h3, tbody a')?.firstChild
  if (!name) throw new Error('There are no products.')
  name.nodeValue = 'Hochtemperaturbeständigkeitsprüfung 1234567890/1234567890-A'
}

/** Names what is cut off, or covers the picture, of the parts that one buys by, in all products of a list. */
function findCutOff(main: Element): string[] {
  const products = [...main.querySelectorAll('tbody tr, li:has(h3)')]
  return products.flatMap((product) => {
    const price = [...product.querySelectorAll('span, dd')].find((part) => /\d[,.]\d\d/.test(part.textContent))
    const name = product.querySelector('h3, a')
    // Rows have no Order and no Compare on phones: there the name leads to them.
    const controls = [...product.querySelectorAll('input, button, .btn')].filter(
      (control) => !control.closest('.phone\\:hidden') || control.checkVisibility(),
    )
    const parts = [...controls, price, name]
    const frame = product.getBoundingClientRect()
    return parts.flatMap((part) => {
      if (!part) return [`a part of ${product.textContent} is missing`]
      const box = part.getBoundingClientRect()
      const isInside = box.width > 0 && box.left >= Math.max(frame.left, 0) - 1 && box.right <= frame.right + 1
      const isWhole = isInside && frame.right <= innerWidth && part.scrollWidth <= part.clientWidth + 1
      const picture = product.querySelector('img')?.getBoundingClientRect()
      const isCovering =
        picture &&
        box.left < picture.right &&
        box.right > picture.left &&
        box.top < picture.bottom - 1 &&
        box.bottom > picture.top + 1
      return isWhole && !isCovering ? [] : [`${part.outerHTML.slice(0, 200)}`]
    })
  })
}
