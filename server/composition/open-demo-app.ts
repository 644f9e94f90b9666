import type { DemoApp } from '#database/seed-orders.ts'
import { buildApp } from '#server/composition/app.ts'
import type { AppDeps } from '#server/composition/app-deps.ts'
import { signAccessToken } from '#server/identity/access-token.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { announceShipments } from '#server/orders/shipments/announce-shipments.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createInStore } from '#server/store/in-store.ts'
import { createStoreCache } from '#server/store/store-cache.ts'

/** Unpaid orders of the demo stay for so long. */
const orderTtlMinutes = 30 * 24 * 60

const nothing = () => Promise.resolve()

/** Opens a second app of the shop, on a database and by a clock of its own, for orders of which nobody is told. */
export async function openDemoApp(deps: AppDeps, db: Database, now: () => Date): Promise<DemoApp> {
  const store = createStoreCache(db)
  // Its calls are no requests of anybody.
  const log = deps.log.child({}, { level: deps.log.isLevelEnabled('info') ? 'warn' : deps.log.level })
  const app = await buildApp({
    ...deps,
    config: { ...deps.config, rateLimits: false, orderTtlMinutes },
    db,
    log,
    now,
    store,
    jobs: { enqueue: nothing, retry: nothing, remove: nothing },
    queueMail: nothing,
    releasePayment: nothing,
    enqueueCheck: nothing,
    embedded: [],
    buildDirectory: undefined,
    metrics: undefined,
    tracing: undefined,
  })
  const jobDeps = { releasePayment: nothing, queueMail: nothing, log }
  return {
    app,
    inStore: createInStore(() => store.read(), now),
    signToken: (person) => signAccessToken(deps.accessTokenKey, person, now()),
    async runJobs() {
      await expireOrders(db, jobDeps)
      await announceShipments(db, { queueMail: nothing, findSellerSettings }, now())
    },
  }
}
