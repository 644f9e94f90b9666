import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { countSteps } from './count-steps.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize } from './order-product.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { openAs, openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

/** Orders ten units each of four parts by the API, and allows them to be paid after they have shipped. */
async function placeFortyUnits(page: Page, shop: JourneyShop): Promise<{ order: Order; names: string[] }> {
  const parts = (await findPartsOnSale(page, 100)).filter(
    ({ minOrder, available }) => minOrder <= 10 && available >= 40,
  )
  const lines = parts.slice(0, 4).map(({ _id }) => ({ productId: _id, quantity: 10 }))
  const data = { lines, address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
  const response = await page.request.post('/orders', { headers: await authorize(page), data })
  const { order }: { order?: Order } = await response.json()
  if (!order) throw new Error(`POST /orders: ${await response.text()}`)
  await shop.database(`UPDATE orders SET confirmed_at = now(), terms = '{"netDays": 30}' WHERE id = $1`, [order._id])
  return { order, names: parts.slice(0, 4).map(({ name }) => name) }
}

test('a seller ships all of an order in two clicks, and undoes it with a third', async ({ page, shop }) => {
  await signUp(page, newPerson('Wanda'), '')
  const { order } = await placeFortyUnits(page, shop)
  await openAsAdmin(page, shop, `/dashboard/all-order?q=${order.number}`)
  const row = page.getByRole('row').filter({ hasText: order.number })
  const { steps, click } = countSteps()
  await click(row.getByRole('button', { name: 'Ship' }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }))
  expect(steps.clicks).toBe(2)
  await expect(findToast(page, 'Successfully shipped the order')).toBeVisible()
  await expect(row.getByText('shipped', { exact: true }).filter({ visible: true })).toHaveCount(2)

  await click(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }))
  await expect(
    findToast(page, `Parcel ${order.number}-1 undone: its units can be shipped again`),
    'the parcel is undone',
  ).toBeVisible()
  await expect(row.getByRole('button', { name: 'Ship' })).toBeVisible()
})

