import { readFile } from 'node:fs/promises'
import { buildDocumentUrl } from '#server/media/document-url.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { documents } from '#server/media/media.tables.ts'
import { hashOf, orUnavailable } from '#server/media/store-image.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Readers accept a PDF whose header is within its first KB. */
const headerBytes = 1024

/** Stores a PDF file under a hash of its content and returns its address and size. Throws `document-unreadable`. */
export async function storeDocument(db: Database, store: ImageStore, file: string, by: { id: string }) {
  const bytes = await readFile(file)
  if (!bytes.subarray(0, headerBytes).includes('%PDF-')) throw problem('document-unreadable')
  const id = (await hashOf(file)).slice(0, 22)
  await orUnavailable(() => store.saveDocument(id, bytes))
  await db.insert(documents).values({ id, bytes: bytes.length, uploadedBy: by.id }).onConflictDoNothing()
  return { url: buildDocumentUrl(id), bytes: bytes.length }
}
