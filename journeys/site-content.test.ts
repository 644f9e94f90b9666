import type { Tool } from '#contract/catalog.ts'
import { delayRequests } from './delay-requests.ts'
import { expectBooted } from './expect-booted.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// spec 1.7, 2.39, 2.40, 2.41, 3.8, 5.11, 9.6
// route /plumbing as visitor
test('the plumbing page shows its content, counters and links', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Plumbing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plumbing products' })).toBeVisible()
  const hero = page.getByRole('region', { name: 'Plumbing products' })
  await expect(hero.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/')
  const background = hero.locator('img')
  await expect.poll(() => background.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(async () => {
    expect(await background.boundingBox(), 'the picture fills the hero').toEqual(await hero.boundingBox())
  }).toPass()

  const news = page.getByRole('region', { name: 'Latest News & Blogs' })
  await expect(news.getByRole('listitem')).toHaveCount(3)
  await expect(news.getByText('Blog', { exact: true })).toHaveCount(3)
  for (const card of await news.getByRole('listitem').all()) {
    await expect(card.getByRole('heading'), 'a title').toHaveText(/\w/)
    await expect(card.locator('p').last(), 'a description').toHaveText(/\w+ \w+/)
  }
  for (const link of await news.getByRole('link', { name: /^Read More/ }).all()) {
    await link.click()
    await expect(page, 'goes nowhere else').toHaveURL(/\/plumbing#/)
  }

  const contact = page.getByRole('region', { name: 'Contact' })
  await contact.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await contact.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
  await contact.getByRole('textbox', { name: 'Message' }).fill('Do you have 22 mm elbows?')
  await contact.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(page, 'Thank you. Your message is on its way.')).toBeVisible()
  await expect(contact.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(contact.getByRole('link')).toHaveCount(4)

  const statistics = page.getByRole('region', { name: "Why People's Like Us" })
  const figures = statistics.locator('[aria-hidden]')
  await expect(figures, 'they wait at 0 until they are seen').toHaveText(['0+', '0M', '0K', '0+'])
  await statistics.scrollIntoViewIfNeeded()
  await expect(figures).toHaveText(['100+', '120M', '33K', '50+'])
})

// spec 2.41
test('figures stand still for people who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/plumbing')
  await page.getByRole('textbox', { name: 'Name' }).focus()
  const figures = page.getByRole('region', { name: "Why People's Like Us" }).locator('[aria-hidden]')
  await expect(figures).toHaveText(['100+', '120M', '33K', '50+'])
})

// spec 1.7, 2.40, 5.11
// route /dashboard/site-content as admin
test('an admin changes words and the home page, and visitors see it', async ({ page, shop, browser }) => {
  await openAsAdmin(page, shop, '/dashboard/site-content')
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Home page').selectOption('plumbing')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Settings saved')).toBeVisible()

  await page.getByText('Footer', { exact: true }).click()
  const footer = page.getByRole('form', { name: 'Footer' })
  await footer.getByText('Column 1', { exact: true }).first().click()
  await footer.getByLabel('Address').first().fill('')
  await footer.getByRole('button', { name: 'Save' }).click()
  await expect(footer.getByText('This must not be empty.')).toBeVisible()
  await expect(footer.getByRole('alert')).toContainText('A field needs a change.')
  await footer.getByRole('button', { name: 'Discard changes' }).click()
  await expect(footer.getByRole('alert')).toBeEmpty()
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
  await expect(form.getByText('This field is required')).toHaveCount(3)
  await visitor.close()

  await settings.getByLabel('Home page').selectOption('shop')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await settings.getByRole('button', { name: 'Save' }).click()
  await saved
})

test('an admin gives German pages a footer of their own', async ({ page, shop, browser }) => {
  await openAsAdmin(page, shop, '/dashboard/site-content')
  await page.getByLabel('Language of the texts').selectOption('Deutsch')
  await expect(page.getByRole('form', { name: 'Settings' })).toHaveCount(0)
  await page.getByText('Footer', { exact: true }).click()
  const footer = page.getByRole('form', { name: 'Footer' })
  await expect(footer.getByLabel('Button'), 'as delivered in German').toHaveValue('Schaltfläche')
  await footer.getByLabel('Copyright line').fill('© Falk & Söhne')
  await footer.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Footer saved')).toBeVisible()

  const visitor = await browser.newPage({ baseURL: shop.url })
  await visitor.goto('/?lang=de')
  await expect(visitor.getByRole('contentinfo')).toContainText('© Falk & Söhne')
  await visitor.goto('/?lang=en')
  await expect(visitor.getByRole('contentinfo')).not.toContainText('© Falk & Söhne')
})

