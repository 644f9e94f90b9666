import { ClipboardList } from 'lucide-react'
import type { ReactNode } from 'react'
import { listAllOrders, type Order, orderFilters, orderSorts, shipOrder } from '#contract/orders.ts'
import { changeRows, useList, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { OrderBadges } from '#web/orders/order-badges.tsx'
import { OrderedProduct } from '#web/orders/ordered-product.tsx'
import { isPayable, isShippable, orderKinds, orderSortings } from '#web/orders/order-labels.ts'
import { type Shipment, useShipOrder } from '#web/orders/use-ship-order.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, SortSelect } from '#web/ui/table.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows all orders to an admin: payment, shipping, and those that need attention. */
export function AllOrders({ attention }: { attention: ReactNode }) {
  const filter = useListFilter({ show: ['', ...orderFilters], sort: orderSorts })
  const { show, sort, words, narrow } = filter
  const list = useList(listAllOrders, { query: { q: words, state: show, sort } })
  const shipping = useShipOrder(ship)
  const columns: Column<Order>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    {
      head: t('orders.product'),
      phone: 'title',
      cell: (order) => (
        <OrderedProduct order={order} to={`/dashboard/all-order/${order._id}`}>
          <span className="font-semibold text-base-content">
            <Money dollars={order.totalPrice} />
          </span>
          <Day iso={order.placedAt} />
          {order.onAccount && isPayable(order) ? (
            <span className="whitespace-nowrap">
              <RichMessage id="orders.due-on" parts={{ day: <Day iso={order.onAccount.dueAt} /> }} />
            </span>
          ) : null}
        </OrderedProduct>
      ),
    },
    { head: t('orders.customer'), cell: (order) => <Customer order={order} /> },
    { head: t('orders.quantity'), numeric: true, cell: (order) => unitsText(order.quantity) },
    { head: t('orders.status'), fit: true, cell: (order) => <Status order={order} /> },
    {
      head: t('orders.paid'),
      fit: true,
      cell: (order) => <PaidCell order={order} onShip={() => shipping.ask(order)} />,
    },
  ]
  return (
    <>
      <PageHeading title={t('orders.all.title')} />
      {attention}
      <div className="mt-6">
        <ListFilter
          label={t('orders.all.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={orderKinds.map(({ kind, label }) => ({ kind, label: t(label) }))}
          kind={show}
          onKind={(kind) => narrow({ show: kind })}
        >
          <SortSelect sorting={{ by: sort, choices: orderSortings(), onSort: (by) => narrow({ sort: by }) }} />
        </ListFilter>
        <ListView
          list={list}
          columns={columns}
          caption={t('orders.all.caption')}
          loading={t('orders.all.loading')}
          failed={t('orders.all.failed')}
          filter={filter}
          noMatch={{
            title: t('orders.all.none'),
            text: words ? t('orders.all.none-with-words', { words }) : t('orders.all.none-of-kind'),
            showAll: t('orders.all.show-all'),
          }}
          empty={
            <EmptyState
              title={t('orders.empty')}
              icon={<ClipboardList size={30} />}
              text={t('orders.all.empty-text')}
              action={<ButtonLink to="/dashboard/manage-products">{t('orders.all.manage-products')}</ButtonLink>}
            />
          }
        />
      </div>
      {shipping.dialog}
    </>
  )
}

const shortened = 'block max-md:wrap-anywhere md:max-w-32 md:truncate lg:max-w-28 xl:max-w-56'

function Customer({ order }: { order: Order }) {
  return (
    <>
      <span className={shortened} title={order.buyerName || order.email}>
        {order.buyerName || order.email}
      </span>
      <span className={`muted text-sm ${shortened}`} title={order.email}>
        {order.buyerName ? order.email : ''}
      </span>
    </>
  )
}

function Status({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 max-md:justify-end md:flex-col md:items-start">
      <OrderBadges order={order} isAdmin />
    </span>
  )
}

function PaidCell({ order, onShip }: { order: Order; onShip: () => void }) {
  const refunded = order.refundedAmount ? (
    <span className="muted block text-sm xl:whitespace-nowrap">
      {t('orders.amount-paid-back', { amount: moneyText(order.refundedAmount) })}
    </span>
  ) : null
  if (order.state === 'refunded') return refunded
  if (order.shipped)
    return (
      <>
        <span className="muted whitespace-nowrap">{t('orders.state.shipped')}</span>
        {refunded}
      </>
    )
  if (isShippable(order)) {
    return (
      <>
        <Button size="sm" onClick={onShip} aria-describedby={`order-${order._id}`}>
          {t('orders.ship')}
        </Button>
        {refunded}
      </>
    )
  }
  if (order.paid) {
    return (
      <ButtonLink
        to={`/dashboard/all-order/${order._id}`}
        variant="outline"
        size="sm"
        aria-describedby={`order-${order._id}`}
      >
        {t('orders.decide')}
      </ButtonLink>
    )
  }
  return (
    <span className="muted whitespace-nowrap">{t(isPayable(order) ? 'orders.not-paid-yet' : 'orders.not-paid')}</span>
  )
}

/** Shows an order as shipped at once, and as it was if the server refuses. */
async function ship({ _id }: Order, shipment: Shipment): Promise<void> {
  await changeRows(listAllOrders, (row) =>
    row._id === _id ? { ...row, shipped: true, state: 'shipped' as const } : row,
  )
  await write(shipOrder, { params: { id: _id }, body: shipment })
}
