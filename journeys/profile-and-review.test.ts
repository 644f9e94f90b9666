import { problems } from '#contract/problem.ts'
import { drawPicture } from './draw-picture.ts'
import { dismissToast, findToast } from './find-toast.ts'
import { labelsOf } from './labels-of.ts'
import { expect, test } from './shop.ts'
import { openAs, openAsAdmin, signOut } from './sign-in.ts'
import { fillSignUp, newPerson, signUp } from './sign-up.ts'

test('what was typed and not sent is there again after another page, until the user signs out', async ({ page }) => {
  const person = newPerson('Leaf')
  await signUp(page, person, '/dashboard/my-profile')
  const skill = page.getByRole('textbox', { name: 'Skill' })
  const menu = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })
  const comeBack = async () => {
    await menu.getByRole('link', { name: 'My Order' }).click()
    await expect(page.getByRole('heading', { name: 'My Orders: 0' })).toBeVisible()
    await menu.getByRole('link', { name: 'My Profile' }).click()
  }
  await skill.fill('Springs')
  await comeBack()
  await expect(skill).toHaveValue('Springs')
  await expect(findToast(page, 'We restored what you had typed.')).toBeVisible()
  await comeBack()
  await expect(skill, 'it is kept again').toHaveValue('Springs')
  await signOut(page)
  await openAs(page, person, '/dashboard/my-profile')
  await expect(skill).toHaveValue('')
})

test('signing out empties the pages for the next user of the same tab', async ({ page }) => {
  const [first, second] = [newPerson('Fiona'), newPerson('Sven')]
  const openSecurity = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    const menu = page.getByRole('main').getByRole('navigation', { name: 'Dashboard' })
    await menu.getByRole('link', { name: 'Security' }).click()
  }
  const security = page.getByRole('region', { name: 'Security' })
  await signUp(page, first)
  await openSecurity()
  await expect(security).toContainText(first.email)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('form').getByRole('textbox', { name: 'Email' }), 'known here').toHaveValue(first.email)
  await signOut(page)
  await page.getByRole('banner').getByRole('link', { name: 'SignIn' }).click()
  await page.getByRole('link', { name: 'Sign up here' }).click()
  await fillSignUp(page, second)
  await page.getByRole('button', { name: 'Create my account' }).click()
  await expect(page).toHaveURL('/home')
  await page.route('**/v1/accounts:lookup*', () => undefined)
  await openSecurity()
  await expect(security.getByRole('status', { name: 'Loading security settings' })).toBeVisible()
  await expect(security).not.toContainText(first.email)
})

