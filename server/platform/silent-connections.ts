import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const patienceMs = 1000

/**
 * Connections on which nothing was asked yet, as browsers keep ready. Node takes them for busy, so that a server would wait for them
 * when it closes. Answers what has them hung up on from now on, unless they ask within a second.
 */
export function watchSilentConnections(server: Server): () => void {
  const silent = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    if (isClosing) socket.setTimeout(patienceMs)
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (silent.delete(socket) && isClosing) socket.setTimeout(0)
  })
  return () => {
    isClosing = true
    for (const socket of silent) socket.setTimeout(patienceMs)
  }
}
