import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { mainName, readNames, toCode } from '#server/catalog/attributes/unique-code.ts'
import { categories } from '#server/catalog/categories/categories.tables.ts'
import {
  assertNamesFree,
  assertPlace,
  assertSlugFree,
  type CategoryInput,
  type CategoryRow,
  describeCategory,
  findFreeSlug,
  listChildren,
  lockCategories,
  readParent,
  writeTexts,
} from '#server/catalog/categories/change-categories.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/**
 * Adds a category behind its siblings. Without a slug, one is made from its name. Throws `category-not-found` for the parent,
 * `category-too-deep`, `name-missing`, `category-slug-taken` or `category-name-taken`.
 */
export function addCategory(
  db: Database | Transaction,
  input: CategoryInput,
  by: AuditActor | undefined,
): Promise<CategoryRow> {
  return db.transaction(async (tx) => {
    await lockCategories(tx)
    const parentId = await readParent(tx, input.parent)
    await assertPlace(tx, parentId)
    if (input.category !== undefined) await assertSlugFree(tx, input.category, undefined)
    const code = toCode(mainName(readNames(input.names)), 'category')
    const slug = input.category ?? (await findFreeSlug(tx, code.replaceAll('.', '-')))
    const position = (await listChildren(tx, parentId)).length + 1
    const [row] = await tx
      .insert(categories)
      .values({ parentId, slug, position, imageUrl: input.img || null })
      .returning()
    if (!row) throw new Error('The insert of a category answered no row.')
    await writeTexts(tx, row.id, input)
    await assertNamesFree(tx, row)
    // The demo categories are not audited.
    if (by) {
      const subject = { type: 'category', id: String(row.id) } as const
      await recordAuditEvent(tx, by, { kind: 'category-added', subject, after: await describeCategory(tx, row) })
    }
    return row
  })
}
