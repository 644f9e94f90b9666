import { setTimeout as delay } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { imageAddress } from '#server/media/image-address.ts'
import type { PictureStore } from '#server/media/picture-store.ts'

export interface S3Settings {
  /** Of the service, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const types: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }

const attempts = 4

/**
 * Keeps pictures in a bucket of S3-compatible storage, so that several machines share them. Failing calls are repeated; one that has
 * no answer within `patienceMs` throws.
 */
export function s3Pictures({ endpoint, bucket, region, ...keys }: S3Settings, patienceMs = 15_000): PictureStore {
  const client = new AwsClient({ ...keys, service: 's3', region })
  const address = (id: string, file: string) => `${endpoint}/${bucket}/media/${id}/${file}`
  async function ask(url: string, init: RequestInit = {}): Promise<Response> {
    // Node forgets the signal of a Request that is collected; the client's own fetch makes one.
    const signal = AbortSignal.timeout(patienceMs)
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(await client.sign(url, init), { signal })
      if (attempt === attempts || (answer.status < 500 && answer.status !== 429)) return answer
      await answer.body?.cancel()
      await delay(Math.random() * 50 * 2 ** attempt, undefined, { signal })
    }
  }
  return {
    async keep(id, files) {
      await Promise.all(
        [...files].map(async ([file, bytes]) => {
          const answer = await ask(address(id, file), {
            method: 'PUT',
            body: new Uint8Array(bytes),
            headers: {
              'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
              'cache-control': 'public, max-age=31536000, immutable',
            },
          })
          if (!answer.ok) throw new Error(`The picture storage answered ${answer.status} to a write.`)
          await answer.body?.cancel()
        }),
      )
      return imageAddress(id)
    },
    async read(id, file) {
      const answer = await ask(address(id, file))
      if (answer.ok && answer.body) return answer.body
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 403) return undefined
      throw new Error(`The picture storage answered ${answer.status} to a read.`)
    },
  }
}
