import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { uploadImage } from '#contract/media.ts'
import { assertUploadsLeft } from '#server/media/assert-uploads-left.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import { storeImage } from '#server/media/store-image.ts'
import { answerEndpoint } from '#server/platform/answer-endpoint.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

const mostBytes = 20 * 1024 * 1024

interface MediaDeps {
  db: Database
  pictures: PictureStore
  rateLimits: boolean
}

export async function mediaRoutes(app: FastifyInstance, { db, pictures, rateLimits }: MediaDeps): Promise<void> {
  await app.register(multipart, { limits: { fileSize: mostBytes, files: 1, fields: 10, parts: 11, headerPairs: 50 } })

  answerEndpoint(
    app,
    uploadImage,
    async ({ request, actor }) => {
      const file = request.isMultipart() ? await request.file() : undefined
      if (file?.fieldname !== 'image') throw problem('image-required')
      if (rateLimits) await assertUploadsLeft(db, actor)
      const stored = await storeImage(db, pictures, { bytes: await file.toBuffer(), by: actor })
      return { success: true as const, data: stored }
    },
    { bodyLimit: mostBytes + 64 * 1024 },
  )
}
