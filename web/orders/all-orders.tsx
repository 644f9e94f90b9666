import { ClipboardList, ScanBarcode, StickyNote } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { maxBulkRows } from '#contract/bulk.ts'
import { countAllOrders, listAllOrders, type ManagedOrder, orderFilters, orderSorts } from '#contract/orders.ts'
import { maxCountedRows } from '#contract/pagination.ts'
import { useList } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { OpenRequestBadges } from '#web/orders/open-requests.tsx'
import { OrderBadges } from '#web/orders/order-badges.tsx'
import { OrderedProduct } from '#web/orders/ordered-product.tsx'
import {
  isFreightToQuote,
  isPayable,
  isPickedUp,
  isShippable,
  isToReady,
  orderKinds,
  orderSortings,
  shipLabel,
} from '#web/orders/order-labels.ts'
import { ReadyButton } from '#web/orders/ready-button.tsx'
import { UndoButton } from '#web/orders/undo-parcels.tsx'
import { useShipOrder } from '#web/orders/use-ship-order.tsx'
import { OrderBulkBar } from '#web/orders/order-bulk-bar.tsx'
import { DayFilter, dayChoices, dayRange } from '#web/page/day-filter.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { TagFilter, TagNames, tagPattern } from '#web/page/tag-editor.tsx'
import { countOf, useCounts } from '#web/page/use-counts.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { useSelection } from '#web/page/use-selection.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Column, SortSelect } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'

/** Sets how many filters stand side by side, in one line with German words, too; the others are in a select. */
const maxKinds = 4

