import { and, count, eq, or, sql } from 'drizzle-orm'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import { maxSavedViews, type SavedView, type ViewedList } from '#contract/saved-views.ts'
import { lockUser } from '#server/accounts/lock-user.ts'
import { savedViews } from '#server/accounts/saved-views/saved-views.tables.ts'
import { type Database, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

interface Staff {
  id: string
  permissions: readonly Permission[]
}

export interface ViewInput {
  name: string
  query: string
  isShared: boolean
}

type ViewRow = typeof savedViews.$inferSelect

/** Returns the views of a list that a member of staff sees: the own ones and shared ones, by name. */
export async function listSavedViews(db: Database, list: ViewedList, actor: Staff): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.list, list), or(eq(savedViews.ownerId, actor.id), savedViews.isShared)))
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id)
    .limit(4 * maxSavedViews)
  return rows.map((row) => presentView(row, actor))
}

/** Saves a view. Throws `view-name-taken` or `too-many-views`. */
export function addSavedView(
  db: Database,
  list: ViewedList,
  { name, query, isShared }: ViewInput,
  actor: Staff,
): Promise<SavedView> {
  return refuseTakenNames(
    name,
    db.transaction(async (tx) => {
      await lockUser(tx, actor.id)
      const [held] = await tx
        .select({ count: count() })
        .from(savedViews)
        .where(and(eq(savedViews.ownerId, actor.id), eq(savedViews.list, list)))
      if ((held?.count ?? 0) >= maxSavedViews) throw problem('too-many-views', { count: maxSavedViews })
      const [row] = await tx
        .insert(savedViews)
        .values({ id: newId(), list, name, query, isShared, ownerId: actor.id })
        .returning()
      if (!row) throw new Error('INSERT … RETURNING gave no row')
      return presentView(row, actor)
    }),
  )
}

/** Changes an own view. Throws `view-not-found` or `view-name-taken`. */
export async function updateSavedView(db: Database, id: string, input: ViewInput, actor: Staff): Promise<SavedView> {
  const isOwn = and(eq(savedViews.id, parseId(id, 'view-not-found')), eq(savedViews.ownerId, actor.id))
  const [row] = await refuseTakenNames(input.name, db.update(savedViews).set(input).where(isOwn).returning())
  if (!row) throw problem('view-not-found')
  return presentView(row, actor)
}

/** Deletes an own view, or as an admin one that is shared. Throws `view-not-found`. */
export async function deleteSavedView(db: Database, id: string, actor: Staff): Promise<void> {
  const isOwn = eq(savedViews.ownerId, actor.id)
  const { rowCount } = await db
    .delete(savedViews)
    .where(
      and(
        eq(savedViews.id, parseId(id, 'view-not-found')),
        hasPermission(actor, 'everything') ? or(isOwn, savedViews.isShared) : isOwn,
      ),
    )
  if (!rowCount) throw problem('view-not-found')
}

const refuseTakenNames = async <Result>(name: string, work: PromiseLike<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (violatedConstraint(error) === 'saved_views_name') throw problem('view-name-taken', { name })
    throw error
  }
}

const presentView = ({ id, name, query, isShared, ownerId }: ViewRow, actor: Staff): SavedView => ({
  _id: id,
  name,
  query,
  shared: isShared,
  own: ownerId === actor.id,
})
