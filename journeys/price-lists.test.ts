import type { Page } from '@playwright/test'
import { expectBooted } from './expect-booted.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { openSession } from './open-session.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Pastes rows into the grid of prices as from a spreadsheet. */
async function paste(page: Page, rows: string): Promise<void> {
  await page.getByLabel('Part number', { exact: true }).last().focus()
  await page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, rows)
}

// route /dashboard/price-lists as admin
// route /dashboard/price-lists/:id as admin
// route /dashboard/groups as admin
// route /dashboard/groups/:id as admin
test('an admin gives a group its own prices from a spreadsheet, and its members see and pay them', async ({
  page,
  browser,
  shop,
}) => {
  const buyer = { email: 'workshop@prices.test', password: 'a workshop with its own prices' }
  const context = await browser.newContext({ baseURL: shop.url })
  const visit = await context.newPage()
  await openSession(visit, 'signUp', buyer)

  await openAsAdmin(page, shop, '/dashboard/groups')
  const [part, other] = await findPartsOnSale(page, 2)
  if (!part?.sku || !other?.sku) throw new Error('The demo shop has no parts on sale.')
  const own = part.price / 2
  const more = part.price / 4

  await test.step('a group with a member', async () => {
    await page.getByLabel('Name of a new group').fill('Garages')
    await page.getByRole('button', { name: 'Add group' }).click()
    await page.getByLabel('Email of a customer').fill(buyer.email)
    await page.getByRole('button', { name: 'Add to the group' }).click()
    await expect(page.getByRole('row', { name: new RegExp(buyer.email) })).toBeVisible()
  })

  await test.step('a list for it, with rows pasted from a spreadsheet', async () => {
    await page.goto('/dashboard/price-lists')
    await page.getByLabel('Name of a new list').fill('Garage prices')
    await page.getByRole('button', { name: 'Add price list' }).click()
    await page.getByLabel('Switched on').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Choose whom the list is for before you switch it on.')).toBeVisible()
    await page.getByLabel('For', { exact: true }).selectOption({ label: 'Everyone' })
    await page.getByLabel('Percent').fill('-10')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Switch on “Garage prices” for everyone?' })
    await expect(question).toContainText('All other prices fall by 10 %.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Percent').fill('')
    await page.getByLabel('For', { exact: true }).selectOption({ label: 'Garages' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(findToast(page, '“Garage prices” is saved')).toBeVisible()
    const rows = [
      `${part.sku}\t1\t${own.toFixed(2)}`,
      `${part.sku}\t1000\t${(own + 1).toFixed(2)}`,
      'NO-SUCH-PART\t1\t5',
    ].join('\n')
    await paste(page, rows)
    await page.getByRole('button', { name: 'Save 3 rows' }).click()
    await expect(page.getByText('No product has this part number.')).toBeVisible()
    await expect(page.getByText(/More units must not cost more each/)).toBeVisible()
    await page.getByRole('button', { name: 'Remove the price of NO-SUCH-PART' }).click()
    await expect(page.getByLabel('Price, NO-SUCH-PART')).toHaveCount(0)
    await page.getByLabel(`Price, ${part.sku}`).nth(1).fill(more.toFixed(2))
    await page
      .getByLabel(`From how many units, ${part.sku}`)
      .nth(1)
      .fill(String(part.minOrder * 4))
    await page.getByRole('button', { name: 'Save 2 rows' }).click()
    await expect(findToast(page, '2 prices changed')).toBeVisible()
  })

  await test.step('the preview says what decides', async () => {
    const answer = page.getByRole('status').filter({ hasText: part.name })
    await page.getByLabel('Email of the buyer').fill('nobody@nowhere.test')
    await page.getByLabel('Part numbers and quantities').fill(part.sku ?? '')
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(page.getByLabel('Email of the buyer')).toHaveAccessibleDescription(/no user with this email/)
    await page.getByLabel('Email of the buyer').fill(buyer.email)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(answer).toContainText(`${dollars(own)} · Garage prices`)
    await expect(answer).toContainText('decides')
    await expect(answer).toContainText('Groups of the buyer: Garages')
    await page.getByLabel('Part numbers and quantities').fill(`${part.sku} 1,000`)
    await page.getByRole('button', { name: 'Calculate' }).click()
    await expect(answer).toContainText(`${dollars(more)} · Garage prices`)
  })

  await test.step('the buyer sees the own price beside the public one, and what more units save', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await visit.route('**/my-prices', async (route) => {
      await released
      await route.continue()
    })
    await visit.goto(`/products/${part._id}`)
    await expectBooted(visit)
    const facts = visit.getByRole('article')
    await expect(facts.getByText(dollars(part.price)).first(), 'no price before the own one').toBeHidden()
    release()
    await expect(facts.getByText('Your price')).toBeVisible()
    await expect(facts).toContainText(dollars(own))
    await expect(facts).toContainText(dollars(part.price))
    const prices = visit.getByRole('list', { name: 'Price by quantity' })
    await prices.getByRole('button', { name: `${part.minOrder * 4}+ at ${dollars(more)}` }).click()
    const quantity = visit.getByRole('spinbutton', { name: 'Quantity' })
    await expect(quantity, 'a click on a price takes as many').toHaveValue(String(part.minOrder * 4))
    await quantity.fill(String(part.minOrder))
    await visit.getByRole('button', { name: `Add to cart: ${part.name}` }).click()
    await expect(visit.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
    await visit.goto('/cart')
    await expect(visit.getByText(`${part.minOrder * 4}+ at ${dollars(more)}`)).toBeVisible()
    await visit.getByLabel(`Units of ${part.name}`).fill(String(part.minOrder * 4))
    await visit.getByLabel(`Units of ${part.name}`).press('Enter')
    await expect(visit.getByRole('status').filter({ hasText: dollars(more * part.minOrder * 4) })).toBeVisible()
  })
  await test.step('a comparison shows the own price and what more units save, as cards do', async () => {
    await visit.goto(`/compare?p=${part._id}&p=${other._id}`)
    const price = visit.getByRole('row').filter({ has: visit.getByRole('rowheader', { name: /^Price/ }) })
    await expect(price.getByRole('cell').first()).toHaveText(
      `${dollars(own)}Your price Public price ${dollars(part.price)}${part.minOrder * 4}+ ${dollars(more)}`,
    )
    await expect(price.getByRole('cell').nth(1)).toContainText(dollars(other.price))
  })
  await test.step('a list in the order of prices says that it is that of the public ones', async () => {
    const note = visit.getByText('By public prices; yours may differ.')
    await visit.goto('/products?sort=price&q=' + encodeURIComponent(part.sku ?? ''))
    await expect(note).toBeVisible()
    await visit.goto('/products?q=' + encodeURIComponent(part.sku ?? ''))
    await expect(visit.getByText('Your price')).toBeVisible()
    await expect(note).toHaveCount(0)
  })
  await context.close()
})

test('a customer gets own prices by two clicks, dropped as a file, and keeps the list on their page', async ({
  page,
  shop,
}) => {
  const person = { email: 'own@prices.test', password: 'a customer with own prices' }
  await openSession(page, 'signUp', person)
  const [part] = await findPartsOnSale(page, 1)
  await openAsAdmin(page, shop, `/dashboard/customers?q=${encodeURIComponent(person.email)}`)
  await page.getByRole('link', { name: person.email }).click()
  const own = page.getByRole('region', { name: 'Own prices' })
  await own.getByRole('button', { name: 'Own prices' }).click()
  await expect(page.getByRole('heading', { name: person.email })).toBeVisible()
  await page.getByRole('table', { name: 'Prices' }).evaluate((table, text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'prices.csv', { type: 'text/csv' }))
    table.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
  }, `Part,From,Price\n${part?.sku},1,1.25`)
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(findToast(page, '1 price changed')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Public price' })).toBeVisible()
  await page.getByRole('link', { name: person.email }).click()
  await expect(own).toContainText('1 product')
  await expect(own.getByRole('link')).toHaveText(person.email)
})

test('pasted numbers that are no prices are refused by name, and those that may be two are asked about', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/price-lists')
  const [first, second, third] = (await findPartsOnSale(page, 3)).map(({ sku = '' }) => sku)
  await page.getByLabel('Name of a new list').fill('Pasted prices')
  await page.getByRole('button', { name: 'Add price list' }).click()
  await expect(page.getByRole('heading', { name: 'Pasted prices' })).toBeVisible()
  const rows = ['Part\tFrom\tPrice', `${first}\t10.0\t-5 %`, `${second}\t4\tEUR 99`, `${third}\t1,5\t1,234`]
  await paste(page, rows.join('\n'))
  const refused = (number: string | undefined, text: string) => page.getByText(`${number}, “${text}”`)
  await expect(refused(first, '-5 %')).toContainText('This is a percentage')
  await expect(refused(second, 'EUR 99')).toContainText('another currency')
  await expect(page.getByLabel(`From how many units, ${first}`)).toHaveValue('10')
  await page.getByRole('button', { name: 'Save 3 rows' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'rows that need a change: 3' })).toBeVisible()
  await page.getByLabel(`From how many units, ${third}`).fill('15')
  await page.getByRole('button', { name: 'Save 3 rows' }).click()
  await expect(refused(third, '1,234')).toContainText('may be decimals or thousands')
  await page.getByRole('button', { name: 'point before decimals' }).click()
  await expect(page.getByLabel(`Price, ${third}`)).toHaveValue('1234.00')
  await expect(refused(third, '1,234')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'point before decimals' })).toHaveCount(0)
  for (const number of [first, second]) await page.getByLabel(`Price, ${number}`).fill('4.5')
  await page.getByRole('button', { name: 'Save 3 rows' }).click()
  await expect(findToast(page, '3 prices changed')).toBeVisible()
})

