import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '../node_modules')

/** As root, Chromium has no sandbox; the other options keep it from contacting other hosts. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the first Chromium that starts: of CHROMIUM_PATH, packaged, of the system, or Playwright's. */
export async function findChromium(): Promise<{ args: string[]; executablePath?: string }> {
  const given = process.env['CHROMIUM_PATH']
  if (given) return { args, executablePath: given }
  for (const path of [
    await unpackPackaged(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]) {
    if (path !== undefined && (await starts(path))) return { args, executablePath: path }
  }
  return { args }
}

async function starts(path: string): Promise<boolean> {
  if (!existsSync(path)) return false
  try {
    await run(path, ['--version', '--no-sandbox'])
    return true
  } catch {
    // Most often a library of the system is missing; the next one may bring its own.
    return false
  }
}

async function unpackPackaged(): Promise<string | undefined> {
  const manifest = join(modules, '@sparticuz/chromium/package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return undefined
  const { version } = createRequire(import.meta.url)(manifest) as { version: string }
  const { TMPDIR } = process.env
  // It reuses what is unpacked in the folder, whatever its version.
  process.env['TMPDIR'] = join(modules, '.cache', `chromium-${version}`)
  mkdirSync(process.env['TMPDIR'], { recursive: true })
  // Only with this set does it unpack the libraries that this system lacks.
  if (!existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so')) process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs24.x'
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    return await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
}
