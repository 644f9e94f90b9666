import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

const silentMs = 1000
const answeredWithinMs = 8000

/**
 * A server of Node that closes waits without any limit for whoever is connected and asks nothing, as browsers keep connections ready,
 * and for whoever stops in the middle of asking. Answers what bounds that wait: called when closing begins, it hangs up on the former
 * after a second and on everybody after eight.
 */
export function watchConnections(server: Server): () => void {
  const silent = new Set<Socket>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
    if (isClosing) socket.setTimeout(silentMs)
  })
  server.on('request', ({ socket }: IncomingMessage) => {
    if (silent.delete(socket) && isClosing) socket.setTimeout(0)
  })
  return () => {
    isClosing = true
    for (const socket of silent) socket.setTimeout(silentMs)
    setTimeout(() => server.closeAllConnections(), answeredWithinMs).unref()
  }
}
