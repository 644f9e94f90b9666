import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { uploadDocument, uploadImage } from '#contract/media.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { storeDocument } from '#server/media/store-document.ts'
import { storeImage } from '#server/media/store-image.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'
import { uploadFault } from '#server/media/upload-fault.ts'
import { createUploadLimiter, maxUploadsPerHour } from '#server/media/upload-limits.ts'
import { type Actor, registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { assertRateLimit, type VisitorLimits } from '#server/platform/http/rate-limit.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

const maxBytes = 20 * 1024 * 1024
const maxConcurrentDrawings = 2

interface MediaDeps {
  db: Database
  pictures: ImageStore
  rateLimits: boolean
  limits: VisitorLimits
  /** The folder for incoming uploads. */
  uploadDirectory: string
}

export async function mediaRoutes(app: FastifyInstance, deps: MediaDeps): Promise<void> {
  const { db, pictures } = deps
  await app.register(multipart, { limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 11, headerPairs: 50 } })
  const folder = await createUploadDirectory(deps.uploadDirectory)
  const enter = createUploadLimiter()
  const drawInTurn = createTurns({ atOnce: maxConcurrentDrawings })

  /** Receives a file within the limits of its sender, and works on it. */
  async function receive<Result>(
    { request, actor }: { request: FastifyRequest; actor: Actor },
    field: 'image' | 'document',
    work: (file: string) => Promise<Result>,
  ) {
    // A key counts by itself, not with its creator.
    const sender = actor.apiKeyId ?? actor.id
    const leave = enter({ ...actor, id: sender, ip: visitorNetwork(actor.ip) })
    try {
      // Counted before the body is received, whether or not the upload succeeds.
      const hits = actor.emailVerified ? maxUploadsPerHour.verified : maxUploadsPerHour.unverified
      if (deps.rateLimits) await assertRateLimit(deps.limits, db, `upload ${sender}`, { hits, windowMs: 3_600_000 })
      return { success: true as const, data: await work(await receiveFile(request, folder, field)) }
    } finally {
      leave()
    }
  }

  const options = { bodyLimit: maxBytes + 64 * 1024 }
  registerEndpoint(
    app,
    uploadImage,
    (call) =>
      receive(call, 'image', (file) => drawInTurn(undefined, () => storeImage(db, pictures, { file, by: call.actor }))),
    options,
  )
  registerEndpoint(
    app,
    uploadDocument,
    (call) => receive(call, 'document', (file) => storeDocument(db, pictures, file, call.actor)),
    options,
  )
}

async function saveFiles(request: FastifyRequest, tmpdir: string) {
  try {
    return (await request.saveRequestFiles({ tmpdir })).files
  } catch (error) {
    // The plugin has deleted what came, and would miss it after the answer.
    request.tmpUploads = null
    throw error
  }
}

/** Writes a field into a file, which goes with the answer. A form that ends in the middle, or is none, is its sender's fault. */
async function receiveFile(request: FastifyRequest, tmpdir: string, field: 'image' | 'document'): Promise<string> {
  const { log } = request
  // The plugin logs what is its sender's fault as an error with a stack; the refusal is logged all the same.
  request.log = log.child({}, { level: 'silent' })
  try {
    const [file] = request.isMultipart() ? await saveFiles(request, tmpdir) : []
    if (file?.fieldname !== field) throw problem(`${field}-required`)
    return file.filepath
  } catch (error) {
    throw uploadFault(request, error)
  } finally {
    request.log = log
  }
}
