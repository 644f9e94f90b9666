import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openBaselineServer } from '#bench/baseline-process.ts'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

/** Measures public responses against a bare `node:http` that sends the same bytes and headers. */
export async function benchReads(shop: ShopProcess): Promise<BenchRow[]> {
  const [first] = (await (await fetch(`${shop.url}/tools`)).json()) as { _id: string }[]
  const kept = ['/tools', '/reviews', '/', '/products', '/blog', '/portfolio', '/plumbing']
  const requests = [
    ...kept.map((path) => ({ what: `GET ${path}`, path, goal: 0.9 })),
    { what: 'GET /tools/{id}', path: `/tools/${first?._id}` },
  ]
  // A page that has stood for ten seconds is compressed once more, slowly, which should fall into no round.
  await Promise.all(kept.map((path) => fetch(shop.url + path)))
  await wait(20_000)
  const rows: BenchRow[] = []
  for (const { what, path, ...goal } of requests) {
    await using bare = await openBaselineServer('baseline-server.ts', shop.url + path)
    const rates = await interleave(
      () => requestsPerSecond(shop.url + path),
      () => requestsPerSecond(bare.url),
    )
    rows.push({ name: what, ...rates, ...goal })
  }
  return rows
}

const connections = 16
const roundMs = 2000
/** Sets the requests: fewer than a visitor may send in a minute. */
const answersOfConnection = 1000

/** Sends requests on several connections, and reads only the length of each response: parsing would measure the client. */
async function requestsPerSecond(url: string): Promise<number> {
  const { hostname, port, host, pathname } = new URL(url)
  const input = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`
  let responses = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - begun <= roundMs) {
        const socket = connect(Number(port), hostname)
        socket.write(input)
        let open = 0
        let left = answersOfConnection
        for await (const data of socket) {
          // A socket without an encoding gives bytes.
          const chunk = data as Buffer
          if (open === 0) open = lengthOf(chunk)
          open -= chunk.length
          if (open > 0) continue
          responses++
          left--
          if (left === 0 || performance.now() - begun > roundMs) break
          socket.write(input)
        }
      }
    }),
  )
  return (responses * 1000) / (performance.now() - begun)
}

/** Returns the length of a response, head and body, from its first bytes; throws unless it is a success. */
function lengthOf(begin: Buffer): number {
  const head = begin.toString('latin1', 0, begin.indexOf('\r\n\r\n') + 4)
  const body = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || body === undefined) throw new Error(`${head} is not the requested response.`)
  return head.length + Number(body)
}
