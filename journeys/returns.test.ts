import type { Page } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { countSteps } from './count-steps.ts'
import { drawPicture } from './draw-picture.ts'
import { findPartsOnSale } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { authorize, payOrder, placeOrder } from './order-product.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { openAs, openAsAdmin } from './sign-in.ts'
import { newPerson, type Person, signUp } from './sign-up.ts'

/** Orders a part by the API, pays it, and ships it as the admin; the browser is signed in as the buyer again. */
async function receiveParcel(page: Page, shop: JourneyShop, buyer: Person): Promise<{ order: Order; name: string }> {
  await signUp(page, buyer, '')
  const [part] = await findPartsOnSale(page, 1)
  if (!part) throw new Error('The shop sells no part.')
  const order = await placeOrder(page, part)
  await payOrder(page, order)
  await ship(page, shop, order)
  return { order, name: part.name }
}

/** Ships an order as the admin, who stays signed in. */
async function ship(page: Page, shop: JourneyShop, { _id }: Order): Promise<void> {
  await openAsAdmin(page, shop, '')
  const shipped = await page.request.post(`/order/${_id}/shipments`, { headers: await authorize(page), data: {} })
  if (!shipped.ok()) throw new Error(await shipped.text())
}

// route /dashboard/returns as admin, /dashboard/returns/:id as admin, /dashboard/return-slip/:id as customer
test('a buyer returns a part in three clicks, and the seller receives it from its slip with one', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Rita')
  const { order } = await receiveParcel(page, shop, buyer)
  const number = `${order.number}-R1`

  await test.step('the buyer chooses a reason', async () => {
    await openAs(page, buyer, `/dashboard/order/${order._id}`)
    const { steps, click } = countSteps()
    await click(page.getByRole('button', { name: /^Return / }))
    const dialog = page.getByRole('dialog')
    await click(dialog.getByText('Does not fit'))
    await dialog.getByLabel('Photo (optional)').setInputFiles(await drawPicture('fit.png', 'teal'))
    await click(dialog.getByRole('button', { name: 'Send' }))
    expect(steps.clicks).toBe(3)
    await expect(findToast(page, `Return ${number} sent. We answer by email.`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Waiting for our answer')
    // The head and the line say it, too.
    await expect(page.getByText(`Return ${number}: Waiting for our answer`, { exact: true })).toBeVisible()
    await expect(page.getByText(`in return ${number}: Waiting for our answer`)).toBeVisible()
  })

  await test.step('the seller approves it from Today', async () => {
    await openAsAdmin(page, shop, '/dashboard/today')
    await page.getByRole('link', { name: /Returns? to answer/ }).click()
    await expect(page.getByRole('link', { name: number })).toBeVisible()
    await page.goto(`/dashboard/all-order/${order._id}`)
    const waits = page.getByRole('region', { name: 'The buyer waits for an answer' })
    await expect(waits).toContainText('Does not fit')
    // At the head of the page, and not in the list of returns again.
    await expect(page.getByText('Does not fit')).toHaveCount(1)
    await waits.getByRole('link', { name: 'Answer the return' }).click()
    // The page of the order shows the photo, too, until that of the return has come.
    await expect(page.getByRole('heading', { name: `Return ${number}`, level: 1 })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Photo of / })).toBeVisible()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(findToast(page, `Return ${number} approved`)).toBeVisible()
    await page.getByRole('link', { name: 'Return slip' }).click()
    await expect(page.getByRole('img', { name: `Code of return ${number}` })).toBeVisible()
  })

  await test.step('the buyer reads what is to be done', async () => {
    await openAs(page, buyer, `/dashboard/order/${order._id}`)
    await expect(page.getByText(`Return ${number}: Approved, please send it`, { exact: true })).toBeVisible()
    await openAsAdmin(page, shop, '')
  })

  await test.step('and receives it by scanner', async () => {
    await page.goto('/dashboard/returns')
    await expect(page.getByRole('textbox', { name: 'Number on the slip' })).toBeFocused()
    await page.keyboard.type(`${number}\n`)
    const { steps, click } = countSteps()
    await click(page.getByRole('button', { name: /^Receive and refund/ }))
    expect(steps.clicks).toBe(1)
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(`Return ${number} received`)
    await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  })
})

