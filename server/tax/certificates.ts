import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Body } from '#contract/endpoint.ts'
import type { addCertificate, Certificate, updateCertificate } from '#contract/tax.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { getUserByEmail } from '#server/accounts/find-user.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { assertDates } from '#server/tax/tax-entries.ts'
import { exemptionCertificates } from '#server/tax/tax.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { type Page, rowsAfter } from '#server/platform/database/pagination.ts'
import { containsWords } from '#server/platform/database/contains-words.ts'
import { newId, parseId } from '#server/platform/ids.ts'
import { readRegion } from '#server/platform/country-data.ts'
import { problem } from '#server/platform/http/problem.ts'

const verifiers = alias(users, 'verifiers')

/** Returns certificates with their buyers, the latest first, and one row beyond the page; each word of `q` is in the number or the e-mail. */
export function findCertificates(db: Database, q: string, page: Page) {
  const { createdAt, id, number, userId, verifiedBy } = exemptionCertificates
  return db
    .select({ certificate: exemptionCertificates, email: users.email, verifier: verifiers.email })
    .from(exemptionCertificates)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(verifiers, eq(verifiers.id, verifiedBy))
    .where(
      and(
        containsWords(sql`concat_ws(' ', ${number}, ${users.email})`, q),
        rowsAfter(page, 'descending', [createdAt, id]),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(page.limit + 1)
}

type FoundCertificate = Awaited<ReturnType<typeof findCertificates>>[number]

export function presentCertificate({ certificate, email, verifier }: FoundCertificate): Certificate {
  const { id, country, region, number, reason, startsOn, endsOn } = certificate
  return {
    _id: id,
    email,
    country,
    region,
    number,
    reason,
    startsOn,
    ...(endsOn !== null && { endsOn }),
    ...(verifier !== null && { verifiedBy: verifier }),
  }
}

const toRow = ({ country, region, number, reason, startsOn, endsOn }: Body<typeof updateCertificate>) => ({
  country,
  region: readRegion(country, region),
  number: number.trim(),
  reason: reason.trim(),
  startsOn,
  endsOn: endsOn ?? null,
})

/** Picks what the audit log keeps: nothing that the buyer wrote. */
const audited = ({ country, region, startsOn, endsOn }: ReturnType<typeof toRow>) => ({
  country,
  region,
  startsOn,
  endsOn,
})

/** Adds a certificate that an admin has seen; throws `user-not-found` or `dates-reversed`. */
export async function addBuyerCertificate(
  db: Database,
  input: Body<typeof addCertificate>,
  by: AuditActor,
): Promise<void> {
  assertDates(input)
  await db.transaction(async (tx) => {
    const { id: userId } = await getUserByEmail(tx, input.email)
    const row = toRow(input)
    await tx.insert(exemptionCertificates).values({ id: newId(), userId, ...row, verifiedBy: by.id })
    const subject = { type: 'user', id: userId } as const
    await recordAuditEvent(tx, by, { kind: 'certificate-added', subject, after: audited(row) })
  })
}

/** Replaces a certificate; throws `tax-entry-not-found` or `dates-reversed`. */
export async function changeCertificate(
  db: Database,
  id: string,
  input: Body<typeof updateCertificate>,
  by: AuditActor,
): Promise<void> {
  assertDates(input)
  await db.transaction(async (tx) => {
    const before = await getCertificate(tx, id)
    const row = toRow(input)
    await tx
      .update(exemptionCertificates)
      .set({ ...row, verifiedBy: by.id })
      .where(eq(exemptionCertificates.id, before.id))
    const subject = { type: 'user', id: before.userId } as const
    const facts = { before: audited(before), after: audited(row) }
    await recordAuditEvent(tx, by, { kind: 'certificate-changed', subject, ...facts })
  })
}

/** Deletes a certificate; throws `tax-entry-not-found`. */
export async function removeCertificate(db: Database, id: string, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const before = await getCertificate(tx, id)
    await tx.delete(exemptionCertificates).where(eq(exemptionCertificates.id, before.id))
    const subject = { type: 'user', id: before.userId } as const
    await recordAuditEvent(tx, by, { kind: 'certificate-deleted', subject, before: audited(before) })
  })
}

async function getCertificate(tx: Transaction, id: string) {
  const isIt = eq(exemptionCertificates.id, parseId(id, 'tax-entry-not-found'))
  const [row] = await tx.select().from(exemptionCertificates).where(isIt).for('update')
  if (!row) throw problem('tax-entry-not-found')
  return row
}
