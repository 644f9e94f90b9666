import type { AccountAccess } from '#server/accounts/account-command.ts'
import { createAccountAdmin } from '#server/composition/create-identity.ts'
import { createMailQueue } from '#server/composition/mail-queue.ts'
import { startDelivery } from '#server/notifications/start-delivery.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createStoreCache } from '#server/store/store-cache.ts'

/** Creates the access of commands to accounts. Mails that they write are delivered by the jobs of the shop that runs. */
export function createAccountAccess(db: Database, config: Config, print: (line: string) => void): AccountAccess {
  if (config.identity.mode === 'firebase') return { reader: undefined, change: (work) => work(undefined) }
  const store = createStoreCache(db)
  const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port}`
  const deps = {
    db,
    publicUrl,
    storeName: async (tx: Transaction) => (await store.read(tx)).name,
    now: () => new Date(),
  }
  return {
    reader: createAccountAdmin({ ...deps, queueMail: () => Promise.resolve() }),
    async change(work) {
      const jobs = await startJobs(db.$client.options.connectionString ?? '', createLog('warn'))
      // Declares the queues of a shop that never started, such as a restored one; nothing runs here.
      await startDelivery(db, jobs, { ...config, now: deps.now, findMailRoute: () => Promise.resolve(undefined) })
      const announce = () => print('Nothing delivers mails here: it is in the outbox of the dashboard.')
      const queueMail = createMailQueue(config, { jobs, announce, publicUrl, findStore: store.read })
      try {
        await work(createAccountAdmin({ ...deps, queueMail }))
      } finally {
        await jobs.stop()
      }
    },
  }
}
