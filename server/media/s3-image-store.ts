import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { documentFile } from '#server/media/document-url.ts'
import { buildImageUrl, imageFiles } from '#server/media/image-url.ts'
import type { ImageStore } from '#server/media/image-store.ts'

export interface S3Settings {
  /** The URL of the service, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
}

const attempts = 4

/**
 * Keeps pictures in a bucket of S3-compatible storage, so that several machines share them. Failing calls are repeated; one that has
 * no answer within `patienceMs` throws.
 */
export function createS3ImageStore({ endpoint, bucket, region, ...keys }: S3Settings, timeoutMs = 15_000): ImageStore {
  const client = new AwsClient({ ...keys, service: 's3', region })
  const address = (id: string, file: string) => `${endpoint}/${bucket}/media/${id}/${file}`
  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    // Node drops the signal of a Request that is garbage-collected, and the client's own fetch creates one.
    const signal = AbortSignal.timeout(timeoutMs)
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(await client.sign(url, init), { signal })
      if (attempt === attempts || (response.status < 500 && response.status !== 429)) return response
      await response.body?.cancel()
      await delay(Math.random() * 50 * 2 ** attempt, undefined, { signal })
    }
  }
  async function write(id: string, file: string, bytes: Buffer): Promise<void> {
    const response = await request(address(id, file), {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: {
        'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    })
    if (!response.ok) throw new Error(`The picture storage answered ${response.status} to a write.`)
    await response.body?.cancel()
  }
  async function erase(id: string, file: string): Promise<void> {
    const response = await request(address(id, file), { method: 'DELETE' })
    await response.body?.cancel()
    if (!response.ok && response.status !== 404)
      throw new Error(`The picture storage answered ${response.status} to a deletion.`)
  }
  return {
    async save(id, files) {
      await Promise.all([...files].map(([file, bytes]) => write(id, file, bytes)))
      return buildImageUrl(id)
    },
    async remove(id) {
      await Promise.all(imageFiles.map((file) => erase(id, file)))
    },
    saveDocument: (id, bytes) => write(id, documentFile, bytes),
    async read(id, file) {
      const response = await request(address(id, file))
      if (response.ok && response.body) return response.body
      await response.body?.cancel()
      if (response.status === 404 || response.status === 403) return undefined
      throw new Error(`The picture storage answered ${response.status} to a read.`)
    },
  }
}
