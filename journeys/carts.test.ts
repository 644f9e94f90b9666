import type { Page } from '@playwright/test'
import { countSteps } from './count-steps.ts'
import { delayRequests } from './delay-requests.ts'
import { expectBooted } from './expect-booted.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findPartsOnSale } from './find-product.ts'
import { authorize } from './order-product.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

// spec 9.8
// route /cart as visitor
test('a part by its number is in the cart after two actions, from any page, and the focus stays', async ({ page }) => {
  const [part] = await findPartsOnSale(page, 1)
  if (!part?.sku) throw new Error('The demo shop has no part on sale.')
  await page.goto('/blog')
  const { steps, enter } = countSteps()
  const search = page.getByRole('combobox', { name: 'Search the catalog' })
  await search.fill(part.sku.toLowerCase().replaceAll('-', ''))
  await enter(search)
  const quantity = page.getByRole('spinbutton', { name: `Units of ${part.name}` })
  await expect(quantity).toBeVisible()
  await enter(quantity)
  await expect(findToast(page, `Added ${part.minOrder} × ${part.name}.`)).toBeVisible()
  await expect(quantity).toBeFocused()
  await expect(page.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  expect(steps).toEqual({ clicks: 0, pastes: 0, enters: 2 })

  await quantity.fill('0')
  await quantity.press('Enter')
  const message = () => quantity.evaluate((field: HTMLInputElement) => field.validationMessage)
  await expect.poll(message).toBe('Enter a whole number.')

  await test.step('on a phone, the thumb changes its quantity', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/cart')
    await page.getByRole('button', { name: `Plus: ${part.name}` }).click()
    await expect(quantity).toHaveValue(String(part.minOrder + (part.orderMultiple ?? 1)))
    await page.getByRole('button', { name: `Minus: ${part.name}` }).click()
    await expect(quantity).toHaveValue(String(part.minOrder))
    await expect(page.getByRole('button', { name: `Minus: ${part.name}` })).toBeDisabled()
  })
})