// spec 1.2, 2.14, 2.37, 2.38, 4.15, 5.2, 5.7, 8.6, 8.7, 8.16
// route /dashboard/my-profile as customer
test('a profile says what it needs, is saved, and is still there after a reload', async ({ page }) => {
  const person = newPerson('Prof')
  await signUp(page, person, '/dashboard/my-profile')
  const form = page.getByRole('form', { name: 'Your profile' })
  const card = page.getByRole('region', { name: 'Saved profile' })
  const facts = card.getByRole('definition')
  await expect(facts).toHaveText(['No information', 'No information', 'No information', /^(Project Link \d: none){3}$/])
  await expect(card.getByRole('term')).toHaveText(['Education', 'Skill', 'Location', 'Projects'])
  await expect(card.getByRole('heading', { name: person.name })).toBeVisible()
  await expect(card.getByRole('img', { name: 'No photo yet' })).toBeVisible()
  await expect(card).toContainText(person.email)
  await expect(form.getByText('Not saved yet'), 'nothing is unsaved').toBeHidden()
  expect(await labelsOf(form)).toEqual([
    'Display Name',
    'Educational Background',
    'Skill',
    'Project Link 1',
    'Project Link 2',
    'Project Link 3',
    'Email',
    'Phone',
    'Address',
  ])

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
  for (const number of [1, 2, 3]) {
    await form.getByRole('textbox', { name: `Project Link ${number}` }).fill(`https://example.com/gearbox-${number}`)
  }
  await form.getByRole('textbox', { name: 'Address' }).fill('Stuttgart, Germany')
  await form.getByRole('textbox', { name: 'Phone' }).fill('5550123')
  await expect(form.getByText('Not saved yet')).toBeVisible()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(findToast(page, 'Profile information successfully added')).toBeVisible()
  await expect(form.getByText('Not saved yet')).toBeHidden()

  await page.reload()
  await expect(name).toHaveValue('Professor Bolt')
  await expect(form.getByRole('textbox', { name: 'Phone' })).toHaveValue('5550123')
  await expect(card.getByRole('heading', { name: 'Professor Bolt' })).toBeVisible()
  await expect(facts).toContainText(['Master mechanic', 'Gearboxes', 'Stuttgart, Germany', 'Project Link 1'])
  for (const number of [1, 2, 3]) {
    const link = card.getByRole('link', { name: `Project Link ${number}` })
    await expect(link).toHaveAttribute('href', `https://example.com/gearbox-${number}`)
  }

  const headers = { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}` }
  const multipart = { image: await drawPicture('photo.png', 'teal') }
  const uploaded = await page.request.post('/1/upload', { headers, multipart })
  const photo: { data: { url: string } } = await uploaded.json()
  const profile = { displayName: 'Professor Bolt', education: 'E', skill: 'S', photoURL: photo.data.url }
  await page.request.put(`/user-info-update/${person.email}`, { headers, data: profile })
  await page.reload()
  await expect(card.getByRole('img', { name: 'Professor Bolt' })).toHaveAttribute('src', photo.data.url)

  const { status, message } = problems['session-expired']
  await page.route('**/user-info-update/*', (route) =>
    route.fulfill({ status, json: { code: 'session-expired', status, message } }),
  )
  await name.fill('Professor Nut')
  await form.getByRole('button', { name: 'Update' }).click()
  await dismissToast(page, 'No user is logged in')
  await name.fill('')

  // Another tab signs out in the very moment in which this one saves.
  await page.evaluate(`
    localStorage.removeItem('accessToken')
    dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    document.querySelector('form[aria-label="Your profile"]').requestSubmit()
  `)
  await expect(findToast(page, 'No user is logged in')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in/)
})

// spec 1.2, 2.15, 2.32, 5.8, 6.2, 7.23, 8.6, 9.2
// route /dashboard/review as customer, /dashboard/reviews as admin
test('a review with a picture and stars appears on the home page, is edited, hidden and withdrawn', async ({
  page,
  shop,
}) => {
  const person = newPerson('Rita')
  const words = `Every bolt was where ${person.email} needed it.`
  await signUp(page, person, '/dashboard/review')
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(page.getByRole('textbox', { name: 'Full Name' })).toHaveValue(person.name)
  for (const fixed of ['Full Name', 'Email']) {
    await expect(page.getByRole('textbox', { name: fixed })).not.toBeEditable()
  }
  await expect(page.getByText('Your rating is : 0 / 5', { exact: true })).toBeVisible()

  expect(await labelsOf(page.getByRole('main').locator('form').first())).toEqual([
    'Profile image',
    'Full Name',
    'Display Name',
    'Designation',
    'Message',
    'Email',
  ])
  await publish.click()
  await expect(page.getByRole('main').getByText('Image is Required', { exact: true })).toBeVisible()
  await expect(page.locator('form [aria-invalid=true]'), 'the picture is all that is required').toHaveCount(1)
  await page.getByRole('textbox', { name: 'Message' }).fill(words)

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
  })

  await test.step('an admin hides it', async () => {
    await openAsAdmin(page, shop, '/dashboard/reviews')
    await page.getByRole('searchbox', { name: 'Search reviews' }).fill(person.email)
    await page.getByRole('row').filter({ hasText: better }).getByRole('button', { name: 'Hide Review' }).click()
    await expect(findToast(page, 'Review hidden')).toBeVisible()
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Testimonials' }).getByRole('listitem').first()).toBeVisible()
    await expect(testimonial).toHaveCount(0)
  })

  await test.step('the author sees that, and withdraws it', async () => {
    await openAs(page, person, '/dashboard/review')
    await expect(own).toContainText('Hidden by the shop')
    await own.getByRole('button', { name: 'Delete review' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete review' }).click()
    await expect(findToast(page, 'Your review is deleted')).toBeVisible()
    await expect(own).toHaveCount(0)
  })
})
