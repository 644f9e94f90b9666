import { countSteps } from './count-steps.ts'
import { findProduct } from './find-product.ts'
import { findToast } from './find-toast.ts'
import { placeOrder } from './order-product.ts'
import { findCardProblem, findChallenge, payByCard, typeCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { newPerson, signUp } from './sign-up.ts'

const visa = '4242 4242 4242 4242'
const mastercard = '5555 5555 5555 4444'
const declined = '4000 0000 0000 0002'
const askedByBank = '4000 0027 6000 3184'

// route /dashboard/cards as customer
test('a buyer adds a card on the profile, pays with it in two clicks, saves another while paying, and removes it', async ({
  page,
}) => {
  const product = await findProduct(page, 'Click torque wrench 1/2" 40–200 Nm')
  const section = page.getByRole('region', { name: 'Saved cards' })
  const save = section.getByRole('button', { name: 'Save card' })
  const cards = section.getByRole('list', { name: 'Saved cards' }).getByRole('listitem')
  const completed = page.getByText('Payment is completed.', { exact: true })
  await signUp(page, newPerson('Savannah'), '/dashboard/cards')

  await test.step('adds a card', async () => {
    await expect(section).toContainText('No card is saved yet.')
    await section.getByRole('button', { name: 'Add a card' }).click()
    await save.click()
    await expect(findCardProblem(page, 'Please complete the card details.')).toBeVisible()
    await typeCard(page, declined)
    await save.click()
    await expect(findCardProblem(page, 'Your card was declined.')).toBeVisible()
    await typeCard(page, visa)
    await save.click()
    await expect(findToast(page, 'Card saved')).toBeVisible()
    await expect(cards).toHaveText(/^Visa •••• 4242/)
    await expect(section.getByRole('button', { name: 'Add a card' })).toBeFocused()
  })

  await test.step('pays an order with it, two clicks after the order', async () => {
    await placeOrder(page, product)
    await page.goto('/dashboard')
    const { steps, click } = countSteps()
    await click(page.getByRole('link', { name: 'Pay Now' }))
    await expect(page.getByRole('radio', { name: 'Visa •••• 4242' })).toBeChecked()
    await expect(page.locator('iframe[title="Secure card payment input frame"]')).toHaveCount(0)
    await click(page.getByRole('button', { name: 'Pay', exact: true }))
    await expect(completed).toBeVisible()
    expect(steps).toEqual({ clicks: 2, pastes: 0, enters: 0 })
  })

  await test.step('saves another one while paying', async () => {
    const order = await placeOrder(page, product)
    await page.goto(`/dashboard/payment/${order._id}`)
    await page.getByRole('radio', { name: 'Another card' }).check()
    await page.getByRole('checkbox', { name: 'Save this card for my next order' }).check()
    await payByCard(page, mastercard)
    await expect(completed).toBeVisible()
  })

  await test.step('sees each card once and removes one', async () => {
    await page.goto('/dashboard/cards')
    await expect(cards).toHaveText([/^Mastercard •••• 4444/, /^Visa •••• 4242/])
    await section.getByRole('button', { name: 'Add a card' }).click()
    await typeCard(page, visa)
    await save.click()
    await expect(findToast(page, 'Card saved')).toBeVisible()
    await expect(cards).toHaveText([/^Visa •••• 4242/, /^Mastercard •••• 4444/])
    await section.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(findToast(page, 'Card removed')).toBeVisible()
    await expect(cards).toHaveText(/^Mastercard •••• 4444/)
  })
})

test('the bank is asked before a card is saved, and what it refuses is not', async ({ page }) => {
  await signUp(page, newPerson('Bianca'), '/dashboard/cards')
  const section = page.getByRole('region', { name: 'Saved cards' })
  await section.getByRole('button', { name: 'Add a card' }).click()
  for (const outcome of ['Fail', 'Complete']) {
    await typeCard(page, askedByBank)
    await section.getByRole('button', { name: 'Save card' }).click()
    const challenge = findChallenge(page)
    await expect(challenge.getByRole('heading', { name: 'Confirm your card' })).toBeVisible()
    await expect(challenge.getByText('Nothing is charged now.')).toBeVisible()
    await challenge.getByRole('button', { name: outcome }).click()
    if (outcome === 'Fail')
      await expect(findCardProblem(page, /^We are unable to authenticate your payment method\./)).toBeVisible()
  }
  await expect(findToast(page, 'Card saved')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveText(/^Visa •••• 3184/)
})
