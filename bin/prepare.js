import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import {
  explainLack,
  findNodeToInstall,
  fitsSystem,
  nodePath,
  packagesOf,
  readSettings,
  root,
  thisSystem,
} from './runtime.js'

// Everything here runs before the dependencies are installed, on any Node from 18 on.

/**
 * Installs the Node of the shop if this one is older than 24, then the dependencies if one is missing or differs from package-lock.json.
 * The comparison takes 0.03 s of CPU time; npm takes 5.5 s to find that it has nothing to do. With `forShop`, a system that lacks a
 * PostgreSQL is told before.
 */
export async function install({ forShop = false } = {}) {
  const needsPostgres = forShop && !readSettings().DATABASE_URL
  const lack = explainLack(thisSystem, { node: process.versions.node, needsPostgres })
  if (lack !== undefined) fail(lack)
  const nodeFolder = findNodeToInstall()
  if (nodeFolder !== undefined) await runNpm('Installing Node 24', process.execPath, ['ci', '--prefix', nodeFolder])
  if (findNodeToInstall() !== undefined)
    fail('npm did not install Node 24. Check that npm reaches its registry, and start again.')
  if (missingPackages().length === 0) return
  // NODE_ENV=production must not leave out the packages that build the pages.
  await runNpm('Installing the dependencies', nodePath, ['install', '--no-save', '--include=dev'])
  const missing = missingPackages()
  if (missing.length > 0) {
    fail(
      `npm did not install these packages as package-lock.json has them: ${missing.join(', ')}. Check that npm reaches its registry, delete node_modules and start again.`,
    )
  }
}

/** Removes the packages that only build and test the shop. Under an old Node npm would also take away what needs a newer one. */
export const pruneDevDependencies = () =>
  runNpm('Removing what only builds and tests need', nodePath, ['prune', '--omit=dev', '--no-save'])

async function runNpm(step, node, args) {
  const options = [...args, '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath ?? ''
  await runStep(step, async () => [
    await (basename(npm).startsWith('npm')
      ? capture(node, [npm, ...options])
      : capture('npm', options, { shell: process.platform === 'win32' })),
  ])
}

/** Compares the installed packages with package-lock.json, except optional packages of other systems. */
function missingPackages() {
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, locked]) =>
      installed[path] && existsSync(join(root, path))
        ? installed[path].version !== locked.version
        : path !== '' && isNeeded(locked),
    )
    .map(([path]) => path.replace('node_modules/', ''))
}

/** Whether this is the image, where all is built and what only builds and tests need is gone. No setting of npm: hosts that have it still build. */
const omitsDev = process.env.BOLTYARD_IMAGE !== undefined

function isNeeded(locked) {
  if (locked.dev && omitsDev) return false
  if (!locked.os) return !locked.optional && !locked.peer
  return locked.cpu !== undefined && fitsSystem(locked, thisSystem)
}

const foldersWithTests = ['bench', 'bin', 'cluster', 'contract', 'database', 'embedded', 'server', 'torture', 'web']
const serverFolders = ['contract', 'database', 'embedded', 'server']

/** Lists what is built: how, from which files, and below which folder. */
const builds = {
  pages: {
    folder: 'build/pages',
    sources: () => [
      'vite.config.ts',
      'react-router.config.ts',
      'tsconfig.web.json',
      ...[
        'web',
        'contract',
        'public',
        ...readdirSync(join(root, 'embedded')).map((name) => `embedded/${name}/browser`),
      ].flatMap(filesIn),
    ],
    // Where all is built, the tool need not be there.
    command: () => [toolPath('@react-router/dev', 'react-router'), 'build'],
  },
  server: {
    folder: 'build/shop',
    sources: () => [
      'bin/bundle-server.js',
      ...serverFolders.flatMap(filesIn).filter((file) => /(?<!\.test)\.ts$/.test(file)),
    ],
    command: () => ['bin/bundle-server.js', 'shop'],
  },
  tests: {
    folder: 'build/tests',
    sources: () => [
      'bin/bundle-server.js',
      ...foldersWithTests.flatMap(filesIn).filter((file) => /\.[jt]sx?$/.test(file)),
    ],
    command: () => ['bin/bundle-server.js', 'tests'],
  },
  'pictures of the demo': {
    folder: 'build/demo',
    sources: () => [
      'database/demo/demo-pictures.ts',
      'server/media/store-image.ts',
      ...filesIn('database/demo/drawings'),
    ],
    command: () => ['database/render-demo.ts'],
  },
}

