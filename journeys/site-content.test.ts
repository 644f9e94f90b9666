import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { signIn } from './sign-in.ts'

test('the plumbing page tells, counts and leads on', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Plumbing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plumbing products' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/')

  const news = page.getByRole('region', { name: 'Latest News & Blogs' })
  await expect(news.getByRole('listitem')).toHaveCount(3)
  await expect(news.getByText('Blog', { exact: true })).toHaveCount(3)
  await news
    .getByRole('link', { name: /^Read More/ })
    .first()
    .click()
  await expect(page, 'goes nowhere else').toHaveURL(/\/plumbing#/)

  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await contact.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await contact.getByRole('textbox', { name: 'Message' }).fill('Do you have 22 mm elbows?')
  await contact.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(page, 'This form is not connected yet. Please write to contact@example.com.')).toBeVisible()
  await expect(contact.getByRole('textbox', { name: 'Message' })).toHaveValue('Do you have 22 mm elbows?')
  await expect(contact.getByRole('link')).toHaveCount(4)

  const statistics = page.getByRole('region', { name: "Why People's Like Us" })
  const figures = statistics.locator('[aria-hidden]')
  await expect(figures, 'they wait at 0 until they are seen').toHaveText(['0+', '0M', '0K', '0+'])
  await statistics.scrollIntoViewIfNeeded()
  await expect(figures).toHaveText(['100+', '120M', '33K', '50+'])
})

test('figures stand still for people who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/plumbing')
  await page.getByRole('textbox', { name: 'Name' }).focus()
  const figures = page.getByRole('region', { name: "Why People's Like Us" }).locator('[aria-hidden]')
  await expect(figures).toHaveText(['100+', '120M', '33K', '50+'])
})

test('an admin changes words and the home page, and visitors see it', async ({ page, shop, browser }) => {
  await page.goto('/sign-in?')
  await signIn(page, { email: shop.adminEmail, password: shop.adminPassword })
  await page.goto('/dashboard/site-content')
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Home page').selectOption('plumbing')
  await settings.getByLabel('Contact form goes to').fill('not an address')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByText('must be an e-mail address, or empty', { exact: true })).toBeVisible()
  await settings.getByLabel('Contact form goes to').fill('owner@example.com')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Settings saved')).toBeVisible()

  await page.getByText('Footer', { exact: true }).click()
  const footer = page.getByRole('form', { name: 'Footer' })
  await footer.getByLabel('Copyright line').fill('© 2022 Falk & Sons')
  await footer.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Footer saved')).toBeVisible()

  const visitor = await browser.newPage()
  await visitor.goto(shop.url)
  await expect(visitor).toHaveTitle('Plumbing products – Boltyard')
  await expect(visitor.getByRole('heading', { level: 1, name: 'Plumbing products' })).toBeVisible()
  await expect(visitor.getByRole('contentinfo')).toContainText('© 2022 Falk & Sons')
  const form = visitor.getByRole('form', { name: 'Contact' })
  await form.getByRole('button', { name: 'Button' }).click()
  await expect(form.getByText('Please fill this in')).toHaveCount(3)
  await form.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await form.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await form.getByRole('textbox', { name: 'Message' }).fill('Do you have 22 mm elbows?')
  await form.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(visitor, 'Thank you. Your message is on its way.')).toBeVisible()
  await visitor.close()

  await settings.getByLabel('Home page').selectOption('shop')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('who asks for the news confirms it by the mail, and can end it', async ({ page, shop }) => {
  await page.goto('/blog')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Button' }).click()
  await expect(footer.getByText('Please enter your e-mail address')).toBeVisible()
  await footer.getByRole('textbox', { name: 'Placeholder' }).fill('reader@example.com')
  await footer.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(page, 'Thank you. Please confirm it by the mail that we have sent you.')).toBeVisible()
  await page.goto(await shop.lastLink('reader@example.com', 'newsletter'))
  await page.getByRole('button', { name: 'Yes, subscribe' }).click()
  await expect(page.getByText('You get our news from now on.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('your address is forgotten')).toBeVisible()
})

test('a page that could not be loaded offline comes by itself once the network is back', async ({ shop, browser }) => {
  // A page of its own: that nothing can be reached is no fault here.
  const page = await browser.newPage({ baseURL: shop.url })
  await page.goto('/blog', { waitUntil: 'networkidle' })
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByText('This page could not be loaded')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.close()
})

test('the pages speak German to whoever chooses it, and keep to it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Unsere Produkte' })).toBeVisible()
  await page.getByRole('link', { name: 'Alle Produkte ansehen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Produkte' })).toBeVisible()
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('main')).not.toContainText('Sign In')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})

test('crawlers find the public pages, each with its own address and facts', async ({ request, shop }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /dashboard')
  expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('xml')
  const addresses = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  expect(addresses.map((address) => new URL(address).pathname)).toEqual([
    '/',
    '/products',
    '/blog',
    '/portfolio',
    '/plumbing',
  ])
  // Reached with where to go on to, these are still the same page.
  const doors = ['/sign-in', '/signup'].map((path) => `${shop.url}${path}?from=%2Fblog`)
  for (const asked of [...addresses, ...doors]) {
    const { origin, pathname } = new URL(asked)
    const address = `${origin}${pathname}`
    expect(robots).not.toContain(`Disallow: ${pathname}\n`)
    const html = await (await request.get(asked)).text()
    expect(html, address).toContain(`<link rel="canonical" href="${address}"`)
    expect(html).toMatch(/<meta property="og:image" content="[^"]+\/social\.png"/)
    expect(html).toMatch(/<meta name="description" content="[^"]{40,}"/)
  }
  expect((await request.get('/social.png')).headers()['content-type']).toBe('image/png')
  const facts = /<script type="application\/ld\+json"[^>]*>([^<]+)</.exec(await (await request.get('/')).text())?.[1]
  expect(JSON.parse(facts ?? '{}')).toMatchObject({ '@type': 'OnlineStore', url: `${shop.url}/` })
})
