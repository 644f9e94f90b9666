import { open, readFile } from 'node:fs/promises'
import { buildDocumentUrl } from '#server/media/document-url.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { documents } from '#server/media/media.tables.ts'
import { fileId, orUnavailable } from '#server/media/store-image.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Holds a byte order mark and a few blanks, which some writers put before the header. */
const headerBytes = 64

async function readBeginning(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerBytes))
  return buffer.toString('utf8', 0, bytesRead)
}

/** Stores a PDF file under a hash of its content and returns its address and size. Throws `document-unreadable`. */
export async function storeDocument(db: Database, store: ImageStore, file: string, by: { id: string } | undefined) {
  if (!/^\uFEFF?\s*%PDF-\d/.test(await readBeginning(file))) throw problem('document-unreadable')
  const bytes = await readFile(file)
  const id = await fileId(file)
  await orUnavailable(() => store.saveDocument(id, bytes))
  await db
    .insert(documents)
    .values({ id, bytes: bytes.length, uploadedBy: by?.id ?? null })
    .onConflictDoNothing()
  return { url: buildDocumentUrl(id), bytes: bytes.length }
}
