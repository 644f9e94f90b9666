import { trackingLink } from '#contract/carriers.ts'
import type { Shipment } from '#contract/shipments.ts'
import { isPickedUp } from '#web/orders/order-labels.ts'
import { parcelPosition } from '#web/orders/parcel-tracking.tsx'
import { brandedNumber } from '#contract/part-numbers.ts'
import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetails } from '#contract/payments.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { OrderedVehicle } from '#web/orders/ordered-vehicle.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Field } from '#web/ui/field.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { t } from '#web/i18n/messages.ts'

type OrderLine = OrderDetails['lines'][number]

/** Returns what can be done with a line. */
type LineAction = (line: OrderLine) => ReactNode

/** Sets the number of lines from which on they can be searched. */
const searchedLines = 20

/** Shows the lines of an order, the first ones and then 100 at a time, and all of them on paper. */
export function OrderLines({
  lines,
  order,
  shipments,
  lineAction,
  first,
}: Pick<OrderDetails, 'lines' | 'order' | 'shipments'> & {
  lineAction: LineAction
  /** The number of lines at first, if fewer. */
  first: number | undefined
}) {
  const [words, setWords] = useState('')
  const found = findLines(lines, words)
  const { shown, more } = useFirstRows(found, first)
  return (
    <>
      {lines.length < searchedLines ? null : (
        <div className="no-print mb-4 max-w-96">
          <Field
            label={t('order.find-lines')}
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <p role="status" className="muted mt-1 text-sm">
            {words.trim() === '' ? '' : t('order.lines-found', { count: found.length, all: lines.length })}
          </p>
        </div>
      )}
      <ul className="grid gap-4 print:gap-2">
        {shown.map((line) => (
          <Line key={line.line} line={line} order={order} shipments={shipments} lineAction={lineAction} />
        ))}
      </ul>
      {more}
    </>
  )
}

/** Returns the lines whose name, part number or job has all words. */
function findLines(lines: readonly OrderLine[], words: string): readonly OrderLine[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return lines
  return lines.filter((line) => {
    const text = `${line.name} ${brandedNumber(line)} ${line.job ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

function Line({
  line,
  order,
  shipments,
  lineAction,
}: Pick<OrderDetails, 'order' | 'shipments'> & { line: OrderLine; lineAction: LineAction }) {
  const { currency } = order
  return (
    <li className="flex items-center gap-4 max-xs:items-start">
      {line.img ? (
        <div className="picture-ground no-print size-16 shrink-0 overflow-hidden rounded-field">
          <Picture src={line.img} alt="" sizes="6rem" className="aspect-square!" />
        </div>
      ) : null}
      <div className="grid min-w-0 grow items-center gap-x-4 xs:grid-cols-[minmax(0,1fr)_auto]">
        <div>
          <Link
            to={`/products/${line.productId}`}
            className="inline-block py-0.5 font-semibold underline decoration-base-content/30 underline-offset-4 hover:decoration-current max-md:py-2.5 print:no-underline"
          >
            {line.name}
          </Link>
          {line.nameForBuyer === undefined ? null : (
            <p className="muted text-sm wrap-anywhere">{t('order.name-for-buyer', { name: line.nameForBuyer })}</p>
          )}
          <p className="muted figures text-sm wrap-anywhere print:text-base">
            {brandedNumber(line) === '' ? null : `${brandedNumber(line)} · `}
            <span className="inline-block">
              <b className="font-semibold text-base-content">{unitsText(line.quantity)}</b> ×{' '}
              {line.pricePer === undefined
                ? moneyText(line.unitPrice, currency)
                : t('order.price-per', { price: moneyText(line.unitPrice, currency), count: line.pricePer })}
            </span>
          </p>
          {line.job === undefined ? null : <p className="text-sm wrap-anywhere">{line.job}</p>}
          <OrderedVehicle line={line} />
          <WhereUnitsAre line={line} order={order} shipments={shipments} />
          {line.shortUnits === undefined ? null : (
            <p className="mt-1">
              <Badge tone="warning">{t('order.line-short', { count: line.shortUnits })}</Badge>
            </p>
          )}
        </div>
        <div className="xs:text-right">
          <p className="figures text-lg font-semibold max-xs:mt-1">
            {line.units.cancelled === line.quantity ? (
              <s className="muted">{moneyText(line.totalPrice, currency)}</s>
            ) : (
              moneyText(line.totalPrice, currency)
            )}
          </p>
          {line.discount === undefined ? null : (
            <p className="muted figures text-sm">
              {t('order.line-discount', { amount: moneyText(line.discount, currency) })}
            </p>
          )}
          {lineAction(line)}
        </div>
      </div>
    </li>
  )
}

/** Says where the units of a line are, once something has become of the order: "10 ordered · 6 in parcel 1 (DHL) · 4 to come". */
function WhereUnitsAre({ line, order, shipments }: Pick<OrderDetails, 'order' | 'shipments'> & { line: OrderLine }) {
  const { toCome, cancelled, returned } = line.units
  if (shipments.length === 0 && cancelled === 0 && returned === 0) return null
  const parts = [
    t('order.line-ordered', { count: line.quantity }),
    ...shipments.flatMap((shipment) =>
      shipment.lines
        .filter((shipped) => shipped.line === line.line)
        .map(({ units }) =>
          isPickedUp(order, shipment) ? (
            t('order.line-picked-up', { count: units })
          ) : (
            <InParcel key={shipment._id} shipment={shipment} units={units} />
          ),
        ),
    ),
    toCome > 0 && t('order.line-to-come', { count: toCome }),
    cancelled > 0 && t('order.line-cancelled', { count: cancelled }),
    returned > 0 && t('order.line-returned', { count: returned }),
  ].filter((part) => part !== false)
  return (
    <p className="text-sm">
      {parts.map((part, index) => (
        <Fragment key={typeof part === 'string' ? `${index} ${part}` : part.key}>
          {index > 0 ? ' · ' : ''}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

function InParcel({ shipment, units }: { shipment: Shipment; units: number }) {
  const { carrier, trackingNumber } = shipment
  const facts = { count: units, parcel: parcelPosition(shipment) }
  const text =
    carrier === undefined ? t('order.line-in-parcel', facts) : t('order.line-in-parcel-of', { ...facts, carrier })
  const link = trackingLink(carrier, trackingNumber)
  return link === undefined ? (
    text
  ) : (
    <a href={link} target="_blank" rel="noreferrer" className="link">
      {text}
    </a>
  )
}
