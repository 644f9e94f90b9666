import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createDiskImageStore } from '#server/media/disk-image-store.ts'
import { createImgbbImageStore } from '#server/media/imgbb-image-store.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { createS3ImageStore } from '#server/media/s3-image-store.ts'
import type { Config } from '#server/platform/config.ts'

/** Creates the configured image store. */
export function createImageStore({
  s3,
  imgbb,
  dataDirectory,
}: Pick<Config, 's3' | 'imgbb' | 'dataDirectory'>): ImageStore {
  if (s3) return createS3ImageStore(s3)
  const directory = join(dataDirectory, 'media')
  mkdirSync(directory, { recursive: true })
  const disk = createDiskImageStore(directory)
  // Pictures from before are still served, and documents are kept here.
  return imgbb ? { ...disk, ...createImgbbImageStore(imgbb) } : disk
}
