import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ImageStore } from '#server/media/image-store.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}

/**
 * Serves the kept pictures and documents below /media/, each for ever the same: from the folder, or from the storage behind it.
 * Documents are downloads, so that nothing in them runs on the shop's origin.
 */
export async function serveImages(app: FastifyInstance, { directory, read }: ImageStore): Promise<void> {
  if (directory) {
    await app.register(fastifyStatic, {
      root: directory,
      prefix: '/media/',
      decorateReply: false,
      index: false,
      immutable: true,
      maxAge: '1y',
      setHeaders: (response, path) => {
        if (path.endsWith('.pdf')) response.header('content-disposition', 'attachment')
      },
    })
    return
  }
  if (!read) return
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params
    const [, type = ''] = /^(?:\d+\.(?=avif|webp|jpg)|document\.(?=pdf))(\w+)$/.exec(file) ?? []
    const isAddress = /^[\w-]{1,64}$/.test(id) && type !== ''
    const picture = isAddress ? await read(id, file) : undefined
    if (!picture) return handleError(problem('route-not-found'), request, reply)
    if (type === 'pdf') reply.header('content-disposition', 'attachment')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(types[type] ?? 'application/octet-stream')
      .send(Readable.fromWeb(picture as never))
  })
}
