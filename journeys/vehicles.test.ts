import type { Tool } from '#contract/catalog.ts'
import { countSteps } from './count-steps.ts'
import { findPartsOnSale } from './find-product.ts'
import { authorize } from './order-product.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

/** Makes one part fit the Golf of 2006, one under a condition, and one only another car; they are named so that one search finds them. */
async function addFits(shop: JourneyShop, [fitting, toCheck, other]: readonly Tool[]): Promise<void> {
  const model = (slug: string) => `(SELECT id FROM vehicle_models WHERE slug = '${slug}')`
  const golf = model('volkswagen-golf-v')
  const ids = [fitting?._id, toCheck?._id, other?._id]
  await shop.database(`DELETE FROM fitments WHERE product_id = ANY ($1::uuid[])`, [ids])
  await shop.database(
    `INSERT INTO fitments (product_id, model_id, condition, origin) VALUES ($1, ${golf}, NULL, 'hand'),
      ($2, ${golf}, 'with sport suspension', 'hand'), ($3, ${model('volkswagen-passat-b6')}, NULL, 'hand')`,
    ids,
  )
  await shop.database(`UPDATE products SET fit_kind = 'vehicles' WHERE id = ANY ($1::uuid[])`, [ids])
}

// route /dashboard/garage as customer
test('a phone in German, by keyboard: one typed line shows what fits at every door, and the garage follows its owner', async ({
  page,
  shop,
}) => {
  const parts = await findPartsOnSale(page, 3)
  const [fitting, toCheck, other] = parts
  if (!fitting || !toCheck || !other) throw new Error('The demo shop has no parts on sale.')
  await addFits(shop, parts)
  await page.setViewportSize({ width: 390, height: 844 })
  const german = { domain: new URL(shop.url).hostname, path: '/' }
  await page.context().addCookies([{ name: 'language', value: 'de', ...german }])
  await page.goto('/')
  const { steps, enter } = countSteps()
  await enter(page.getByRole('button', { name: 'Fahrzeug wählen' }))
  const line = page.getByRole('textbox', { name: 'Fahrzeug eingeben' })
  await expect(line).toBeFocused()
  await page.keyboard.type('golf 5 2006')
  await enter(line)
  const bar = page.getByRole('region', { name: 'Ihr Fahrzeug' })
  await expect(bar).toContainText('2006 Volkswagen Golf V')
  await expect(page).toHaveURL(/\/products\?vehicle=\d+-2006$/)
  await expect(page.getByRole('main').getByText('Passt zu Ihrem 2006 Volkswagen Golf V').first()).toBeVisible()
  expect(steps).toMatchObject({ clicks: 0, enters: 2 })

  const words = {
    fits: 'Passt zu Ihrem 2006 Volkswagen Golf V',
    check: 'Prüfen: with sport suspension',
    other: 'Nicht gelistet für Ihren 2006 Volkswagen Golf V',
  }
  const main = page.getByRole('main')
  await test.step('every door says the same', async () => {
    const ids = parts.map(({ _id }) => _id)
    for (const door of [`/compare?${ids.map((id) => `p=${id}`).join('&')}`, '/cart']) {
      if (door === '/cart') {
        const kept = { mergeId: crypto.randomUUID(), lines: ids.map((productId) => ({ productId, quantity: 10 })) }
        await page.evaluate(`localStorage.setItem('boltyard.cart', ${JSON.stringify(JSON.stringify(kept))})`)
      }
      await page.goto(door)
      for (const text of Object.values(words)) await expect(main.getByText(text), door).toBeVisible()
    }
    await page.goto(`/products?q=${encodeURIComponent(fitting.sku ?? '')}`)
    await expect(main.getByText(words.fits).first()).toBeVisible()
    await page.goto('/quick-order')
    await page.getByRole('combobox', { name: 'Im Katalog suchen' }).fill(fitting.sku ?? '')
    await expect(page.getByRole('listbox').getByText(words.fits).first()).toBeVisible()
    await page.getByRole('textbox', { name: /Teilenummer.*1/ }).fill(other.sku ?? '')
    await expect(main.getByText(words.other)).toBeVisible()
  })

  await test.step('what a visitor keeps is in the garage after sign-in, once', async () => {
    await bar.getByRole('button', { name: 'Ändern' }).click()
    await page.getByRole('button', { name: '2006 Volkswagen Golf V in meine Garage stellen' }).click()
    await expect(page.getByRole('heading', { name: 'Meine Garage' })).toBeVisible()
    await page.getByRole('button', { name: '2006 Volkswagen Golf V bearbeiten' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Kombi von Gerd')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Kombi von Gerd.*Golf V/ })).toBeVisible()
    await signUp(page, newPerson('Gerd'), '/dashboard/garage')
    const garage = page.getByRole('list', { name: 'Meine Garage' })
    await page.reload()
    await expect(garage.getByRole('listitem')).toHaveCount(1)
    await expect(garage).toContainText('Kombi von Gerd')
    await garage.getByRole('button', { name: /bearbeiten/ }).click()
    await page.getByRole('textbox', { name: 'Kennzeichen' }).fill('b-gg 1')
    await page.keyboard.press('Enter')
    await expect(garage).toContainText('B-GG 1')
  })

  await test.step('the product page says it, and the order line keeps it', async () => {
    await page.goto(`/products/${other._id}`)
    await expect(main.getByText(words.other).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Passend für' })).toContainText('Passat B6')
    const headers = await authorize(page)
    const { vehicle } = (await (await page.request.get('/garage', { headers })).json())[0]
    const { name: _, ...chosen } = vehicle
    const lines = [{ productId: fitting._id, quantity: fitting.minOrder }]
    const data = { lines, vehicle: chosen, address: '1 Werkstattweg, 12345 Berlin', phoneNumber: '5550100' }
    const { _id } = await (await page.request.post('/orders', { headers, data })).json()
    await page.goto(`/dashboard/order/${_id}`)
    await expect(main.getByText('Für 2006 Volkswagen Golf V: passt')).toBeVisible()
    const sku = encodeURIComponent(fitting.sku ?? '')
    for (const door of [`/dashboard/order/${_id}/again`, '/checkout', `/products?q=${sku}&view=rows`]) {
      await page.goto(door)
      await expect(main.getByText(words.fits).first(), door).toBeVisible()
    }
  })
})

test('by hand it takes four clicks from home to what fits, and one press shows all again', async ({ page, shop }) => {
  await addFits(shop, await findPartsOnSale(page, 3))
  await page.goto('/')
  const { steps, click } = countSteps()
  await click(page.getByRole('button', { name: 'Choose your vehicle' }))
  const choose = async (label: string, option: string) => {
    steps.clicks += 1
    await page.getByRole('combobox', { name: label, exact: true }).selectOption(option)
  }
  await choose('Make', 'Volkswagen')
  await choose('Model', 'Golf')
  await click(page.getByRole('button', { name: '2006', exact: true }))
  await expect(page).toHaveURL(/\/products\?vehicle=\d+-2006$/)
  await expect(page.getByRole('main').getByText('Fits your 2006 Volkswagen Golf V').first()).toBeVisible()
  expect(steps.clicks).toBe(4)
  const bar = page.getByRole('region', { name: 'Your vehicle' })
  await expect(bar).toContainText('2006 Volkswagen Golf V')
  // The vehicle stays chosen, and every list can be narrowed to it again.
  await bar.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/products')
  await expect(bar).toContainText('2006 Volkswagen Golf V')
  await page.goto('/categories/brake-discs')
  await bar.getByRole('button', { name: 'Only what fits' }).click()
  await expect(page).toHaveURL(/\/categories\/brake-discs\?vehicle=\d+-2006$/)
  await bar.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('button', { name: 'Without a vehicle' }).click()
  await expect(bar.getByRole('button', { name: 'Choose your vehicle' })).toBeVisible()
  await expect(page).toHaveURL('/categories/brake-discs')

  // What is not understood is said before the only vehicle is taken.
  await bar.getByRole('button', { name: 'Choose your vehicle' }).click()
  await page.getByRole('textbox', { name: 'Type it' }).fill('golf 5 2006 blue')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not understood: blue')).toBeVisible()
  await expect(page.getByRole('button', { name: '2006 Volkswagen Golf V', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  // A number of the papers gives make and year; the year stays when the model is chosen.
  await bar.getByRole('button', { name: 'Choose your vehicle' }).click()
  await page.getByRole('textbox', { name: 'Type it' }).fill('WVWZZZ1KZ6W123456')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '2006 Volkswagen', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('Golf')
  await page.getByRole('button', { name: '2006 Volkswagen Golf V (2003–2009)' }).click()
  await expect(bar).toContainText('2006 Volkswagen Golf V')
})

test('a family that is searched for is offered with its generations, and the chosen one is taken at once', async ({
  page,
}) => {
  await page.goto('/products?q=sprinter')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: '“sprinter” is a vehicle. Which one?' })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Mercedes-Benz Sprinter W90\d \d{4}–/ }).first()).toBeVisible()

  await page.goto('/products?q=brake+pads+golf')
  await main.getByRole('link', { name: 'Volkswagen Golf V 2003–2009' }).click()
  await expect(page).toHaveURL(/\/products\?q=brake\+pads&vehicle=\d+$/)
  await expect(main.getByRole('link', { name: /^Remove .*Volkswagen Golf V$/ })).toBeVisible()

  await page.goto('/products?q=brake+pads+golf')
  await main.getByRole('combobox', { name: 'Years' }).selectOption('2006 Volkswagen Golf V')
  await expect(page).toHaveURL(/\/products\?q=brake\+pads&vehicle=\d+-2006$/)
  await expect(page.getByRole('region', { name: 'Your vehicle' })).toContainText('2006 Volkswagen Golf V')
  await page.goto('/products?q=brake+pads+golf')
  await expect(page).toHaveURL(/\/products\?q=brake\+pads&vehicle=\d+-2006$/)
})

test('a number of a vehicle in the search box leads to its parts', async ({ page }) => {
  await page.goto('/products?q=wvwzzz1kz6w000001')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'WVWZZZ1KZ6W000001', exact: true })).toBeVisible()
  await main.getByRole('button', { name: 'Choose your vehicle' }).click()
  const dialog = page.getByRole('dialog')
  // The make alone offers the models of its year.
  await dialog.getByRole('button', { name: '2006 Volkswagen', exact: true }).click()
  const models = dialog.getByRole('combobox', { name: 'Model' })
  await expect(models.getByRole('option', { name: 'Golf', exact: true })).toBeAttached()
  await expect(models.getByRole('option', { name: 'ID.3' })).toHaveCount(0)
  await dialog.getByRole('button', { name: '2006 Volkswagen Golf V' }).click()
  await expect(page).toHaveURL(/\/products\?vehicle=\d+-2006$/)
})
