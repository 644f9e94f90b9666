import { lt } from 'drizzle-orm'
import { deleteOldAuditEvents } from './audit.ts'
import type { Identity } from './identity-deps.ts'
import { limitCounters, pendingProfiles, pendingSignIns, phoneSessions, usedCaptchas } from './identity.tables.ts'
import { deleteOldMailCodes } from './mail-codes.ts'
import { deleteExpiredSessions } from './sessions.ts'
import { inTransaction } from './transaction.ts'
import { loggableFault } from './wire-error.ts'

type Tidied = Pick<Identity, 'db' | 'now' | 'log'> & { keys: Pick<Identity['keys'], 'tend'> }

/** Rotates keys and drops what has run out. A failure is logged and made good by the next run. */
export async function tidyIdentity(identity: Tidied): Promise<void> {
  try {
    await identity.keys.tend()
    await inTransaction(identity.db, async (tx) => {
      const now = identity.now()
      await deleteExpiredSessions(tx, now)
      await deleteOldMailCodes(tx, now)
      await tx.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, now))
      await tx.delete(phoneSessions).where(lt(phoneSessions.expiresAt, now))
      await tx.delete(usedCaptchas).where(lt(usedCaptchas.expiresAt, now))
      await deleteOldAuditEvents(tx, now)
      await tx.delete(pendingProfiles).where(lt(pendingProfiles.expiresAt, now))
      await tx.delete(limitCounters).where(lt(limitCounters.windowEndsAt, now))
    })
  } catch (thrown) {
    identity.log.error({ fault: loggableFault(thrown) }, 'tidying the identity service failed')
  }
}
