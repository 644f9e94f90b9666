import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { diskPictures } from '#server/media/disk-pictures.ts'
import { imgbbPictures } from '#server/media/imgbb-pictures.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import { s3Pictures } from '#server/media/s3-pictures.ts'
import type { Config } from '#server/platform/config.ts'

/** Where this shop keeps its pictures. */
export function openPictures({
  s3,
  imgbb,
  dataDirectory,
}: Pick<Config, 's3' | 'imgbb' | 'dataDirectory'>): PictureStore {
  if (s3) return s3Pictures(s3)
  const directory = join(dataDirectory, 'media')
  mkdirSync(directory, { recursive: true })
  const disk = diskPictures(directory)
  // Pictures from before are still served.
  return imgbb ? { ...disk, ...imgbbPictures(imgbb) } : disk
}
