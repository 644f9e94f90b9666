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

  await test.step('in a list of rows, name, price, quantity and button are on screen at every width', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      await using shown = await browser.newContext({ baseURL: shop.url, locale })
      const list = await shown.newPage()
      await list.goto('/categories/brake-discs?view=rows')
      const first = list
        .getByRole('row')
        .filter({ has: list.getByRole('spinbutton') })
        .filter({ hasText: '·' })
        .first()
      const table = list.getByRole('table')
      for (const width of [390, 768, 820, 1024, 1280, 1440, 1920]) {
        await list.setViewportSize({ width, height: 900 })
        await first.scrollIntoViewIfNeeded()
        for (const part of [
          first.getByRole('link').first(),
          first.getByText('$').last(),
          first.getByRole('spinbutton'),
          first.getByRole('button').first(),
          first.getByRole('button').last(),
        ])
          await expect(part, `${locale} ${width}`).toBeInViewport({ ratio: 1 })
        const isWhole = await table.evaluate((shownTable) => {
          const edge = shownTable.parentElement?.getBoundingClientRect().right ?? 0
          const cells = [...shownTable.querySelectorAll('td, input, button')]
          return cells.every((cell) => cell.getBoundingClientRect().right < edge + 1)
        })
        expect(isWhole, `${locale} ${width}`).toBe(true)
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
