import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { isId } from '#server/platform/ids.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createPrivateFolder } from '#server/platform/private-folder.ts'

/** Keeps the files of imports, on the disk of the machine that received them. */
export interface UploadedFiles {
  pathOf: (importId: string) => string
  has: (importId: string) => Promise<boolean>
  /** Returns the imports whose files this machine has. */
  list: () => Promise<string[]>
  /** Takes a file over. */
  keep: (importId: string, path: string) => Promise<void>
  remove: (importId: string) => Promise<void>
}

export function createUploadedFiles(directory: string, extension: string): UploadedFiles {
  const pathOf = (importId: string) => join(directory, `${importId}${extension}`)
  return {
    pathOf,
    has: (importId) =>
      stat(pathOf(importId)).then(
        () => true,
        () => false,
      ),
    async list() {
      await createPrivateFolder(directory)
      const names = await readdir(directory)
      return names.flatMap((name) => (name.endsWith(extension) ? [name.slice(0, -extension.length)] : [])).filter(isId)
    },
    async keep(importId, path) {
      await createPrivateFolder(directory)
      await rename(path, pathOf(importId))
    },
    remove: (importId) => rm(pathOf(importId), { force: true }),
  }
}

/** Keeps tables as long as their imports may be read in another way. */
export const createTableFiles = (dataDirectory: string): UploadedFiles =>
  createUploadedFiles(join(dataDirectory, 'import-tables'), '.table')

/** Removes the tables that are not read again: of imports that are applied or cancelled, or whose rows are deleted or erased. */
export async function removeTables(db: Database, tables: UploadedFiles): Promise<void> {
  const kept = await tables.list()
  if (kept.length === 0) return
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT id FROM unnest(${sql.param(kept)}::uuid[]) kept (id) WHERE NOT EXISTS (
      SELECT FROM imports WHERE id = kept.id AND state IN ('uploaded', 'mapped', 'checked') AND rows_deleted_at IS NULL
        AND reading IS NOT NULL)`)
  for (const { id } of rows) await tables.remove(id)
}
