import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

/** Public answers against a bare `node:http` that sends the same bytes and headers. */
export async function benchReads(shop: ShopProcess): Promise<BenchRow[]> {
  const [first] = (await (await fetch(`${shop.url}/tools`)).json()) as { _id: string }[]
  const wishes = [
    { what: 'GET /tools (demo catalogue)', path: '/tools', goal: 0.5 },
    { what: 'GET /tools/{id}', path: `/tools/${first?._id}` },
    { what: 'GET /products (page)', path: '/products' },
  ]
  const rows: BenchRow[] = []
  for (const { what, path, ...goal } of wishes) {
    await using bare = await openBareServer(shop.url + path)
    const rates = await interleave(
      () => requestsPerSecond(shop.url + path),
      () => requestsPerSecond(bare.url),
    )
    rows.push({ what, ...rates, ...goal })
  }
  return rows
}

async function requestsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: 16,
    duration: 3,
    headers: { 'accept-encoding': 'br' },
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return requests.average
}

async function openBareServer(copyOf: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), copyOf], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: line.toString().trim(),
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}
