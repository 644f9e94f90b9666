import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { orderTitle, poText } from '#web/orders/order-labels.ts'
import { t } from '#web/i18n/messages.ts'

const link = 'underline decoration-base-content/30 underline-offset-4 hover:decoration-current'

/**
 * Shows the products of an order with the part number and the number of the order; both lead to the order at `to`, however many lines it has.
 * It takes two lines where `isDense`, except on phones: what does not fit is cut off, the numbers of parts first.
 */
export function OrderedProduct(props: { order: Order; to: string; children: ReactNode; isDense?: boolean }) {
  const { order, to, children, isDense = false } = props
  const part = brandedNumber(order)
  return (
    <>
      <Link
        id={`order-${order._id}`}
        to={to}
        prefetch="intent"
        title={orderTitle(order)}
        className={`block py-0.5 font-semibold max-md:py-2.5 ${isDense ? 'md:truncate' : 'md:line-clamp-2'} ${link}`}
      >
        {orderTitle(order)}
      </Link>
      {order.productNameForBuyer === undefined ? null : (
        <span className={`muted block text-sm wrap-anywhere ${isDense ? 'md:hidden' : ''}`}>
          {t('order.name-for-buyer', { name: order.productNameForBuyer })}
        </span>
      )}
      <span
        className={`muted flex items-baseline gap-x-3 text-sm ${isDense ? 'max-md:flex-wrap md:overflow-hidden md:*:shrink-0' : 'flex-wrap'}`}
      >
        <Link
          to={to}
          prefetch="intent"
          className={`figures font-semibold whitespace-nowrap text-base-content max-md:py-3 md:py-0.5 ${link}`}
        >
          {order.number}
        </Link>
        {isDense ? children : null}
        {part === '' || order.lineCount > 1 ? null : <span className="figures wrap-anywhere">{part}</span>}
        {order.poNumber === undefined ? null : <span className="figures wrap-anywhere">{poText(order.poNumber)}</span>}
        {isDense ? null : children}
      </span>
    </>
  )
}
