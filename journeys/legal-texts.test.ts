import { expectBooted } from './expect-booted.ts'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { countSteps } from './count-steps.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { expect, type JourneyShop, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

// A shop of its own: what is published here stays.
test.use({ settings: { LOG_LEVEL: 'warn' } })

/** Publishes a text as the admin's own page does. */
const publishText = (admin: Page, kind: string, text: string) =>
  admin.evaluate(
    async ([name, words]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('accessToken')}`,
        'content-type': 'application/json',
      }
      const drafts: { kind: string; language: string; revision: number }[] = await (
        await fetch('/legal-drafts', { headers })
      ).json()
      const revision = drafts.find((draft) => draft.kind === name && draft.language === 'en')?.revision ?? 0
      const path = `/legal-drafts/${name}/en`
      await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ text: words, revision }) })
      const body = JSON.stringify({ revision: revision + 1 })
      const response = await fetch(`${path}/publish`, { method: 'POST', headers, body })
      if (!response.ok) throw new Error(await response.text())
    },
    [kind, text] as const,
  )

/** Opens a page of someone else. */
async function newPage(page: Page, shop: JourneyShop): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('There is no browser.')
  return (await browser.newContext({ baseURL: shop.url })).newPage()
}

const expectAccessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])

// route /dashboard/legal as admin
// route /dashboard/legal/:kind/:language as admin
// route /legal/:kind as visitor
// route /legal/:kind/:language/:version as visitor
test('the seller publishes terms from the checklist; a buyer accepts them, is told when they change, and loses nothing', async ({
  page,
  shop,
}) => {
  const admin = await newPage(page, shop)
  await openAsAdmin(admin, shop, '/dashboard/today')

  await test.step('the starter text is not published while places are left to complete', async () => {
    const { steps, click } = countSteps()
    await click(admin.getByRole('link', { name: 'Set up: Legal texts' }))
    await expect(admin.getByRole('heading', { name: 'Legal texts', level: 1 })).toBeVisible()
    await expectAccessible(admin)
    await click(admin.getByRole('link', { name: 'Edit: Terms of sale, English' }))
    await expect(admin.getByText(/places are to be completed/)).toBeVisible()
    await expectAccessible(admin)
    await click(admin.getByRole('button', { name: 'Publish' }))
    await expect(
      admin.getByRole('alert').getByText('Complete or delete what stands in [[ ]] before you publish.'),
    ).toBeVisible()
    await expect(admin.getByRole('alertdialog')).toHaveCount(0)
    expect(steps.clicks).toBe(3)
  })
  await test.step('the completed text is published', async () => {
    await admin
      .getByRole('textbox', { name: 'Text' })
      .fill('## 1. Scope\n\nFor **all** orders.\n\n| Part | Days |\n|---|---|\n| Disc | 14 |')
    const preview = admin.getByRole('region', { name: 'Preview' })
    await expect(preview.getByRole('heading', { name: '1. Scope' })).toBeVisible()
    await expect(preview.getByRole('cell', { name: 'Disc' })).toBeVisible()
    await admin.getByRole('button', { name: 'Publish' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    await expect(findToast(admin, 'Published')).toBeVisible()
    await expect(admin.getByRole('link', { name: 'Version 1' })).toBeVisible()
  })
  await publishText(admin, 'privacy', 'We keep little.')

  await signUp(page, newPerson('Tessa'), '')
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  await test.step('the product page leads to the checkout, where terms are accepted', async () => {
    await page.goto(`/products/${product._id}`)
    await page.getByRole('link', { name: 'Checkout' }).click()
    await expect(page).toHaveURL(/\/checkout\?product=/)
  })
  await fillFirstAddress(page)
  const poNumber = page.getByRole('combobox', { name: 'PO number' })
  await poNumber.fill('PO 77')
  const place = page.getByRole('button', { name: 'Place order: 1 line' })
  await place.click()
  await expect(page.getByText('Accept the terms of sale to order.').first()).toBeVisible()
  const terms = page.getByRole('checkbox', { name: /terms of sale/ })
  await expect(page.getByRole('link', { name: 'terms of sale', exact: true })).toHaveAttribute(
    'href',
    '/legal/terms/en/1',
  )
  await terms.check()

  await test.step('a version published meanwhile is to be accepted again, and nothing typed is lost', async () => {
    await publishText(admin, 'terms', 'Other terms.')
    await place.click()
    await expect(page.getByText(/terms of sale have changed/)).toBeVisible()
    await expect(poNumber).toHaveValue('PO 77')
    await expect(terms).not.toBeChecked()
    await expect(page.getByRole('link', { name: 'terms of sale', exact: true })).toHaveAttribute(
      'href',
      '/legal/terms/en/2',
    )
    await terms.check()
    await place.click()
    await expect(page).toHaveURL(/\/dashboard\/payment\//)
  })
  await test.step('the order names the version', async () => {
    await page.goto(page.url().replace('/payment/', '/order/'))
    await expect(page.getByRole('link', { name: 'Terms of sale, version 2' })).toHaveAttribute(
      'href',
      '/legal/terms/en/2',
    )
  })

  await test.step('everyone reads the texts, the earlier version too', async () => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of sale' }).click()
    await expect(page.getByRole('heading', { name: 'Terms of sale', level: 1 })).toBeVisible()
    await expect(page.getByText('Other terms.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Version 1 of / }).click()
    await expect(page.getByRole('note')).toContainText('This version was replaced')
    await expect(page.getByRole('cell', { name: 'Disc' })).toBeVisible()
    await expectAccessible(page)
    const sitemap = await (await page.request.get('/sitemap-pages.xml')).text()
    expect(sitemap).toContain('/legal/terms</loc>')
  })
  await test.step('who signs up finds the privacy notice', async () => {
    const visitor = await newPage(page, shop)
    await visitor.goto('/signup')
    await expectBooted(visitor)
    await visitor.getByRole('link', { name: 'privacy notice' }).click()
    await expect(visitor.getByText('We keep little.')).toBeVisible()
    await visitor.context().close()
  })
  await admin.context().close()
})