test('of two who edit one section, the second is told of what the first saved, and loses nothing', async ({
  page,
  shop,
}) => {
  await openAsAdmin(page, shop, '/dashboard/site-content')
  const edit = async (tab: typeof page, text: string) => {
    await tab.getByRole('heading', { level: 2, name: 'Footer' }).click()
    await tab.getByRole('form', { name: 'Footer' }).getByLabel('Copyright line').fill(text)
  }
  const save = (tab: typeof page) =>
    tab.getByRole('form', { name: 'Footer' }).getByRole('button', { name: 'Save' }).click()
  await edit(page, '© Mine')
  const other = await page.context().newPage()
  await other.goto('/dashboard/site-content')
  await edit(other, '© Theirs')
  await save(other)
  await expect(findToast(other, 'Footer saved')).toBeVisible()
  await other.close()

  const footer = page.getByRole('form', { name: 'Footer' })
  await save(page)
  await expect(footer.getByRole('alert')).toContainText('Somebody else has saved this section meanwhile.')
  await expect(footer.getByLabel('Copyright line')).toHaveValue('© Mine')
  const copyright = async () => (await (await page.request.get('/site-content')).json()).footer.copyright
  expect(await copyright()).toBe('© Theirs')
  await save(page)
  await expect(findToast(page, 'Footer saved')).toBeVisible()
  expect(await copyright()).toBe('© Mine')
})

test('an admin replaces the placeholder texts in all languages at once', async ({ page, shop, browser }) => {
  await openAsAdmin(page, shop, '/dashboard/site-content')
  await page.getByRole('button', { name: 'Replace the placeholder texts' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('heading', { level: 2, name: 'Deutsch' })).toBeVisible()
  await preview.getByRole('button', { name: 'Use these texts' }).click()
  await expect(findToast(page, 'Replaced. An earlier version can be restored below.')).toBeVisible()

  const visitor = await browser.newPage({ baseURL: shop.url })
  for (const [language, button, allProducts] of [
    ['en', 'Subscribe', 'All products'],
    ['de', 'Abonnieren', 'Alle Produkte'],
  ] as const) {
    await visitor.goto(`/?lang=${language}`)
    const footer = visitor.getByRole('contentinfo')
    await expect(footer.getByRole('button', { name: button })).toBeVisible()
    await expect(footer.getByRole('link', { name: allProducts })).toBeVisible()
  }

  // Each language is a version; the one before both has the placeholders.
  await page.getByRole('region', { name: 'Versions' }).getByRole('button', { name: 'Restore' }).nth(1).click()
  await expect(findToast(page, 'Restored')).toBeVisible()
  await visitor.goto('/?lang=en')
  await expect(visitor.getByRole('contentinfo').getByRole('button', { name: 'Button' })).toBeVisible()
})

test('an admin shows product pages to everyone; only their form asks to sign in', async ({ page, shop, browser }) => {
  const [tool]: Tool[] = await (await page.request.get('/tools?limit=1')).json()
  const facts = async () => {
    const html = await (await page.request.get(`/products/${tool?._id}`)).text()
    return /"@type":"Product","name":"[^"]+"/.exec(html)?.[0]
  }
  expect(await facts()).toBeUndefined()
  await openAsAdmin(page, shop, '/dashboard/site-content')
  const settings = page.getByRole('form', { name: 'Settings' })
  await settings.getByLabel('Product pages').selectOption('public')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(findToast(page, 'Settings saved')).toBeVisible()

  const visitor = await browser.newPage({ baseURL: shop.url })
  await visitor.goto('/products')
  await expectBooted(visitor)
  await visitor.getByRole('link', { name: `Order ${tool?.name}` }).click()
  await expect(visitor.getByRole('heading', { level: 1, name: tool?.name ?? '' })).toBeVisible()
  const order = visitor.getByRole('region', { name: 'Your order' }).getByRole('link', { name: 'Sign in to order' })
  await expect(order).toBeVisible()
  await expect(visitor).toHaveURL(`/products/${tool?.slug}-${tool?._id}`)
  await visitor.reload()
  await expect(order).toBeVisible()
  expect(await facts()).toContain(JSON.stringify(tool?.name))
  const html = await (await page.request.get(`/products/${tool?._id}`)).text()
  expect(html).toContain(`"brand":{"@type":"Brand","name":"${tool?.brand}"}`)
  expect(html, 'links to it show its picture').toMatch(/<meta property="og:image" content="http[^"]+\/media\//)
  await order.click()
  await expect(visitor).toHaveURL(/\/sign-in/)
  await visitor.close()

  await settings.getByLabel('Product pages').selectOption('sign-in')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled()
})

