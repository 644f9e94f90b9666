import { and, count, eq, isNull, or, gt, sql } from 'drizzle-orm'
import type { GivenPermission } from '#contract/permissions.ts'
import { newApiKeySecret } from '#server/accounts/api-keys/api-key-secret.ts'
import { apiKeys } from '#server/accounts/api-keys/api-keys.tables.ts'
import { lockAdmins } from '#server/accounts/lock-admins.ts'
import { assertHolds } from '#server/accounts/staff/read-permissions.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

export interface ApiKeyInput {
  name: string
  scopes: GivenPermission[]
  expiresAt: Date | null
}

type ApiKeyRow = typeof apiKeys.$inferSelect

/** Limits the keys that can be used at a time. */
const maxKeys = 100

/** Creates a key and records it; returns its secret, which is stored nowhere. Throws `more-than-yours` or `too-many-api-keys`. */
export function addApiKey(
  db: Database,
  { name, scopes, expiresAt }: ApiKeyInput,
  by: AuditActor,
): Promise<{ row: ApiKeyRow; secret: string }> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx)
    await assertHolds(tx, by, scopes)
    const isUsable = and(isNull(apiKeys.revokedAt), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)))
    const [usable] = await tx.select({ keys: count() }).from(apiKeys).where(isUsable)
    if ((usable?.keys ?? 0) >= maxKeys) throw problem('too-many-api-keys', { count: maxKeys })
    const { secret, ...stored } = newApiKeySecret()
    const [row] = await tx
      .insert(apiKeys)
      .values({ id: newId(), name, scopes, expiresAt, createdBy: by.id, ...stored })
      .returning()
    if (!row) throw new Error('INSERT … RETURNING gave no row')
    await recordAuditEvent(tx, by, {
      kind: 'api-key-added',
      subject: { type: 'api-key', id: row.id },
      after: { name, permissions: scopes, ...(expiresAt && { endsAt: expiresAt.toISOString() }) },
    })
    return { row, secret }
  })
}

/** Revokes a key and records it; nothing happens to one that is revoked already. Throws `api-key-not-found`. */
export function revokeApiKey(db: Database, id: string, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    const isKey = eq(apiKeys.id, parseId(id, 'api-key-not-found'))
    const [key] = await tx.select().from(apiKeys).where(isKey).for('update')
    if (!key) throw problem('api-key-not-found')
    if (key.revokedAt) return
    await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(isKey)
    await recordAuditEvent(tx, by, {
      kind: 'api-key-revoked',
      subject: { type: 'api-key', id: key.id },
      before: { name: key.name, permissions: key.scopes },
    })
  })
}

/** Revokes the keys of a user whose access an admin ends. */
export async function revokeKeysOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(apiKeys.createdBy, userId), isNull(apiKeys.revokedAt)))
}