/** Shows all orders to an admin: payment, shipping, and those that need attention. */
export function AllOrders({ attention }: { attention: ReactNode }) {
  const person = usePerson()
  const mayShip = mayUse(person, 'shipping')
  const filter = useListFilter({ show: ['', ...orderFilters], sort: orderSorts, tag: tagPattern, ...dayChoices })
  const { show, sort, words, tag, narrow } = filter
  const days = dayRange(filter)
  const list = useList(listAllOrders, { query: { q: words, state: show, sort, tag, ...days } })
  const counts = useCounts(countAllOrders, { tag, ...days })
  const selection = useSelection(list.data ?? [], { max: maxBulkRows })
  const selected = (list.data ?? []).filter(({ _id }) => selection.isSelected(_id))
  const shipping = useShipOrder()
  // Filters that are rarely of use stand there while they have something.
  const kinds = orderKinds
    .filter(({ kind, isRare }) => !isRare || kind === show || countOf(counts, kind).count)
    .map(({ kind, label }) => ({ kind, label: t(label), ...countOf(counts, kind || 'all') }))
  const first = kinds.filter(({ kind }, index) => index < maxKinds || kind === show)
  const others = kinds.filter((each) => !first.includes(each))
  const sorting = { by: sort, choices: orderSortings(), onSort: (by: string) => narrow({ sort: by }) }
  const columns: Column<ManagedOrder>[] = [
    {
      head: '#',
      fit: true,
      phone: 'hidden',
      className: 'md:max-xl:hidden print:table-cell',
      cell: (_, index) => unitsText(index + 1),
    },
    {
      head: t('orders.product'),
      phone: 'title',
      // It gets the room that the others leave.
      className: 'md:w-full md:max-w-0',
      cell: (order) => (
        <OrderedProduct
          isDense
          order={order}
          to={`/dashboard/all-order/${order._id}`}
          marks={
            <>
              {order.noteCount ? (
                <span className="inline-flex items-center gap-1 whitespace-nowrap">
                  <StickyNote aria-hidden="true" size={14} /> {t('orders.note-count', { count: order.noteCount })}
                </span>
              ) : null}
              <TagNames tags={order.tags} />
            </>
          }
        >
          <span className="font-semibold text-base-content md:hidden">
            <Money amount={order.totalPrice} currency={order.currency} />
          </span>
          {/* On one line, the buyer's own number goes first. */}
          <span className="xl:order-1">
            <ShortDay iso={order.placedAt} />
          </span>
        </OrderedProduct>
      ),
    },
    {
      head: t('orders.customer'),
      phone: 'bare',
      className: 'phone:text-sm',
      cell: (order) => <Customer order={order} />,
    },
    {
      head: t('word.quantity'),
      numeric: true,
      phone: 'fact',
      // Beside the menu of the dashboard, there is no room for it.
      className: 'md:max-xl:hidden print:table-cell',
      cell: (order) => (
        <>
          {unitsText(order.quantity)}
          <span className="hidden font-semibold xl:block">
            <Money amount={order.totalPrice} currency={order.currency} />
          </span>
        </>
      ),
    },
    {
      head: t('orders.open'),
      numeric: true,
      sort: ['-open', 'open'],
      phone: 'fact',
      cell: (order) =>
        order.open === undefined ? (
          '–'
        ) : (
          <>
            <Money amount={order.open} currency={order.currency} />
            <span className="muted text-sm md:block md:leading-4">
              {' '}
              <DueDay order={order} />
            </span>
            {order.reminders ? (
              <span className="muted text-sm whitespace-nowrap max-md:ml-2 md:block md:leading-4">
                {t('orders.reminded', { count: order.reminders.count })}
              </span>
            ) : null}
          </>
        ),
    },
    {
      head: t('word.status'),
      fit: true,
      phone: 'bare',
      cell: (order) => <Status order={order} />,
    },
    {
      head: t('orders.all.action'),
      fit: true,
      phone: 'bare',
      cell: (order) => (
        <span className="inline-flex flex-wrap items-center gap-2 max-md:justify-end md:[&_.btn]:shrink">
          <PaidCell order={order} onShip={mayShip ? () => shipping.ask(order) : undefined} />
          {order.undoable ? (
            <UndoButton parcel={order.undoable} until={order.undoable.until} describedBy={`order-${order._id}`} />
          ) : null}
        </span>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={t('orders.all.title')}
        action={
          <>
            {attention}
            {mayShip ? (
              <ButtonLink to="/dashboard/pack" variant="outline">
                <ScanBarcode aria-hidden="true" size={18} /> <span className="max-xs:sr-only">{t('pack.title')}</span>
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <div className="mt-2 order-cards max-md:mt-3 md:[&_:is(td,th)]:px-2 md:[&_td]:py-0.5 md:[&_td]:leading-5 md:[&_th]:py-1">
        <SavedViews list="orders" />
        <ListFilter
          label={t('orders.all.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={[...first, ...others.map((each) => ({ ...each, isNarrow: true }))]}
          countsEnd={maxCountedRows}
          kind={show}
          onKind={(kind) => narrow({ show: kind })}
        >
          <div className="flex w-full flex-wrap gap-3 max-sm:[&>label]:basis-32 sm:contents">
            {others.length > 0 ? (
              <Select
                className="max-md:hidden md:w-44 [&>label]:sr-only"
                label={t('orders.more-kinds')}
                choices={[
                  { value: '', label: t('orders.more-kinds') },
                  ...others.map(({ kind, label, count }) => ({
                    value: kind,
                    label: count === undefined ? label : `${label} (${countText(count)})`,
                  })),
                ]}
                value=""
                onChoose={(kind) => narrow({ show: kind })}
              />
            ) : null}
            <DayFilter label={t('orders.days')} filter={filter} onNarrow={narrow} />
            <SortSelect sorting={sorting} />
          </div>
          <TagFilter subject="order" tag={tag} onTag={(id) => narrow({ tag: id })} />
        </ListFilter>
        <ListView
          list={list}
          columns={columns}
          caption={t('orders.all.caption')}
          loading={t('orders.all.loading')}
          failed={t('orders.all.failed')}
          filter={filter}
          sorting={sorting}
          select={{ selection, nameOf: ({ number }) => number }}
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
              action={<ButtonLink to="/dashboard/manage-products">{t('products.manage')}</ButtonLink>}
            />
          }
        />
        <OrderBulkBar selection={selection} orders={selected} mayShip={mayShip} mayRemind={mayUse(person, 'refunds')} />
      </div>
      {shipping.dialog}
    </>
  )
}

const countText = (count: number): string =>
  count >= maxCountedRows ? t('ui.more-than', { count: maxCountedRows - 1 }) : numberText(count)

const shortened = 'max-md:wrap-anywhere md:block md:max-w-30 md:truncate lg:max-w-28 lg:max-xl:text-sm xl:max-w-40'

function Customer({ order }: { order: ManagedOrder }) {
  const second = [order.company, order.buyerName ? order.email : undefined].filter(Boolean)
  return (
    <>
      <span className={shortened} title={order.buyerName || order.email}>
        {order.buyerName || order.email}
      </span>
      {/* Beside the menu of the dashboard, the amount has no room in another column. */}
      <span className="hidden font-semibold md:max-xl:block">
        <Money amount={order.totalPrice} currency={order.currency} />
      </span>
      <span className={`muted text-sm max-md:ml-2 md:max-xl:hidden ${shortened}`} title={second.join(' · ')}>
        {second.join(' · ')}
      </span>
    </>
  )
}

/** Shows a day, without its year if it is the current one. */
function ShortDay({ iso }: { iso: string }) {
  const [thisYear] = useState(() => new Date().getFullYear())
  return <Day iso={iso} short={new Date(iso).getFullYear() === thisYear} />
}

/** Shows until when an order is to be paid; nothing once it is. */
function DueDay({ order: { open, onAccount, expiresAt } }: { order: ManagedOrder }) {
  const due = onAccount?.dueAt ?? expiresAt
  if (!open || due === undefined) return null
  return (
    <span className={`whitespace-nowrap ${onAccount?.overdue ? 'text-error' : ''}`}>
      {t('orders.due-by')} <ShortDay iso={due} />
    </span>
  )
}

function Status({ order }: { order: ManagedOrder }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 md:flex-col md:items-start md:gap-0.5 md:*:py-0 md:*:leading-4.5">
      <OrderBadges order={order} isAdmin />
      <OpenRequestBadges kinds={order.openMessages} />
    </span>
  )
}

function PaidCell({ order, onShip }: { order: ManagedOrder; onShip: (() => void) | undefined }) {
  const refunded = order.refundedAmount ? (
    <span className="muted block text-sm md:leading-4 xl:whitespace-nowrap">
      {t('orders.amount-refunded', { amount: moneyText(order.refundedAmount, order.currency) })}
    </span>
  ) : null
  if (order.state === 'refunded') return refunded
  // Before it ships: else the goods leave, and nothing is due.
  if (isFreightToQuote(order)) return <ToOrder order={order} label={t('order.freight-set')} />
  if (order.shipped)
    return (
      <>
        <span className="muted">{t(isPickedUp(order, order) ? 'orders.state.picked_up' : 'orders.state.shipped')}</span>
        {refunded}
      </>
    )
  if (isShippable(order)) {
    return (
      <>
        {onShip && isToReady(order) ? (
          <ReadyButton order={order} size="sm" variant="outline" aria-describedby={`order-${order._id}`} />
        ) : onShip ? (
          <Button size="sm" variant="outline" onClick={onShip} aria-describedby={`order-${order._id}`}>
            {shipLabel(order)}
          </Button>
        ) : (
          <span className="muted">{t('orders.kind.to-ship')}</span>
        )}
        {refunded}
      </>
    )
  }
  if (order.paid) return <ToOrder order={order} label={t('orders.decide')} />
  // Two lines where the buttons above and below are narrow.
  return (
    <span className="muted inline-block min-w-20">
      {t(isPayable(order) ? 'orders.not-paid-yet' : 'orders.not-paid')}
    </span>
  )
}

/** Leads to what has to be done on the page of an order. */
const ToOrder = ({ order, label }: { order: ManagedOrder; label: string }) => (
  <ButtonLink
    to={`/dashboard/all-order/${order._id}`}
    variant="outline"
    size="sm"
    aria-describedby={`order-${order._id}`}
  >
    {label}
  </ButtonLink>
)
