import { eq, inArray, sql } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import type { MergedParts, mergeCustomers as endpoint } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { moveAddresses } from '#server/accounts/addresses/move-addresses.ts'
import { revokeKeysOf } from '#server/accounts/api-keys/edit-api-keys.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertNotOwnTerms } from '#server/customers/assert-not-own-terms.ts'
import { customerNotes, customerTerms } from '#server/customers/customers.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'
import { moveMemberships } from '#server/pricing/move-memberships.ts'
import { moveTaxData } from '#server/tax/move-tax-data.ts'

interface Merge {
  from: string
  to: string
  /** Names the merged customer. */
  name: string
}

/** Moves what another domain stores about a merged customer, and counts it. */
export type MoveRelatedData = (tx: Transaction, merge: Merge) => Promise<Partial<MergedParts>>

type Input = Body<typeof endpoint>
export interface MergeDeps {
  db: Database
  moveRelatedData: readonly MoveRelatedData[]
}

/** Carries what a merge would do out of its transaction, which is rolled back. */
class PreviewedError extends Error {
  readonly parts: MergedParts
  constructor(parts: MergedParts) {
    super('A merge was previewed.')
    this.parts = parts
  }
}

/** Returns what a merge would move: it is done, and rolled back. Throws what the merge would. */
export async function previewMerge(deps: MergeDeps, id: string, input: Input, by: AuditActor): Promise<MergedParts> {
  try {
    return await deps.db.transaction(async (tx) => {
      throw new PreviewedError(await merge(tx, deps, id, input, by))
    })
  } catch (error) {
    if (error instanceof PreviewedError) return error.parts
    throw error
  }
}

/**
 * Merges a customer into another one: all that is theirs moves, their address leads there, and nobody signs in with it any more. Throws
 * `merge-same`, `merge-staff`, `merge-account`, `merge-above-limit`, `customer-unconfirmed` or `own-terms`.
 */
export const mergeCustomers = (deps: MergeDeps, id: string, input: Input, by: AuditActor): Promise<MergedParts> =>
  deps.db.transaction((tx) => merge(tx, deps, id, input, by))

async function merge(
  tx: Transaction,
  { moveRelatedData }: MergeDeps,
  id: string,
  { into, terms }: Input,
  by: AuditActor,
): Promise<MergedParts> {
  const { from, to } = await lockBoth(tx, id, into)
  const move: Merge = { from: from.id, to: to.id, name: from.displayName || from.email }
  const owed = { owed: 0 }
  const counts: Partial<MergedParts>[] = []
  // Orders come before what is owed, as everywhere.
  for (const moveTheirs of moveRelatedData) counts.push(await moveTheirs(tx, move))
  owed.owed = await moveTerms(tx, move, terms, by)
  counts.push(await moveAddresses(tx, move), await moveMemberships(tx, move), await moveTaxData(tx, move))
  counts.push(await moveNotes(tx, move, notedPhone(from, to), by), await moveTags(tx, move))
  await tx
    .update(users)
    .set({ removedAt: sql`now()`, removedBy: by.id, mergedInto: to.id, tokenVersion: from.tokenVersion + 1 })
    .where(eq(users.id, from.id))
  await revokeKeysOf(tx, from.id)
  await tx.update(users).set({ mergedInto: to.id }).where(eq(users.mergedInto, from.id))
  await tx
    .update(users)
    .set({
      displayName: sql`coalesce(nullif(display_name, ''), ${from.displayName})`,
      phone: sql`coalesce(nullif(phone, ''), ${from.phone})`,
      addressWords: sql`address_words_of(id)`,
    })
    .where(eq(users.id, to.id))
  for (const [subject, other] of [
    [from.id, to.id],
    [to.id, from.id],
  ] as const)
    await recordAuditEvent(tx, by, {
      kind: 'customer-merged',
      subject: { type: 'user', id: subject },
      after: { reference: other },
    })
  return { ...none, ...Object.assign({}, ...counts), ...owed }
}

