import { brandedNumber } from '#contract/part-numbers.ts'
import { Printer } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { getOrderDetails, type OrderDetails } from '#contract/payments.ts'
import type { Shipment } from '#contract/shipments.ts'
import type { UnitsByLine } from '#web/orders/line-units.tsx'
import { orderReaders } from '#contract/permissions.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { Seller } from '#web/documents/paper-parts.tsx'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { maxPackingSlips } from '#web/orders/order-bulk-bar.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/packing-slips.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('packing.page-title'))

/** Shows the packing slips of several orders, or of one parcel, each on a page of its own when they are printed. */
export default function PackingSlipsRoute() {
  const [search] = useSearchParams()
  const ids = (search.get('ids') ?? '').split(',').filter(Boolean).slice(0, maxPackingSlips)
  const query = useQuery({ queryKey: ['packing-slips', ids], queryFn: () => readOrders(ids) })
  const slips = query.data?.flatMap((details) => slipsOf(details, search.get('shipment'))) ?? []
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
                <PackingSlip key={slip.number} slip={slip} />
              ))}
            </div>
          )
        }
      </QueryView>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

/** Reads some orders at a time; those that are not there any more are left out. */
async function readOrders(ids: readonly string[]): Promise<OrderDetails[]> {
  const found: OrderDetails[] = []
  for (let at = 0; at < ids.length; at += 4) {
    const read = await Promise.all(ids.slice(at, at + 4).map(readOrder))
    found.push(...read.filter((details) => details !== undefined))
  }
  return found
}

const readOrder = (id: string): Promise<OrderDetails | undefined> =>
  call(getOrderDetails, { params: { id } }).catch((error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'order-not-found') return undefined
    throw error
  })

interface Slip {
  /** That of the parcel, or of the order for what is left to ship. */
  number: string
  details: OrderDetails
  units: UnitsByLine
  shipment?: Shipment
}

/** Returns the slip of one parcel if asked; else of what is left to ship, or once nothing is, of all parcels. */
function slipsOf(details: OrderDetails, asked: string | null): Slip[] {
  const parcels = details.shipments.map((shipment) => ({
    number: shipment.number,
    details,
    units: new Map(shipment.lines.map(({ line, units }) => [line, units])),
    shipment,
  }))
  if (asked !== null) return parcels.filter(({ shipment }) => shipment._id === asked)
  const left = new Map(details.lines.map(({ line, units }) => [line, units.toCome]))
  if ([...left.values()].every((units) => units === 0)) return parcels
  return [{ number: details.order.number, details, units: left }]
}

function PackingSlip({ slip: { number, details, units, shipment } }: { slip: Slip }) {
  const { order, lines, invoice, shippingMethod } = details
  const packed = lines.filter(({ line }) => (units.get(line) ?? 0) > 0)
  const carrier = [shipment?.carrier ?? order.methodCarrier, shipment?.trackingNumber].filter(Boolean).join(' ')
  return (
    <article className="card-surface p-5 print:break-after-page print:border-0 print:p-0 print:last:break-after-auto">
      <header className="grid gap-6 border-b-2 border-base-content pb-4 sm:grid-cols-2 print:grid-cols-2">
        <Seller {...invoice} />
        <div>
          <h2 className="text-3xl">{t('packing.of', { number })}</h2>
          <p className="mt-1">
            <Day iso={order.placedAt} />
            {order.poNumber === undefined ? null : ` · ${t('orders.po', { number: order.poNumber })}`}
          </p>
        </div>
      </header>
      <div className="mt-4 grid gap-6 sm:grid-cols-2 print:grid-cols-2">
        <address className="not-italic">
          <h3 className="muted text-sm">{t('order.delivery-address')}</h3>
          <PartyAddress name={order.buyerName} text={order.address} />
          <p className="figures">{order.phoneNumber}</p>
        </address>
        {shippingMethod === undefined && carrier === '' ? null : (
          <div>
            <h3 className="muted text-sm">{t('word.shipping')}</h3>
            {shippingMethod === undefined ? null : <p className="wrap-anywhere">{shippingMethod.name}</p>}
            {carrier === '' ? null : <p className="figures wrap-anywhere">{carrier}</p>}
          </div>
        )}
      </div>
      <table className="mt-5 w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-base-content">
            <th scope="col" className="w-px pr-4 text-right">
              {t('word.quantity')}
            </th>
            <th scope="col">{t('invoice.item')}</th>
            <th scope="col" className="w-px pl-4 whitespace-nowrap">
              {t('packing.packed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {packed.map((line) => (
            <tr key={line.line} className="break-inside-avoid border-b border-base-300 align-top">
              <td className="figures py-1.5 pr-4 text-right text-lg font-bold">
                {unitsText(units.get(line.line) ?? 0)}
              </td>
              <td className="py-1.5 wrap-anywhere">
                {brandedNumber(line) === '' ? null : (
                  <span className="figures block font-semibold">{brandedNumber(line)}</span>
                )}
                {line.nameForBuyer ?? line.name}
                {line.job === undefined ? null : <span className="block text-sm">{line.job}</span>}
              </td>
              <td className="py-1.5 pl-4">
                <span aria-hidden="true" className="inline-block h-5 w-5 border border-base-content" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.note === undefined ? null : (
        <p className="mt-4 wrap-anywhere whitespace-pre-line">
          {t('orders.note')}: {order.note}
        </p>
      )}
    </article>
  )
}
