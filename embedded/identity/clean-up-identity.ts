import { lt } from 'drizzle-orm'
import { deleteOldAuditEvents } from './audit.ts'
import { removeExpiredHalfMade } from './half-made-accounts.ts'
import type { Database, Identity, Tx } from './identity-deps.ts'
import { limitCounters, pendingProfiles, pendingSignIns, phoneSessions, usedCaptchas } from './identity.tables.ts'
import { deleteOldMailCodes } from './mail-codes.ts'
import { deleteExpiredSessions } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { loggableFault } from './wire-error.ts'

type CleanUpDeps = Pick<Identity, 'db' | 'now' | 'log' | 'revokeAccess' | 'erasePersonalData'> & {
  keys: Pick<Identity['keys'], 'rotate'>
}

/** Rotates keys and drops what has run out. A failure is logged and made good by the next run. */
export async function cleanUpIdentity(identity: CleanUpDeps): Promise<void> {
  try {
    await identity.keys.rotate()
    await inTransaction(identity.db, async (tx) => {
      const now = identity.now()
      await deleteExpiredSessions(tx, now)
      await deleteOldMailCodes(tx, now)
      await tx.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now))
      await tx.delete(phoneSessions).where(lt(phoneSessions.expiresAt, now))
      await deleteOldAuditEvents(tx, now)
      await tx.delete(pendingProfiles).where(lt(pendingProfiles.expiresAt, now))
      await deleteExpiredCounters(tx, now)
      await removeExpiredHalfMade(tx, { ...identity, at: now })
    })
  } catch (thrown) {
    identity.log.error({ fault: loggableFault(thrown) }, 'cleaning up the identity service failed')
  }
}

/** Deletes expired limits and redeemed proofs of work; also for a host that uses these without the service. */
export async function deleteExpiredCounters(tx: Database | Tx, now: Date): Promise<void> {
  await tx.delete(limitCounters).where(lt(limitCounters.windowEndsAt, now))
  await tx.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now))
}
