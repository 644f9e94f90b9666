import type { ReactNode } from 'react'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { AmountRows } from '#web/orders/amount-rows.tsx'
import { isPayable } from '#web/orders/order-labels.ts'
import { OrderAddress } from '#web/payments/order-address.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dayText, preciseMoneyText } from '#web/payments/paper-text.ts'
import { moneyText } from '#web/ui/money.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'

/** Prints an order: as an invoice once it is paid or owed, with all that bookkeeping asks for. */
export function OrderPaper({ details }: { details: OrderDetails }) {
  const { order, amounts, shippingMethod, invoice } = details
  const isInvoice = isInvoiced(details)
  const number = { number: order.number }
  return (
    <article className="[zoom:0.85]">
      <header className="grid grid-cols-2 items-start gap-10 border-b-2 border-base-content pb-4">
        <Seller invoice={invoice} />
        <div>
          <h1 className="text-3xl">{t(isInvoice ? 'invoice.title' : 'order.title', number)}</h1>
          <div className="mt-3">
            <Facts
              facts={[
                {
                  term: t(isInvoice ? 'invoice.date' : 'invoice.order-date'),
                  value: dayText(order.placedAt),
                },
                // European invoices say when the goods were delivered.
                isInvoice && {
                  term: t('invoice.delivery-date'),
                  value: order.shippedAt === undefined ? t('invoice.not-shipped') : dayText(order.shippedAt),
                },
                order.poNumber !== undefined && { term: t('orders.po-number'), value: order.poNumber },
                order.onAccount !== undefined && {
                  term: t('order.terms'),
                  value: t('order.net-days', { days: order.onAccount.netDays }),
                },
                order.trackingNumber !== undefined && {
                  term: t('orders.tracking-number'),
                  value: [order.carrier, order.trackingNumber].filter(Boolean).join(' '),
                },
              ]}
            />
          </div>
        </div>
      </header>
      <div className="mt-5 grid grid-cols-2 items-start gap-10">
        <Block title={t(order.billing === undefined ? 'order.both-addresses' : 'order.billing-address')}>
          <OrderAddress order={order} text={order.billing ?? order.address} />
          <p className="wrap-anywhere">{order.email}</p>
          <BuyerTaxNumber invoice={invoice} />
        </Block>
        {order.billing === undefined ? null : (
          <Block title={t('order.delivery-address')}>
            <OrderAddress order={order} text={order.address} />
            <p className="figures">{order.phoneNumber}</p>
          </Block>
        )}
      </div>
      <Lines details={details} />
      <div className="mt-4 ml-auto max-w-md break-inside-avoid">
        <AmountRows
          amounts={amounts}
          shipping={shippingMethod && { name: shippingMethod.name, isOnRequest: shippingMethod.onRequest === true }}
          totalLabel={t('order.total')}
          showTaxable
        />
      </div>
      {order.freightOnRequest ? <p className="mt-4 font-medium">{t('order.freight-on-request')}</p> : null}
      <div className="mt-5 break-inside-avoid">
        <Block title={t('order.money')}>
          <HowToPay details={details} />
        </Block>
      </div>
      {order.note === undefined ? null : (
        <p className="mt-4 wrap-anywhere whitespace-pre-line">
          {t('orders.note')}: {order.note}
        </p>
      )}
    </article>
  )
}

/** Whether the order is paid or to be paid afterwards. */
export const isInvoiced = ({ order: { state, paid, onAccount } }: OrderDetails) =>
  paid || (onAccount !== undefined && state !== 'cancelled')

/** Returns the name of the seller that an invoice keeps. */
export const sellerName = ({ seller }: Pick<OrderDetails['invoice'], 'seller'>) =>
  seller.split('\n')[0] || currentStore().name

/** Shows the seller as on invoices. */
export function Seller({ invoice: { seller, taxNumber } }: Pick<OrderDetails, 'invoice'>) {
  const lines = seller.split('\n').slice(1)
  const { logo } = currentStore()
  return (
    <address className="not-italic">
      {logo ? (
        <img
          src={logo.url}
          alt=""
          width={logo.width}
          height={logo.height}
          className={`mb-2 h-14 w-auto max-w-64 object-contain object-left ${logo.plateOnLight ? 'bg-[#1f2326] p-2' : ''}`}
        />
      ) : null}
      <p className="font-heading text-2xl font-bold wrap-anywhere">{sellerName({ seller })}</p>
      <p className="wrap-anywhere whitespace-pre-line">{lines.join('\n')}</p>
      {taxNumber === undefined ? null : (
        <p className="mt-2">
          {t(isVatNumber(taxNumber) ? 'invoice.vat-number' : 'invoice.tax-number')}:{' '}
          <span className="figures">{taxNumber}</span>
        </p>
      )}
    </address>
  )
}

