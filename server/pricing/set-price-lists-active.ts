import { inArray, sql } from 'drizzle-orm'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { priceLists } from '#server/pricing/pricing.tables.ts'

/** Switches these price lists on or off at once, as the checklist of selling does; returns those that were not so before. */
export async function setPriceListsActive(
  tx: Transaction,
  active: boolean,
  by: AuditActor | undefined,
  listIds: readonly number[],
): Promise<number[]> {
  const lists = await tx
    .select()
    .from(priceLists)
    .where(inArray(priceLists.id, [...listIds]))
    .orderBy(priceLists.id)
    .for('update')
  const ids = lists.filter((list) => list.active !== active).map(({ id }) => id)
  if (ids.length === 0) return []
  await tx
    .update(priceLists)
    .set({ active, updatedAt: sql`now()` })
    .where(inArray(priceLists.id, ids))
  for (const id of ids) {
    const subject = { type: 'price-list' as const, id: String(id) }
    await recordAuditEvent(tx, by, {
      kind: 'price-list-changed',
      subject,
      before: { active: !active },
      after: { active },
    })
  }
  return ids
}