test('a part is in the cart by keyboard alone after at most 22 keys, since its page goes on from the heading', async ({
  page,
}) => {
  const parts = await findPartsOnSale(page, 40)
  const numbers = parts.map(({ sku = '' }) => sku.replaceAll('-', '').toLowerCase())
  const [number = ''] = numbers.filter((each) => each !== '').toSorted((one, other) => one.length - other.length)
  await signUp(page, newPerson('Kay'), '')
  await page.goto('/blog')
  await expectBooted(page)
  const keys = ['/', ...number, 'Enter']
  for (const key of keys) await page.keyboard.press(key)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL(/\/products\/[^?]/)
  const add = page
    .getByRole('article')
    .getByRole('button', { name: /^Add to cart: / })
    .first()
  while (keys.length < 22 && !(await add.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
    keys.push('Tab')
  }
  await page.keyboard.press('Enter')
  keys.push('Enter')
  await expect(page.getByRole('link', { name: 'Cart, 1 line' })).toBeVisible()
  expect(keys.length).toBeLessThanOrEqual(22)
})

// route /quick-order as visitor, /cart/shared/:key as visitor
test('40 different parts are in the cart with one paste and few clicks; what cannot be ordered explains itself', async ({
  browser,
  page,
  shop,
}) => {
  const parts = await findPartsOnSale(page, 40)
  expect(parts).toHaveLength(40)
  const list = parts.map(({ sku, minOrder }) => `${sku?.replaceAll('-', ' ').toLowerCase()}\t${minOrder}`)
  await page.goto('/')
  const { steps, click, paste } = countSteps()
  await click(page.getByRole('banner').getByRole('link', { name: 'Quick order' }))
  const first = page.getByRole('textbox', { name: 'Part number, row 1' })
  await click(first)
  const [one] = parts
  await paste(first, `Part No.\tQty\n${list.join('\n')}\nNO-SUCH-1\t4\n${one?.sku}\t${one?.minOrder}`)
  await expect(page.getByText('40 rows ready')).toBeVisible()
  await page.getByRole('button', { name: '1 row needs attention' }).click()
  await expect(page.getByRole('textbox', { name: 'Part number, row 41' })).toBeFocused()
  await expect(page.getByText('No product has this part number.')).toBeVisible()
  await expect(page.getByText(`Merged: ${one?.minOrder} + ${one?.minOrder}`)).toBeVisible()
  await click(page.getByRole('button', { name: 'Add 40 to cart' }))
  await expect(page.getByText('40 lines added to the cart. 1 row is left here.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Part number, row 1' })).toHaveValue('NO-SUCH-1')
  await click(page.getByRole('link', { name: 'Go to cart' }))
  await expect(page.getByText('40 lines · ')).toBeVisible()
  expect(steps.pastes).toBe(1)
  expect(steps.clicks).toBeLessThanOrEqual(7)

  await test.step('the way to the order stays in sight on a phone, and the notice leads to the first wrong line', async () => {
    const size = page.viewportSize()
    await page.setViewportSize({ width: 390, height: 844 })
    const lines = page.getByRole('list').filter({ has: page.getByRole('spinbutton') })
    const { height = 0 } = (await lines.boundingBox()) ?? {}
    expect(height / 40, 'a line has two lines of text and the height of a thumb').toBeLessThanOrEqual(110)
    const quantity = page.getByRole('spinbutton').last()
    const units = await quantity.inputValue()
    await quantity.fill('99999')
    await quantity.press('Enter')
    await expect(page.getByRole('link', { name: 'Sign in to order' })).toBeInViewport()
    await page.getByRole('button', { name: '1 line cannot be ordered as it is.' }).click()
    await expect(quantity).toBeFocused()
    await expect(quantity).toBeInViewport()
    await quantity.fill(units)
    await quantity.press('Enter')
    await expect(page.getByRole('button', { name: '1 line cannot be ordered as it is.' })).toBeHidden()
    if (size) await page.setViewportSize(size)
  })

  await test.step('a removal is undone, and the find field narrows the lines', async () => {
    await page.getByRole('checkbox', { name: 'Select all (40)' }).check()
    await page.getByRole('button', { name: 'Remove 40' }).click()
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('40 lines · ')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Find in cart' }).fill(one?.sku ?? '')
    await expect(page.getByRole('checkbox', { name: 'Select all (1)' })).toBeVisible()
    await page.getByRole('button', { name: `Job for ${one?.name}` }).click()
    const job = page.getByRole('textbox', { name: `Job for ${one?.name}` })
    await expect(job).toBeFocused()
    await job.fill('Van 7')
    await job.press('Enter')
    await expect(job).toBeFocused()
    await page.reload()
    await expect(job).toHaveValue('Van 7')
  })

  await test.step('the cart of the browser becomes that of the account, on every device', async () => {
    await signUp(page, newPerson('Mara'), '/cart')
    await expect(page.getByText('40 lines · ')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('boltyard.cart'))).toBeNull()
    await page.reload()
    await expect(page.getByText('40 lines · ')).toBeVisible()
  })

  await test.step('a second window shows the same cart as its header', async () => {
    const window = await page.context().newPage()
    await window.goto('/cart')
    await expect(window.getByText('40 lines · ')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all (40)' }).check()
    await page.getByRole('button', { name: 'Remove 40' }).click()
    await expect(window.getByText('Your cart is empty')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(window.getByText('40 lines · ')).toBeVisible()
    await window.close()
  })

  await test.step('another person reads the cart by its link until the buyer stops sharing it', async () => {
    await page.getByRole('button', { name: 'Share link' }).click()
    const address = await page.getByRole('textbox', { name: 'Share link' }).inputValue()
    await using context = await browser.newContext({ baseURL: shop.url })
    const reader = await context.newPage()
    await reader.goto(address)
    await expect(reader.getByRole('heading', { name: 'Shared cart' })).toBeVisible()
    await expect(reader.getByText('40 lines · ')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Select all (40)' }).check()
    await page.getByRole('button', { name: 'Remove 40' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('The link has ended, since nothing of it was left.')).toBeVisible()
    await reader.reload()
    await expect(reader.getByText('This link has ended')).toBeVisible()
    await page.getByRole('button', { name: 'New link' }).click()
    await expect(page.getByText('The link has ended, since nothing of it was left.')).toBeHidden()
    await page.getByRole('button', { name: 'Share link' }).click()
    await reader.goto(await page.getByRole('textbox', { name: 'Share link' }).inputValue())
    await expect(reader.getByText('40 lines · ')).toBeVisible()
    await page.getByRole('button', { name: 'Stop sharing' }).click()
    await expect(page.getByRole('button', { name: 'Stop sharing' })).toHaveCount(0)
    await reader.reload()
    await expect(reader.getByText('This link has ended')).toBeVisible()
  })

  await test.step('one order and one payment for all of them, and the cart is empty', async () => {
    await click(page.getByRole('button', { name: 'Checkout' }))
    await fillFirstAddress(page)
    steps.clicks += 1
    await page.getByRole('combobox', { name: 'PO number' }).fill('PO 4711')
    await click(page.getByRole('button', { name: 'Place order: 40 lines' }))
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
    await expect(page.getByText('and 39 more').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Please Pay for order BY-\d+$/ })).toBeVisible()
    await expect(page.getByText('PO 4711')).toBeVisible()
    expect(steps.clicks).toBeLessThanOrEqual(12)
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
  })
})

// route /quick-order as visitor
test('a list that is pasted before the scripts have come is in the sheet once they have', async ({ page }) => {
  const [one, two] = await findPartsOnSale(page, 2)
  const scripts = delayRequests(page, '**/assets/*.js')
  await page.goto('/quick-order', { waitUntil: 'commit' })
  const { paste } = countSteps()
  await paste(
    page.getByRole('textbox', { name: 'Part number, row 1' }),
    `${one?.sku}\t${one?.minOrder}\n${two?.sku}\t${two?.minOrder}`,
  )
  scripts.release()
  await expect(page.getByText('2 rows ready')).toBeVisible()
})

// route /quick-order as visitor
test('a pasted quantity that may have decimals says which number was read', async ({ page }) => {
  const [one, two] = await findPartsOnSale(page, 2)
  await page.goto('/quick-order')
  const { paste } = countSteps()
  await paste(page.getByRole('textbox', { name: 'Part number, row 1' }), `${one?.sku}\t1.000\n${two?.sku}\t20`)
  const row = page.getByRole('listitem').filter({ hasText: one?.name ?? '' })
  const other = page.getByRole('listitem').filter({ hasText: two?.name ?? '' })
  await expect(other).toBeVisible()
  await expect(row.getByText('“1.000” is read as 1,000 units.')).toBeVisible()
  await expect(other.getByText(/is read as/)).toHaveCount(0)
  await row.getByRole('button', { name: 'Take 1', exact: true }).click()
  await expect(row.getByRole('textbox', { name: 'Quantity, row 1' })).toHaveValue('1')
  await expect(row.getByText(/is read as/)).toHaveCount(0)
})

// route /quick-order as visitor
test('what was adjusted to what can be ordered says so at its row, and is taken back by one press', async ({
  page,
}) => {
  const parts = await findPartsOnSale(page, 40)
  const part = parts.find(({ minOrder }) => minOrder > 1)
  if (!part?.sku) throw new Error('The demo shop has no part with a minimum.')
  await page.goto('/quick-order')
  const quantity = page.getByRole('textbox', { name: 'Quantity, row 1' })
  const { paste } = countSteps()
  await paste(page.getByRole('textbox', { name: 'Part number, row 1' }), `${part.sku}\t1\n`)
  await page.getByRole('button', { name: 'Fix 1' }).click()
  await expect(quantity).toHaveValue(String(part.minOrder))
  const row = page.getByRole('listitem').filter({ hasText: part.name })
  await expect(row).toContainText(`1 → ${part.minOrder}:`)
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity).toHaveValue('1')
  await expect(row.getByText('→')).toHaveCount(0)
})

