import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
const read = <Content>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Content

interface Manifest {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
interface Lock {
  packages: Record<
    string,
    { version: string; resolved?: string; integrity?: string; hasInstallScript?: true; link?: true }
  >
}

const manifest = read<Manifest>('package.json')
const { packages } = read<Lock>('package-lock.json')
const installed = Object.entries(packages).filter(([path]) => path !== '')

// security 60
test('every dependency is pinned to one version, and its bytes to one hash', () => {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
  for (const [name, version] of Object.entries(wanted)) {
    assert.match(version, /^\d+\.\d+\.\d+(?:-[\w.]+)?$/, name)
    assert.equal(packages[`node_modules/${name}`]?.version, version, name)
  }
  assert.ok(installed.length > 300)
  for (const [path, { integrity, resolved = 'https://registry.npmjs.org/', link }] of installed) {
    assert.ok(!link, path)
    assert.match(integrity ?? '', /^sha512-/, path)
    assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path)
  }
})

// security 60
test('no package runs a script while it is installed, but those that are named', () => {
  const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  for (const path of withScripts) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    assert.ok(name in manifest.allowScripts || name === 'fsevents', `${name} would run a script`)
  }
})

test('Fastify is newer than its known holes', () => {
  const [major = 0, minor = 0] = (manifest.dependencies['fastify'] ?? '').split('.').map(Number)
  assert.ok(major > 5 || (major === 5 && minor >= 12))
})
