import { and, eq, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { categories, oldSlugs } from '#server/catalog/categories/categories.tables.ts'
import {
  assertNamesFree,
  assertPlace,
  assertSlugFree,
  type CategoryChange,
  type CategoryRow,
  describeCategory,
  getCategoryRow,
  listChildren,
  lockCategories,
  readParent,
  writeTexts,
} from '#server/catalog/categories/change-categories.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Changes what is sent of a category; its former slug redirects from then on. Throws `category-not-found`,
 * `name-missing`, `category-slug-taken`, `category-name-taken`, `category-cycle` or `category-too-deep`.
 */
export function updateCategory(db: Database, id: number, change: CategoryChange, by: AuditActor): Promise<CategoryRow> {
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const row = await getCategoryRow(tx, id)
    const before = await describeCategory(tx, row)
    const slug = change.category ?? row.slug
    if (slug !== row.slug) await renameSlug(tx, row, slug)
    const parentId = change.parent === undefined ? row.parentId : await readParent(tx, change.parent)
    if (parentId !== row.parentId) await assertPlace(tx, parentId, id)
    const imageUrl = change.img === undefined ? row.imageUrl : change.img || null
    const [after] = await tx
      .update(categories)
      .set({ slug, parentId, imageUrl, updatedAt: sql`clock_timestamp()` })
      .where(eq(categories.id, id))
      .returning()
    if (!after) throw problem('category-not-found', { category: String(id) })
    await writeTexts(tx, id, change)
    if (change.names !== undefined || parentId !== row.parentId) await assertNamesFree(tx, after)
    if (change.position !== undefined || parentId !== row.parentId) {
      const siblings = await listChildren(tx, parentId)
      await writeOrder(tx, moveTo(siblings, id, change.position ?? siblings.length))
    }
    await recordAuditEvent(tx, by, {
      kind: 'category-changed',
      subject: { type: 'category', id: String(id) },
      before,
      after: await describeCategory(tx, after),
    })
    return after
  })
}

/** Gives the category another slug. One that it had before is its own again; the present one redirects. */
async function renameSlug(tx: Transaction, row: CategoryRow, slug: string): Promise<void> {
  await assertSlugFree(tx, slug, row.id)
  await tx.delete(oldSlugs).where(and(eq(oldSlugs.kind, 'category'), eq(oldSlugs.slug, slug)))
  await tx.insert(oldSlugs).values({ kind: 'category', slug: row.slug, targetId: row.id })
}

/** Returns the ids with one of them at another place, counted from 0. */
function moveTo(ids: readonly number[], id: number, place: number): number[] {
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, place), id, ...others.slice(place)]
}

/** Numbers siblings in this order. */
const writeOrder = (tx: Transaction, ids: readonly number[]) =>
  tx.execute(sql`
    UPDATE categories SET position = number, updated_at = clock_timestamp()
    FROM unnest(${sql.param(ids)}::int[]) WITH ORDINALITY AS wanted (wanted_id, number)
    WHERE id = wanted_id AND position <> number`)
