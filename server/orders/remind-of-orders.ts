import type { ResponseBody } from '#contract/endpoint.ts'
import type { remindOfOrders as endpoint } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import type { QueueMail } from '#server/notifications/queue-mail.ts'
import { findOrderNames, getOrderFor } from '#server/orders/find-orders.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import { assertToRemind, remindOfPayment } from '#server/orders/remind-of-payment.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { runBulk } from '#server/platform/http/run-bulk.ts'

interface Reminders {
  ids: readonly string[]
  /** Whether it only says what would go. */
  preview?: boolean | undefined
  findSellerSettings: FindSellerSettings
}

/** Reminds the buyers of orders, each by one mail about theirs; what cannot be reminded of is refused and leaves the others. */
export async function remindOfOrders(
  db: Database,
  queueMail: QueueMail,
  actor: Actor,
  { ids, preview = false, findSellerSettings }: Reminders,
): Promise<ResponseBody<typeof endpoint>> {
  const byBuyer = new Map<string, string[]>()
  const buyers = new Map<string, string>()
  const today = storeDay(Date.now())
  const findNames = (refused: readonly string[]) => findOrderNames(db, refused)
  const found = await runBulk(
    ids,
    async (id) => {
      const row = await getOrderFor(db, id, actor)
      assertToRemind([row], today)
      // The same order in other letter case is one order.
      if (buyers.has(row.id)) return 'unchanged'
      buyers.set(row.id, row.order.buyerId)
      byBuyer.set(row.order.buyerId, [...(byBuyer.get(row.order.buyerId) ?? []), id])
      return 'done'
    },
    findNames,
  )
  if (preview) return { ...found, mails: byBuyer.size }
  // Something may have come for them, or another member of staff may have reminded them, meanwhile.
  const sent = await runBulk(
    [...byBuyer.keys()],
    async (buyer) => {
      await remindOfPayment(db, queueMail, actor, { orders: byBuyer.get(buyer) ?? [], findSellerSettings })
      return 'done'
    },
    async () => new Map(),
  )
  const late = sent.refused.flatMap(({ _id: buyer, ...refusal }) =>
    (byBuyer.get(buyer) ?? []).map((_id) => ({ _id, ...refusal })),
  )
  const isLate = new Set(late.map(({ _id }) => _id))
  return {
    ...found,
    done: found.done.filter((id) => !isLate.has(id)),
    refused: [...found.refused, ...late],
    mails: sent.done.length,
  }
}
