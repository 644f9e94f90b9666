import { drawPicture } from './draw-picture.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/store as admin
// route /contact as visitor, /manifest.webmanifest as visitor
test('a seller names her shop, gives it logo and colors, and sees them on the home page and in a mail', async ({
  page,
  shop,
  browser,
}) => {
  await openAsAdmin(page, shop, '/dashboard/store#units')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const changes = page.getByText(/^Not saved yet: /)
  const saveButton = page.getByRole('button', { name: 'Save', exact: true })
  await expect(part('Units of measure')).toBeInViewport()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'Store' })).toBeInViewport()
  // Whoever goes to another entry takes the menu along.
  await menu.getByRole('link', { name: 'Store' }).hover()
  await menu.getByRole('link', { name: 'Today' }).hover()
  await expect(menu.getByRole('link', { name: 'Today' })).toBeInViewport()
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Name' }).click()
  await expect(part('Name')).toBeInViewport()
  const save = async (changed: string) => {
    await expect(changes).toHaveText(`Not saved yet: ${changed}`)
    await saveButton.click()
    await expect(findToast(page, 'Saved. Buyers see it at once.').last()).toBeVisible()
    await expect(saveButton).toBeHidden()
  }
  await part('Name').getByRole('textbox', { name: 'Name of the store' }).fill('Köhler Autoteile')

  const pictures = part('Logo and pictures')
  await pictures.getByLabel('Choose: Logo').setInputFiles(await drawPicture('logo.png', '#0b57d0'))
  await expect(pictures.getByRole('button', { name: 'Remove: Logo' })).toBeVisible()
  await save('Name and Logo and pictures')

  const colors = part('Colors')
  const buttons = colors.getByRole('textbox', { name: 'Buttons and marks' })
  await buttons.fill('#ffd200')
  await saveButton.click()
  await expect(colors.getByText(/contrast is 1\.\d+:1, but 3:1 is needed/)).toBeVisible()
  await colors.getByRole('button', { name: /^Use #/ }).click()
  const chosen = await buttons.inputValue()
  await save('Colors')
  await buttons.fill('#000000')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(buttons).toHaveValue(chosen)
  await expect(saveButton).toBeHidden()

  await part('Address and contacts').getByRole('textbox', { name: 'Address' }).fill('Industriestraße 7\n80331 München')
  const email = part('Address and contacts').getByRole('textbox', { name: 'Email', exact: true })
  await part('Address and contacts').getByRole('textbox', { name: 'Telephone' }).fill('call me')
  await email.fill('info@mueller')
  await saveButton.click()
  await expect(part('Address and contacts').getByText('Enter a phone number of 6 to 15 digits.')).toBeVisible()
  await expect(part('Address and contacts').getByText('Enter a valid email address.')).toBeVisible()
  await email.fill('')
  await part('Address and contacts').getByRole('textbox', { name: 'Telephone' }).fill('+49 89 123456')
  await save('Address and contacts')
  const hours = part('Opening hours')
  await hours.getByRole('textbox', { name: 'Monday' }).fill('8-12, 13-17:30')
  await hours.getByRole('button', { name: 'Copy Monday to Tuesday – Friday' }).click()
  await save('Opening hours')
  const announcement = part('Announcement')
  await announcement.getByRole('textbox', { name: 'Text in English' }).fill('Closed on Friday')
  await save('Announcement')

  const visitor = await browser.newPage({ baseURL: shop.url })
  await visitor.goto('/')
  await expect(visitor).toHaveTitle(/^Köhler Autoteile – /)
  await expect(visitor.getByRole('contentinfo'), 'what leads nowhere is not shown').not.toContainText('First Link')
  const home = visitor.getByRole('banner').getByRole('link', { name: 'Köhler Autoteile' })
  const logo = home.getByRole('img', { name: 'Köhler Autoteile' })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const primary = () =>
    visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-primary'))
  expect((await primary()).trim()).toBe(chosen)
  const bar = visitor.getByRole('complementary', { name: 'Announcement' })
  // The message of the save before has the same words: this one may be under way.
  await expect(async () => {
    await visitor.goto('/')
    await expect(bar).toHaveText('Closed on Friday', { timeout: 2000 })
  }).toPass()
  await bar.getByRole('button', { name: 'Close the announcement' }).click()
  await expect(bar).toBeHidden()
  await visitor.reload()
  await expect(bar, 'it stays closed').toBeHidden()

  await visitor.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible()
  await expect(visitor.getByText('Monday – Friday')).toBeVisible()
  await expect(visitor.getByText('08:00–12:00, 13:00–17:30')).toBeVisible()
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await visitor.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await visitor.getByRole('textbox', { name: 'Message' }).fill('Do you have 22 mm sockets?')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(findToast(visitor, 'Thank you. Your message is on its way.')).toBeVisible()
  await visitor.close()

  expect(await (await page.request.get('/manifest.webmanifest')).text()).toContain('Köhler Autoteile')
  await page.goto('/dashboard/outbox')
  const message = page.getByText('A message from Ada').first()
  await expect(message).toBeVisible()
  const mails = await shop.database(`SELECT recipient, html_body FROM outbox WHERE html_body LIKE '%22 mm sockets%'`)
  expect(mails[0]?.['recipient']).toBe(shop.adminEmail)
  expect(String(mails[0]?.['html_body'])).toMatch(/<img src="[^"]+\/store-images\/[^"]+" alt="Köhler Autoteile"/)
})
