import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { maxTaxIds, type TaxId, type TaxIdState } from '#contract/tax.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { readTaxNumber } from '#server/tax/read-tax-number.ts'
import { taxIds } from '#server/tax/tax.tables.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Enqueues the question to the register about a number, in the transaction that made it necessary. */
export type EnqueueCheck = (tx: Transaction, taxId: { id: string; kind: string }) => Promise<void>

type Row = typeof taxIds.$inferSelect

/** Whether the register knows numbers of this kind; an admin verifies the others. */
const isRegistered = (kind: string) => kind === 'eu_vat'

export const presentTaxId = ({ id, kind, value, country, status, checkedAt }: Row, hasRegister: boolean): TaxId => ({
  _id: id,
  value,
  country,
  status,
  checkedBy: hasRegister && isRegistered(kind) ? 'register' : 'shop',
  ...(checkedAt && { checkedAt: checkedAt.toISOString() }),
})

/** Counts the numbers that nobody but an admin will verify. */
export const countWaitingTaxIds = (db: Database, hasRegister: boolean): Promise<number> =>
  db.$count(
    taxIds,
    and(inArray(taxIds.status, ['unknown', 'unavailable']), hasRegister ? ne(taxIds.kind, 'eu_vat') : undefined),
  )

/** Returns the tax numbers of a buyer in the order in which they were added. */
export const listOwnTaxIds = (db: Database, userId: string) =>
  db.select().from(taxIds).where(eq(taxIds.userId, userId)).orderBy(asc(taxIds.createdAt), asc(taxIds.id))

/** Adds a number of a buyer; the register is asked later. Throws `tax-id-invalid`, `tax-id-known` or `too-many-tax-ids`. */
export function addOwnTaxId(db: Database, userId: string, text: string, enqueueCheck: EnqueueCheck): Promise<Row> {
  const number = readTaxNumber(text)
  return db.transaction(async (tx) => {
    // Others of the same buyer wait, so that their number is counted.
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
    if (!user) throw problem('session-ended')
    const known = await tx.select({ value: taxIds.value }).from(taxIds).where(eq(taxIds.userId, userId))
    if (known.some(({ value }) => value === number.value)) throw problem('tax-id-known')
    if (known.length >= maxTaxIds) throw problem('too-many-tax-ids', { limit: maxTaxIds })
    const [row] = await tx
      .insert(taxIds)
      .values({ id: newId(), userId, ...number })
      .returning()
    if (!row) throw problem('unexpected')
    await enqueueCheck(tx, row)
    return row
  })
}

/** Returns the tax numbers of buyers by their ids; those without any are missing. */
export async function findTaxNumbersOf(
  db: Database | Transaction,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ userId: taxIds.userId, value: taxIds.value })
    .from(taxIds)
    .where(inArray(taxIds.userId, [...userIds]))
    .orderBy(asc(taxIds.value))
  return new Map([...Map.groupBy(rows, ({ userId }) => userId)].map(([id, own]) => [id, own.map(({ value }) => value)]))
}

/** Gives buyers these tax numbers and no others; what is known of those that stay is kept, and the register is asked about new ones in the night. Throws `too-many-tax-ids`. */
export async function writeTaxNumbers(
  tx: Transaction,
  writes: readonly { userId: string; numbers: readonly string[] }[],
): Promise<void> {
  for (const { userId, numbers } of writes) {
    if (numbers.length > maxTaxIds) throw problem('too-many-tax-ids', { limit: maxTaxIds })
    await tx.execute(
      sql`DELETE FROM ${taxIds} WHERE user_id = ${userId} AND value <> ALL (${sql.param(numbers)}::text[])`,
    )
    if (numbers.length > 0)
      await tx
        .insert(taxIds)
        .values(numbers.map((number) => ({ id: newId(), userId, ...readTaxNumber(number) })))
        .onConflictDoNothing()
  }
}

/** Deletes a number of a buyer; throws `tax-entry-not-found`. */
export async function deleteOwnTaxId(db: Database, userId: string, id: string): Promise<void> {
  const isOwn = and(eq(taxIds.userId, userId), eq(taxIds.id, parseId(id, 'tax-entry-not-found')))
  const { rowCount } = await db.delete(taxIds).where(isOwn)
  if (!rowCount) throw problem('tax-entry-not-found')
}

/** Returns the numbers of all buyers, the latest first, and one row beyond the page; `q` is a part of a number or e-mail. */
export function listTaxIdsOfBuyers(
  db: Database,
  { q = '', status }: { q?: string | undefined; status?: TaxIdState | undefined },
  page: Page,
) {
  return db
    .select({
      taxId: taxIds,
      email: users.email,
      verifier: sql<string | null>`(
        SELECT admins.email FROM users admins WHERE admins.id = (${taxIds.evidence} ->> 'by')::uuid)`,
    })
    .from(taxIds)
    .innerJoin(users, eq(users.id, taxIds.userId))
    .where(
      and(
        status && eq(taxIds.status, status),
        containsWords(sql`concat_ws(' ', ${taxIds.value}, ${users.email})`, q),
        rowsAfter(page, 'descending', [taxIds.createdAt, taxIds.id]),
      ),
    )
    .orderBy(desc(taxIds.createdAt), desc(taxIds.id))
    .limit(page.limit + 1)
}

export const presentBuyerTaxId = (
  found: { taxId: Row; email: string; verifier: string | null },
  hasRegister: boolean,
) => ({
  ...presentTaxId(found.taxId, hasRegister),
  email: found.email,
  ...(found.taxId.evidence && { evidence: evidenceText({ ...found.taxId.evidence, by: found.verifier }) }),
})

/** Says what is known: name, address and consultation number of the register, or who verified the number. */
const evidenceText = (evidence: Record<string, unknown>) =>
  ['by', 'name', 'address', 'requestIdentifier', 'error']
    .map((part) => evidence[part])
    .filter((text): text is string => typeof text === 'string' && text !== '' && text !== '---')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .join(' · ')

/** Verifies or rejects a number in the name of an admin; `unknown` asks the register again. Throws `tax-entry-not-found`. */
export async function assessNumber(
  db: Database,
  id: string,
  status: 'verified' | 'invalid' | 'unknown',
  { by, now, enqueueCheck }: { by: AuditActor; now: Date; enqueueCheck: EnqueueCheck },
): Promise<void> {
  const isIt = eq(taxIds.id, parseId(id, 'tax-entry-not-found'))
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(taxIds).where(isIt).for('update')
    if (!before) throw problem('tax-entry-not-found')
    const evidence = status === 'unknown' ? null : { source: 'admin', by: by.id }
    await tx
      .update(taxIds)
      .set({ status, evidence, checkedAt: status === 'unknown' ? null : now })
      .where(isIt)
    if (status === 'unknown') await enqueueCheck(tx, before)
    await recordAuditEvent(tx, by, {
      kind: 'tax-id-assessed',
      subject: { type: 'user', id: before.userId },
      before: { status: before.status },
      after: { status },
    })
  })
}
