import { findProduct } from './find-product.ts'
import { placeOrder } from './place-order.ts'
import { blockPaymentReport, payByCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

test.use({ settings: { SANDBOX_EVENTS: 'drop' } })

test('an order is paid also when the tab is closed and the provider’s event is lost', async ({
  page,
  context,
  shop,
}) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await signUp(page, newPerson('Lotte'))
  const address = await placeOrder(page, product)
  const tab = await context.newPage()
  await tab.goto(address)
  await blockPaymentReport(tab)
  await payByCard(tab, '4242 4242 4242 4242')
  await expect(tab.getByText(/^Your card was charged/)).toBeVisible()
  await tab.close()

  const row = page.getByRole('row').filter({ hasText: product.name })
  await page.goto('/dashboard')
  await expect(row.getByRole('link', { name: 'Pay Now' })).toBeVisible()

  // Five minutes go by, and the clock strikes.
  await shop.database(`UPDATE payments SET created_at = created_at - interval '5 minutes'`)
  await shop.database(`INSERT INTO jobs.job (name) VALUES ('reconcile-payments')`)
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('TrxId', { timeout: 3000 })
  }).toPass()
})
