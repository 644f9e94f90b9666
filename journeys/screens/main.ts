import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findRamDisk } from '#embedded/postgres/testing/test-database.ts'
import { findChromium } from '../chromium.ts'
import { runShop } from '../run-shop.ts'
import { contactSheet, type Picture } from './contact-sheet.ts'
import { roles, screens, stocks } from './screen-list.ts'
import { prepareFilledShop } from './filled-shop.ts'
import { readStock } from './fill-shop.ts'
import { type Finding, type OpenShop, openWindow, takeScreens } from './take-screenshots.ts'

/*
 * Pictures of every page in three shops (an empty one, a usual one, one with too much of everything), at three widths, light and dark,
 * and a list of what can be measured wrong on them. Words choose: a shop, a width, `light` or `dark`, `de`, or part of a screen's name.
 */
const allWidths = [360, 768, 1440] as const
const schemes = ['light', 'dark'] as const
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'screens')

const words = process.argv.slice(2)
const known = new Set<string>([...stocks, ...allWidths.map(String), ...schemes, 'de', 'en'])
const names = words.filter((word) => !known.has(word))
const chosen = <Item extends string | number>(items: readonly Item[]) => {
  const named = items.filter((item) => words.includes(String(item)))
  return named.length > 0 ? named : items
}
const isWanted = (name: string) =>
  names.length === 0 ||
  names.some((word) => (screens.some((screen) => screen.name === word) ? name === word : name.includes(word)))
const wanted = screens.filter(({ name }) => isWanted(name))
if (wanted.length === 0) {
  process.stderr.write(`No screen is called so. There are: ${screens.map(({ name }) => name).join(', ')}\n`)
  process.exit(1)
}
const looks = { widths: chosen(allWidths), schemes: chosen(schemes), locale: words.includes('de') ? 'de-DE' : 'en-US' }
const wantedStocks = chosen(stocks).filter((name) => wanted.some((screen) => screen.in?.includes(name) ?? true))

const begun = performance.now()
const say = (text: string) =>
  process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
const testDatabase = mkdtempSync(join(findRamDisk() ?? tmpdir(), 'boltyard-screens-'))
process.on('exit', () => rmSync(testDatabase, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const pictures: Picture[] = []
const findings: Finding[] = []
mkdirSync(folder, { recursive: true })
await using browser = await chromium.launch(await findChromium())
for (const name of wantedStocks) {
  const data = join(testDatabase, name)
  execFileSync('cp', ['-Rp', await prepareFilledShop(name), data])
  say(`the ${name} shop is filled`)
  const running = await runShop(data, { DEMO: String(name !== 'empty'), LOG_LEVEL: 'warn' })
  try {
    const shop = { name, url: running.url, stock: await readStock(data) }
    await takeScreenshots(shop)
  } finally {
    await running.stop()
  }
  rmSync(data, { recursive: true })
  say(`the ${name} shop: ${pictures.filter((picture) => picture.stock === name).length} pictures`)
}

const reported = reportOnce(findings)
writeFileSync(join(folder, 'index.html'), contactSheet(folder, pictures, reported))
process.stdout.write(`\n${reported.map((finding) => `- ${finding}\n`).join('')}\n`)
process.stdout.write(
  `${pictures.length} pictures, all of them in ${join(folder, 'index.html')}; ${reported.length} findings\n`,
)

/** Takes three at a time, since they mostly wait. */
async function takeScreenshots(shop: OpenShop): Promise<void> {
  mkdirSync(join(folder, shop.name), { recursive: true })
  const jobs = roles.flatMap((role) => [true, false].map((hasTouch) => ({ role, hasTouch })))
  for (const { role, hasTouch } of jobs) {
    const queue = wanted.filter((screen) => screen.as === role && (screen.in?.includes(shop.name) ?? true))
    if (queue.length === 0 || !looks.widths.some((width) => width < 600 === hasTouch)) continue
    await using context = await openWindow(browser, shop, role, hasTouch, looks)
    const waiting = queue.values()
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (const screen of waiting) {
          const taken = await takeScreens(context, { shop, screen, looks, hasTouch, folder })
          pictures.push(...taken.pictures)
          findings.push(...taken.findings)
        }
      }),
    )
  }
}

/** Reports findings in the layout of all pages only once. */
function reportOnce(found: readonly Finding[]): string[] {
  return [...Map.groupBy(found, ({ what }) => what)].map(([what, [first, ...others]]) => {
    const also = new Set(others.map(({ where }) => where)).size
    return `${first?.where}${also > 0 ? ` and ${also} more` : ''}: ${what}`
  })
}
