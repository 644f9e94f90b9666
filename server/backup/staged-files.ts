import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Stages images and secret key next to those of the shop, under the id of the restore, until its rows are committed with that id.
 * After a crash, the next start knows whether they belong to the shop.
 */
export function stageFiles(dataDirectory: string, id: string) {
  const pictures = stagedPictures(dataDirectory, id)
  const folders = new Set<string>()
  return {
    async addPicture(folder: string, file: string, bytes: Buffer): Promise<void> {
      if (!folders.has(folder)) await mkdir(join(pictures, folder), { recursive: true })
      folders.add(folder)
      await writeFile(join(pictures, folder, file), bytes, { mode: 0o644, flush: true })
    },
    async addSecretKey(bytes: Buffer): Promise<void> {
      await mkdir(dataDirectory, { recursive: true })
      await writeFile(stagedKey(dataDirectory, id), bytes, { mode: 0o600, flush: true })
    },
    /** Makes the names durable, too. */
    async flush(): Promise<void> {
      for (const folder of folders) await syncFolder(join(pictures, folder))
      if (folders.size > 0) await syncFolder(pictures)
      await mkdir(dataDirectory, { recursive: true })
      await syncFolder(dataDirectory)
    },
  }
}

/** Returns the ids of restores that have not put all of their files in place. */
export async function listStaged(dataDirectory: string): Promise<string[]> {
  const list = (folder: string) =>
    readdir(folder).catch((error: unknown) => (isOneOf(error, 'ENOTDIR') ? [] : ignoreMissing(error)))
  const names = [...(await list(dataDirectory)), ...(await list(join(dataDirectory, 'media')))]
  return [...new Set(names.flatMap((name) => /^(?:secret-key)?\.restore-([\w-]+)$/.exec(name)?.[1] ?? []))]
}

/** Puts the files of a restore in place of those of the shop. Safe to repeat, also by two processes at once. */
export async function moveStaged(dataDirectory: string, id: string): Promise<void> {
  const staged = stagedPictures(dataDirectory, id)
  for (const folder of await readdir(staged).catch(ignoreMissing)) {
    await movePicture(join(staged, folder), join(dataDirectory, 'media', folder))
  }
  await rm(staged, { recursive: true, force: true })
  await rename(stagedKey(dataDirectory, id), join(dataDirectory, 'secret-key')).catch(ignoreMissing)
  await syncFolder(dataDirectory)
}

export async function removeStaged(dataDirectory: string, id: string): Promise<void> {
  await rm(stagedPictures(dataDirectory, id), { recursive: true, force: true })
  await rm(stagedKey(dataDirectory, id), { force: true })
}

/** Moves an image. The same name means the same image, but an existing file may be damaged. */
async function movePicture(from: string, to: string): Promise<void> {
  try {
    await rename(from, to).catch(ignoreMissing)
  } catch (error) {
    if (!isOneOf(error, 'ENOTEMPTY', 'EEXIST')) throw error
    for (const file of await readdir(from).catch(ignoreMissing))
      await rename(join(from, file), join(to, file)).catch(ignoreMissing)
  }
}

const stagedPictures = (dataDirectory: string, id: string) => join(dataDirectory, 'media', `.restore-${id}`)
const stagedKey = (dataDirectory: string, id: string) => join(dataDirectory, `secret-key.restore-${id}`)

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isOneOf = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** Ignores files that another process has moved. */
function ignoreMissing(error: unknown): never[] {
  if (!isOneOf(error, 'ENOENT')) throw error
  return []
}
