import { type ImportKindName, importKinds, importPermissions } from '#contract/imports.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'

export interface Viewer {
  id?: string
  permissions: readonly Permission[]
}

/** Returns the kinds whose imports an actor sees: all of them, or those that it has uploaded. */
export const seenKinds = (actor: Viewer): { all: ImportKindName[]; own: ImportKindName[] } => ({
  all: importKinds.filter((kind) => hasPermission(actor, importPermissions[kind][0])),
  own: importKinds.filter((kind) => hasPermission(actor, importPermissions[kind])),
})

/** Whether an actor sees an import. */
export function maySee(
  { kind, createdBy }: { kind: ImportKindName; createdBy: string | null },
  actor: Viewer,
): boolean {
  const { all, own } = seenKinds(actor)
  return all.includes(kind) || (createdBy !== null && createdBy === actor.id && own.includes(kind))
}