const none: MergedParts = {
  orders: 0,
  pastOrders: 0,
  addresses: 0,
  carts: 0,
  lists: 0,
  vehicles: 0,
  reviews: 0,
  notes: 0,
  tags: 0,
  groups: 0,
  taxNumbers: 0,
  certificates: 0,
  owed: 0,
}

/** Locks both customers, so that neither places an order meanwhile. */
async function lockBoth(tx: Transaction, id: string, into: string) {
  const ids = [id, into].map((one) => parseId(one, 'customer-not-found'))
  if (ids[0] === ids[1]) throw problem('merge-same')
  const rows = await tx.select().from(users).where(inArray(users.id, ids)).orderBy(users.id).for('update')
  const [from, to] = ids.map((one) => rows.find((row) => row.id === one && !row.removedAt))
  if (!from || !to) throw problem('customer-not-found')
  if ([from, to].some(({ role, staffRoleId }) => role === 'admin' || staffRoleId)) throw problem('merge-staff')
  if ([from, to].some(({ emailVerifiedAt }) => emailVerifiedAt === null)) throw problem('customer-unconfirmed')
  const signsIn = ({ identityUid, invitedAt }: typeof from) => identityUid !== null && !invitedAt
  if (signsIn(from) && !signsIn(to))
    throw problem('merge-account', { name: from.displayName || from.email, other: to.displayName || to.email })
  return { from, to }
}

/** Puts together what both owe, on the terms that staff choose. Returns what has moved of it, as an amount. */
async function moveTerms(
  tx: Transaction,
  { from, to }: Merge,
  chosen: Input['terms'],
  by: AuditActor,
): Promise<number> {
  const rows = await tx
    .select()
    .from(customerTerms)
    .where(inArray(customerTerms.userId, [from, to]))
    .orderBy(customerTerms.userId)
    .for('update')
  const theirs = rows.find(({ userId }) => userId === from)
  if (!theirs) return 0
  const own = rows.find(({ userId }) => userId === to)
  const keepsTheirs = chosen === 'merged'
  if (keepsTheirs && theirs.isActive) await assertNotOwnTerms(tx, to, by)
  const kept = keepsTheirs ? theirs : (own ?? { ...theirs, isActive: false })
  const owedCents = theirs.owedCents + (own?.owedCents ?? 0)
  if (kept.creditLimitCents !== null && owedCents > kept.creditLimitCents)
    throw problem('merge-above-limit', { owed: toAmount(owedCents), limit: toAmount(kept.creditLimitCents) })
  await tx.delete(customerTerms).where(inArray(customerTerms.userId, [from, to]))
  await tx.insert(customerTerms).values({ ...kept, userId: to, owedCents })
  return toAmount(theirs.owedCents)
}

/** Returns the phone number that the one who stays would not have, as a note; undefined without one. */
function notedPhone(from: { email: string; phone: string }, to: { phone: string }): string | undefined {
  if (from.phone === '' || to.phone === '' || from.phone === to.phone) return undefined
  return `${from.email}: ${from.phone}`
}

async function moveNotes(
  tx: Transaction,
  { from, to }: Merge,
  added: string | undefined,
  by: AuditActor,
): Promise<{ notes: number }> {
  if (added !== undefined)
    await tx.insert(customerNotes).values({ id: newId(), userId: from, note: added, writtenBy: by.id })
  const moved = await tx
    .update(customerNotes)
    .set({ userId: to })
    .where(eq(customerNotes.userId, from))
    .returning({ id: customerNotes.id })
  return { notes: moved.length }
}

async function moveTags(tx: Transaction, { from, to }: Merge): Promise<{ tags: number }> {
  await tx.execute(sql`
    DELETE FROM customer_tags WHERE user_id = ${from} AND tag_id IN (SELECT tag_id FROM customer_tags WHERE user_id = ${to})`)
  const { rowCount } = await tx.execute(sql`UPDATE customer_tags SET user_id = ${to} WHERE user_id = ${from}`)
  return { tags: rowCount ?? 0 }
}
