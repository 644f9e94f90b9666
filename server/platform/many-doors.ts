import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * A listener takes one waiting connection in each turn of the event loop, and turns are long in a crowd: whoever comes late would wait
 * until the crowd has gone, and not even hear that the shop is full. So many listeners on one port take so many in a turn.
 */
const listeners = 256

/**
 * Answers what opens a server to callers, at several listeners where the system lets them share a port (Linux). It throws what a taken
 * port throws; the server closes them with itself.
 */
export function manyDoors(
  app: FastifyInstance,
): (at: { host: string; port: number; backlog: number }) => Promise<void> {
  let others: Server[] = []
  app.addHook('preClose', async () => {
    if (others.length === 0) return
    // All stop taking connections now, and whoever is inside, through whichever door, is answered before anything else ends.
    const closed = [app.server, ...others].map((server) => once(server, 'close'))
    for (const server of [app.server, ...others]) server.close()
    await Promise.all(closed)
  })
  return async (at) => {
    if (process.platform !== 'linux') return void (await app.listen(at))
    // Who shares a port is not told that somebody else has it.
    await (await listening(createServer(), { ...at, exclusive: true }))[Symbol.asyncDispose]()
    const shared = { ...at, exclusive: true, reusePort: true }
    await app.listen(shared)
    const opening = Array.from({ length: listeners - 1 }, () => {
      // As a server of HTTP takes its own.
      const options = { allowHalfOpen: true, noDelay: true }
      return listening(
        createServer(options, (socket) => void app.server.emit('connection', socket)),
        shared,
      )
    })
    others = await Promise.all(opening)
    return undefined
  }
}

async function listening(server: Server, at: ListenOptions): Promise<Server> {
  server.listen(at)
  await once(server, 'listening')
  return server
}
