import { eq } from 'drizzle-orm'
import { exemptionCertificates, taxIds } from '#server/tax/tax.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Deletes the tax numbers and certificates of a deleted account; orders keep what was true when they were placed. */
export async function eraseTaxData(tx: Transaction, user: { id: string }): Promise<void> {
  await tx.delete(taxIds).where(eq(taxIds.userId, user.id))
  await tx.delete(exemptionCertificates).where(eq(exemptionCertificates.userId, user.id))
}
