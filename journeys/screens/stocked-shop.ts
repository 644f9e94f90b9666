import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runShop } from '../run-shop.ts'
import type { StockName } from './screen-list.ts'
import { signUpCustomer, stockAsUsual, stockTooMuch } from './stock-shop.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/screens')

/**
 * A folder with the data of a shop, to be copied. It is made anew when the demo or what is put into the shops has changed: drawing
 * the demo's pictures takes longer than photographing a page.
 */
export async function stockedShop(name: StockName): Promise<string> {
  const folder = join(cache, fingerprint(), name)
  if (existsSync(folder)) return folder
  const made = `${folder}-${process.pid}`
  mkdirSync(dirname(made), { recursive: true })
  if (name === 'too-much') execFileSync('cp', ['-Rp', await stockedShop('usual'), made])
  try {
    await stock(made, name)
    // Somebody else may have been faster.
    if (!existsSync(folder)) renameSync(made, folder)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return folder
}

function fingerprint(): string {
  const sum = createHash('sha256')
  for (const file of globSync('{database,server/media,journeys/screens}/**/*.{ts,sql,svg}', { cwd: root }).sort()) {
    if (file.includes('screens') && !file.includes('stock')) continue
    sum.update(file).update(readFileSync(join(root, file)))
  }
  return sum.digest('hex').slice(0, 16)
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
