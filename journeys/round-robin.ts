import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'

export interface RoundRobin extends AsyncDisposable {
  url: string
}

/**
 * Starts a round-robin proxy. A server that refuses connections is skipped; a connection lost during a response is passed on to
 * the client.
 */
export async function roundRobin(servers: readonly string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const proxy = createServer((near, response) => {
    // A skipped server has read nothing, so the body is still complete.
    const first = turn++
    forward(0)

    function forward(skipped: number): void {
      const server = servers[(first + skipped) % servers.length]
      if (server === undefined || skipped >= servers.length) return fail(response)
      const { hostname, port } = new URL(server)
      const far = request({ agent, hostname, port, method: near.method, path: near.url, headers: near.headers })
      far.once('response', (output) => {
        response.writeHead(output.statusCode ?? 502, output.headers)
        output.pipe(response)
        output.once('error', () => response.destroy())
      })
      far.once('error', (error) => {
        if ('code' in error && error.code === 'ECONNREFUSED') forward(skipped + 1)
        else if (response.headersSent) response.destroy()
        else fail(response)
      })
      response.once('close', () => far.destroy())
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

function fail(response: ServerResponse): void {
  response.writeHead(502, { 'retry-after': '1' })
  response.end()
}
