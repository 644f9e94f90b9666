import { drawPicture } from './draw-picture.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signIn, signOut } from './sign-in.ts'
import { newPerson, signUp } from './sign-up.ts'

test('a profile says what it needs, is saved, and is still there after a reload', async ({ page }) => {
  const person = newPerson('Prof')
  await signUp(page, person)
  await page.goto('/dashboard/my-profile')
  const form = page.getByRole('form', { name: 'Your profile' })
  const card = page.getByRole('region', { name: 'Saved profile' })
  await expect(card).toContainText('No information')
  await expect(card.getByRole('img', { name: 'No photo yet' })).toBeVisible()
  await expect(card).toContainText(person.email)
  await expect(form.getByText('Not saved yet')).toBeVisible()

  const name = form.getByRole('textbox', { name: 'Display Name' })
  await expect(name).toHaveValue(person.name)
  await expect(form.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await name.fill('')
  await form.getByRole('button', { name: 'Update' }).click()
  for (const missing of ['Your Name is required', 'Your Education is required', 'Your Skill is required']) {
    await expect(form.getByText(missing, { exact: true })).toBeVisible()
  }

  await name.fill('Professor Bolt')
  await form.getByRole('textbox', { name: 'Educational Background' }).fill('Master mechanic')
  await form.getByRole('textbox', { name: 'Skill' }).fill('Gearboxes')
  await form.getByRole('textbox', { name: 'Project Link 1' }).fill('https://example.com/gearbox')
  await form.getByRole('textbox', { name: 'Phone' }).fill('5550123')
  await expect(form.getByText('Not saved yet')).toBeVisible()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(findToast(page, 'Profile information successfully added')).toBeVisible()
  await expect(form.getByText('Not saved yet')).toBeHidden()

  await page.reload()
  await expect(name).toHaveValue('Professor Bolt')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('5550123')
  await expect(card.getByRole('heading', { name: 'Professor Bolt' })).toBeVisible()
  await expect(card.getByText('Master mechanic')).toBeVisible()
  await expect(card.getByText('Gearboxes')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Project Link 1' })).toHaveAttribute(
    'href',
    'https://example.com/gearbox',
  )

  // Another tab signs out in the very moment in which this one saves.
  await page.evaluate(`
    localStorage.removeItem('accessToken')
    dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    document.querySelector('form[aria-label="Your profile"]').requestSubmit()
  `)
  await expect(findToast(page, 'No user is logged in')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a review with a picture and stars appears on the home page, is edited, hidden and withdrawn', async ({
  page,
  shop,
}) => {
  const person = newPerson('Rita')
  const words = `Every bolt was where ${person.email} needed it.`
  await signUp(page, person)
  await page.goto('/dashboard/review')
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue(person.name)
  for (const fixed of ['Full Name', 'Email']) {
    await expect(page.getByRole('textbox', { name: fixed })).not.toBeEditable()
  }
  await expect(page.getByText('Your rating is : 0 / 5', { exact: true })).toBeVisible()

  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await publish.click()
  await expect(page.getByRole('main').getByText('Image is Required', { exact: true })).toBeVisible()

  await page.getByLabel('Profile image').setInputFiles(await drawPicture('rita.png', '#2060a0'))
  await page.getByRole('textbox', { name: 'Display Name' }).fill('Rita R.')
  await page.getByRole('textbox', { name: 'Designation' }).fill('Fleet owner')
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await expect(page.getByText('Your rating is : 4 / 5', { exact: true })).toBeVisible()
  await publish.click()
  await expect(page.getByRole('region', { name: 'Messages' }).getByRole('status')).toContainText('published')

  await page.goto('/')
  const review = page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').filter({ hasText: words })
  await expect(review).toContainText('Rita R.')
  await expect(review).toContainText('Fleet owner')
  await expect(review.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await review.scrollIntoViewIfNeeded()
  const portrait = review.getByRole('presentation').first()
  await expect(portrait).not.toHaveJSProperty('naturalWidth', 0)

  const better = words.replace('was', 'is')
  const own = page.getByRole('region', { name: 'My Reviews' }).getByRole('listitem')
  const testimonial = page
    .getByRole('region', { name: 'Testimonials' })
    .getByRole('listitem')
    .filter({ hasText: better })

  await test.step('the author edits it', async () => {
    await page.goto('/dashboard/review')
    await own.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit your review' })
    await dialog.getByRole('textbox', { name: 'Message' }).fill(better)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(findToast(page, 'Your review is saved')).toBeVisible()
    await page.goto('/')
    await expect(testimonial).toBeVisible()
    await signOut(page)
  })

  await test.step('an admin hides it', async () => {
    await page.goto('/dashboard/reviews')
    await expect(page).toHaveURL(/\/sign-in/)
    await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
    await page.getByRole('searchbox', { name: 'Search reviews' }).fill(person.email)
    await page.getByRole('row').filter({ hasText: better }).getByRole('button', { name: 'Hide Review' }).click()
    await expect(findToast(page, 'The review is hidden')).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').first()).toBeVisible()
    await expect(testimonial).toHaveCount(0)
    await signOut(page)
  })

  await test.step('the author sees that, and withdraws it', async () => {
    await page.goto('/dashboard/review')
    await expect(page).toHaveURL(/\/sign-in/)
    await signIn(page, person)
    await expect(own).toContainText('Not shown by the shop')
    await own.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
    await expect(findToast(page, 'Your review is withdrawn')).toBeVisible()
    await expect(own).toHaveCount(0)
  })
})
