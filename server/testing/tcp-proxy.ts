import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy extends AsyncDisposable {
  /** The URL through the proxy. */
  url: string
  /** Ends every connection and takes no new one. */
  cut(): void
  /** Keeps every connection, but nothing goes through any more. */
  swallow(): void
  repair(): void
  /** Returns how often anything was swallowed, a new connection or bytes on an open one. */
  countSwallowed(): number
}

/** Starts a TCP proxy that a test can cut and repair. */
export async function createTcpProxy(to: string): Promise<TcpProxy> {
  const target = new URL(to)
  const open = new Set<Socket>()
  let swallowed = 0
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  const forget = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
  }
  const server = createServer((near) => {
    forget(near)
    if (state === 'cut') return near.destroy()
    if (state === 'swallowing') swallowed++
    const far = connect(Number(target.port), target.hostname)
    forget(far)
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (state === 'whole') onward.write(bytes)
        else swallowed++
      })
      from.on('close', () => onward.destroy())
    }
    return undefined
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  const endAll = () => open.forEach((socket) => socket.destroy())
  return {
    url: url.href,
    cut() {
      state = 'cut'
      endAll()
    },
    swallow() {
      state = 'swallowing'
    },
    repair() {
      // The lost bytes make these connections unusable.
      if (state === 'swallowing') endAll()
      state = 'whole'
    },
    countSwallowed: () => swallowed,
    async [Symbol.asyncDispose]() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