// spec 1.6
// route /newsletter as visitor
test('a newsletter subscription is confirmed by mail and can be ended', async ({ page, shop }) => {
  await page.goto('/blog')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('button', { name: 'Button' }).click()
  await expect(footer.getByText('Please enter your email address')).toBeVisible()
  await footer.getByRole('textbox', { name: 'Placeholder' }).fill('reader@example.com')
  await footer.getByRole('button', { name: 'Button' }).click()
  await expect(findToast(page, 'Thank you. We sent you an email to confirm your address.')).toBeVisible()
  // The page's scripts come only after the press.
  let pressed!: () => void
  const press = new Promise<void>((resolve) => (pressed = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await press
    await route.continue()
  })
  await page.goto(await shop.lastLink('reader@example.com', 'newsletter'), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Yes, subscribe' }).click()
  pressed()
  await expect(page.getByText('You’re subscribed to our newsletter.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You’re unsubscribed.')).toBeVisible()
})

test('what is typed and sent before the scripts come is sent', async ({ page, shop }) => {
  const scripts = delayRequests(page, '**/assets/*.js')
  await page.goto('/plumbing', { waitUntil: 'commit' })
  const contact = page.getByRole('form', { name: 'Contact' })
  await contact.getByRole('textbox', { name: 'Name' }).fill('Ada')
  await contact.getByRole('textbox', { name: 'Email' }).fill('early-ada@example.com')
  await contact.getByRole('textbox', { name: 'Message' }).fill('Do you have 22 mm elbows?')
  await contact.getByRole('button', { name: 'Button' }).click()
  const news = page.getByRole('contentinfo')
  await news.getByRole('textbox', { name: 'Placeholder' }).fill('early@example.com')
  await news.getByRole('button', { name: 'Button' }).click()
  scripts.release()
  await expect(findToast(page, 'Thank you. Your message is on its way.')).toBeVisible()
  const subscribed = findToast(page, 'Thank you. We sent you an email to confirm your address.')
  await expect(subscribed).toBeVisible()
  await subscribed.hover()
  await page.setViewportSize({ width: 390, height: 844 })
  const toasts = page.getByRole('region', { name: 'Messages' }).locator('.message').filter({ visible: true })
  await expect(toasts, 'a phone shows one at a time').toHaveCount(1)
  await shop.lastLink('early@example.com', 'newsletter')
})

test('a page that could not be loaded offline comes by itself once the network is back', async ({ shop, browser }) => {
  // A page of its own: that nothing can be reached is no fault here.
  const page = await browser.newPage({ baseURL: shop.url })
  await page.goto('/blog')
  // A busy machine may begin to load the scripts only after the network was idle for a while.
  await expectBooted(page)
  await page.getByRole('banner').getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('You’re offline.')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByText('Couldn’t load this page')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Questions and answers' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toBeHidden()
  await page.close()
})

test('the pages switch to German and stay German', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('heading', { name: 'Unsere Produkte' })).toBeVisible()
  await page.getByRole('link', { name: 'Alle Produkte ansehen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Produkte' })).toBeVisible()
  await page.goto('/sign-in')
  await expectBooted(page)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('main')).not.toContainText('Sign In')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})

// spec 10.4
// route /robots.txt as crawler, /sitemap.xml as crawler
test('crawlers find the public pages, each with its own address and facts', async ({ request, shop }) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /dashboard')
  expect(robots).toContain(`Sitemap: ${shop.url}/sitemap.xml`)
  const list = async (path: string) => {
    const sitemap = await request.get(path)
    expect(sitemap.headers()['content-type']).toContain('xml')
    return [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address ?? '')
  }
  expect((await list('/sitemap.xml')).map((address) => new URL(address).pathname)).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-fits-1.xml',
  ])
  const vehicles = await list('/sitemap-fits-1.xml')
  const addresses = await list('/sitemap-pages.xml')
  const paths = addresses.map((address) => new URL(address).pathname)
  const isCategory = (path: string) => path.startsWith('/categories/')
  expect(paths.filter((path) => !isCategory(path))).toEqual(['/', '/products', '/blog', '/portfolio', '/plumbing'])
  expect(paths).toContain('/categories/brakes')
  // Reached with where to go on to, these are still the same page.
  const signInPages = ['/sign-in', '/signup'].map((path) => `${shop.url}${path}?from=%2Fblog`)
  // All categories are one page, and so are all vehicles.
  const [category = ''] = addresses.filter((address) => isCategory(new URL(address).pathname))
  const others = addresses.filter((address) => !isCategory(new URL(address).pathname))
  for (const asked of [...others, category, ...vehicles.slice(0, 2), ...signInPages]) {
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