/** Shows the number because of which the buyer owes no tax. */
export const BuyerTaxNumber = ({ invoice: { buyerTaxNumber } }: Pick<OrderDetails, 'invoice'>) =>
  buyerTaxNumber === undefined ? null : (
    <p className="mt-2">
      {t('invoice.buyer-tax-number')}: <span className="figures">{buyerTaxNumber}</span>
    </p>
  )

/** Shows a part of a paper below its title. */
export const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 border-b border-base-content/40 pb-1 text-xl">{title}</h2>
    {children}
  </section>
)

function Lines({
  details: {
    lines,
    amounts,
    order: { currency },
  },
}: {
  details: OrderDetails
}) {
  return (
    <table className="mt-6 w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-base-content">
          <th scope="col" className="pr-4">
            #
          </th>
          <th scope="col">{t('invoice.item')}</th>
          <th scope="col" className="pl-4 text-right">
            {t('invoice.quantity')}
          </th>
          <th scope="col" className="pl-4 text-right">
            {t('invoice.unit-price')}
          </th>
          <th scope="col" className="text-right">
            {t(amounts.includesTax ? 'invoice.amount-with-tax' : 'invoice.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line} className="break-inside-avoid border-b border-base-300 align-top">
            <td className="figures py-1 pr-4">{line.line}</td>
            <td className="py-1 wrap-anywhere">
              {line.nameForBuyer ?? line.name}
              {line.sku === undefined ? null : <span className="figures block text-sm">{line.sku}</span>}
              {line.job === undefined ? null : <span className="block text-sm">{line.job}</span>}
            </td>
            <td className="figures py-1 pl-4 text-right">{unitsText(line.quantity)}</td>
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">{unitPriceText(line, currency)}</td>
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">
              {moneyText(line.totalPrice, currency)}
              {line.discount === undefined ? null : (
                <span className="block text-sm">
                  {t('order.line-discount', { amount: moneyText(line.discount, currency) })}
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Writes the price without tax. */
function unitPriceText({ unitPrice, netUnitPrice, pricePer }: OrderDetails['lines'][number], currency: string): string {
  const price = netUnitPrice === undefined ? moneyText(unitPrice, currency) : preciseMoneyText(netUnitPrice, currency)
  return pricePer === undefined ? price : t('order.price-per', { price, count: pricePer })
}

/** Says that the order is paid, or until when and how to pay it. */
function HowToPay({ details: { order, money, invoice, refunds } }: { details: OrderDetails }) {
  // The invoice stays as it was: its credit notes say what went back, with the tax.
  const refunded = refunds.map(({ _id, state, amount, creditNote }) =>
    state === 'succeeded' && creditNote !== undefined ? (
      <p key={_id}>{t('invoice.refunded', { amount: moneyText(amount, money.currency), number: creditNote })}</p>
    ) : null,
  )
  if (order.paidAt !== undefined) {
    const method = money.method === undefined ? '' : `${t('order.paid-by')}: ${t(`payment-method.${money.method}`)}`
    const { transactionId } = order
    const isByCard = transactionId !== undefined && !isPaidOffline(transactionId)
    const reference = isByCard
      ? `${t('orders.transaction')}: ${transactionId}`
      : money.reference && `${t('record-payment.reference')}: ${money.reference}`
    return (
      <>
        <p className="font-medium">
          {t('invoice.paid', { amount: moneyText(money.captured, money.currency), day: dayText(order.paidAt) })}
        </p>
        <p className="wrap-anywhere">{[method, reference].filter(Boolean).join(' · ')}</p>
        {refunded}
      </>
    )
  }
  const { onAccount, byTransfer } = order
  if (!isPayable(order) || !(onAccount || byTransfer)) return <p>{t('invoice.not-paid')}</p>
  return (
    <>
      <p className="font-medium">
        {onAccount ? t('invoice.due', { day: dayText(onAccount.dueAt) }) : t('invoice.not-paid')}
      </p>
      <p>{t('invoice.name-reference', { amount: moneyText(money.total, money.currency), number: order.number })}</p>
      {invoice.bankDetails === undefined ? null : (
        <>
          <h3 className="mt-3 text-base font-semibold">{t('invoice.pay-to')}</h3>
          <p className="wrap-anywhere whitespace-pre-line">{invoice.bankDetails}</p>
        </>
      )}
    </>
  )
}

/** Those of value added tax begin with their country. */
const isVatNumber = (number: string) => /^[A-Z]{2}/.test(number)