test('who presses on shipping second reads who was faster, and keeps what was typed', async ({ page, shop }) => {
  await signUp(page, newPerson('Zoe'), '')
  const { order } = await placeFortyUnits(page, shop)
  await openAsAdmin(page, shop, `/dashboard/all-order/${order._id}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('OWN-2')
  const body = { carrier: 'DHL', trackingNumber: 'THEIRS-1' }
  await page.request.post(`/order/${order._id}/shipments`, { headers: await authorize(page), data: body })
  await dialog.getByRole('button', { name: 'Ship 40 of 40' }).click()
  await expect(dialog.getByRole('heading', { name: `Nothing of order ${order.number} is left to ship` })).toBeVisible()
  await expect(dialog).toContainText(`${shop.adminEmail} shipped it`)
  await expect(dialog).toContainText(`parcel ${order.number}-1, DHL, THEIRS-1.`)
  await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('OWN-2')
  await expect(dialog.getByRole('button', { name: /^Ship/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('an order for pickup is ready before it was picked up, in the list as on its page, and its buyer reads where it is', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Petra')
  await signUp(page, buyer, '')
  const { order, names } = await placeFortyUnits(page, shop)
  const pickup = '{"id": "1", "kind": "pickup", "name": "Pickup at the counter"}'
  await shop.database(`UPDATE orders SET shipping = $2::jsonb WHERE id = $1`, [order._id, pickup])

  await openAs(page, buyer, `/dashboard/payment/${order._id}`)
  await expect(page.getByText('40 units for pickup')).not.toContainText('Workshop Lane')
  await page.goto(`/dashboard/order/${order._id}`)
  await expect(page.getByRole('region', { name: 'Pickup' })).toContainText('Pickup at the counter')

  await openAsAdmin(page, shop, `/dashboard/all-order?q=${order.number}`)
  const row = page.getByRole('row').filter({ hasText: order.number })
  await row.getByRole('button', { name: 'Ready for pickup' }).click()
  await expect(findToast(page, `Order ${order.number} is ready: its buyer gets an email`)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Picked up' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/dashboard/all-order/${order._id}`)
  const topOf = async (name: string) => (await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? 0
  await expect(page.getByRole('region', { name: 'Lines: 4' })).toContainText(names[0] ?? '')
  const tops = [await topOf('Lines: 4'), await topOf('Payment'), await topOf('Tags and notes')]
  expect(tops, 'staff pick first, then read and write').toEqual(tops.toSorted((one, other) => one - other))
})

// route /dashboard/packing-slips as admin
test('a seller ships 38 of 40 units in one go, and the buyer sees what is in the parcel and what is to come', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Pia')
  await signUp(page, buyer, '')
  const { order, names } = await placeFortyUnits(page, shop)
  const [first = '', , , last = ''] = names

  await test.step('the seller types two numbers', async () => {
    await openAsAdmin(page, shop, `/dashboard/all-order/${order._id}`)
    const { steps, click } = countSteps()
    await click(page.getByRole('button', { name: 'Ship', exact: true }))
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: first })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('9\n')
    await dialog.getByRole('textbox', { name: last }).fill('9')
    await page.keyboard.press('Enter')
    // As a barcode scanner does, whose Enter never ships.
    await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toBeFocused()
    await page.keyboard.type('DHL Paket\n')
    await page.keyboard.type('00340 434 161\n')
    await expect(dialog.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('00340 434 161')
    await click(dialog.getByRole('button', { name: 'Ship 38 of 40' }))
    await expect(findToast(page, '38 units shipped, 2 left to ship')).toBeVisible()
    expect(steps.clicks).toBe(2)
  })

  await test.step('corrects the number', async () => {
    const parcels = page.getByRole('region', { name: 'Parcels' })
    await expect(parcels).toContainText(`Parcel ${order.number}-1`)
    await parcels.getByRole('button', { name: 'Edit number' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Tracking number' }).fill('00340 434 162')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(parcels).toContainText('00340 434 162')
  })

  await test.step('prints slips of the parcel and of what is left', async () => {
    await page.goto(`/dashboard/packing-slips?ids=${order._id}`)
    const slip = page.getByRole('article')
    await expect(slip).toContainText(`Packing slip ${order.number}`)
    await expect(slip.getByRole('row')).toHaveCount(3)
    await page.goBack()
    await page.getByRole('region', { name: 'Parcels' }).getByRole('link', { name: 'Packing slip' }).click()
    await expect(slip).toContainText(`Packing slip ${order.number}-1`)
    await expect(slip).toContainText('DHL Paket 00340 434 162')
    await expect(slip.getByRole('row')).toHaveCount(5)
  })

  await test.step('finds the order among those partly shipped', async () => {
    await page.goto('/dashboard/all-order')
    await page.getByRole('radio', { name: /^Partly shipped/ }).check({ force: true })
    await expect(page.getByRole('row').filter({ hasText: order.number })).toContainText('Partly shipped')
  })

  await test.step('the buyer sees each line and the parcel', async () => {
    await openAs(page, buyer, `/dashboard/order/${order._id}`)
    const line = page.getByRole('listitem').filter({ hasText: first }).filter({ hasText: 'ordered' })
    await expect(line).toContainText('10 ordered · 9 in parcel 1 (DHL Paket) · 1 to come')
    await expect(line.getByRole('link', { name: '9 in parcel 1 (DHL Paket)' })).toHaveAttribute(
      'href',
      'https://nolp.dhl.de/nextt-online-public/set_identcodes.do?idc=00340434162',
    )
    const parcels = page.getByRole('region', { name: 'Parcels' })
    await expect(parcels.getByRole('link', { name: 'Track parcel' })).toBeVisible()
    await expect(parcels.getByRole('button')).toHaveCount(0)
    await expect(page.getByText('Partly shipped', { exact: true })).toBeVisible()
  })
})

test('a seller undoes a parcel on the page of its order in one click, and ships its units again', async ({
  page,
  shop,
}) => {
  await signUp(page, newPerson('Uwe'), '')
  const { order } = await placeFortyUnits(page, shop)
  await openAsAdmin(page, shop, `/dashboard/all-order/${order._id}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect(dialog.getByRole('button', { name: 'Ship 0 of 40' })).toBeDisabled()
  const scan = dialog.getByRole('searchbox', { name: 'Scan or type a part number' })
  await scan.fill('no-such-part')
  await scan.press('Enter')
  await expect(dialog.getByText('no-such-part is no part of this order. Not counted.')).toBeVisible()
  await scan.fill(order.sku ?? '')
  await scan.press('Enter')
  await expect(scan).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Ship 1 of 40' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'All' }).click()
  await dialog.getByRole('button', { name: 'Ship 40 of 40' }).click()
  const parcels = page.getByRole('region', { name: 'Parcels' })
  const { steps, click } = countSteps()
  await click(parcels.getByRole('button', { name: 'Undo' }))
  await expect(parcels).toBeHidden()
  expect(steps.clicks).toBe(1)
  await expect(page.getByRole('region', { name: 'Order history' })).toContainText(`Parcel ${order.number}-1 undone`)

  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ship 40 of 40' }).click()
  await expect(parcels, 'its number is not used again').toContainText(`Parcel ${order.number}-2`)
})

test('ten orders of one buyer ship with their numbers by keyboard alone, and all come back with one press', async ({
  page,
  shop,
}) => {
  await signUp(page, newPerson('Zehra'), '')
  const [part] = await findPartsOnSale(page, 100)
  const headers = await authorize(page)
  const data = { productId: part?._id, quantity: part?.minOrder, address: '1 Dock Street', phoneNumber: '5550100' }
  const ids: string[] = []
  for (let at = 0; at < 10; at += 1) {
    const { order }: { order: Order } = await (await page.request.post('/orders', { headers, data })).json()
    ids.push(order._id)
  }
  await shop.database(
    `UPDATE orders SET confirmed_at = now(), open_slot = NULL, terms = '{"netDays": 30}' WHERE id = ANY ($1::uuid[])`,
    [ids],
  )
  const sentWith = async () =>
    (
      await shop.database(
        `SELECT concat_ws(' ', carrier, tracking_number) AS number FROM shipments WHERE order_id = ANY ($1::uuid[]) AND undone_at IS NULL ORDER BY 1`,
        [ids],
      )
    ).map(({ number }) => number)
  await openAsAdmin(page, shop, '/dashboard/all-order?q=Zehra')
  const openDialog = async () => {
    await page.goto('/dashboard/all-order?q=Zehra')
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page
      .getByRole('region', { name: /selected/i })
      .getByRole('button', { name: 'Ship', exact: true })
      .click()
  }
  const dialog = page.getByRole('dialog')
  await test.step('by keyboard', async () => {
    await openDialog()
    await dialog.getByRole('combobox', { name: 'Carrier' }).focus()
    const keys = ['DHL', ...ids.map((_, at) => `00340 ${at}`)]
    for (const key of keys) await page.keyboard.type(`${key}\n`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('button', { name: 'Ship 10 orders' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(findToast(page, '10 orders shipped')).toBeVisible()
    expect(await sentWith()).toEqual(ids.map((_, at) => `DHL 00340 ${at}`))
  })

  await test.step('undone, but for one that was undone in the list before', async () => {
    await page.getByRole('row').filter({ hasText: 'Zehra' }).first().getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Zehra' }).getByRole('button', { name: 'Undo' })).toHaveCount(
      9,
    )
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
    await expect(findToast(page, '9 parcels undone: their units can be shipped again')).toBeVisible()
    expect(await sentWith()).toEqual([])
  })

  await test.step('packed together, they get one number', async () => {
    await openDialog()
    await dialog.getByRole('checkbox', { name: /^One parcel with one number/ }).check()
    await dialog.getByRole('combobox', { name: 'Carrier' }).focus()
    await page.keyboard.type('UPS\n1Z\n')
    await dialog.getByRole('button', { name: 'Ship 10 orders' }).click()
    await expect(findToast(page, '10 orders shipped')).toBeVisible()
    expect(await sentWith()).toEqual(ids.map(() => 'UPS 1Z'))
  })
})

// route /dashboard/pack as admin
// route /dashboard/pick-list as admin
test('a seller picks and packs an order with a scanner: a wrong part is refused, and the last one ships', async ({
  page,
  shop,
}) => {
  await signUp(page, newPerson('Skander'), '')
  const parts = (await findPartsOnSale(page, 100)).filter(({ minOrder, available }) => minOrder === 1 && available >= 5)
  const [one, two, other] = parts
  const lines = [
    { productId: one?._id, quantity: 2 },
    { productId: two?._id, quantity: 1 },
  ]
  const data = { lines, address: '2 Dock Street', phoneNumber: '5550100' }
  const placed = await page.request.post('/orders', { headers: await authorize(page), data })
  const { order }: { order: Order } = await placed.json()
  await shop.database(`UPDATE orders SET confirmed_at = now(), terms = '{"netDays": 30}' WHERE id = $1`, [order._id])
  await shop.database(`INSERT INTO part_numbers (product_id, kind, number) VALUES ($1, 'barcode', '0123456789012')`, [
    one?._id,
  ])
  await openAsAdmin(page, shop, `/dashboard/pick-list?ids=${order._id}`)
  await expect(page.getByRole('row').filter({ hasText: one?.name ?? '' })).toContainText('2')
  await page.goto(`/dashboard/packing-slips?ids=${order._id}`)
  await expect(page.getByRole('img', { name: `Code of ${order.number}` })).toBeVisible()
  await shop.database(`UPDATE orders SET language = 'de' WHERE id = $1`, [order._id])
  await page.reload()
  const slip = page.getByRole('article')
  await expect(slip).toContainText(`Packzettel ${order.number}`)
  await expect(slip.getByRole('columnheader')).toHaveText(['Menge', 'Artikel', 'Gepackt'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Packing slips')

  await page.goto('/dashboard/pack')
  const scan = async (code: string) => page.keyboard.type(`${code}\n`)
  const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Packing slip or order number' })).toBeFocused()
  await scan(order.number.toLowerCase())
  await says(`Order ${order.number}: 3 units to pack`)
  await expect(page.getByRole('textbox', { name: 'Part', exact: true })).toBeFocused()
  // As UPC, without the zero.
  await scan('123456789012')
  await says(`1 of 2: ${one?.name}`)
  await page.reload()
  await says(`Order ${order.number}: 2 units to pack`)
  await expect(page.getByRole('textbox', { name: 'Part', exact: true })).toBeFocused()
  await scan(other?.sku ?? '')
  await says(`${other?.sku} is no part of this order. Not counted.`)
  await scan('0123456789012')
  await scan('0123456789012')
  await says(`${one?.name}: all 2 units are packed already. Not counted.`)
  await scan(two?.sku ?? '')
  await expect(findToast(page, `Parcel ${order.number}-1 is on its way`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Packing slip or order number' })).toBeFocused()

  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect(findToast(page, `Parcel ${order.number}-1 undone: its units can be shipped again`)).toBeVisible()
  await test.step('Enter on the empty field ships what is packed', async () => {
    await page.getByRole('textbox', { name: 'Packing slip or order number' }).focus()
    await scan(order.number)
    await says(`Order ${order.number}: 3 units to pack`)
    await scan('')
    await says('Nothing is packed yet. Scan a part.')
    await scan(two?.sku ?? '')
    await scan('')
    await expect(findToast(page, `Parcel ${order.number}-2 is on its way`)).toBeVisible()
  })
})
