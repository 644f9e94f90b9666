import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { ProductSitemaps } from '#server/catalog/product-sitemaps.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'

interface ServeDeps {
  sitemaps: ProductSitemaps
  /** Whether the pages of products are for everyone. */
  isPublic: () => Promise<boolean>
}

/** Serves the sitemaps of products as streams, each a file on the disk. */
export function serveProductSitemaps(app: FastifyInstance, { sitemaps, isPublic }: ServeDeps): void {
  app.get<{ Params: { number: string } }>('/sitemap-products-:number(^\\d{1,4}).xml', async (request, reply) => {
    const file = (await isPublic()) ? await sitemaps.find(Number(request.params.number)) : undefined
    if (file === undefined) return handleError(problem('route-not-found'), request, reply)
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'accept-encoding')
    if (/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) {
      return reply.header('content-encoding', 'gzip').send(createReadStream(file))
    }
    return reply.send(createReadStream(file).pipe(createGunzip()))
  })
}
