import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything here runs before the dependencies are there, on whatever Node ≥ 18 the machine has.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node that the shop is written for; it comes with the dependencies. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Installs the locked dependencies if they are missing or not those of package-lock.json. */
export async function install() {
  const stamp = join(root, 'node_modules/.boltyard-install')
  const wanted = hash([process.platform, process.arch, readFileSync(join(root, 'package-lock.json'))])
  if (existsSync(pinnedNode) && read(stamp) === wanted) return
  if (!isAsLocked()) await installAsLocked()
  writeFileSync(stamp, wanted)
}

async function installAsLocked() {
  await npmInstall('Installing the dependencies', process.execPath)
  if (!existsSync(pinnedNode)) {
    fail(
      'The install brought no Node 24: allow the install scripts of the package `node`, delete node_modules and start again.',
    )
  }
  // On an old Node npm leaves out what only newer ones may load: then the Node that has just come installs it.
  if (leftOut().length > 0) await npmInstall('Installing what this Node left out', pinnedNode)
  if (leftOut().length > 0)
    fail(`npm could not bring ${leftOut().join(', ')}: see that it reaches its registry and start again.`)
  if (!isAsLocked())
    fail('npm installed other versions than package-lock.json names: delete node_modules and start again.')
}

async function npmInstall(step, node) {
  // Not `npm ci`: it refuses a lock file without every package for other systems, and some registries do not hold them all.
  // What it guarantees is checked afterwards. NODE_ENV=production must not leave out what builds the pages.
  const options = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath ?? ''
  await (basename(npm).startsWith('npm')
    ? runStep(step, node, [npm, ...options])
    : runStep(step, 'npm', options, { shell: process.platform === 'win32' }))
}

/** Builds the pages if anything that goes into them has changed. */
export async function build() {
  const stamp = join(root, 'build/.stamp')
  const wanted = hash(pageSources())
  if (read(stamp) === wanted) return
  const reactRouter = toolPath('@react-router/dev', 'react-router')
  await runStep('Building the pages', pinnedNode, [reactRouter, 'build'], { env: { NODE_ENV: 'production' } })
  writeFileSync(stamp, wanted)
}

/** Puts the server into a few files that are read fast, if anything that goes into them has changed. */
export async function bundleServer() {
  const stamp = join(root, 'build/shop/.stamp')
  const wanted = hash(serverSources())
  if (read(stamp) === wanted) return
  await runStep('Bundling the server', pinnedNode, ['bin/bundle-server.js'], { env: { NODE_ENV: 'production' } })
  writeFileSync(stamp, wanted)
}

/**
 * Bundles the server and answers the environment in which the shops of tests, benches and torture run start as `npm start` starts
 * them. Without it they run the sources.
 */
export async function withBundledShop() {
  await bundleServer()
  return { BOLTYARD_SHOP: 'build/shop/main.js' }
}

/** Where the program of an installed package lies, so that it can be started by the pinned Node on every system. */
export function toolPath(packageName, program) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

/** Runs a program without showing what it says, and answers that with its exit code. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      cwd: root,
      env: { ...withPinnedNode(), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const endWithUs = (signal) => {
      child.kill(signal)
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, endWithUs)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, endWithUs)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** The environment in which `node` is the pinned one, also for the scripts that a program starts. */
export function withPinnedNode() {
  // Compiled once, the server starts in half the time from then on.
  const compiled = join(root, 'node_modules/.cache/compiled')
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: [dirname(pinnedNode), process.env.PATH].join(delimiter) }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

export function fail(sentence) {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

async function runStep(name, command, args, options) {
  const begun = performance.now()
  process.stdout.write(`${name} … `)
  const { code, output } = await runQuietly(command, args, options)
  process.stdout.write(`${seconds(begun)}\n`)
  if (code !== 0) fail(`${output.trim()}\n\n${name} failed; the reason stands above.`)
}

/** Compares npm's own note of what it installed with the lock file. */
function isAsLocked() {
  if (!existsSync(pinnedNode) || leftOut().length > 0) return false
  const found = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(([path, { version, optional, peer }]) => {
    if (path === '') return true
    return found[path] ? found[path].version === version : Boolean(optional || peer)
  })
}

/** The packages that were compiled for this very system and are missing. */
function leftOut() {
  const found = packagesOf('node_modules/.package-lock.json')
  const ourLibc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const fitting = Object.entries(packagesOf('package-lock.json')).filter(
    ([, { os, cpu, libc }]) =>
      os?.includes(process.platform) && cpu?.includes(process.arch) && (libc === undefined || libc.includes(ourLibc)),
  )
  return fitting.map(([path]) => path.replace('node_modules/', '')).filter((name) => !found[`node_modules/${name}`])
}

function packagesOf(lockFile) {
  const text = read(join(root, lockFile))
  return text === undefined ? {} : JSON.parse(text).packages
}

function pageSources() {
  const services = join(root, 'embedded')
  const browserFolders = readdirSync(services).map((service) => `embedded/${service}/browser`)
  const folders = ['web', 'contract', 'public', ...browserFolders].flatMap(filesIn)
  const files = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.web.json', 'package.json', 'package-lock.json']
  return [...files, ...folders].flatMap((file) => [file, readFileSync(join(root, file))])
}

function serverSources() {
  const folders = ['contract', 'database', 'embedded', 'server'].flatMap(filesIn)
  const sources = folders.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  // Where the sources lie is written into the files.
  const files = ['bin/bundle-server.js', 'package.json', 'package-lock.json', ...sources]
  return [root, ...files.flatMap((file) => [file, readFileSync(join(root, file))])]
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
}

function hash(parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\0')
  return sum.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
