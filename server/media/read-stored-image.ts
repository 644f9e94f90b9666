import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from '#server/media/image-store.ts'
import { orUnavailable } from '#server/media/store-image.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Returns the bytes of an uploaded picture by its address, which `AssertUploadedImage` has passed. Throws `image-not-ours` if it is not
 * there.
 */
export async function readStoredImage(
  { directory, read }: Pick<ImageStore, 'directory' | 'read'>,
  address: string,
): Promise<Buffer> {
  const [, id, file] = /^\/media\/([\w-]+)\/([\w.]+)$/.exec(address) ?? []
  const bytes = await orUnavailable(async () => {
    if (id === undefined || file === undefined) return readResponse(await fetch(address, { signal: timeout() }))
    if (read) return readResponse(new Response(await read(id, file)))
    return directory === undefined ? undefined : readFile(join(directory, id, file)).catch(absent)
  })
  if (!bytes || bytes.length === 0) throw problem('image-not-ours')
  return bytes
}

const timeout = () => AbortSignal.timeout(15_000)

const readResponse = async (response: Response) => (response.ok ? Buffer.from(await response.arrayBuffer()) : undefined)

function absent(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
