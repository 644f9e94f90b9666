import { delayRequests } from './delay-requests.ts'
import { expect, test } from './shop.ts'

// route /fits/:slug as visitor, /fits/:slug/:category as visitor
test('a typed line leads to the parts for a vehicle, and its page to those of a category, also on a phone', async ({
  page,
}) => {
  // What is typed and pressed before the scripts come works, too.
  const scripts = delayRequests(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const box = page.getByRole('combobox').first()
  await box.fill('2006 golf brake pads')
  await box.press('Enter')
  await expect(page.getByText('Parts for 2006 Volkswagen Golf V, read out of “2006 golf”.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Brake pad' })).not.toHaveCount(0)
  await page.getByRole('button', { name: 'Keep as my vehicle' }).click()
  scripts.release()
  await expect(page.getByText('It is your vehicle now.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your vehicle' })).toContainText('2006 Volkswagen Golf V')
  // Verdicts of a list are for the vehicle that it says it is for.
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Brake pads 155.1' }).first()
  await expect(card).toContainText('2006 Volkswagen Golf V')
  await page.goto('/products?q=2010+golf+brake+pads')
  await expect(card).toContainText('2010 Volkswagen Golf VI')
  await page.goto('/products?q=2006+golf+xyzzy')
  await expect(page.getByText('Not understood: xyzzy')).toBeVisible()
  await page.getByRole('link', { name: 'Search the words only' }).click()
  await expect(page).toHaveURL(/words=only/)
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/fits/volkswagen-golf-v')
  await expect(page.getByRole('heading', { level: 1, name: 'Parts for Volkswagen Golf V' })).toBeVisible()
  await page.getByRole('link', { name: /^Brake pads/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Brake pads for Volkswagen Golf V' })).toBeVisible()

  // The filter of a list, with what each category has for the vehicle.
  const model = await page.evaluate(async () => {
    const answer = (await (await fetch('/vehicle/volkswagen-golf-v')).json()) as { id: number }
    return answer.id
  })
  await page.goto(`/categories/brakes?vehicle=${model}-2006`)
  await expect(page.getByRole('link', { name: 'Remove For your 2006 Volkswagen Golf V' })).toBeVisible()
  await page.getByText('Filter', { exact: true }).click()
  await expect(page.getByRole('link', { name: 'Brake pads (3)' })).toBeVisible()
  await page.getByRole('link', { name: 'Remove For your 2006 Volkswagen Golf V' }).click()
  await expect(page).toHaveURL(/\/categories\/brakes$/)
})
