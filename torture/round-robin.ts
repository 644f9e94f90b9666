import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'

export interface RoundRobin extends AsyncDisposable {
  url: string
}

/**
 * A proxy that hands each request to the next server, as those in front of several servers do. One that takes no connection is
 * skipped; one that dies in the middle of an answer is the caller's to notice.
 */
export async function roundRobin(servers: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const proxy = createServer((near, answer) => {
    // Whoever is skipped has taken nothing yet, so the body is still whole.
    const first = turn++
    forward(0)

    function forward(skipped: number): void {
      const server = servers[(first + skipped) % servers.length]
      if (server === undefined || skipped >= servers.length) return fail(answer)
      const { hostname, port } = new URL(server)
      const far = request({ agent, hostname, port, method: near.method, path: near.url, headers: near.headers })
      far.once('response', (said) => {
        answer.writeHead(said.statusCode ?? 502, said.headers)
        said.pipe(answer)
        said.once('error', () => answer.destroy())
      })
      far.once('error', (error) => {
        if ('code' in error && error.code === 'ECONNREFUSED') forward(skipped + 1)
        else if (answer.headersSent) answer.destroy()
        else fail(answer)
      })
      answer.once('close', () => far.destroy())
      far.once('socket', (socket) => {
        const send = () => near.pipe(far)
        if (socket.connecting) socket.once('connect', send)
        else send()
      })
    }
  })
  proxy.listen({ host: '127.0.0.1', port: 0 })
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    url: `http://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    async [Symbol.asyncDispose]() {
      agent.destroy()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

function fail(answer: ServerResponse): void {
  answer.writeHead(502, { 'retry-after': '1' })
  answer.end()
}
