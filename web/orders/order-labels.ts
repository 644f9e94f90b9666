import type { Order } from '#contract/orders.ts'
import { t } from '#web/i18n/messages.ts'

export const isPayable = ({ state }: Pick<Order, 'state'>): boolean => state === 'unpaid'

/** Whether an order can be shipped; a disputed one cannot. */
export const isShippable = ({ state, disputed }: Pick<Order, 'state' | 'disputed'>): boolean =>
  state === 'paid' && !disputed

/** Describes an order by its first line: 'Vented front brake disc and 3 more'. */
export const orderTitle = ({ productName, lineCount }: Pick<Order, 'productName' | 'lineCount'>): string =>
  lineCount === 1 ? productName : t('orders.and-more', { name: productName, count: lineCount - 1 })
