import { plainAmount } from '#contract/currency.ts'
import type { ManagedOrder } from '#contract/orders.ts'
import { downloadCsv, localAmount, localSeparator } from '#web/page/download-csv.ts'
import { toLocalInput } from '#web/i18n/store-clock.ts'
import { type MessageId, t } from '#web/i18n/messages.ts'

/** Saves a row for each of some orders as a CSV file, with the amounts that a bookkeeper compares. */
export function downloadOrders(orders: readonly ManagedOrder[]): void {
  const shown = columns.filter(({ isNeeded }) => isNeeded?.(orders) ?? true)
  const rows = orders.map((order) => shown.map(({ cell }) => cell(order)))
  downloadCsv(t('orders.file'), [shown.map(({ head }) => t(head)), ...rows], localSeparator())
}

interface OrderColumn {
  head: MessageId
  cell: (order: ManagedOrder) => string
  /** Whether some orders need the column; absent if all do. */
  isNeeded?: (orders: readonly ManagedOrder[]) => boolean
}

const money = (head: MessageId, amount: (order: ManagedOrder) => number | undefined): OrderColumn => ({
  head,
  cell(order) {
    const value = amount(order)
    return value === undefined ? '' : localAmount(plainAmount(value, order.currency))
  },
})

const momentText = (moment: string | undefined) => toLocalInput(moment).replace('T', ' ')

const columns: readonly OrderColumn[] = [
  { head: 'orders.csv.number', cell: ({ number }) => number },
  { head: 'orders.csv.placed', cell: ({ placedAt }) => momentText(placedAt) },
  { head: 'orders.csv.state', cell: ({ state }) => t(`orders.state.${state}`) },
  { head: 'orders.csv.buyer', cell: ({ addressee }) => addressee },
  { head: 'orders.csv.email', cell: ({ email }) => email },
  { head: 'orders.csv.po-number', cell: ({ poNumber = '' }) => poNumber },
  // The name in the language of the shop: that of the whole order is in its buyer's.
  { head: 'orders.csv.products', cell: ({ productName }) => productName },
  { head: 'orders.csv.lines', cell: ({ lineCount }) => String(lineCount) },
  { head: 'orders.csv.units', cell: ({ quantity }) => String(quantity) },
  money('orders.csv.net', ({ sums }) => sums.net),
  money('orders.csv.tax', ({ sums }) => sums.tax),
  {
    ...money('orders.csv.rounding', ({ sums }) => sums.rounding ?? 0),
    isNeeded: (orders) => orders.some(({ sums }) => sums.rounding !== undefined),
  },
  money('orders.csv.total', ({ totalPrice }) => totalPrice),
  money('orders.csv.credited', ({ sums }) => sums.credited),
  money('orders.csv.received', ({ sums }) => sums.received),
  money('orders.csv.refunded', ({ refundedAmount = 0 }) => refundedAmount),
  // Unknown while freight is not in the total.
  money('orders.csv.open', ({ open, freightOnRequest }) => (freightOnRequest ? undefined : (open ?? 0))),
  { head: 'orders.csv.currency', cell: ({ currency }) => currency.toUpperCase() },
  {
    head: 'orders.csv.due',
    cell: ({ open, onAccount, expiresAt }) =>
      open === undefined ? '' : momentText(onAccount?.dueAt ?? expiresAt).slice(0, 10),
  },
  { head: 'orders.csv.tags', cell: ({ tags = [] }) => tags.map(({ name }) => name).join(', ') },
]
