import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorkers } from '#server/platform/start-workers.ts'

test('a process that dies as soon as it listens is started again while the others still start', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-workers-'))
  const { exec } = cluster.settings
  try {
    // The second one listens only when the first one has a successor.
    const program = join(directory, 'worker.mjs')
    const successor = join(directory, 'successor')
    await writeFile(
      program,
      `import { existsSync, writeFileSync } from 'node:fs'
      import cluster from 'node:cluster'
      const listen = () => process.send('listening')
      if (cluster.worker.id === 1) process.send('listening', () => process.kill(process.pid, 'SIGKILL'))
      else if (cluster.worker.id === 2) {
        const timer = setInterval(() => existsSync(process.env.SUCCESSOR) && (clearInterval(timer), listen()), 20)
      } else {
        writeFileSync(process.env.SUCCESSOR, '')
        listen()
      }`,
    )
    cluster.setupPrimary({ exec: program })
    const stop = await startWorkers(2, { SUCCESSOR: successor })
    assert.deepEqual(Object.keys(cluster.workers ?? {}), ['2', '3'])
    await stop()
    assert.deepEqual(Object.keys(cluster.workers ?? {}), [])
  } finally {
    cluster.removeAllListeners('exit')
    cluster.setupPrimary({ exec })
    await rm(directory, { recursive: true, force: true })
  }
})

test('the start fails if a process ends before it listens', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-workers-'))
  const { exec } = cluster.settings
  try {
    const program = join(directory, 'worker.mjs')
    await writeFile(program, 'process.exit(1)')
    cluster.setupPrimary({ exec: program })
    await assert.rejects(startWorkers(1, {}), /could not start/)
  } finally {
    cluster.removeAllListeners('exit')
    cluster.setupPrimary({ exec })
    await rm(directory, { recursive: true, force: true })
  }
})
