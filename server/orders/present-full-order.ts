import { toAmount } from '#contract/currency.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { listOrderLines, type OrderLine, unitsOwed } from '#server/orders/order-lines.ts'
import { isOpen } from '#server/orders/order-rules.ts'
import { presentOrder } from '#server/orders/present-order.ts'
import { presentAmounts, presentNetPrice, readOrderAmounts } from '#server/orders/read-order-amounts.ts'
import type { Database } from '#server/platform/database/database.ts'

type Line = OrderDetails['lines'][number]
/** What a line says to buyers, staff and other systems alike. */
type LineFacts = Pick<Line, 'line' | 'productId' | 'name' | 'quantity' | 'unitPrice' | 'totalPrice' | 'units'> &
  Partial<
    Pick<
      Line,
      'nameForBuyer' | 'brand' | 'sku' | 'pricePer' | 'netUnitPrice' | 'discount' | 'job' | 'vehicle' | 'fitVerdict'
    >
  >
type Delivery = Pick<OrderDetails, 'deliveryAddress' | 'billingAddress' | 'shippingMethod'>

/** Presents an order as other systems get it: with its lines, amounts, addresses by their fields, and shipping method. */
export async function presentFullOrder(
  db: Database,
  row: OrderRow,
): Promise<Order & Delivery & Pick<OrderDetails, 'amounts'> & { lines: LineFacts[] }> {
  const [lines, amounts] = await Promise.all([listOrderLines(db, row.id), readOrderAmounts(db, row.order)])
  return {
    ...presentOrder(row),
    lines: lines.map((line) => presentOrderLine(line, row.order)),
    amounts: presentAmounts(amounts),
    ...presentDelivery(row.order),
  }
}

/** Presents a line of an order: its product, price and units. */
export const presentOrderLine = (line: OrderLine, order: OrderRow['order']): LineFacts => ({
  line: line.position,
  productId: line.productId,
  name: line.productName,
  ...(line.shownName !== null && { nameForBuyer: line.shownName }),
  ...(line.brand !== null && { brand: line.brand }),
  ...(line.sku === null ? {} : { sku: line.sku }),
  quantity: line.quantity,
  unitPrice: toAmount(line.unitPriceCents, order.currency),
  ...(line.pricePer > 1 && { pricePer: line.pricePer }),
  ...(order.pricesIncludeTax && presentNetPrice(line, order.currency)),
  totalPrice: toAmount(line.totalCents, order.currency),
  ...(line.discountCents > 0 && { discount: toAmount(line.discountCents, order.currency) }),
  ...(line.job === null ? {} : { job: line.job }),
  ...(line.vehicle && { vehicle: line.vehicle }),
  ...(line.fitVerdict && { fitVerdict: line.fitVerdict }),
  units: {
    shipped: line.shipped,
    cancelled: line.cancelled,
    returned: line.returned,
    toCome: isOpen(order) ? unitsOwed(line) : 0,
  },
})

/** Presents where an order goes, and how. */
export const presentDelivery = ({ delivery, billing, shipping }: OrderRow['order']): Delivery => ({
  ...(delivery && { deliveryAddress: delivery }),
  ...(billing && { billingAddress: billing }),
  ...(shipping && {
    shippingMethod: {
      name: shipping.ownName ?? shipping.name,
      ...(shipping.ownName !== undefined && { nameForBuyer: shipping.name }),
      kind: shipping.kind,
      ...(shipping.days && { days: shipping.days }),
      ...(shipping.isUnpriced && { onRequest: true as const }),
    },
  }),
})
