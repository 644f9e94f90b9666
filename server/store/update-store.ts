import type { Body } from '#contract/endpoint.ts'
import { areInOrder, onlyOpenDays, type OpeningHours, weekdays } from '#contract/opening-hours.ts'
import type { Store, updateStore as endpoint } from '#contract/store.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { presentStore, readStoreRow, type StoreRow } from '#server/store/read-store.ts'
import { stores } from '#server/store/store.tables.ts'

/**
 * Changes the fields that are given and returns the store; two admins who change two fields keep both. Throws
 * `opening-hours-invalid`.
 */
export function updateStore(db: Database, actor: Actor, input: Body<typeof endpoint>): Promise<Store> {
  if (input.openingHours) assertInOrder(input.openingHours)
  return db.transaction(async (tx) => {
    await tx.select({ id: stores.id }).from(stores).for('update')
    const before = await readStoreRow(tx)
    await tx.update(stores).set(columns(input))
    const after = await readStoreRow(tx)
    await recordAuditEvent(tx, actor, {
      kind: 'store-changed',
      subject: { type: 'site', id: 'store' },
      before: facts(before),
      after: facts(after),
    })
    return presentStore(after)
  })
}

function assertInOrder(hours: OpeningHours): void {
  const day = weekdays.find((one) => !areInOrder(hours[one] ?? []))
  if (day) throw problem('opening-hours-invalid', { day })
}

function columns({ name, openingHours, ...texts }: Body<typeof endpoint>): Partial<StoreRow> {
  return {
    ...Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, text.trim()])),
    ...(name !== undefined && { name: name.trim() || null }),
    ...(openingHours && { openingHours: onlyOpenDays(openingHours) }),
  }
}

const facts = ({ id, edition, units, ...fields }: StoreRow) => ({ ...fields, unitSystem: units })
