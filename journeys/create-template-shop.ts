import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRamDisk } from '#embedded/postgres/testing/test-database.ts'
import { runShop } from './run-shop.ts'

/** Starts one shop for the first time, which draws its demo pictures; every worker then starts on a copy of what it made. */
export default async function createTemplateShop(): Promise<() => void> {
  const folder = mkdtempSync(join(realpathSync(findRamDisk() ?? tmpdir()), 'boltyard-journeys-'))
  process.env['JOURNEYS_FOLDER'] = folder
  const shop = await runShop(join(folder, 'template'))
  await shop.stop()
  return () => rmSync(folder, { recursive: true, force: true })
}
