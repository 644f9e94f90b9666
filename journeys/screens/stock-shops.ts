import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runShop } from '../run-shop.ts'
import type { StockName } from './screen-list.ts'
import { signUpCustomer, stockAsUsual, stockTooMuch } from './stock-shop.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/screens')

/**
 * A folder with the data of an empty, a usual and a too full shop, to be copied. It is made anew when the demo or what is put into
 * the shops has changed: drawing the demo's pictures takes longer than photographing a page.
 */
export async function stockShops(): Promise<string> {
  const sum = createHash('sha256')
  for (const file of globSync('{database,server/media,journeys/screens}/**/*.{ts,sql,svg}', { cwd: root }).sort()) {
    if (/journeys.screens/.test(file) && !/stock-shop/.test(file)) continue
    sum.update(file).update(readFileSync(join(root, file)))
  }
  const folder = join(cache, sum.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const made = mkdtempSync(join(cache, 'new-'))
  await stock(join(made, 'empty'), 'empty')
  await stock(join(made, 'usual'), 'usual')
  execFileSync('cp', ['-Rp', join(made, 'usual'), join(made, 'too-much')])
  await stock(join(made, 'too-much'), 'too-much')
  // Somebody else may have been faster.
  if (existsSync(folder)) rmSync(made, { recursive: true })
  else renameSync(made, folder)
  return folder
}

/** Filled while the shop is not photographed: an open one remembers what it has read. */
async function stock(data: string, name: StockName): Promise<void> {
  const shop = await runShop(data, { DEMO: String(name !== 'empty') })
  try {
    if (name !== 'too-much') await signUpCustomer(shop)
    if (name === 'usual') await stockAsUsual(data)
    if (name === 'too-much') await stockTooMuch(data)
  } finally {
    await shop.stop()
  }
}
