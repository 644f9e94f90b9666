import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { Ordering } from '#server/orders/insert-order.ts'
import type { ChargedAmounts } from '#server/orders/order-amounts.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

interface Replaced {
  /** The order of the units that are replaced. */
  row: OrderRow
  lines: readonly { productId: string; quantity: number }[]
  /** What it is placed for, with the words that say so. */
  reason: { id: string; text: string }
  by: AuditActor
}

interface ReplacementSteps {
  /** Locks the order of the units that are replaced, before products are locked. */
  lock: (tx: Transaction) => Promise<Replaced>
  /** Writes down which order it is, in the same transaction. */
  link: (tx: Transaction, placed: OrderRow) => Promise<void>
}

/**
 * Places an order at no charge that sends units to the buyer and address of another order once more. It is paid as it is placed. Returns
 * undefined if units are missing, a product is not sold any more, or the buyer's account is gone.
 */
export function placeReplacement(ordering: Ordering, { lock, link }: ReplacementSteps): Promise<OrderRow | undefined> {
  return ordering.insertFreeOrder(async (tx) => {
    const { row, lines, reason, by } = await lock(tx)
    const { order } = row
    return {
      id: newId(),
      buyerId: order.buyerId,
      buyerName: order.buyerName,
      buyerEmail: order.buyerEmail,
      address: order.address,
      phoneNumber: order.phoneNumber,
      poNumber: order.poNumber,
      note: reason.text,
      delivery: order.delivery ?? undefined,
      billing: order.billing ?? undefined,
      lines: lines.map((line) => ({ ...line, unitPriceCents: undefined, job: null })),
      amounts: noAmounts(lines.length, reason, order),
      isFree: true as const,
      byTransfer: false,
      placedBy: by,
      expectedTotalCents: undefined,
      idempotencyKey: undefined,
      language: order.language,
      currency: order.currency,
    }
  }, link)
}

/** Returns the amounts of an order that costs nothing: its lines are discounted by all that they would cost. */
const noAmounts = (
  lineCount: number,
  { id, text }: Replaced['reason'],
  { pricesIncludeTax: includesTax, currency }: OrderRow['order'],
): ChargedAmounts => ({
  itemsCents: 0,
  lines: Array.from({ length: lineCount }, () => ({ discountCents: 0, netCents: 0, taxCents: 0, taxClass: null })),
  discount: { id, version: '', code: null, name: text, kind: 'replacement', lineCents: [], shippingCents: 0 },
  discountCents: 0,
  shipping: null,
  shippingCents: 0,
  shippingNetCents: 0,
  shippingTaxCents: 0,
  includesTax,
  taxes: [],
  taxCents: 0,
  roundingCents: 0,
  totalCents: 0,
  currency,
  chargesVersion: null,
})
