import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runShop } from '../run-shop.ts'
import type { StockName } from './screen-list.ts'
import { signUpCustomer, fillTypical, fillLarge } from './fill-shop.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/screens')

/**
 * Returns a data folder to copy. It is created again after a change of the demo or of the fixtures, since drawing the demo images
 * takes longer than a screenshot.
 */
export async function prepareFilledShop(name: StockName): Promise<string> {
  const folder = join(cache, fingerprint(), name)
  if (existsSync(folder)) return folder
  const created = `${folder}-${process.pid}`
  mkdirSync(dirname(created), { recursive: true })
  if (name === 'too-much') execFileSync('cp', ['-Rp', await prepareFilledShop('usual'), created])
  try {
    await stock(created, name)
    // Another process may have been faster.
    if (!existsSync(folder)) renameSync(created, folder)
  } finally {
    rmSync(created, { recursive: true, force: true })
  }
  return folder
}

function fingerprint(): string {
  const sum = createHash('sha256')
  for (const file of globSync('{database,server/media,journeys/screens}/**/*.{ts,sql,svg}', { cwd: root }).sort()) {
    if (file.includes('screens') && !file.includes('fill')) continue
    sum.update(file).update(readFileSync(join(root, file)))
  }
  return sum.digest('hex').slice(0, 16)
}

/** Fills the shop while it is stopped, since a running one has caches. */
async function stock(data: string, name: StockName): Promise<void> {
  const shop = await runShop(data, { DEMO: String(name !== 'empty') })
  try {
    if (name !== 'too-much') await signUpCustomer(shop)
    if (name === 'usual') await fillTypical(data)
    if (name === 'too-much') await fillLarge(data)
  } finally {
    await shop.stop()
  }
}
