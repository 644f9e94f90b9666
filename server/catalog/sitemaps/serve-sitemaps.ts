import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { handleError, problem } from '#server/platform/http/problem.ts'

/** Serves sitemaps as `/sitemap-NAME-1.xml` and so on, as streams, each a file on the disk. */
export function serveSitemaps(
  app: FastifyInstance,
  name: string,
  find: (number: number) => Promise<string | undefined>,
): void {
  app.get<{ Params: { number: string } }>(`/sitemap-${name}-:number(^\\d{1,4}).xml`, async (request, reply) => {
    const file = await find(Number(request.params.number))
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
