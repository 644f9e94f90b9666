import { and, eq, gte } from 'drizzle-orm'
import { record } from './audit.ts'
import type { Call, Database, Tx } from './identity-deps.ts'
import { recoveryCodes } from './identity.tables.ts'
import type { Account } from './identity.tables.ts'
import { listLinkedProviders, unlinkProviders } from './linked-providers.ts'
import { deleteSecondFactors, listSecondFactors } from './second-factors.ts'

/** Lists what was added to an account at a change or after it: linked providers, second factors, and whether the phone was. */
export async function listAdditions(db: Database | Tx, { localId, phoneLinkedAt }: Account, since: Date) {
  const [linked, factors] = await Promise.all([listLinkedProviders(db, localId), listSecondFactors(db, localId)])
  return {
    providerIds: linked.filter(({ linkedAt }) => linkedAt >= since).map(({ providerId }) => providerId),
    factors: factors.filter(({ enrolledAt }) => enrolledAt >= since),
    phone: phoneLinkedAt !== null && phoneLinkedAt >= since,
  }
}

/** Removes what was added to an account at a change that its owner did not make, or after it. Returns the changes of the account itself. */
export async function undoAdditions(tx: Tx, call: Call, account: Account, since: Date): Promise<Partial<Account>> {
  const { localId, passwordChangedAt, emailLinkUsedAt } = account
  const { providerIds, factors, phone } = await listAdditions(tx, account, since)
  await unlinkProviders(tx, localId, providerIds)
  for (const method of [...providerIds, ...(phone ? ['phone'] : [])]) {
    await record(tx, call, { event: 'provider-removed', localId, method })
  }
  for (const { enrollmentId, kind } of factors) {
    await deleteSecondFactors(tx, localId, enrollmentId)
    await record(tx, call, { event: 'second-factor-removed', localId, method: kind })
  }
  await tx.delete(recoveryCodes).where(and(eq(recoveryCodes.localId, localId), gte(recoveryCodes.createdAt, since)))
  const isAddition = (moment: Date | null) => moment !== null && moment >= since
  return {
    ...(isAddition(passwordChangedAt) && { passwordHash: null, passwordChangedAt: null }),
    ...(isAddition(emailLinkUsedAt) && { emailLinkUsedAt: null }),
    ...(phone && { phoneNumber: null, phoneLinkedAt: null }),
  }
}
