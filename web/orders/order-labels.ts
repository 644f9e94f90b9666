import type { Order, orderFilters } from '#contract/orders.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'

/** Whether an order waits for its money; one on account does so even after it has shipped, none before its freight is known. */
export const isPayable = ({
  state,
  paid,
  onAccount,
  freightOnRequest,
}: Pick<Order, 'state' | 'paid' | 'onAccount' | 'freightOnRequest'>): boolean =>
  !freightOnRequest && (state === 'unpaid' || (onAccount !== undefined && !paid && state !== 'cancelled'))

/** Whether an order can be shipped; a disputed one cannot. */
export const isShippable = ({ state, disputed }: Pick<Order, 'state' | 'disputed'>): boolean =>
  (state === 'paid' || state === 'confirmed') && !disputed

/** Whether some units have shipped and others are to come. */
export const isPartlyShipped = ({ shipped, shippedUnits = 0 }: Pick<Order, 'shipped' | 'shippedUnits'>): boolean =>
  shippedUnits > 0 && !shipped

/** Tells the places apart that orders go to: those of one buyer to one address are the same. */
export const destinationOf = ({ email, buyerName, address }: Pick<Order, 'email' | 'buyerName' | 'address'>): string =>
  JSON.stringify([email, buyerName, address])

/** Labels the button that ships an order, or says that its buyer has picked it up. */
export const shipLabel = ({ pickup }: Pick<Order, 'pickup'>): string => t(pickup ? 'orders.pick-up' : 'orders.ship')

/** Whether a parcel, or the last one of an order, was picked up: it has neither carrier nor number. */
export const isPickedUp = (
  { pickup }: Pick<Order, 'pickup'>,
  { carrier, trackingNumber }: Pick<Order, 'carrier' | 'trackingNumber'>,
): boolean => pickup === true && !carrier && !trackingNumber

/** Whether an order waits to be picked up. */
export const isReady = ({ readyAt, state }: Pick<Order, 'readyAt' | 'state'>): boolean =>
  readyAt !== undefined && (state === 'paid' || state === 'confirmed')

/** Whether the buyer of an order is still to be told that it can be picked up: that comes before it was. */
export const isToReady = ({ pickup, readyAt }: Pick<Order, 'pickup' | 'readyAt'>): boolean =>
  pickup === true && readyAt === undefined

/** Whether the freight of an order is still to be quoted. */
export const isFreightToQuote = ({ state, freightOnRequest }: FreightState): boolean =>
  freightOnRequest === true && state !== 'cancelled' && state !== 'expired'

type FreightState = Pick<Order, 'state' | 'freightOnRequest'>

/** Describes an order by its first line: 'Vented front brake disc and 3 more'. */
export const orderTitle = ({ productName, lineCount }: Pick<Order, 'productName' | 'lineCount'>): string =>
  lineCount === 1 ? productName : t('orders.and-more', { name: productName, count: lineCount - 1 })

/** Returns a buyer's own number with its label, which may be short, unless the number begins with it, as `PO-4711`. */
export const poText = (number: string, isShort = false): string =>
  /^(?:p\.?o\b|bestell)/i.test(number) ? number : t(isShort ? 'orders.po-short' : 'orders.po', { number })

/** Lists the filters of orders, in the order in which they need somebody; rare ones are of no use most of the time. */
export const orderKinds: readonly { kind: (typeof orderFilters)[number] | ''; label: MessageId; isRare?: true }[] = [
  { kind: '', label: 'word.all' },
  { kind: 'to_ship', label: 'orders.kind.to-ship' },
  { kind: 'partly_shipped', label: 'orders.badge.partly_shipped', isRare: true },
  { kind: 'ready_for_pickup', label: 'timeline.ready_for_pickup', isRare: true },
  { kind: 'awaiting_transfer', label: 'orders.badge.awaiting_transfer', isRare: true },
  { kind: 'paid', label: 'orders.badge.paid' },
  { kind: 'confirmed', label: 'orders.badge.confirmed', isRare: true },
  { kind: 'owed', label: 'orders.kind.owed', isRare: true },
  { kind: 'partly_paid', label: 'orders.kind.partly-paid', isRare: true },
  { kind: 'overdue', label: 'orders.badge.overdue', isRare: true },
  { kind: 'freight_to_quote', label: 'orders.kind.freight-to-quote', isRare: true },
  { kind: 'to_answer', label: 'orders.kind.to-answer', isRare: true },
  { kind: 'unpaid', label: 'orders.badge.unpaid' },
  { kind: 'shipped', label: 'orders.badge.shipped' },
  { kind: 'paid_short', label: 'orders.badge.paid_short', isRare: true },
  { kind: 'disputed', label: 'orders.badge.disputed', isRare: true },
  { kind: 'refund_failed', label: 'orders.kind.refund-failed', isRare: true },
  { kind: 'refund_to_send', label: 'orders.kind.refund-to-send', isRare: true },
  { kind: 'refunded', label: 'orders.badge.refunded', isRare: true },
  { kind: 'cancelled', label: 'orders.badge.cancelled' },
  { kind: 'expired', label: 'orders.badge.expired', isRare: true },
]

/** Returns the sort orders of orders with their labels. */
export const orderSortings = () => [
  { by: '-placed', label: t('sort.newest') },
  { by: 'placed', label: t('sort.oldest') },
  { by: '-total', label: t('sort.high-low', { what: t('word.total') }) },
  { by: 'total', label: t('sort.low-high', { what: t('word.total') }) },
  { by: '-open', label: t('sort.high-low', { what: t('orders.open') }) },
  { by: 'open', label: t('sort.low-high', { what: t('orders.open') }) },
  { by: 'due', label: t('orders.sort-due') },
  { by: '-due', label: t('orders.sort-due-last') },
]
