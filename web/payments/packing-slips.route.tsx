import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Shipment } from '#contract/shipments.ts'
import { type UnitsByLine, unitsToCome } from '#web/orders/units-by-line.ts'
import { storeDay } from '#contract/time-zone.ts'
import { orderReaders } from '#contract/permissions.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { useQuery } from '#web/api/queries.ts'
import { dayText } from '#web/documents/paper-text.ts'
import { PackedLines } from '#web/documents/packed-lines.tsx'
import { Seller } from '#web/documents/paper-parts.tsx'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { OrderedVehicle } from '#web/orders/ordered-vehicle.tsx'
import { destinationOf } from '#web/orders/order-labels.ts'
import { orderIdsOf, type PackedOrder, readPackedOrders } from '#web/payments/read-packed-orders.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { loadMessages, t } from '#web/i18n/messages.ts'
import { InPaperLanguage, onPaper } from '#web/i18n/paper-language.tsx'
import { weightText } from '#web/i18n/weights.ts'
import type { Route } from './+types/packing-slips.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('packing.title'))

/** Shows the packing slips of several orders, or of one parcel, each on a page of its own when they are printed. */
export default function PackingSlipsRoute() {
  const [search, setSearch] = useSearchParams()
  const ids = orderIdsOf(search)
  const query = useQuery({ queryKey: ['packing-slips', ids], queryFn: () => readSlips(ids) })
  const single = query.data?.flatMap((order) => slipsOf(order, search.get('shipment'))) ?? []
  const joined = joinSlips(single)
  const isTogether = search.get('together') === 'yes'
  const slips = isTogether ? joined : single
  return (
    <>
      <div className="no-print">
        <BackLink to="/dashboard/all-order">{t('orders.all.title')}</BackLink>
        <PageHeading
          title={t('packing.title')}
          text={t('packing.text')}
          action={
            slips.length > 0 ? (
              <Button onClick={() => print()}>
                <Printer aria-hidden="true" size={18} /> {t('word.print')}
              </Button>
            ) : undefined
          }
        />
        {joined.length < single.length ? (
          <label className="mt-4 flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={isTogether}
              onChange={({ target }) => {
                const next = new URLSearchParams(search)
                if (target.checked) next.set('together', 'yes')
                else next.delete('together')
                setSearch(next, { replace: true })
              }}
            />
            {t('packing.together')}
          </label>
        ) : null}
      </div>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={8} label={t('payment.order-loading')} />}
        failed={t('order.failed')}
      >
        {() =>
          slips.length === 0 ? (
            <EmptyState title={t('packing.none')} text={t('packing.none-text')} />
          ) : (
            <div className="mt-6 grid gap-6 print:mt-0 print:block">
              {slips.map((slip) => (
                <article
                  key={slip.number}
                  className="card-surface p-5 print:break-after-page print:border-0 print:p-0 print:last:break-after-auto"
                >
                  <InPaperLanguage language={slip.parts[0]?.language ?? currentLanguage()}>
                    <PackingSlip slip={slip} />
                  </InPaperLanguage>
                </article>
              ))}
            </div>
          )
        }
      </QueryView>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

/** Reads orders with the messages of their languages, so that no slip is shown or printed in another one. */
async function readSlips(ids: readonly string[]): Promise<PackedOrder[]> {
  const orders = await readPackedOrders(ids)
  await loadChunk(() => Promise.all(orders.map(({ language }) => loadMessages(language))))
  return orders
}

interface Slip {
  /** That of the parcel, or of the order for what is left to ship; of several orders, all. */
  number: string
  /** The first has the address, the method and the seller. */
  parts: readonly SlipPart[]
}

interface SlipPart extends PackedOrder {
  units: UnitsByLine
  shipment?: Shipment
}

/** Returns the slip of one parcel if asked; else of what is left to ship, or once nothing is, of all parcels. */
function slipsOf(order: PackedOrder, asked: string | null): Slip[] {
  const { details } = order
  const ofParcel = (shipment: Shipment): Slip => ({
    number: shipment.number,
    parts: [{ ...order, units: new Map(shipment.lines.map(({ line, units }) => [line, units])), shipment }],
  })
  if (asked !== null) return details.shipments.filter(({ _id }) => _id === asked).map(ofParcel)
  const left = unitsToCome(details.lines)
  if ([...left.values()].every((units) => units === 0)) return details.shipments.map(ofParcel)
  return [{ number: details.order.number, parts: [{ ...order, units: left }] }]
}

/** Joins the slips of orders of one buyer to one address. */
const joinSlips = (slips: readonly Slip[]): Slip[] =>
  [...Map.groupBy(slips, ({ parts }) => parts.map(({ details }) => destinationOf(details.order)).join()).values()].map(
    (same) => ({ number: same.map(({ number }) => number).join(', '), parts: same.flatMap(({ parts }) => parts) }),
  )

/** Writes what the units of a slip weigh, and of how many that is not known. */
function weightOf(parts: readonly SlipPart[]): string {
  const weighed = parts.flatMap(({ details, units, weights }) =>
    details.lines.map(({ line }) => ({ units: units.get(line) ?? 0, weight: weights.get(line) })),
  )
  const known = weighed.reduce((sum, { units, weight = 0 }) => sum + units * weight, 0)
  const unknown = weighed.reduce((sum, { units, weight }) => sum + (weight === undefined ? units : 0), 0)
  if (known === 0) return t('packing.weight-unknown')
  const weight = weightText(Math.round(known * 1000) / 1000)
  return unknown === 0 ? t('packing.weight', { weight }) : t('packing.weight-from', { weight, count: unknown })
}

const PackingSlip = onPaper(function PackingSlip({ slip: { number, parts } }: { slip: Slip }) {
  const [first] = parts
  if (!first) return null
  const { order, invoice, shippingMethod } = first.details
  const { shipment } = first
  const carrier = [shipment?.carrier ?? order.methodCarrier, shipment?.trackingNumber].filter(Boolean).join(' ')
  return (
    <>
      <header className="grid gap-6 border-b-2 border-base-content pb-4 sm:grid-cols-2 print:grid-cols-2">
        <Seller {...invoice} />
        <div className="flex flex-wrap justify-between gap-4">
          <div className="min-w-0">
            <h2 className="text-3xl wrap-anywhere">{t('packing.of', { number })}</h2>
            {parts.map(({ details }) => (
              <p key={details.order._id} className="mt-1">
                {parts.length > 1 ? `${details.order.number}: ` : null}
                {dayText(storeDay(new Date(details.order.placedAt)))}
                {details.order.poNumber === undefined
                  ? null
                  : ` · ${t('orders.po', { number: details.order.poNumber })}`}
              </p>
            ))}
          </div>
          <div className="flex gap-4">
            {parts.map(({ details }) => (
              <QrCode
                key={details.order._id}
                text={details.order.number}
                label={t('packing.code', { number: details.order.number })}
                className="size-24"
              />
            ))}
          </div>
        </div>
      </header>
      <div className="mt-4 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <address className="not-italic">
          <h3 className="muted text-sm">{t('order.delivery-address')}</h3>
          <PartyAddress name={order.buyerName} text={order.address} />
          <p className="figures">{order.phoneNumber}</p>
        </address>
        <div>
          <h3 className="muted text-sm">{t('word.shipping')}</h3>
          {shippingMethod === undefined ? null : (
            <p className="wrap-anywhere">{shippingMethod.nameForBuyer ?? shippingMethod.name}</p>
          )}
          {carrier === '' ? null : <p className="figures wrap-anywhere">{carrier}</p>}
          <p className="figures">{weightOf(parts)}</p>
        </div>
      </div>
      {parts.map((part) => (
        <PackedOrderLines key={part.details.order._id} part={part} isOne={parts.length === 1} />
      ))}
    </>
  )
})

/** Lists what of an order is in the parcel. */
const PackedOrderLines = onPaper(function PackedOrderLines({
  part: { details, units },
  isOne,
}: {
  part: SlipPart
  isOne: boolean
}) {
  const { order, lines } = details
  return (
    <>
      {isOne ? null : <h3 className="figures mt-5 text-xl">{order.number}</h3>}
      <PackedLines
        tick={t('packing.packed')}
        lines={lines.flatMap((line) => {
          const packed = units.get(line.line) ?? 0
          if (packed === 0) return []
          const notes = (
            <>
              {line.job === undefined ? null : <span className="block text-sm">{line.job}</span>}
              <OrderedVehicle line={line} />
            </>
          )
          return [{ ...line, key: line.line, units: packed, name: line.nameForBuyer ?? line.name, notes }]
        })}
      />
      {order.note === undefined ? null : (
        <p className="mt-4 wrap-anywhere whitespace-pre-line">
          {t('orders.note')}: {order.note}
        </p>
      )}
    </>
  )
})