// spec 9.8
test('two tabs and a lost network: nothing that was typed is lost', async ({ browser, shop }) => {
  // A browser of its own: that nothing can be reached is no fault here.
  await using context = await browser.newContext({ baseURL: shop.url })
  const page = await context.newPage()
  const [part, other] = await findPartsOnSale(page, 2)
  if (!part?.sku || !other?.sku) throw new Error('The demo shop has no parts on sale.')
  await signUp(page, newPerson('Tabea'), '')
  const lines = [part, other].map(({ _id, minOrder }) => ({ productId: _id, quantity: minOrder }))
  await page.request.patch('/cart/active/lines', { headers: await authorize(page), data: { lines } })
  await page.goto('/cart')
  const unitsIn = (tab: Page) => tab.getByRole('spinbutton', { name: `Units of ${part.name}` })
  const set = async (tab: Page, units: number) => {
    await unitsIn(tab).fill(String(units))
    await unitsIn(tab).press('Enter')
  }
  const [some, more] = [part.minOrder * 2, part.minOrder * 3]
  const second = await context.newPage()
  await second.goto('/cart')
  await expect(unitsIn(second)).toHaveValue(String(part.minOrder))

  await test.step('of two changes of a line the larger quantity stays, and the other is offered', async () => {
    const changed = page.waitForResponse((response) => response.url().endsWith('/lines') && response.ok())
    await set(page, more)
    await changed
    await set(second, some)
    await expect(second.getByText(/^Changed in two places/)).toBeVisible()
    await expect(unitsIn(second)).toHaveValue(String(more))
    const taken = second.waitForResponse((response) => response.url().endsWith('/lines') && response.ok())
    await second.getByRole('button', { name: `Take ${some}` }).click()
    await expect(unitsIn(second)).toHaveValue(String(some))
    await taken
    await second.reload()
    await expect(unitsIn(second)).toHaveValue(String(some))
  })

  // Chromium may still send a request that comes at once.
  const reaches = () =>
    second.evaluate(() =>
      fetch('/healthz').then(
        () => true,
        () => false,
      ),
    )
  await test.step('without a network a change stays on the screen, and is sent when it is back', async () => {
    await context.setOffline(true)
    await expect.poll(reaches).toBe(false)
    await set(second, more)
    await expect(second.getByText('Your last changes have not reached the shop.')).toBeVisible()
    await second.getByRole('button', { name: `Remove ${other.name}`, exact: true }).click()
    await expect(unitsIn(second)).toHaveValue(String(more))
    const sent = second.waitForResponse((response) => response.url().endsWith('/lines') && response.ok())
    await context.setOffline(false)
    await sent
    await expect(second.getByText('Your last changes have not reached the shop.')).toHaveCount(0)
    await second.reload()
    await expect(unitsIn(second)).toHaveValue(String(more))
    await expect(second.getByRole('checkbox', { name: 'Select all (1)' })).toBeVisible()
  })

  await test.step('a change that waits for the network goes along to the checkout', async () => {
    // So that its scripts are there.
    await second.getByRole('button', { name: 'Checkout' }).click()
    await second.getByRole('link', { name: 'Back to the cart' }).click()
    // A cart that is still loading would end with the network.
    await expect(unitsIn(second)).toHaveValue(String(more))
    await context.setOffline(true)
    await expect.poll(reaches).toBe(false)
    await set(second, some)
    await second.getByRole('button', { name: 'Checkout' }).click()
    await expect(second.getByText('The checkout could not be loaded')).toBeVisible()
    const sent = second.waitForResponse((response) => response.url().endsWith('/lines') && response.ok())
    await context.setOffline(false)
    await sent
    await expect(second.getByText(`${some} × ${part.name}`)).toBeVisible()
    await second.goto('/cart')
    await expect(unitsIn(second)).toHaveValue(String(some))
  })

  await test.step('a quantity stays whose page is left with the cursor still in its field, without a network', async () => {
    await context.setOffline(true)
    await expect.poll(reaches).toBe(false)
    await unitsIn(second).fill(String(more))
    await second.goto('about:blank')
    await context.setOffline(false)
    const sent = second.waitForResponse((response) => response.url().endsWith('/lines') && response.ok())
    await second.goto('/cart')
    await sent
    await expect(unitsIn(second)).toHaveValue(String(more))
  })

  await test.step('of a change whose answer is lost nothing is added twice', async () => {
    await second.goto('/dashboard/lists')
    await second.getByRole('textbox', { name: 'New list' }).fill('Bay 2')
    await second.getByRole('button', { name: 'Add', exact: true }).click()
    await second.route(
      '**/lines',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await second.getByRole('textbox', { name: 'Add a part number' }).fill(part.sku ?? '')
    let isSent = false
    second.on('response', (response) => (isSent ||= response.url().endsWith('/lines') && response.ok()))
    await second.getByRole('button', { name: 'Add to list' }).click()
    // Unless the page sends it again by itself, once the list is loaded.
    const sendNow = second.getByRole('button', { name: 'Send now' })
    await expect(async () => {
      if (!isSent && (await sendNow.isVisible())) await sendNow.click({ timeout: 1000 })
      expect(isSent).toBe(true)
    }).toPass()
    await expect(sendNow).toHaveCount(0)
    await second.reload()
    await expect(unitsIn(second)).toHaveValue(String(part.minOrder))
  })
})
