import { currentStore } from '#contract/current-store.ts'
import { orderName } from '#contract/order-name.ts'
import { hasPermission, type Permission } from '#contract/permissions.ts'
import type { orderStates } from '#contract/orders.ts'
import { isPayableBy } from '#contract/payment-limits.ts'
import { type Problem, problem } from '#server/platform/http/problem.ts'

export type OrderState = (typeof orderStates)[number]

/** Maps each state to the fact that implies it; the first one that is set decides. Without any, the order is unpaid. */
export const stateFacts = [
  ['refunded', 'refundedAt'],
  ['shipped', 'shippedAt'],
  ['paid_short', 'awaitingStockSince'],
  ['paid', 'paidAt'],
  ['cancelled', 'cancelledAt'],
  ['expired', 'expiredAt'],
  ['confirmed', 'confirmedAt'],
] as const satisfies readonly (readonly [OrderState, string])[]

type OrderFacts = Record<(typeof stateFacts)[number][1], Date | null>

/** Returns the state that follows from the facts; nothing else stores it. */
export const orderState = (order: OrderFacts): OrderState => stateFacts.find(([, fact]) => order[fact])?.[0] ?? 'unpaid'

/** Lists every allowed state transition. */
export const orderMoves: Record<OrderState, readonly OrderState[]> = {
  unpaid: ['paid', 'cancelled', 'expired'],
  // On account: it ships before it is paid.
  confirmed: ['paid', 'shipped', 'cancelled'],
  paid: ['shipped', 'refunded'],
  paid_short: ['paid', 'refunded'],
  shipped: ['refunded'],
  cancelled: [],
  // Money that came late takes the order up again, with its units or without.
  expired: ['paid', 'paid_short'],
  // Only when the provider takes the refund back.
  refunded: ['paid', 'paid_short', 'shipped'],
}

export const canMove = (from: OrderState, to: OrderState): boolean => orderMoves[from].includes(to)

/** Whether an order waits for its money; one on account does so even after it has shipped. */
export const isUnpaid = (order: Pick<OrderFacts, 'paidAt' | 'cancelledAt' | 'expiredAt'>): boolean =>
  !order.paidAt && !order.cancelledAt && !order.expiredAt

/** Whether the freight of an order is not in its total yet: until staff set it, nothing of the order is due, paid or invoiced. */
export const awaitsFreight = ({ paidAt, shipping }: Freight): boolean => !paidAt && shipping?.isUnpriced === true

interface Freight {
  paidAt: Date | null
  shipping: { isUnpriced?: true } | null
}

type Cents = Record<'totalCents' | 'creditedCents' | 'receivedCents', number>

/** Returns what an order costs after credits. */
export const costCents = ({ totalCents, creditedCents }: Pick<Cents, 'totalCents' | 'creditedCents'>): number =>
  totalCents - creditedCents

/** Returns what of an order is still to be paid, as long as it is not paid. */
export const openCents = ({ receivedCents, ...order }: Cents): number => costCents(order) - receivedCents

/** Whether the mail that an order was placed waits until the address of its buyer is verified: not of one on account or by staff, who know its buyer. */
export const mailWaits = (order: OrderFacts & { transactionId: string | null; placedBy: string | null }): boolean =>
  order.placedBy === null &&
  (isUnpaid(order) ? !order.confirmedAt : orderState(order) === 'paid' && order.transactionId === null)

/** Whether an order may be shipped: it is paid with stock or on account, and its money is neither disputed nor all on its way back. */
export const isShippable = (
  order: OrderFacts & { disputedAt: Date | null; refundAskedCents: number; stillComes: boolean } & Pick<
      Cents,
      'totalCents' | 'creditedCents'
    >,
): boolean =>
  ['paid', 'confirmed'].includes(orderState(order)) &&
  !order.disputedAt &&
  (order.refundAskedCents < costCents(order) || order.refundAskedCents === 0 || order.stillComes)

/** Whether the buyer picks an order up. */
export const isPickup = ({ shipping }: { shipping: { kind: string } | null }): boolean => shipping?.kind === 'pickup'

/** Whether units of an order may still come: it is neither closed nor refunded. */
export const isOpen = (order: OrderFacts): boolean =>
  ['unpaid', 'confirmed', 'paid', 'paid_short'].includes(orderState(order))

