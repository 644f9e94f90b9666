import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { documentFile } from '#server/media/document-url.ts'
import { buildImageUrl } from '#server/media/image-url.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { newId } from '#server/platform/ids.ts'

/** Keeps each picture in a folder of its own below `directory`. A folder is there whole or not at all. */
export function createDiskImageStore(directory: string): ImageStore {
  return {
    directory,
    async save(id, files) {
      await saveFolder(id, files)
      return buildImageUrl(id)
    },
    remove: (id) => rm(join(directory, id), { recursive: true, force: true }),
    saveDocument: (id, bytes) => saveFolder(id, new Map([[documentFile, bytes]])),
  }

  async function saveFolder(id: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
    const folder = join(directory, id)
    if (await exists(folder)) return
    const draft = join(directory, `.${newId()}`)
    await mkdir(draft, { recursive: true })
    try {
      for (const [name, bytes] of files) await write(join(draft, name), bytes)
      await rename(draft, folder)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      // Another process has saved the same image.
      if (!(await exists(folder))) throw error
    }
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
