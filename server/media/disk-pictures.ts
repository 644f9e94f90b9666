import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { imageAddress } from '#server/media/image-address.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import { newId } from '#server/platform/ids.ts'

/** Keeps each picture in a folder of its own below `directory`. A folder is there whole or not at all. */
export function diskPictures(directory: string): PictureStore {
  return {
    directory,
    async keep(id, files) {
      const folder = join(directory, id)
      if (await exists(folder)) return imageAddress(id)
      const draft = join(directory, `.${newId()}`)
      await mkdir(draft, { recursive: true })
      try {
        for (const [name, bytes] of files) await write(join(draft, name), bytes)
        await rename(draft, folder)
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        // Somebody else has kept the same picture meanwhile.
        if (!(await exists(folder))) throw error
      }
      return imageAddress(id)
    },
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