/** Whether an order can be credited by a sum: it is not paid, but on account or awaits a transfer. */
export const isCreditable = (
  order: Pick<OrderFacts, 'paidAt' | 'cancelledAt' | 'expiredAt' | 'confirmedAt'> & { byTransfer: boolean },
): boolean => isUnpaid(order) && (order.confirmedAt !== null || order.byTransfer)

/** Whether units of an order can be cancelled and its details changed: by its buyer until the first parcel, by staff as long as units are to come. */
export const isChangeable = (
  order: OrderFacts & { disputedAt: Date | null; firstShippedAt: Date | null },
  actor: { permissions: readonly Permission[] },
): boolean => isOpen(order) && !order.disputedAt && (hasPermission(actor, 'orders') || !order.firstShippedAt)

/** Throws `order-disputed` or `order-move-not-allowed` unless `isChangeable`. */
export function assertChangeable(
  order: Parameters<typeof isChangeable>[0],
  actor: Parameters<typeof isChangeable>[1],
  move: 'cancelled' | 'changed',
): void {
  if (isChangeable(order, actor)) return
  throw order.disputedAt ? problem('order-disputed') : refusedMove(order, move)
}

/** Refuses a move of an order, which may be shipped in part. */
export const refusedMove = (order: OrderFacts & { firstShippedAt: Date | null }, move: string): Problem =>
  problem('order-move-not-allowed', {
    state: order.firstShippedAt && !order.shippedAt ? 'partly_shipped' : orderState(order),
    move,
  })

/** Whether money that still comes for an order, which is paid or cancelled, is for nothing and goes back. */
export const takesSurplus = ({ paidAt, cancelledAt }: Parameters<typeof isUnpaid>[0]): boolean =>
  paidAt !== null || cancelledAt !== null

/** Whether an admin may record that money has come: also late, which takes an expired order up again. */
export const isRecordable = (order: Parameters<typeof isUnpaid>[0] & Cents & Freight): boolean =>
  !takesSurplus(order) && !awaitsFreight(order) && openCents(order) > 0

/**
 * Whether a card payment may be opened; later money is handled when the provider reports it. An order is paid by card as a whole, so that it
 * goes back one way: once a part came by transfer, the rest does.
 */
export const isPayable = (order: Parameters<typeof isUnpaid>[0] & Cents & Freight & { currency: string }): boolean =>
  isUnpaid(order) &&
  !awaitsFreight(order) &&
  order.receivedCents === 0 &&
  isPayableBy('card', openCents(order), order.currency)

/** Whether its buyer may be reminded of the open sum: of an order on account, by transfer, or of whose money a part has come. */
export const isRemindable = (
  order: Parameters<typeof isUnpaid>[0] & Cents & Freight & { confirmedAt: Date | null; byTransfer: boolean },
): boolean =>
  isUnpaid(order) &&
  !awaitsFreight(order) &&
  openCents(order) > 0 &&
  (order.confirmedAt !== null || order.byTransfer || order.receivedCents > 0)

/** Whether an order has an invoice, with which the papers of its credits come. */
export const isInvoiced = (order: Pick<OrderFacts, 'confirmedAt' | 'paidAt'> & Freight): boolean =>
  order.paidAt !== null || (order.confirmedAt !== null && !awaitsFreight(order))

/** Names a credit note by its order and its position among those of the order. */
export const creditNoteName = (orderNumber: number, position: number): string =>
  `${orderName(orderNumber)}-C${position}`

/** Makes the whole numbers of orders in a search, however they are spaced, those that the index has: it begins them with `BY-`. */
export function withIndexedNumbers(search: string): string {
  const prefix = currentStore().orderPrefix.replace(/-$/, '')
  // Not a part of a part number such as `BRK-312-V5`.
  const number = new RegExp(`(?<![\\p{L}\\p{N}-])${prefix}[-\\s]*(?=\\d{4,}(?![\\p{L}\\p{N}-]))`, 'giu')
  return prefix === '' ? search : search.replaceAll(number, 'BY-')
}

/** The number of lines whose names and numbers are among the words of an order; the others are found by their products. */
export const linesInWords = 10

/** Limits the unpaid orders of one buyer, so that no buyer can reserve the whole stock; those that staff place for one do not count. */
export const maxOpenOrders = 20
