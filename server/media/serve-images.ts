import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ImageStore } from '#server/media/image-store.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

/** Serves the kept pictures below /media/, each for ever the same: from the folder, or from the storage behind it. */
export async function serveImages(app: FastifyInstance, { directory, read }: ImageStore): Promise<void> {
  if (directory) {
    await app.register(fastifyStatic, {
      root: directory,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      immutable: true,
      maxAge: '1y',
    })
    return
  }
  if (!read) return
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params
    const [, type = ''] = /^\d+\.(avif|webp|jpg)$/.exec(file) ?? []
    const isAddress = /^[\w-]{1,64}$/.test(id) && type !== ''
    const picture = isAddress ? await read(id, file) : undefined
    if (!picture) return handleError(problem('route-not-found'), request, reply)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[type] ?? 'application/octet-stream')
      .send(Readable.fromWeb(picture as never))
  })
}
