import { and, eq, sql } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses.ts'
import type { ChangedDetails } from '#contract/order-messages.ts'
import { hasPermission } from '#contract/permissions.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { orderChangedMail } from '#server/orders/order-mails.ts'
import { isMessageOpen, type MessageDeps, tellSeller, writeMessage } from '#server/orders/order-messages.ts'
import { orderMessages } from '#server/orders/order-messages.tables.ts'
import { assertChangeable, isPickup } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { addressesAfter } from '#server/orders/move-order.ts'
import { placeOf, priceAtPlace } from '#server/orders/price-at-place.ts'
import type { Charging } from '#server/orders/quote-order.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'

interface ChangeDeps extends MessageDeps {
  charging: Charging
}

/**
 * Changes delivery address, phone, purchase order number and note of an order, for its buyer until the first parcel; what is undefined stays. An
 * address of a buyer where the order may cost more is asked of the shop instead: then it returns `asked`. At a cheaper one the price stays as
 * it was ordered (`priceKept`). Papers stay as they were issued. Throws `order-not-found`, `order-move-not-allowed`, `order-disputed`, `delivery-needed` or `too-many-messages`.
 */
export async function changeOrder(
  db: Database,
  deps: ChangeDeps,
  actor: Actor,
  { orderId, ...details }: ChangedDetails & { orderId: string },
): Promise<{ asked: boolean; priceKept: boolean }> {
  const known = await getOrderFor(db, orderId, actor, 'orders')
  const isStaff = hasPermission(actor, 'orders')
  // Staff decide for themselves what another place costs.
  const price =
    isStaff || details.delivery === undefined ? 'same' : await comparePrice(db, deps, known, details.delivery)
  const asks = price === 'dearer'
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { order } = row
    assertChangeable(order, actor, 'changed')
    if (order.delivery && details.address !== undefined && !details.delivery) throw problem('delivery-needed')
    const needsPo =
      details.poNumber === '' && order.confirmedAt !== null && (await findTerms(tx, order.buyerId))?.poRequired
    if (needsPo) throw problem('po-number-needed')
    const change = changesOf(order, details)
    const { address, delivery, withBilling, ...others } = change
    if (asks && address !== undefined && !(await isAsked(tx, order.id, address)))
      await writeMessage(tx, deps, row, {
        kind: 'change',
        message: '',
        request: { change: { address, ...(delivery && { delivery }), ...(withBilling && { withBilling }) } },
      })
    const now: ChangedDetails = asks ? others : change
    const { poNumber, note, phoneNumber } = others
    const fields = (['address', 'phoneNumber', 'poNumber', 'note'] as const).filter((field) => now[field] !== undefined)
    if (fields.length > 0) {
      await tx
        .update(orders)
        .set({
          ...addressesAfter(order, now),
          ...(phoneNumber !== undefined && { phoneNumber }),
          ...(poNumber !== undefined && { poNumber: poNumber || null }),
          ...(note !== undefined && { note: note || null }),
        })
        .where(eq(orders.id, order.id))
      await recordOrderEvent(tx, order.id, { kind: 'details_changed', by: actor })
      if (order.buyerId === actor.id) await tellSeller(tx, deps, row, { kind: 'changed', message: '', change: now })
      else {
        await deps.queueMail(tx, orderChangedMail(row, now))
        const subject = { type: 'order', id: order.id } as const
        // The values may name people, and the log stays for ever.
        await recordAuditEvent(tx, actor, { kind: 'order-changed', subject, after: { parts: fields } })
      }
    }
    return { asked: asks && address !== undefined, priceKept: price === 'cheaper' && address !== undefined }
  })
}

/** Whether the shop was asked for this address and has not answered yet. */
const isAsked = async (tx: Transaction, orderId: string, address: string): Promise<boolean> =>
  (await tx.$count(
    orderMessages,
    and(
      eq(orderMessages.orderId, orderId),
      isMessageOpen,
      sql`${orderMessages.request} -> 'change' ->> 'address' = ${address}`,
    ),
  )) > 0

/** Returns the details that are others than those of the order. */
function changesOf(order: OrderRow['order'], { delivery, withBilling, ...details }: ChangedDetails): ChangedDetails {
  const address = delivery ? addressText(delivery, order.language) : details.address
  const { phoneNumber, poNumber, note } = details
  return {
    ...(address !== undefined &&
      address !== order.address && {
        address,
        ...(delivery && { delivery, ...(withBilling && { withBilling }) }),
      }),
    ...(phoneNumber !== undefined && phoneNumber !== order.phoneNumber && { phoneNumber }),
    ...(poNumber !== undefined && poNumber !== (order.poNumber ?? '') && { poNumber }),
    ...(note !== undefined && note !== (order.note ?? '') && { note }),
  }
}

/** Says what an order costs at another address: no more than it did, more, or something that nobody can say. */
async function comparePrice(
  db: Database,
  { charging }: ChangeDeps,
  row: OrderRow,
  to: AddressInput,
): Promise<'same' | 'cheaper' | 'dearer'> {
  const { delivery: from, shipping: method, totalCents } = row.order
  if (!from || isPickup(row.order)) return 'same'
  const [before, after] = [placeOf(from), placeOf(to)]
  if (JSON.stringify(before) === JSON.stringify(after)) return 'same'
  // Without a shipping method, nothing says that goods go to another country.
  if (!method && before.country !== after.country) return 'dearer'
  const there = (await priceAtPlace(db, charging, row, after))?.totalCents
  if (there === undefined) return 'dearer'
  if (there <= totalCents) return there < totalCents ? 'cheaper' : 'same'
  // Prices may have risen since, for where it goes now as well.
  const here = (await priceAtPlace(db, charging, row, before))?.totalCents
  return here !== undefined && there <= here ? 'same' : 'dearer'
}
