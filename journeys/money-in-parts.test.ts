import { readFile } from 'node:fs/promises'
import { countSteps } from './count-steps.ts'
import { findPartsOnSale } from './find-product.ts'
import { authorize } from './order-product.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// route /dashboard/statement as customer, /dashboard/statement/:id as admin, /dashboard/journal as admin, /dashboard/tax-report as admin
test('in German, staff record half a payment, send a reminder, and both sides see it in the statement', async ({
  page,
  shop,
}) => {
  const person = newPerson('Paula')
  await signUp(page, person)
  const [row] = await shop.database('SELECT id FROM users WHERE email = $1', [person.email])
  const customer = String(row?.['id'])
  const staff = await page.context().browser()?.newPage({ baseURL: shop.url })
  if (!staff) throw new Error('There is no browser.')
  await openAsAdmin(staff, shop, '/home')
  await staff.request.put(`/customer/${customer}/terms`, {
    headers: await authorize(staff),
    data: { netDays: 14, creditLimit: 100_000, poRequired: false },
  })
  const [part] = await findPartsOnSale(staff, 1)
  const answer = await page.request.post('/orders', {
    headers: await authorize(page),
    data: {
      lines: [{ productId: part?._id, quantity: part?.minOrder }],
      address: '1 Workshop Lane, Springfield, IL 62701',
      phoneNumber: '5550100',
      payBy: 'invoice',
      termsAccepted: true,
    },
  })
  expect(await answer.text()).toContain('"order"')
  const { order } = (await answer.json()) as { order: { _id: string; number: string; totalPrice: number } }

  // A reminder goes once it is due.
  await shop.database(`UPDATE orders SET confirmed_at = confirmed_at - interval '14 days' WHERE id = $1`, [order._id])
  for (const each of [staff, page]) {
    await each.goto('/home')
    await each.getByRole('button', { name: 'Deutsch' }).click()
    await expect(each.locator('html')).toHaveAttribute('lang', 'de')
  }
  await staff.goto(`/dashboard/all-order/${order._id}`)
  const { steps, click } = countSteps()
  await click(staff.getByRole('button', { name: 'Zahlung eintragen' }))
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Betrag' }).fill('1')
  await dialog.getByRole('textbox', { name: 'Verwendungszweck' }).fill('Die Hälfte')
  await click(dialog.getByRole('button', { name: 'Zahlung eintragen' }))
  await expect(staff.getByText('Zahlung eingetragen')).toBeVisible()
  expect(steps).toEqual({ clicks: 2, enters: 0, pastes: 0 })
  await staff.getByRole('button', { name: 'Zahlungserinnerung senden' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Erinnerung senden' }).click()
  await expect(staff.getByText('Erinnerung gesendet')).toBeVisible()

  const open = (order.totalPrice - 1).toLocaleString('de-DE', { minimumFractionDigits: 2 })
  await test.step('the file of chosen orders has what a bookkeeper compares', async () => {
    await staff.goto(`/dashboard/all-order?q=${order.number}`)
    await staff.getByRole('row').filter({ hasText: order.number }).getByRole('checkbox').check()
    const [file] = await Promise.all([
      staff.waitForEvent('download'),
      staff.getByRole('button', { name: 'CSV herunterladen' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    const [head = [], cells = []] = text
      .replace('\uFEFF', '')
      .split(/\r?\n/)
      .map((line) => line.slice(1, -1).split('";"'))
    const row = Object.fromEntries(head.map((name, at) => [name, cells[at]]))
    const total = order.totalPrice.toFixed(2).replace('.', ',')
    expect(row).toMatchObject({ Nummer: order.number, Kunde: person.name, 'Erstes Produkt': part?.name, Netto: total })
    expect(row).toMatchObject({ Steuer: '0,00', Summe: total, Gutgeschrieben: '0,00', Eingegangen: '1,00' })
    expect(row).toMatchObject({ Offen: (order.totalPrice - 1).toFixed(2).replace('.', ','), Währung: 'USD' })
    expect(row['Fällig']).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  await staff.goto(`/dashboard/statement/${customer}`)
  const paper = staff.getByRole('article')
  await expect(paper.getByText(order.number).first()).toBeVisible()
  await expect(paper.getByText(open).first()).toBeVisible()
  for (const [path, heading] of [
    ['/dashboard/journal', 'Journal'],
    ['/dashboard/tax-report', 'Steuerbericht'],
  ] as const) {
    await staff.goto(path)
    await expect(staff.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await page.goto('/dashboard/statement')
  await expect(page.getByRole('article').getByText(open).first()).toBeVisible()
  await staff.goto(`/dashboard/customers/${customer}`)
  await expect(staff.getByRole('region', { name: 'Bestellungen' })).toContainText(`Offener Saldo${open}`)
  await page.goto(`/dashboard/order/${order._id}`)
  await page.getByRole('link', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('region', { name: 'Zahlung' })).toContainText(open)

  await test.step('staff cancel it, and record that the part that came was sent back', async () => {
    await staff.goto(`/dashboard/all-order/${order._id}`)
    const cancelling = countSteps()
    await cancelling.click(staff.getByRole('button', { name: 'Stornieren', exact: true }))
    await expect(staff.getByRole('alertdialog')).toContainText(/die bezahlten 1,00\s\$ gehen auf dem Weg zurück/)
    await cancelling.click(staff.getByRole('alertdialog').getByRole('button', { name: 'Stornieren' }))
    await expect(staff.getByRole('button', { name: 'Erstattung überwiesen' })).toBeVisible()
    await staff.goto('/dashboard/today')
    await staff.getByRole('link', { name: /von Hand zu erstatten/ }).click()
    await staff.getByRole('link', { name: order.number }).first().click()
    await cancelling.click(staff.getByRole('button', { name: 'Erstattung überwiesen' }))
    await expect(staff.getByRole('textbox', { name: 'Verwendungszweck' })).toHaveValue(order.number)
    await cancelling.click(staff.getByRole('dialog').getByRole('button', { name: 'Erstattung überwiesen' }))
    await expect(staff.getByText(/1,00\s\$ gingen zurück an den Käufer/)).toBeVisible()
    expect(cancelling.steps.clicks).toBe(4)
  })

  await test.step('money that comes for the cancelled order waits to be sent back, and is not recorded twice by mistake', async () => {
    const recording = countSteps()
    const fill = async () => {
      await recording.click(staff.getByRole('button', { name: 'Weitere Zahlung eintragen' }))
      await dialog.getByRole('textbox', { name: 'Betrag' }).fill('5')
      await dialog.getByRole('textbox', { name: 'Verwendungszweck' }).fill('Noch einmal')
    }
    await fill()
    await expect(dialog).not.toContainText('schon eingetragen')
    await recording.click(dialog.getByRole('button', { name: 'Zahlung eintragen' }))
    await expect(staff.getByRole('button', { name: 'Erstattung überwiesen' })).toBeVisible()
    expect(recording.steps.clicks).toBe(2)
    await fill()
    await expect(dialog).toContainText('schon eingetragen')
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  })
  await staff.close()
})
