import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Tool } from '#contract/catalog.ts'
import { problems } from '#contract/problem.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/webhooks as admin
test('an admin adds a webhook, an order is told to it, and the log shows it', async ({ page, shop, request }) => {
  const received: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer((asked, response) => {
    let body = ''
    asked.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    asked.on('end', () => {
      received.push({ body, headers: asked.headers as Record<string, string> })
      response.end('Thank you')
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

  await openAsAdmin(page, shop, '/dashboard/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add a webhook' })
  await form.getByRole('checkbox', { name: 'Order placed' }).check()
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hook')
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  await expect(findToast(page, problems['webhook-address-refused'].message)).toBeVisible()
  await form.getByRole('textbox', { name: 'Address' }).fill(url)
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'The secret of the signatures' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()

  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const [product] = (await (await request.get('/tools?limit=1')).json()) as Tool[]
  const placed = await request.post('/orders', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      productId: product?._id,
      quantity: product?.minOrder,
      address: '12 Long Road, Springfield, IL 62701',
      phoneNumber: '+1 217 555 0100',
    },
  })
  const order = (await placed.json()) as { _id: string }
  const row = page.getByRole('row').filter({ hasText: 'Order placed' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toContainText('Delivered', { timeout: 1000 })
  }).toPass()
  await row.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Order placed' })
  await expect(details).toContainText('Thank you')
  await expect(details).toContainText(order._id)
  await page.keyboard.press('Escape')

  const event = new Webhook(secret).verify(received[0]?.body ?? '', received[0]?.headers ?? {})
  expect(event).toMatchObject({ type: 'order.placed', data: { _id: order._id } })

  await row.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => received.length).toBe(2)
  expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])

  await request.delete(`/orders/${order._id}`, { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(findToast(page, 'The webhook was deleted.')).toBeVisible()
  receiver.close()
})
