import { countSteps } from './count-steps.ts'
import { findPartsOnSale } from './find-product.ts'
import { authorize } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

const springfield = {
  street: '1 Workshop Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62701',
  country: 'US',
  phone: '5550100',
}

// route /dashboard/customers/:id/order as admin
test('staff take an order of two parts on the phone, on account, and the customer sees it', async ({ page, shop }) => {
  const person = newPerson('Petra')
  await signUp(page, person)
  await page.request.post('/addresses', {
    headers: await authorize(page),
    data: { ...springfield, recipient: 'Petra Tester' },
  })
  const [customer] = await shop.database('SELECT id FROM users WHERE email = $1', [person.email])
  const staff = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!staff) throw new Error('There is no browser.')
  await openAsAdmin(staff, shop, '/home')
  await staff.request.put(`/customer/${String(customer?.['id'])}/terms`, {
    headers: await authorize(staff),
    data: { netDays: 14, creditLimit: 100_000, poRequired: false },
  })
  const parts = await findPartsOnSale(staff, 2)

  await staff.goto(`/dashboard/customers/${String(customer?.['id'])}`)
  const { steps, click, enter } = countSteps()
  await click(staff.getByRole('link', { name: 'New order' }))
  const find = staff.getByRole('textbox', { name: 'Part number or words' })
  for (const { sku = '', name } of parts) {
    await find.fill(sku.toLowerCase())
    await enter(find)
    await expect(staff.getByRole('region', { name: 'Parts' }).getByRole('link', { name })).toBeVisible()
  }
  await expect(staff.getByRole('radio', { name: /^On account, net 14 days/ })).toBeChecked()
  await click(staff.getByRole('button', { name: 'Place order: 2 lines' }))
  await expect(staff).toHaveURL(/\/dashboard\/all-order\//)
  await expect(staff.getByText(`is placed. ${person.email} gets an email.`)).toBeVisible()
  expect(steps).toEqual({ clicks: 2, enters: 2, pastes: 0 })
  const history = staff.getByRole('region', { name: 'Order history' })
  await expect(history.getByRole('listitem').first()).toContainText(shop.adminEmail)

  await staff.close()

  await page.goto('/dashboard')
  await expect(page.getByText(parts[0]?.name ?? '').first()).toBeVisible()
})

// route /dashboard/customers/:id/order as admin
test('a quantity that is raised to a price break, or typed behind a number, is ordered at its price', async ({
  page,
  shop,
}) => {
  const person = newPerson('Pia')
  await signUp(page, person)
  await page.request.post('/addresses', {
    headers: await authorize(page),
    data: { ...springfield, phone: undefined, recipient: 'Pia Tester' },
  })
  await shop.database(`UPDATE users SET phone = '+49 40 1234501' WHERE email = '${person.email}'`)
  const [customer] = await shop.database('SELECT id FROM users WHERE email = $1', [person.email])
  const id = String(customer?.['id'])
  const staff = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!staff) throw new Error('There is no browser.')
  await openAsAdmin(staff, shop, '/home')
  const headers = await authorize(staff)
  await staff.request.put(`/customer/${id}/terms`, {
    headers,
    data: { netDays: 14, creditLimit: 100_000, poRequired: false },
  })
  const [part, other] = (await findPartsOnSale(staff, 20)).filter(
    ({ available, minOrder, orderMultiple = 1 }) => minOrder === 1 && orderMultiple === 1 && available > 30,
  )
  if (!part?.sku || !other?.sku) throw new Error('There are no two parts.')
  const made = await staff.request.post('/price-lists', {
    headers,
    data: { name: `Pia ${person.email}`, customerId: id, active: true, exclusive: true },
  })
  const { priceList } = (await made.json()) as { priceList: { _id: string } }
  const rows = [part, other].flatMap(({ _id }) => [
    { productId: _id, from: 1, price: 1.25 },
    { productId: _id, from: 10, price: 1.12 },
  ])
  await staff.request.put(`/price-lists/${priceList._id}/prices`, { headers, data: { rows } })

  await staff.goto(`/dashboard/customers/${id}/order`)
  const find = staff.getByRole('textbox', { name: 'Part number or words' })
  const parts = staff.getByRole('region', { name: 'Parts' })
  for (const typed of [part.sku, `${other.sku} 10`]) {
    await find.fill(typed)
    await find.press('Enter')
    await expect(find).toHaveValue('')
  }
  const quantity = (name: string) => parts.getByRole('listitem').filter({ hasText: name }).getByRole('spinbutton')
  await expect(quantity(other.name)).toHaveValue('10')
  await quantity(part.name).fill('10')
  await quantity(part.name).press('Enter')
  await expect(parts.getByText('$1.12')).toHaveCount(2)
  await expect(staff.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('+49 40 1234501')
  // The prices change while the order is taken: the rows say so, and the price of now is ordered.
  const risen = rows.map((row) => ({ ...row, price: row.price + 0.01 }))
  await staff.request.put(`/price-lists/${priceList._id}/prices`, { headers, data: { rows: risen } })
  await staff.getByRole('button', { name: 'Place order: 2 lines' }).click()
  await expect(parts.getByText('$1.13').first()).toBeVisible()
  for (const { name } of [part, other]) {
    const row = parts.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: /\$1\.13/ }).click()
  }
  await staff.getByRole('button', { name: 'Place order: 2 lines' }).click()
  await expect(staff).toHaveURL(/\/dashboard\/all-order\//)
  await staff.close()
})

// route /dashboard/customers/:id/order as admin
test('words find parts, a new address is saved, and the customer pays by the mailed link, in German', async ({
  page,
  shop,
}) => {
  const person = newPerson('Paul')
  await signUp(page, person)
  const [customer] = await shop.database('SELECT id FROM users WHERE email = $1', [person.email])
  const staff = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!staff) throw new Error('There is no browser.')
  await staff.context().addCookies([{ name: 'language', value: 'de', url: shop.url }])
  await openAsAdmin(staff, shop, `/dashboard/customers/${String(customer?.['id'])}/order`)
  await staff.getByRole('textbox', { name: 'Teilenummer oder Suchwörter' }).fill('wrench')
  await staff.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  const found = staff.getByRole('list', { name: 'Gefundene Produkte' })
  await found.getByRole('button').first().click()
  await expect(found).toBeHidden()
  const delivery = staff.getByRole('region', { name: 'Lieferung' })
  await delivery.getByRole('combobox', { name: 'Land' }).selectOption('Deutschland')
  await delivery.getByRole('textbox', { name: 'Straße und Hausnummer' }).fill('Werkstr. 1')
  await delivery.getByRole('textbox', { name: 'Postleitzahl' }).fill('12345')
  await delivery.getByRole('textbox', { name: 'Ort' }).fill('Schrauben')
  await delivery.getByRole('textbox', { name: 'Telefon' }).fill('5550100')
  await delivery.getByRole('button', { name: 'An diese Adresse liefern' }).click()
  await expect(delivery.getByText('Werkstr. 1')).toBeVisible()
  await staff.getByRole('radio', { name: /^Zahlungslink per E-Mail/ }).check()
  await staff.getByRole('button', { name: 'Bestellen: 1 Position' }).click()
  await expect(staff).toHaveURL(/\/dashboard\/all-order\//)
  await page.goto(new URL(staff.url()).pathname.replace('/all-order/', '/payment/'))
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
  await staff.close()
})
