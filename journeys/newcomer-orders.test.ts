import { countSteps } from './count-steps.ts'
import { expectBooted } from './expect-booted.ts'
import { fillFirstAddress } from './fill-address.ts'
import { findProduct } from './find-product.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { orderProduct, placeOrder } from './order-product.ts'
import { typeCard } from './pay-by-card.ts'
import { expect, test } from './shop.ts'
import { fillSignUp, newPerson, signUp } from './sign-up.ts'

// spec 2.26
test('a newcomer signs up on the way to a product and is led on to it; the next order knows the address', async ({
  page,
}) => {
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const wayOn = page.getByRole('link', { name: `Continue with ${product.name}` })
  const units = product.minOrder + 3
  await page.goto('/products')
  await page.goto(`/products/${product._id}?quantity=${units}`)
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goto('/')
  await expect(wayOn, 'a visitor would only be asked to sign in again').toBeHidden()
  await page.goto('/signup')
  await expect(page.getByRole('textbox', { name: 'First name' }), 'the first field waits').toBeFocused()
  await fillSignUp(page, newPerson('Nora'))
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(findToast(page, 'Please verifying your email again')).toBeVisible()
  await expect(page).toHaveURL('/home')
  await wayOn.click()
  await expect(page).toHaveURL(`/products/${product._id}?quantity=${units}`)
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue(String(units))
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(wayOn, 'it is used up').toBeHidden()

  await placeOrder(page, product)
  await page.goto(`/products/${product._id}`)
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('1 Workshop Lane, 12345 Torque')
  await expect(page.getByRole('textbox', { name: 'Phone Number' })).toHaveValue('5550100')
})

test('while it is not known what an order costs, no total is asked about and nothing is ordered', async ({ page }) => {
  await signUp(page, newPerson('Quentin'), '')
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  const refusal = { code: 'too-many-requests', status: 429, title: '', message: '', facts: { seconds: 1, wait: '1 s' } }
  await page.route('**/order-quote', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', json: refusal }),
  )
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    void dialog.accept()
  })
  await page.goto(`/products/${product._id}`)
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, 12345 Torque')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('5550100')
  const place = page.getByRole('button', { name: 'Place Order' })
  await place.click()
  await expect(page.getByText('Nothing you typed is lost', { exact: false }).first()).toBeVisible()
  expect(questions).toEqual([])
  await page.unroute('**/order-quote')
  await place.click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay' })).toBeVisible()
  expect(questions).toHaveLength(1)
})

test('by keyboard, an order leads on to its payment', async ({ page }) => {
  await signUp(page, newPerson('Kay'), '')
  await orderProduct(page, await findProduct(page, 'Vented front brake disc 312 mm'))
  const pay = page.getByRole('main').getByRole('link', { name: 'Pay' })
  await expect(pay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

// spec 5.2
test('a newcomer who thinks better of it dismisses the way on to a product', async ({ page }) => {
  const { _id, name } = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto(`/products/${_id}`)
  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByRole('link', { name: 'Sign up here' }).click()
  const create = page.getByRole('button', { name: 'Create my account' })
  const sent: string[] = []
  page.on('request', (request) => void sent.push(request.postData() ?? ''))
  const person = newPerson('Nick')
  for (const lacking of ['name', 'email', 'password']) {
    await fillSignUp(page, { ...person, [lacking]: '' })
    await create.click()
    await dismissToast(page, 'Please enter valid details')
  }
  await fillSignUp(page, person)
  await create.click()
  await expect(page).toHaveURL('/home')
  expect(sent.some((body) => body.includes(person.email))).toBe(true)
  expect(
    sent.filter((body) => body.includes('Tester')),
    'the last name is not sent',
  ).toEqual([])
  const wayOn = page.getByRole('link', { name: `Continue with ${name}` })
  await expect(wayOn).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(wayOn).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible()
  await expect(wayOn).toBeHidden()
})

test('on a phone, a newcomer with a cart signs up, is led back to it and has paid after eleven clicks', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const product = await findProduct(page, 'Vented front brake disc 312 mm')
  await page.goto('/products')
  await expectBooted(page)
  const { steps, click } = countSteps()
  await click(page.getByRole('button', { name: `Add to cart: ${product.name}` }))
  await click(page.getByRole('link', { name: 'Cart, 1 line' }))
  await click(page.getByRole('link', { name: 'New here: sign up' }))
  await fillSignUp(page, newPerson('Phoebe'))
  await click(page.getByRole('button', { name: 'Create my account' }))
  await expect(page).toHaveURL('/home')
  await click(page.getByRole('link', { name: 'Continue with your cart' }))
  await click(page.getByRole('button', { name: 'Checkout' }))
  await expect(page.getByRole('textbox', { name: 'Recipient' })).toHaveValue('Phoebe Tester')
  await fillFirstAddress(page, {
    take: () => click(page.getByRole('button', { name: 'Deliver to this address' })),
  })
  // What the delivery costs makes the bar and the page higher.
  await expect(page.locator('#total-bar')).toContainText('$')
  const note = page.getByRole('textbox', { name: 'Note to the shop' })
  await note.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - innerHeight))
  await note.focus()
  // A toast may lie over it for a while.
  await expect.poll(() => note.evaluate(isUncovered), 'the bar hides nothing that has the focus').toBe(true)
  await click(page.getByRole('button', { name: 'Place order: 1 line' }))
  await expect(page.getByRole('heading', { name: `Please Pay for ${product.name}` })).toBeVisible()
  await typeCard(page, '4242 4242 4242 4242')
  await click(page.getByRole('button', { name: 'Pay', exact: true }))
  await expect(page.getByText('Payment is completed.')).toBeVisible()
  expect(steps.clicks).toBeLessThanOrEqual(11)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Continue with your cart' }), 'it is used up').toHaveCount(0)
})

/** Whether the foot of a field is on screen with nothing above it. */
function isUncovered(field: Element): boolean {
  const { left, bottom } = field.getBoundingClientRect()
  return document.elementFromPoint(left + 20, bottom - 4) === field
}
