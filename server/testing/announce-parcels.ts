import { announceShipments } from '#server/orders/shipments/announce-shipments.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { settleDeps } from '#server/testing/card-events.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Tells what has shipped, as the job does once it cannot be undone any more. */
export const announceParcels = (shop: TestShop): Promise<void> =>
  announceShipments(
    shop.db,
    { queueMail: settleDeps(shop).queueMail, findSellerSettings },
    new Date(Date.now() + 86_400_000),
  )
