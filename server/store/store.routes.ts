import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/store.ts'
import type { ResponseCache } from '#server/edge/response-cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'
import { readStore, readStoreRow } from '#server/store/read-store.ts'
import type { StoreCache } from '#server/store/store-cache.ts'
import { type StoreActions, type StorePictures, updateStore } from '#server/store/update-store.ts'

interface StoreDeps extends StorePictures, StoreActions {
  db: Database
  store: StoreCache
  /** Whether the shop has products that are not of the demo. */
  hasOwnProducts: (db: Database) => Promise<boolean>
  responseCache: ResponseCache
}

export function storeRoutes(app: FastifyInstance, { db, store, responseCache, ...deps }: StoreDeps): void {
  registerEndpoint(app, endpoints.getStore, () => readStore(db))
  registerEndpoint(app, endpoints.getStoreRecipients, async () => {
    const { contactRecipient, orderRecipient, lowStockRecipient } = await readStoreRow(db)
    return { contactRecipient, orderRecipient, lowStockRecipient }
  })
  registerEndpoint(app, endpoints.listFixedStoreFields, async () => [
    ...((await deps.hasCustomerOrders(db)) ? (['currency', 'orderPrefix'] as const) : []),
    ...((await deps.hasOwnProducts(db)) ? (['mainLanguage'] as const) : []),
  ])
  registerEndpoint(app, endpoints.updateStore, async ({ body, actor }) => {
    const changed = await updateStore(db, actor, body, deps)
    store.renew()
    responseCache.renew()
    return changed
  })
}
