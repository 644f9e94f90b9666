import type { Order } from '#contract/orders.ts'
import { countSteps } from './count-steps.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize, payOrder } from './order-product.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/lists as customer, /dashboard/lists/:id as customer, /dashboard/order/:id/again as customer, /dashboard/past-order/:id/again as customer, /dashboard/bought as customer
test('a paid order is bought again with three clicks, becomes a list, and the list fills up the shelf', async ({
  page,
  shop,
}) => {
  const parts = await findPartsOnSale(page, 3)
  const [one, two] = parts
  if (!one || !two) throw new Error('The demo shop has no parts on sale.')
  const person = newPerson('Rita')
  await signUp(page, person, '')
  const headers = await authorize(page)
  const place = { street: '1 Workshop Lane', postalCode: '12345', city: 'Torque', country: 'DE' }
  const saved = await page.request.post('/addresses', {
    headers,
    data: { ...place, recipient: 'Rita', phone: '5550100' },
  })
  expect(saved.status()).toBe(200)
  const lines = parts.map(({ _id, minOrder, price }) => ({ productId: _id, quantity: minOrder, unitPrice: price }))
  const data = { lines, address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
  const placed: { order: Order } = await (await page.request.post('/orders', { headers, data })).json()
  await payOrder(page, placed.order)

  await test.step('of prices that have changed since, the lower ones need no answer, and the higher ones one click', async () => {
    const setPrice = ({ _id, price }: (typeof parts)[number], factor: number) =>
      shop.database('UPDATE products SET price_cents = $2 WHERE id = $1', [_id, Math.round(price * 100 * factor)])
    await setPrice(one, 1.5)
    await setPrice(two, 0.5)
    await page.goto(`/dashboard/order/${placed.order._id}/again`)
    await expect(page.getByText('1 price up, 1 price down.')).toBeVisible()
    await expect(page.getByText(/^Cheaper: it was \$/)).toBeVisible()
    await page.getByRole('button', { name: 'Accept 1 price' }).click()
    await expect(page.getByText(/→/)).toContainText(one.name)
    await expect(page.getByText('1 price down.', { exact: true })).toBeVisible()
    await setPrice(one, 1)
    await setPrice(two, 1)
  })

  await test.step('what stock has left counts in the line, the sum and the button alike', async () => {
    const setStock = (id: string, units: number) =>
      shop.database('UPDATE products SET available_quantity = $2 WHERE id = $1', [id, units])
    await setStock(two._id, 0)
    await page.goto(`/dashboard/order/${placed.order._id}/again`)
    const quantity = page.getByLabel(`Units of ${one.name}`)
    await quantity.fill(String(one.available + one.minOrder))
    await quantity.press('Enter')
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.filter({ hasText: 'go into the cart' })).toContainText('.00')
    await expect(page.getByText('2 lines · ')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add 2 lines to cart' })).toBeVisible()
    await setStock(two._id, two.available)
    await quantity.fill(String(one.minOrder))
    await quantity.press('Enter')
  })

  const { steps, click } = countSteps()
  await test.step('she buys the same again', async () => {
    await page.goto('/dashboard')
    await click(page.getByRole('link', { name: 'Buy again' }))
    await test.step('changed quantities stay when the page is reloaded', async () => {
      const quantity = page.getByLabel(`Units of ${one.name}`)
      await quantity.fill(String(one.minOrder * 2))
      await quantity.press('Enter')
      await page.reload()
      await expect(quantity).toHaveValue(String(one.minOrder * 2))
    })
    await click(page.getByRole('button', { name: 'Check out 3 lines' }))
    await click(page.getByRole('button', { name: 'Place order: 3 lines' }))
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    expect(steps.clicks).toBe(3)
  })

  await test.step('she saves the order as a list and counts the shelf', async () => {
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Buy again' }).click()
    await page.getByRole('button', { name: 'Save as list' }).click()
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Weekly service')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(findToast(page, 'Saved as “Weekly service”.')).toBeVisible()
    await page.getByRole('link', { name: 'Saved lists' }).click()
    await page.getByRole('link', { name: 'Weekly service' }).click()
    await page.getByRole('textbox', { name: 'Add a part number' }).fill('NO-SUCH-1')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await expect(page.getByText('No product has this part number.')).toBeVisible()
    await page.getByRole('button', { name: 'Count the shelf' }).click()
    const shelf = page.getByRole('textbox', { name: /^On the shelf: / })
    await expect(shelf.first()).toBeFocused()
    await shelf.first().press('Enter')
    await expect(shelf.nth(1)).toBeFocused()
    await shelf.last().press('Enter')
    await expect(page.getByText(/^End of the list: 0 of \d+ lines counted$/)).toBeFocused()
    await page.getByRole('textbox', { name: `On the shelf: ${one.name}` }).fill('0')
    await page.getByRole('textbox', { name: `On the shelf: ${two.name}` }).fill('1.000')
    await expect(page.getByText('Enter a whole number of units.')).toBeVisible()
    await page.getByRole('textbox', { name: `On the shelf: ${two.name}` }).fill(String(two.minOrder))
    await expect(page.getByText(`Order ${one.minOrder}`, { exact: true })).toBeVisible()
    await expect(page.getByText('Enough there')).toBeVisible()
    await page.getByRole('button', { name: 'Add 1 line to cart' }).click()
    await expect(page.getByRole('spinbutton', { name: `Units of ${one.name}` })).toHaveValue(String(one.minOrder))
    await expect(page.getByRole('checkbox', { name: 'Select all (1)' })).toBeVisible()
  })

  await test.step('she finds a product among those she has bought', async () => {
    await page.goto('/dashboard/bought')
    await page.getByRole('searchbox', { name: 'Find in list' }).fill(two.name)
    await page.getByRole('checkbox', { name: `Select ${two.name}` }).check()
    await page.getByRole('button', { name: 'Add 1 line to cart' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select all (2)' })).toBeVisible()
  })

  await test.step('she buys an order of the shop before again, as far as its parts are on sale', async () => {
    // As an import of past orders adds it.
    await shop.database(`
      WITH past AS (
        INSERT INTO past_orders (id, buyer_id, number, ordered_on, currency)
        SELECT gen_random_uuid(), id, 'OLD-' || left(id::text, 8), '2024-03-31', 'usd' FROM users WHERE email = '${person.email}' RETURNING id)
      INSERT INTO past_order_lines (order_id, key, position, part_number, name, quantity, price_cents)
      SELECT past.id, number, ordinality, number, number, ${two.minOrder}, 100
      FROM past, unnest(ARRAY['NO-SUCH-1', (SELECT sku FROM products WHERE id = '${two._id}')]) WITH ORDINALITY AS given (number)`)
    await page.goto('/dashboard')
    const before = page.getByRole('region', { name: 'From before' })
    await before.getByText('OLD-').click()
    await before.getByRole('link', { name: 'Buy again' }).click()
    await expect(page.getByText('Not on sale any more: NO-SUCH-1')).toBeVisible()
    await page.getByRole('button', { name: 'Add 1 line to cart' }).click()
    await expect(page).toHaveURL(/\/cart$/)
  })

  await test.step('a list is renamed, shared and deleted', async () => {
    await page.goto('/dashboard/lists')
    await page.getByRole('link', { name: 'Weekly service' }).click()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Name of the list' }).fill('Bay 2')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Bay 2' })).toBeVisible()
    await page.getByRole('button', { name: 'Share link' }).click()
    const address = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete list' }).click()
    await expect(page.getByText('No lists yet')).toBeVisible()
    await page.goto(address)
    await expect(page.getByText('This link has ended')).toBeVisible()
  })
})