test('a part number of a price list that no product has brings the near ones', async ({ page, shop }) => {
  await openAsAdmin(page, shop, '/dashboard/price-lists')
  const [part] = await findPartsOnSale(page, 1)
  const number = part?.sku ?? ''
  await page.getByLabel('Name of a new list').fill('Near prices')
  await page.getByRole('button', { name: 'Add price list' }).click()
  await expect(page.getByRole('heading', { name: 'Near prices' })).toBeVisible()
  // A sign between digits is never dropped by itself.
  await paste(page, `${number.replace(/(?<=\d)(?=\d)/, '.')}\t1\t2.5`)
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(page.getByText('No product has this part number.')).toBeVisible()
  await page.getByRole('button', { name: part?.name ?? '' }).click()
  await expect(page.getByText('No product has this part number.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(findToast(page, '1 price changed')).toBeVisible()
})

test('what an admin typed into a price list stays while another part of it is saved, and through a reload', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/price-lists')
  const parts = await findPartsOnSale(page, 2)
  const [first, second] = parts.map(({ sku = '', price }) => ({ sku, half: (price / 2).toFixed(2) }))
  if (!first || !second) throw new Error('The demo shop has no parts on sale.')
  await page.getByLabel('Name of a new list').fill('Van prices')
  await page.getByRole('button', { name: 'Add price list' }).click()
  const audience = page.getByLabel('For', { exact: true })
  const isOn = page.getByLabel('Switched on')
  // Behind no choice and everyone.
  await audience.selectOption({ index: 2 })
  const group = await audience.inputValue()
  await isOn.check()
  const areSettingsTyped = async () => {
    await expect(audience).toHaveValue(group)
    await expect(isOn).toBeChecked()
  }

  await test.step('a refusal is said at the button, and the first wrong row has the focus', async () => {
    const filler = Array.from({ length: 25 }, (_, index) => `${first.sku}\t${1000 + index}\t${first.half}`)
    await paste(page, [`NO-SUCH-PART\t1\t5`, `${first.sku}\t1\t${first.half}`, ...filler].join('\n'))
    await page.getByRole('button', { name: 'Save 27 rows' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: 'rows that need a change: 1' })
    await expect(page.getByLabel('Part number').first()).toBeFocused()
    await expect(page.getByLabel('Part number').first()).toHaveAccessibleDescription(/No product has this part number/)
    const [said, button] = await Promise.all([
      refusal.boundingBox(),
      page.getByRole('button', { name: 'Save 27 rows' }).boundingBox(),
    ])
    expect(Math.abs((said?.y ?? 0) - (button?.y ?? 9999))).toBeLessThan(200)
    await areSettingsTyped()
  })
  await test.step('a new row is removed, the others are saved, and the settings stay as they were typed', async () => {
    await page.getByRole('button', { name: 'Remove the price of NO-SUCH-PART' }).click()
    await page.getByRole('button', { name: 'Save 26 rows' }).click()
    await expect(findToast(page, '26 prices changed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save prices' })).toBeDisabled()
    await areSettingsTyped()
  })
  await test.step('typed rows and settings come back after a reload', async () => {
    await page.getByRole('button', { name: 'Add row' }).click()
    await paste(page, `${second.sku}\t1\t${second.half}`)
    await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Save 1 row' })).toBeVisible()
    await expect(page.getByLabel(`Price, ${second.sku}`)).toHaveValue(second.half)
    await areSettingsTyped()
  })
  await test.step('on a phone, every row fits the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.getByLabel(`Price, ${second.sku}`).scrollIntoViewIfNeeded()
    const box = await page.getByLabel(`Price, ${second.sku}`).boundingBox()
    expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(findToast(page, '“Van prices” is saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 row' }).click()
  await expect(findToast(page, '1 price changed')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Save prices' })).toBeDisabled()
  await areSettingsTyped()
})
