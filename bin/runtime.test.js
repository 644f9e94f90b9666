import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explainLack } from './runtime.js'

const glibc = (cpu) => ({ os: 'linux', cpu, libc: 'glibc' })

test('a system that npm has Node and PostgreSQL for needs nothing else', () => {
  const systems = [
    glibc('x64'),
    glibc('arm64'),
    { os: 'darwin', cpu: 'x64' },
    { os: 'darwin', cpu: 'arm64' },
    { os: 'win32', cpu: 'x64' },
  ]
  for (const system of systems) assert.equal(explainLack(system, { node: '18.20.4', needsPostgres: true }), undefined)
})

test('another system is told in one sentence that it needs a Node from 24 on and a DATABASE_URL', () => {
  const systems = {
    'linux-x64-musl': { os: 'linux', cpu: 'x64', libc: 'musl' },
    'linux-arm64-musl': { os: 'linux', cpu: 'arm64', libc: 'musl' },
    'win32-arm64': { os: 'win32', cpu: 'arm64' },
    'freebsd-x64': { os: 'freebsd', cpu: 'x64' },
  }
  for (const [name, system] of Object.entries(systems)) {
    for (const lacking of [
      { node: '22.20.0', needsPostgres: false },
      { node: '24.0.0', needsPostgres: true },
    ]) {
      const sentence = explainLack(system, lacking)
      assert.ok(sentence?.includes(`(${name}): start it with Node 24 or newer, and set DATABASE_URL`), sentence)
    }
    assert.equal(explainLack(system, { node: '26.1.0', needsPostgres: false }), undefined)
  }
})
