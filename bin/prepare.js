import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Everything here runs before the dependencies are installed, on any Node from 18 on.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The path of the pinned Node, which is a dependency. */
export const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Installs the dependencies if one is missing or differs from package-lock.json. The comparison takes 0.03 s of CPU time; npm takes
 * 5.5 s to find that it has nothing to do. `npm ci` rejects a lock file without the packages of every other system, and not every
 * registry has all of those.
 */
export async function install() {
  if (missingPackages().length === 0) return
  await npmInstall('Installing the dependencies', process.execPath)
  if (!existsSync(pinnedNode)) {
    fail(
      'npm did not install Node 24: allow the install scripts of the package `node`, delete node_modules and start again.',
    )
  }
  // Under an old Node npm skips optional packages that need a newer one.
  if (missingPackages().length > 0) await npmInstall('Installing the packages that need Node 24', pinnedNode)
  const missing = missingPackages()
  if (missing.length > 0) {
    fail(
      `npm did not install these packages as package-lock.json has them: ${missing.join(', ')}. Check that npm reaches its registry, delete node_modules and start again.`,
    )
  }
}

async function npmInstall(step, node) {
  // NODE_ENV=production must not leave out the packages that build the pages.
  const options = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath ?? ''
  await (basename(npm).startsWith('npm')
    ? runStep(step, node, [npm, ...options])
    : runStep(step, 'npm', options, { shell: process.platform === 'win32' }))
}

/** Compares the installed packages with package-lock.json, except optional packages of other systems. */
function missingPackages() {
  const installed = packagesOf('node_modules/.package-lock.json')
  const { glibcVersionRuntime } = process.report.getReport().header
  const ourLibc = glibcVersionRuntime ? 'glibc' : 'musl'
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, locked]) =>
      installed[path] && existsSync(join(root, path))
        ? installed[path].version !== locked.version
        : path !== '' && isNeeded(locked, ourLibc),
    )
    .map(([path]) => path.replace('node_modules/', ''))
}

/** Whether this is the image, where all is built and what only builds and tests need is gone. No setting of npm: hosts that have it still build. */
const omitsDev = process.env.BOLTYARD_IMAGE !== undefined

function isNeeded({ dev, optional, peer, os, cpu, libc }, ourLibc) {
  if (dev && omitsDev) return false
  if (!os) return !optional && !peer
  return os.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes(ourLibc))
}

function packagesOf(lockFile) {
  const text = read(lockFile)
  return text === undefined ? {} : JSON.parse(text).packages
}

/** Builds the pages if a source has changed. */
export async function build() {
  const files = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.web.json', 'package.json', 'package-lock.json']
  const browserFolders = readdirSync(join(root, 'embedded')).map((service) => `embedded/${service}/browser`)
  const sources = [...files, ...['web', 'contract', 'public', ...browserFolders].flatMap(filesIn)]
  // Where all is built, the tool need not be there.
  const command = () => [toolPath('@react-router/dev', 'react-router'), 'build']
  await runIfChanged('Building the pages', 'build/.stamp', hash(sources), command)
}

/** Bundles the server into a few files, which load fast, if a source has changed. */
export const bundleServer = () =>
  bundle('Bundling the server', 'shop', ['contract', 'database', 'embedded', 'server'], /(?<!\.test)\.ts$/)

const foldersWithTests = ['bench', 'bin', 'cluster', 'contract', 'database', 'embedded', 'server', 'torture', 'web']

/** Bundles the tests in the same way. */
export const bundleTests = () => bundle('Bundling the tests', 'tests', foldersWithTests, /\.[jt]sx?$/)

/** Lists the tests that run in Node; journeys run in Playwright. */
export const testFiles = () => foldersWithTests.flatMap(filesIn).filter((file) => /\.test\.[jt]sx?$/.test(file))

async function bundle(step, name, folders, code) {
  const files = ['bin/bundle-server.js', 'package.json', 'package-lock.json']
  const sources = folders.flatMap(filesIn).filter((file) => code.test(file))
  // The bundle contains the path of the project.
  const version = `${root} ${hash([...files, ...sources])}`
  await runIfChanged(step, `build/${name}/.stamp`, version, () => ['bin/bundle-server.js', name])
}

/** Bundles the server and returns the environment in which tests, benches and torture start shops from the bundle. */
export async function withBundledShop() {
  await bundleServer()
  return { BOLTYARD_SHOP: 'build/shop/main.js' }
}

/** Returns the path of an installed package's program, so that the pinned Node can run it on every system. */
export function toolPath(packageName, program) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[program])
}

/** Runs a program without showing its output; returns the output and the exit code. */
export function capture(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      cwd: root,
      env: { ...pinnedNodeEnv(), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const stop = (signal) => {
      child.kill(signal)
      process.exit(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop)
    child.once('error', reject)
    child.once('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Returns the environment in which `node` is the pinned one. The compile cache saves 0.2 s of every start but the first. */
export function pinnedNodeEnv() {
  const cache = join(root, 'node_modules/.cache/compiled')
  return { NODE_COMPILE_CACHE: cache, ...process.env, PATH: [dirname(pinnedNode), process.env.PATH].join(delimiter) }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** Runs a build unless it ran for the same sources: comparing them takes 0.04 s of CPU time, building them 30 s. */
async function runIfChanged(name, stampFile, version, command) {
  if (read(stampFile) === version) return
  const stamp = join(root, stampFile)
  rmSync(stamp, { force: true })
  await runStep(name, pinnedNode, command(), { env: { NODE_ENV: 'production' } })
  writeFileSync(stamp, version)
}

async function runStep(name, command, args, options) {
  const startedAt = performance.now()
  process.stdout.write(`${name} … `)
  const { code, output } = await capture(command, args, options)
  process.stdout.write(`${seconds(startedAt)}\n`)
  if (code !== 0) fail(`${output.trim()}\n\n${name} failed for the reason above.`)
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]))
}

function hash(files) {
  const sum = createHash('sha256')
  for (const file of files)
    sum
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return sum.digest('hex')
}

function read(file) {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined
}
