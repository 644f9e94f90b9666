import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import Fastify from 'fastify'
import { findFreePort } from '#embedded/postgres/cluster-key.ts'
import { manyDoors } from '#server/platform/many-doors.ts'

const host = '127.0.0.1'
const backlog = 511

test('whoever has come in by any of the doors is answered before the server has closed', async () => {
  const port = await findFreePort()
  const app = Fastify({ forceCloseConnections: 'idle' })
  const waiting: (() => void)[] = []
  app.get('/now', () => 'now')
  app.get('/later', () => new Promise<string>((resolve) => waiting.push(() => resolve('later'))))
  await manyDoors(app)({ host, port, backlog })
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const [answer] = (await once(get({ host, port, path, agent }), 'response')) as [IncomingMessage]
    answer.resume()
    return answer.statusCode
  }
  const answers = Array.from({ length: 20 }, () => ask('/later'))
  assert.deepEqual(await Promise.all([ask('/now'), ask('/now')]), [200, 200])
  while (waiting.length < 20) await ask('/now')
  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  // Nobody comes in any more.
  await assert.rejects(once(get({ host, port, path: '/now', agent: new Agent() }), 'response'))
  assert.equal(isClosed, false)
  waiting.forEach((answer) => answer())
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]))
  agent.destroy()
  await closing
})

test('a port that somebody has is told, also when that one shares it', async () => {
  const port = await findFreePort()
  const first = Fastify()
  await manyDoors(first)({ host, port, backlog })
  const second = Fastify()
  await assert.rejects(manyDoors(second)({ host, port, backlog }), { code: 'EADDRINUSE', port })
  await Promise.all([first.close(), second.close()])
})
