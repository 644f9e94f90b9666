import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
      if (rateLimits) await assertUploadsLeft(db, actor)
      const stored = await storeImage(db, pictures, { bytes: await readImage(request), by: actor })
      return { success: true as const, data: stored }
    },
    { bodyLimit: mostBytes + 64 * 1024 },
  )
}

/** The bytes of the field `image`. A form that ends in the middle, or is none, is its sender's fault. */
async function readImage(request: FastifyRequest): Promise<Buffer> {
  try {
    const file = request.isMultipart() ? await request.file() : undefined
    if (file?.fieldname !== 'image') throw problem('image-required')
    return await file.toBuffer()
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw problem('invalid-request', { detail: 'the form is broken.' })
  }
}
