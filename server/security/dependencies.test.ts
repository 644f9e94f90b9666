import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = <Content>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
interface Locked {
  version: string
  resolved?: string
  integrity?: string
  hasInstallScript?: true
  link?: true
  inBundle?: true
}

/** Holds the shop, and the Node that runs it where that of the machine is too old. */
const projects = ['.', 'bin/node'].map((folder) => ({
  manifest: read<Manifest>(join(folder, 'package.json')),
  packages: read<{ packages: Record<string, Locked> }>(join(folder, 'package-lock.json')).packages,
}))
const installed = projects.flatMap(({ packages }) => Object.entries(packages).filter(([path]) => path !== ''))
const { dependencies, allowScripts } = read<{
  dependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}>('package.json')

// security 60
test('every dependency is pinned to one version, and its bytes to one hash', () => {
  for (const { manifest, packages } of projects) {
    const wanted = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    for (const [name, version] of Object.entries(wanted)) {
      assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
      assert.equal(packages[`node_modules/${name}`]?.version, version, name)
    }
  }
  assert.ok(installed.length > 300)
  for (const [path, { integrity, resolved, link, inBundle }] of installed) {
    assert.ok(!link, path)
    // A bundled package is in the bytes of its parent.
    if (!inBundle) assert.match(integrity ?? '', /^sha512-/, path)
    // From the registry that npm is set to.
    assert.equal(resolved, undefined, path)
  }
})

// security 60
test('no package runs a script while it is installed, but those that are named', () => {
  const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  for (const path of withScripts) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    assert.ok(name in allowScripts || name === 'fsevents', `${name} would run a script`)
  }
})

test('Fastify is newer than its known holes', () => {
  const [major = 0, minor = 0] = (dependencies['fastify'] ?? '').split('.').map(Number)
  assert.ok(major > 5 || (major === 5 && minor >= 12))
})
