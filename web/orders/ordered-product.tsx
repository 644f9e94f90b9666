import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ManagedOrder, Order } from '#contract/orders.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { orderTitle, poText } from '#web/orders/order-labels.ts'
import { t } from '#web/i18n/messages.ts'

const link = 'underline decoration-base-content/30 underline-offset-4 hover:decoration-current'

/**
 * Shows the products of an order with the part number and the number of the order; both lead to the order at `to`, however many lines it has.
 * Where `isDense`, it takes two lines on a wide screen, and three on a narrower one where its numbers need them: what does not
 * fit then is left out, the buyer's number last.
 */
export function OrderedProduct(props: {
  order: Order & Pick<ManagedOrder, 'matched'>
  to: string
  children: ReactNode
  isDense?: boolean
  /** What stands behind the buyer's own number. */
  marks?: ReactNode
}) {
  const { order, to, children, isDense = false, marks } = props
  const { matched } = order
  const part = matched || order.lineCount === 1 ? brandedNumber(matched ?? order) : ''
  return (
    <>
      <Link
        id={`order-${order._id}`}
        to={to}
        prefetch="intent"
        title={orderTitle(order)}
        className={`block py-0.5 font-semibold max-md:py-2.5 ${isDense ? 'flex gap-1 max-md:text-base' : 'md:line-clamp-2'} ${link}`}
      >
        {isDense ? (
          <>
            <span className="truncate">
              {matched ? `${unitsText(matched.quantity)} × ${matched.name}` : order.productName}
            </span>{' '}
            {order.lineCount > 1 ? <span className="shrink-0">+{order.lineCount - 1}</span> : null}
          </>
        ) : (
          orderTitle(order)
        )}
      </Link>
      {order.productNameForBuyer === undefined || matched ? null : (
        <span className={`muted block text-sm wrap-anywhere ${isDense ? 'md:hidden' : ''}`}>
          {t('order.name-for-buyer', { name: order.productNameForBuyer })}
        </span>
      )}
      <span
        className={`muted flex flex-wrap items-baseline text-sm ${isDense ? 'gap-x-2 md:max-h-11 md:overflow-hidden xl:max-h-6' : 'gap-x-3'}`}
      >
        <Link
          to={to}
          prefetch="intent"
          className={`figures font-semibold whitespace-nowrap text-base-content md:py-0.5 ${isDense ? '' : 'max-md:py-3'} ${link}`}
        >
          {order.number}
        </Link>
        {isDense ? children : null}
        {order.poNumber === undefined ? null : (
          <span
            className={`figures ${isDense ? 'max-w-full md:truncate' : 'wrap-anywhere'}`}
            title={poText(order.poNumber)}
          >
            {poText(order.poNumber, isDense)}
          </span>
        )}
        {marks}
        {part === '' ? null : (
          <span className={`figures wrap-anywhere ${isDense && !matched ? 'max-2xl:hidden' : ''}`}>{part}</span>
        )}
        {isDense ? null : children}
      </span>
    </>
  )
}