/** Lists the tests that run in Node; journeys run in Playwright. */
export const testFiles = () => foldersWithTests.flatMap(filesIn).filter((file) => /\.test\.[jt]sx?$/.test(file))

/** Builds what `npm start` runs. */
export const build = () => buildStale(['pages', 'server', 'pictures of the demo'])

/** Builds the same and the tests. */
export const buildWithTests = () => buildStale(['pages', 'server', 'pictures of the demo', 'tests'])

/** Builds what development, which serves pages and server from their sources, needs all the same. */
export const buildForDevelopment = () => buildStale(['pictures of the demo'])

/**
 * Runs the builds whose sources have changed, all at once: comparing takes 0.04 s of CPU time, building 40 s, which two cores do in 24 s,
 * and one after the other in 35 s.
 */
async function buildStale(names) {
  const stale = names
    .map((name) => ({ name, ...builds[name] }))
    .map((one) => ({ ...one, version: versionOf(one) }))
    .filter(({ folder, version }) => read(`${folder}/.stamp`) !== version)
  if (stale.length === 0) return
  await runStep(`Building ${joinWords(stale.map(({ name }) => name))}`, () =>
    Promise.all(
      stale.map(async ({ folder, version, command }) => {
        rmSync(join(root, folder, '.stamp'), { force: true })
        const result = await capture(nodePath, command(), { env: { NODE_ENV: 'production' } })
        if (result.code === 0) writeFileSync(join(root, folder, '.stamp'), version)
        return result
      }),
    ),
  )
}

/** Returns what a build depends on; a bundle contains the path of the project. */
const versionOf = ({ sources }) => `${root} ${hash(['package.json', 'package-lock.json', ...sources()])}`

const joinWords = (words) =>
  words.length < 2 ? `the ${words[0]}` : `the ${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/**
 * Lists the flags of the shop's Node: it collects garbage earlier, so that long work leaves less of it. An import of 50,000 rows takes 61 MB
 * instead of 201, at the same CPU time.
 */
export const shopFlags = ['--max-semi-space-size=8', '--heap-growing-percent=60']

/** Names the bundle of the server and its flags, with which tests and benches start shops. */
export const bundledShop = { BOLTYARD_SHOP: 'build/shop/main.js', BOLTYARD_SHOP_FLAGS: shopFlags.join(' ') }

/** Returns the path of an installed package's program, so that the shop's Node can run it on every system. */
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
      env: { ...nodeEnv(), ...options.env },
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

/** Returns the environment in which `node` is that of the shop. The compile cache saves 0.2 s of every start but the first. */
export function nodeEnv() {
  const cache = join(root, 'node_modules/.cache/compiled')
  return { NODE_COMPILE_CACHE: cache, ...process.env, PATH: [dirname(nodePath), process.env.PATH].join(delimiter) }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

/** Runs programs under a name that is printed with their duration; ends this process with the output of those that fail. */
async function runStep(name, run) {
  const startedAt = performance.now()
  // What a command prints for programs is alone on its output.
  process.stderr.write(`${name} … `)
  const results = await run()
  process.stderr.write(`${seconds(startedAt)}\n`)
  const failed = results.filter(({ code }) => code !== 0)
  if (failed.length > 0)
    fail(`${failed.map(({ output }) => output.trim()).join('\n\n')}\n\n${name} failed for the reason above.`)
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
