import type { Body } from '#contract/endpoint.ts'
import type { Store, updateStore as endpoint } from '#contract/store.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { presentStore, readStoreRow } from '#server/store/read-store.ts'
import { stores } from '#server/store/store.tables.ts'

/** Changes the fields that are given and returns the store; two admins who change two fields keep both. */
export function updateStore(db: Database, actor: Actor, input: Body<typeof endpoint>): Promise<Store> {
  return db.transaction(async (tx) => {
    await tx.select({ id: stores.id }).from(stores).for('update')
    const before = await readStoreRow(tx)
    const { name } = input
    await tx.update(stores).set({ ...(name !== undefined && { name: name.trim() || null }) })
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

function facts({ name, currency, timeZone, units }: Awaited<ReturnType<typeof readStoreRow>>) {
  return { name, currency, timeZone, unitSystem: units }
}