test('a buyer returns several lines for one reason in one dialog', async ({ page, shop }) => {
  const buyer = newPerson('Rosa')
  await signUp(page, buyer, '')
  const [one, two] = await findPartsOnSale(page, 2)
  if (!one || !two) throw new Error('The shop sells fewer than two parts.')
  const lines = [one, two].map(({ _id, minOrder, price }) => ({ productId: _id, quantity: minOrder, unitPrice: price }))
  const data = { lines, address: '1 Workshop Lane, 12345 Torque', phoneNumber: '5550100' }
  const response = await page.request.post('/orders', { headers: await authorize(page), data })
  const { order }: { order: Order } = await response.json()
  await payOrder(page, order)
  await ship(page, shop, order)

  await openAs(page, buyer, `/dashboard/order/${order._id}`)
  await page.getByRole('button', { name: `Return ${one.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Not needed').click()
  await dialog.getByText('Return other lines for the same reason (1)').click()
  await dialog.getByRole('checkbox', { name: two.name }).check()
  // One is broken, as a rule, not all.
  await expect(dialog.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1')
  await expect(dialog.getByRole('spinbutton', { name: `Units of ${two.name}` })).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Send' }).click()
  const returns = page.getByRole('region', { name: 'Returns' })
  await expect(returns.getByText(`Return ${order.number}-R1`)).toBeVisible()
  await expect(returns).toContainText(one.name)
  await expect(returns).toContainText(two.name)
  await expect(page.getByText(`1 in return ${order.number}-R1: Waiting for our answer`)).toHaveCount(2)

  await test.step('the seller sends a replacement once a question is answered', async () => {
    await openAsAdmin(page, shop, '/dashboard/returns')
    await page.getByRole('link', { name: `${order.number}-R1` }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('button', { name: 'Send replacement' }).click()
    const question = page.getByRole('alertdialog', { name: `Send a replacement for return ${order.number}-R1?` })
    await expect(question).toContainText('an order at no charge with 2 units, which are taken from stock')
    await question.getByRole('button', { name: 'Send replacement' }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('placed at no charge')
  })
})

// route /dashboard/return-settings as admin, /dashboard/return-reasons as admin
test('a refusal and a withdrawal in German, each with its mail and its entry in the audit log', async ({
  page,
  shop,
}) => {
  const buyer = newPerson('Gerda')
  const { order, name } = await receiveParcel(page, shop, buyer)
  await shop.database(`UPDATE orders SET language = 'de' WHERE id = $1`, [order._id])
  await page.goto('/home')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await test.step('the seller lets buyers withdraw', async () => {
    await page.goto('/dashboard/return-settings')
    await page.getByRole('checkbox', { name: 'Käufer können den Vertrag online widerrufen (EU)' }).check()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await expect(page.getByText('Regeln für Rücksendungen gespeichert')).toBeVisible()
  })

  await test.step('the buyer asks, and the seller refuses', async () => {
    await openAs(page, buyer, `/dashboard/order/${order._id}`)
    await page.getByRole('button', { name: `${name} zurücksenden` }).click()
    await page.getByRole('dialog').getByText('Defekt').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Senden' }).click()
    await expect(page.getByRole('region', { name: 'Rücksendungen' })).toContainText('Wartet auf unsere Antwort')
    await openAsAdmin(page, shop, `/dashboard/returns?show=requested&q=${order.number}`)
    await page.getByRole('link', { name: `${order.number}-R1` }).click()
    await page.getByRole('button', { name: 'Ablehnen' }).click()
    await page.getByRole('textbox', { name: 'Antwort' }).fill('Die Bremse wurde eingebaut.')
    await page.getByRole('dialog').getByRole('button', { name: 'Ablehnen' }).click()
    await expect(page.getByText(`Rücksendung ${order.number}-R1 abgelehnt`).first()).toBeVisible()
  })

  await test.step('the buyer withdraws from the contract all the same', async () => {
    await openAs(page, buyer, `/dashboard/order/${order._id}`)
    const returns = page.getByRole('region', { name: 'Rücksendungen' })
    await expect(returns).toContainText('Die Bremse wurde eingebaut.')
    const { steps, click } = countSteps()
    await click(returns.getByRole('button', { name: 'Vertrag widerrufen' }))
    await click(page.getByRole('alertdialog').getByRole('button', { name: 'Widerruf bestätigen' }))
    expect(steps.clicks).toBe(2)
    await expect(returns).toContainText(`Rücksendung ${order.number}-R2`)
    const mails = await shop.database(
      `SELECT subject, text_body AS text FROM outbox WHERE order_id = $1 AND kind IN ('withdrawal-confirmed', 'return-refused') ORDER BY id`,
      [order._id],
    )
    expect(mails.map(({ subject }) => subject)).toContain(`Ihr Widerruf der Bestellung ${order.number}`)
    expect(mails.map(({ text }) => text).join('\n')).toMatch(/ist am \d+\. \S+ \d{4} um \d\d:\d\d/)
  })

  await test.step('and the audit log has all of it', async () => {
    await openAsAdmin(page, shop, '/dashboard/audit-log')
    for (const kind of ['Vertrag widerrufen', 'Rücksendung abgelehnt', 'Rücksendung angefragt'])
      await expect(
        page.getByRole('row').filter({ hasText: kind }).filter({ hasText: order.number }).first(),
      ).toBeVisible()
    await page.goto('/dashboard/return-reasons')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Widerruf')
  })
})
