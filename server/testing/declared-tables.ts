import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { undeclaredTables } from '../../architecture.ts'

const root = join(import.meta.dirname, '../..')

/** Describes a Drizzle table: the file and the name of its export, the folder of `server/` that owns it or `embedded/NAME`, and its columns. */
export type DeclaredTable = ReturnType<typeof getTableConfig> & { file: string; exportName: string; owner: string }

/** Returns the tables of all `*.tables.ts`. */
export async function declaredTables(): Promise<DeclaredTable[]> {
  const files = globSync('{server,embedded}/**/*.tables.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  const modules = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<string, unknown>
      const owner = /^(?:server\/)?((?:embedded\/)?[^/]+)/.exec(file)?.[1] ?? ''
      return Object.entries(exported).flatMap(([exportName, value]) =>
        is(value, PgTable) ? [{ ...getTableConfig(value), file, exportName, owner }] : [],
      )
    }),
  )
  return modules.flat()
}

/** Writes the name of a table as statements do: without the schema of the shop. */
export const nameOfTable = ({ schema, name }: { schema?: string | undefined; name: string }): string =>
  schema === undefined || schema === 'public' ? name : `${schema}.${name}`

/** Returns the owners of all tables, also of those that `architecture.ts` lists. */
export const ownersOfTables = (declared: readonly DeclaredTable[]): Map<string, string> =>
  new Map([
    ...declared.map((table) => [nameOfTable(table), table.owner] as const),
    ...Object.entries(undeclaredTables).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
  ])
