import type { Page } from '@playwright/test'
import { countSteps } from './count-steps.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

const termsAddress = 'https://example.com/terms-of-sale'

/** Sets the address of the terms of sale through the admin's own page. */
async function setTermsOfSale(admin: Page, address: string): Promise<void> {
  await admin.evaluate(async (termsOfSale) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('accessToken')}`,
      'content-type': 'application/json',
    }
    const content = await (await fetch('/site-content')).json()
    const body = JSON.stringify({ ...content, settings: { ...content.settings, termsAddress: termsOfSale } })
    const response = await fetch('/site-content', { method: 'PUT', headers, body })
    if (!response.ok) throw new Error(await response.text())
  }, address)
}

/** Opens the page of a customer and allows payment by invoice. */
async function allowInvoice(admin: Page, email: string): Promise<void> {
  await admin.goto('/dashboard/customers')
  await admin.getByRole('searchbox', { name: 'Customers: name, company, number' }).fill(email)
  await expect(admin.getByRole('table').getByRole('link')).toHaveCount(1)
  const { steps, click } = countSteps()
  await click(admin.getByRole('table').getByRole('link'))
  await click(admin.getByRole('button', { name: 'Allow payment by invoice' }))
  await admin.getByRole('textbox', { name: 'Days to pay' }).fill('14')
  await admin.getByRole('textbox', { name: 'Credit limit' }).fill('5000')
  await click(admin.getByRole('button', { name: 'Save' }))
  await expect(findToast(admin, 'Terms saved')).toBeVisible()
  expect(steps.clicks).toBe(3)
}

const inDollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

const inEuropeanDollars = (amount: number) => amount.toLocaleString('de-DE', { style: 'currency', currency: 'USD' })

const openAdmin = async (page: Page, shop: JourneyShop) => {
  const admin = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!admin) throw new Error('There is no browser.')
  await openAsAdmin(admin, shop, '/dashboard')
  return admin
}

test('an allowed buyer orders on account; the admin ships it unpaid and records the payment, which frees the credit', async ({
  page,
  shop,
}) => {
  const person = newPerson('Agatha')
  await signUp(page, person, '')
  const admin = await openAdmin(page, shop)
  await allowInvoice(admin, person.email)
  const customerPage = admin.url()
  const credit = admin.getByRole('region', { name: 'Payment by invoice' })
  await setTermsOfSale(admin, termsAddress)

  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  const total = inDollars(product.price * product.minOrder)
  const left = inDollars(5000 - product.price * product.minOrder)
  await test.step('the buyer orders by invoice and accepts the terms of sale', async () => {
    await page.goto(`/checkout?product=${product._id}&quantity=${product.minOrder}`)
    await fillFirstAddress(page)
    await expect(page.getByRole('radio', { name: /^On account, net 14 days/ })).toBeChecked()
    const { steps, click } = countSteps()
    const place = page.getByRole('button', { name: 'Place order: 1 line' })
    await place.click()
    await expect(page.getByText('Accept the terms of sale to order.').first()).toBeVisible()
    await click(page.getByRole('checkbox', { name: /terms of sale/ }))
    await click(place)
    await expect(page).toHaveURL(/\/dashboard\/order\//)
    await expect(page.getByText(/^Thank you for your order\. Please pay by /)).toBeVisible()
    await expect(page.getByText('On account', { exact: true })).toBeVisible()
    await expect(page.getByText('Net 14 days')).toBeVisible()
    expect(steps.clicks).toBe(2)
  })
  await test.step('the order prints as an invoice', async () => {
    await expect(page.getByText('later, by invoice', { exact: true })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: /^Invoice BY-\d+$/ })).toBeVisible()
    await expect(page).toHaveTitle(/^Invoice BY-\d+ – /)
    await expect(page.getByRole('heading', { name: 'Delivery and billing address' })).toBeVisible()
    await expect(page.getByText(/^Due \d+ \w+ \d{4}$/)).toBeVisible()
    await expect(page.getByText('Total', { exact: true })).toHaveCount(1)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('region', { name: 'Order history' })).toBeVisible()
    await expect(page).toHaveTitle(/^Order BY-\d+ – /)
  })
  const orderPage = page.url().replace('/dashboard/order/', '/dashboard/all-order/')

  await test.step('the credit is used', async () => {
    await admin.goto(customerPage)
    await expect(credit).toContainText(total)
    await page.goto(`/checkout?product=${product._id}&quantity=${product.minOrder}`)
    await expect(page.getByRole('radio', { name: /^On account/ })).toBeVisible()
    await expect(page.getByText(`${left} of your credit is left`, { exact: false })).toBeVisible()
  })

  await test.step('the admin reads which terms were accepted, and ships the order unpaid', async () => {
    await admin.goto(orderPage)
    const history = admin.getByRole('region', { name: 'Order history' })
    await expect(history.getByRole('listitem').filter({ hasText: `Terms accepted (${termsAddress})` })).toBeVisible()
    await admin.getByRole('button', { name: 'Ship', exact: true }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
    await expect(findToast(admin, 'Successfully shipped the order')).toBeVisible()
    await expect(history.getByRole('listitem').filter({ hasText: 'Shipped' })).toBeVisible()
  })

  await test.step('the invoice of a German buyer is German on paper, and the page around it English', async () => {
    // Invoices do not change: this one becomes that of an order in German.
    await shop.database(`ALTER TABLE issued_documents DISABLE TRIGGER USER`)
    await shop.database(
      `UPDATE issued_documents SET language = 'de'
       WHERE order_id IN (SELECT id FROM orders WHERE buyer_id = (SELECT id FROM users WHERE email = $1))`,
      [person.email],
    )
    await shop.database(`ALTER TABLE issued_documents ENABLE TRIGGER USER`)
    // Until its messages are there, nothing is printed in another language.
    const isGerman = (url: URL) => /\/de-[^/]+\.js$/.test(url.pathname)
    await admin.route(isGerman, (route) => route.abort())
    await admin.reload()
    const failure = admin.getByRole('alert').filter({ hasText: 'The invoice couldn’t be loaded' })
    await expect(failure).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Invoice', exact: true })).toBeDisabled()
    await admin.emulateMedia({ media: 'print' })
    await expect(admin.getByText('The invoice isn’t loaded yet.')).toBeVisible()
    await admin.emulateMedia({ media: 'screen' })
    await admin.unroute(isGerman)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeHidden()
    await expect(admin.getByRole('button', { name: 'Invoice', exact: true })).toBeEnabled()
    await expect(admin.getByRole('button', { name: 'Record payment' })).toBeVisible()
    await admin.emulateMedia({ media: 'print' })
    const paper = admin.getByRole('article')
    await expect(paper.getByRole('heading', { name: /^Rechnung BY-\d+$/ })).toBeVisible()
    await expect(admin).toHaveTitle(/^Rechnung BY-\d+ – /)
    await expect(paper.getByRole('heading', { name: 'Liefer- und Rechnungsadresse' })).toBeVisible()
    await expect(paper.getByText('Deutschland')).toBeVisible()
    await expect(paper.getByText(/^Fällig am \d+\. \S+ \d{4}$/)).toBeVisible()
    await expect(paper).not.toContainText(/Invoice|Quantity|Total/)
    await admin.emulateMedia({ media: 'screen' })
    await expect(admin.getByRole('region', { name: 'Order history' })).toBeVisible()
  })

  await test.step('what is credited is off what the invoice asks for, and is not called refunded', async () => {
    const status = await admin.evaluate(async (id) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      }
      const body = JSON.stringify({ amount: 1, reason: 'requested_by_customer' })
      const response = await fetch(`/order/${id}/refunds`, { method: 'POST', headers, body })
      await response.text()
      return response.status
    }, orderPage.split('/').at(-1))
    expect(status).toBe(200)
    await admin.reload()
    await expect(admin.getByRole('button', { name: 'Record payment' })).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Invoice', exact: true })).toBeEnabled()
    await admin.emulateMedia({ media: 'print' })
    const paper = admin.getByRole('article')
    await expect(
      paper.getByText(`Bitte zahlen Sie ${inEuropeanDollars(product.price * product.minOrder - 1)}`),
    ).toBeVisible()
    await expect(paper.getByText(/^1,00.\$ gutgeschrieben: Rechnungskorrektur BY-\d+-C1\.$/)).toBeVisible()
    await admin.emulateMedia({ media: 'screen' })
  })

  await test.step('the admin records the payment', async () => {
    const { steps, click } = countSteps()
    await click(admin.getByRole('button', { name: 'Record payment' }))
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reference' }).fill('RF18 5390')
    await click(dialog.getByRole('button', { name: 'Record payment' }))
    await expect(findToast(admin, 'Payment recorded')).toBeVisible()
    expect(steps.clicks).toBe(2)
    await expect(admin.getByRole('button', { name: 'Record payment' })).toHaveCount(0)
  })

  await test.step('the credit is free again', async () => {
    await admin.goto(customerPage)
    await expect(credit).toContainText('$0.00')
    await page.reload()
    await expect(page.getByText('$5,000.00 of your credit is left', { exact: false })).toBeVisible()
  })
  await setTermsOfSale(admin, '')
  await admin.close()
})
