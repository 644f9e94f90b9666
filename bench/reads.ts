import autocannon from 'autocannon'
import { openBareServer } from '#bench/bare-server-process.ts'
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
    await using bare = await openBareServer('bare-server.ts', shop.url + path)
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
