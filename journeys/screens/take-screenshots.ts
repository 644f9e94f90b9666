import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { problems } from '#contract/problem.ts'
import { adminEmail, adminPassword } from '../run-shop.ts'
import type { Picture } from './contact-sheet.ts'
import { measurePage } from './measure-page.ts'
import type { Role, Screen, StockName } from './screen-list.ts'
import { customer, type Stock } from './fill-shop.ts'

export interface Looks {
  widths: readonly number[]
  schemes: readonly ('light' | 'dark')[]
  locale: string
}

export interface OpenShop {
  name: StockName
  url: string
  stock: Stock
}

/** Describes a problem and its screen. */
export interface Finding {
  where: string
  what: string
}

const { status, message } = problems.unavailable
const broken = { code: 'unavailable', status, message }

/** Limits the height; longer pages are cut. */
const highest = 2600

/** Opens a browser context for a phone or a desktop; all pages of a role are signed in. */
export async function openWindow(
  browser: Browser,
  { url }: OpenShop,
  role: Role,
  hasTouch: boolean,
  { locale }: Looks,
) {
  const context = await browser.newContext({ baseURL: url, hasTouch, locale, reducedMotion: 'reduce' })
  if (role === 'visitor') return context
  const page = await context.newPage()
  await page.goto('/sign-in')
  const form = page.getByRole('main').locator('form', { has: page.locator('input[type=password]') })
  const { email, password } = role === 'admin' ? { email: adminEmail, password: adminPassword } : customer
  await form.locator('input[type=email]').fill(email)
  await form.locator('input[type=password]').fill(password)
  await form.locator('button[type=submit]').click()
  await page.waitForURL((address) => address.pathname !== '/sign-in')
  await page.close()
  return context
}

/** Takes the pictures of one screen in a window: it is opened once, then only made wider and darker. */
export async function takeScreens(
  context: BrowserContext,
  {
    shop,
    screen,
    looks,
    hasTouch,
    folder,
  }: { shop: OpenShop; screen: Screen; looks: Looks; hasTouch: boolean; folder: string },
): Promise<{ pictures: Picture[]; findings: Finding[] }> {
  const path = typeof screen.path === 'string' ? screen.path : screen.path(shop.stock)
  const pictures: Picture[] = []
  const findings: Finding[] = []
  const widths = looks.widths.filter((width) => width < 600 === hasTouch && (screen.widths?.includes(width) ?? true))
  const [first] = widths
  if (path === undefined || first === undefined) return { pictures, findings }
  const where = `${screen.name}, ${shop.name}`
  await using page = await context.newPage()
  const complaints = listen(page, screen.broken !== undefined)
  try {
    if (screen.stalled) await page.route(screen.stalled, () => undefined)
    if (screen.broken) await page.route(screen.broken, (route) => route.fulfill({ status: 503, json: broken }))
    await page.setViewportSize({ width: first, height: 900 })
    await page.goto(path)
    await page.evaluate(drawAll)
    await (screen.stalled ? untilLoading(page) : untilQuiet(page))
    if (screen.act) {
      await screen.act(page)
      await untilQuiet(page)
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      for (const scheme of screen.media ? (['light'] as const) : looks.schemes) {
        await page.emulateMedia({ colorScheme: scheme, media: screen.media ?? 'screen' })
        const file = join(
          folder,
          shop.name,
          `${screen.name}-${width}-${scheme}${looks.locale === 'en-US' ? '' : '-de'}.png`,
        )
        await takeScreenshot(page, file)
        pictures.push({ stock: shop.name, screen: screen.name, width, scheme, file })
      }
      if (screen.media) continue
      const measured = await page.evaluate(measurePage, hasTouch)
      findings.push(...measured.map((what) => ({ where: `${where} at ${width}`, what })))
    }
  } catch (error) {
    findings.push({ where, what: error instanceof Error ? error.message.split('\n', 2).join(' ') : String(error) })
  }
  findings.push(...complaints.map((what) => ({ where, what })))
  return { pictures, findings }
}

async function takeScreenshot(page: Page, file: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 }
  const isCovered = await page.evaluate(() => document.querySelector('dialog:modal') !== null)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  const options = { path: file, animations: 'disabled', caret: 'hide', timeout: 60_000 } as const
  const hasFrames = page.frames().length > 1
  if (isCovered) await page.screenshot(options)
  else if (height <= highest && !hasFrames) await page.screenshot({ ...options, fullPage: true })
  else {
    await page.setViewportSize({ width, height: Math.min(height, highest) })
    // A frame draws itself, and follows a change of colours, some time after the page around it.
    await page.waitForTimeout(400)
    await Promise.all(page.frames().map((frame) => frame.evaluate(twoFrames)))
    await page.screenshot(options)
    await page.setViewportSize({ width, height: 900 })
  }
}

function twoFrames(): Promise<unknown> {
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** Renders content outside of the viewport, which a screenshot includes. */
function drawAll(): void {
  // The policy of the pages forbids style elements of others, not this.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*{content-visibility:visible!important}')
  document.adoptedStyleSheets.push(sheet)
}

/** Waits for a response that does not come. */
async function untilLoading(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('status', { name: /^Loading|geladen/ })
    .first()
    .waitFor({ timeout: 15_000 })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Waits until nothing is loading, including images further down. */
async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 15_000 })
  await page
    .getByRole('main')
    .getByRole('status', { name: /^Loading|geladen/ })
    .first()
    .waitFor({ state: 'hidden', timeout: 10_000 })
  await page.evaluate(async (limit) => {
    const near = [...document.images].filter((image) => image.getBoundingClientRect().top < limit)
    for (const image of near) image.loading = 'eager'
    await Promise.all(near.filter(({ src }) => src).map((image) => image.decode().catch(() => undefined)))
    await document.fonts.ready
  }, highest)
}

function listen(page: Page, isBroken: boolean): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // A refusal that a screen is about is repeated here.
    const refusal = `Failed to load resource: the server responded with a status of ${isBroken ? '' : '4'}`
    const isRepeated = message.text().startsWith(refusal)
    if (message.type() === 'error' && !isRepeated) complaints.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    const isAsset = ['image', 'script', 'stylesheet', 'font'].includes(response.request().resourceType())
    if (response.status() >= (isAsset ? 400 : 500) && !isBroken)
      complaints.push(`${response.status()} for ${response.url()}`)
  })
  return complaints
}
