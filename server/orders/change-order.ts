import { eq } from 'drizzle-orm'
import type { AddressInput } from '#contract/addresses.ts'
import type { ChangedDetails } from '#contract/order-messages.ts'
import { hasPermission } from '#contract/permissions.ts'
import type { Place } from '#contract/place.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import { recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { getOrderFor, lockOrderFor, type OrderRow } from '#server/orders/find-orders.ts'
import { findShippingLines } from '#server/orders/find-shipping-lines.ts'
import { listOrderLines, type OrderLine } from '#server/orders/order-lines.ts'
import { orderChangedMail } from '#server/orders/order-mails.ts'
import { type MessageDeps, tellSeller, writeMessage } from '#server/orders/order-messages.ts'
import { isChangeable, orderState } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { recordOrderEvent } from '#server/orders/record-order-event.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Shipping } from '#server/shipping/quote-shipping.ts'
import { readTaxRules } from '#server/tax/read-tax-rules.ts'
import { readTreatments } from '#server/tax/tax-rules.ts'

interface ChangeDeps extends MessageDeps {
  shipping: Pick<Shipping, 'explain'>
}

/**
 * Changes delivery address, phone, purchase order number and note of an order, for its buyer until the first parcel; what is undefined stays. An
 * address of a buyer where delivery or tax may cost something else is asked of the shop instead: then it returns `asked`. Papers stay as they
 * were issued. Throws `order-not-found`, `order-move-not-allowed`, `order-disputed`, `delivery-needed` or `too-many-messages`.
 */
export async function changeOrder(
  db: Database,
  deps: ChangeDeps,
  actor: Actor,
  { orderId, ...details }: ChangedDetails & { orderId: string },
): Promise<{ asked: boolean }> {
  const known = await getOrderFor(db, orderId, actor, 'orders')
  const isStaff = hasPermission(actor, 'orders')
  // Staff decide for themselves what another place costs.
  const asks = !isStaff && details.delivery !== undefined && !(await costsTheSame(db, deps, known, details.delivery))
  return db.transaction(async (tx) => {
    const row = await lockOrderFor(tx, orderId, actor, 'orders')
    const { order } = row
    if (!isChangeable(order, actor)) {
      if (order.disputedAt) throw problem('order-disputed')
      const isPartly = order.firstShippedAt !== null && !order.shippedAt
      throw problem('order-move-not-allowed', {
        state: isPartly ? 'partly_shipped' : orderState(order),
        move: 'changed',
      })
    }
    if (order.delivery && details.address !== undefined && !details.delivery) throw problem('delivery-needed')
    const needsPo =
      details.poNumber === '' && order.confirmedAt !== null && (await findTerms(tx, order.buyerId))?.poRequired
    if (needsPo) throw problem('po-number-needed')
    const change = changesOf(order, details)
    const { address, delivery, ...others } = change
    if (asks && address !== undefined)
      await writeMessage(tx, deps, row, {
        kind: 'change',
        message: '',
        request: { change: { address, ...(delivery && { delivery }) } },
      })
    const now: ChangedDetails = asks ? others : change
    const fields = (['address', 'phoneNumber', 'poNumber', 'note'] as const).filter((field) => now[field] !== undefined)
    if (fields.length > 0) {
      await tx
        .update(orders)
        .set({
          ...now,
          ...(now.poNumber !== undefined && { poNumber: now.poNumber || null }),
          ...(now.note !== undefined && { note: now.note || null }),
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
    return { asked: asks && address !== undefined }
  })
}

/** Returns the details that are others than those of the order. */
function changesOf(order: OrderRow['order'], { delivery, ...details }: ChangedDetails): ChangedDetails {
  const address = delivery ? addressText(delivery, order.language) : details.address
  const { phoneNumber, poNumber, note } = details
  return {
    ...(address !== undefined && address !== order.address && { address, ...(delivery && { delivery }) }),
    ...(phoneNumber !== undefined && phoneNumber !== order.phoneNumber && { phoneNumber }),
    ...(poNumber !== undefined && poNumber !== (order.poNumber ?? '') && { poNumber }),
    ...(note !== undefined && note !== (order.note ?? '') && { note }),
  }
}

/** Whether an order would have the same delivery and tax at another address; a carrier that does not answer leaves that open. */
async function costsTheSame(
  db: Database,
  { shipping }: ChangeDeps,
  { id, order }: OrderRow,
  to: AddressInput,
): Promise<boolean> {
  const { delivery: from, shipping: method, language } = order
  if (!from || method?.kind === 'pickup') return true
  const places = [from, to].map(({ country, region = '', postalCode = '' }) => ({ country, region, postalCode }))
  const [before, after] = places
  if (!before || !after || JSON.stringify(before) === JSON.stringify(after)) return true
  const ordered = await listOrderLines(db, id)
  const [taxBefore, taxAfter] = await Promise.all(places.map((place) => taxAt(db, order, ordered, place)))
  if (before.country !== after.country || taxBefore !== taxAfter) return false
  if (!method) return true
  const lines = await findShippingLines(db, ordered, language)
  const prices = await Promise.all(
    places.map(async (place) => {
      const { offers } = await shipping.explain(db, { lines, place, language })
      return offers.find((offer) => offer.id === method.id)?.priceCents
    }),
  )
  return prices[0] !== undefined && prices[0] === prices[1]
}

/** Returns a text that is the same for places where the goods of an order are taxed alike; Stripe Tax is not asked, so that each place is another. */
async function taxAt(
  db: Database,
  { buyerId, taxCents }: OrderRow['order'],
  lines: readonly Pick<OrderLine, 'taxClass'>[],
  place: Place,
): Promise<string> {
  const { enabled, provider, rules } = await readTaxRules(db, { place, buyerId })
  if (!enabled && taxCents === 0) return ''
  if (!enabled || provider !== 'tables') return JSON.stringify(place)
  const treatmentOf = readTreatments(rules, place, new Date())
  const classes = [...new Set(lines.map(({ taxClass }) => taxClass ?? 'standard'))]
  return JSON.stringify(classes.map(treatmentOf), (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
