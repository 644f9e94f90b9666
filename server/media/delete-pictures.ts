import { inArray } from 'drizzle-orm'
import type { ImageStore } from '#server/media/image-store.ts'
import { images } from '#server/media/media.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

/** The job that deletes the files of pictures whose rows are gone. */
export const deletePicturesJob = 'delete-pictures'

/** Deletes pictures by their ids: the rows now, the files once the transaction is done. */
export async function deletePictures(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.delete(images).where(inArray(images.id, [...ids]))
  await jobs.enqueue(tx, deletePicturesJob, { ids })
}

/** Deletes the files of pictures that are not stored again meanwhile. */
export async function deletePictureFiles(db: Database, store: ImageStore, ids: readonly string[]): Promise<void> {
  const stored = await db
    .select({ id: images.id })
    .from(images)
    .where(inArray(images.id, [...ids]))
  const kept = new Set(stored.map(({ id }) => id))
  for (const id of ids) if (!kept.has(id)) await store.remove?.(id)
}
