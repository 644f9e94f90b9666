import type { ReactNode } from 'react'
import type { Document } from '#contract/documents.ts'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { BuyerTaxNumber, Block, Seller } from '#web/documents/paper-parts.tsx'
import { dayText, preciseMoneyText } from '#web/documents/paper-text.ts'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { AmountRows, rateText } from '#web/orders/amount-rows.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { t } from '#web/i18n/messages.ts'
import { onPaper } from '#web/i18n/paper-language.tsx'

/** Describes an invoice as it was issued, or an order that has none in the same terms. */
export type Paper = Omit<Document, '_id' | 'kind' | 'orderId' | 'language'> & { kind: 'invoice' | 'order' }

/** Prints an invoice, or an order. `toPay` is what is left to pay now; `children` is what became of it since, which is no part of the paper. */
export const DocumentPaper = onPaper(function DocumentPaper({
  paper,
  toPay,
  children,
}: {
  paper: Paper
  toPay: number
  children?: ReactNode
}) {
  const { number, buyer, delivery, shippingMethod } = paper
  const isInvoice = paper.kind === 'invoice'
  const isOpen = shippingMethod?.onRequest === true
  return (
    <article className="[zoom:0.85]">
      <header className="grid grid-cols-2 items-start gap-10 border-b-2 border-base-content pb-4">
        <Seller {...paper} />
        <div>
          <h1 className="text-3xl">
            {t(isInvoice ? 'invoice.title' : isOpen ? 'order.confirmation' : 'order.title', { number })}
          </h1>
          <div className="mt-3">
            <Facts
              facts={[
                { term: t(isInvoice ? 'invoice.date' : 'invoice.order-date'), value: dayText(paper.issuedOn) },
                // European invoices say when the goods are delivered.
                isInvoice && { term: t('invoice.delivery-date'), value: t('invoice.not-shipped') },
                paper.poNumber !== undefined && { term: t('order.po-number'), value: paper.poNumber },
                paper.netDays !== undefined && {
                  term: t('order.terms'),
                  value: t('customers.net-days', { days: paper.netDays }),
                },
              ]}
            />
          </div>
        </div>
      </header>
      <div className="mt-5 grid grid-cols-2 items-start gap-10">
        <Block title={t(delivery === undefined ? 'order.both-addresses' : 'order.billing-address')}>
          <PartyAddress name={buyer.name} text={buyer.address} />
          <p className="wrap-anywhere">{buyer.email}</p>
          <BuyerTaxNumber number={buyer.taxNumber} />
        </Block>
        {delivery === undefined ? null : (
          <Block title={t('order.delivery-address')}>
            <PartyAddress name={buyer.name} text={delivery} />
            <p className="figures">{buyer.phone}</p>
          </Block>
        )}
      </div>
      <Lines paper={paper} />
      <div className="mt-4 ml-auto max-w-md break-inside-avoid">
        <AmountRows
          amounts={paper.amounts}
          shipping={shippingMethod && { name: shippingMethod.name, isOnRequest: shippingMethod.onRequest === true }}
          totalLabel={t('word.total')}
          showTaxable
        />
      </div>
      {isOpen ? <p className="mt-4 font-medium">{t('order.freight-on-request')}</p> : null}
      <div className="mt-5 break-inside-avoid">
        <Block title={t('word.payment')}>
          <HowToPay paper={paper} toPay={toPay} />
        </Block>
      </div>
      {paper.note === undefined ? null : (
        <p className="mt-4 wrap-anywhere whitespace-pre-line">
          {t('orders.note')}: {paper.note}
        </p>
      )}
      {children}
    </article>
  )
})

const Lines = onPaper(function Lines({ paper: { lines, amounts } }: { paper: Paper }) {
  const { currency } = amounts
  const hasRates = lines.some(({ taxRate }) => taxRate !== undefined)
  return (
    <table className="mt-6 w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-base-content">
          <th scope="col" className="pr-4">
            #
          </th>
          <th scope="col">{t('invoice.item')}</th>
          <th scope="col" className="pl-4 text-right">
            {t('word.quantity')}
          </th>
          <th scope="col" className="pl-4 text-right">
            {t('invoice.unit-price')}
          </th>
          {hasRates ? (
            <th scope="col" className="pl-4 text-right">
              {t('invoice.tax-rate')}
            </th>
          ) : null}
          <th scope="col" className="text-right">
            {t(amounts.includesTax ? 'invoice.amount-with-tax' : 'word.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line} className="break-inside-avoid border-b border-base-300 align-top">
            <td className="figures py-1 pr-4">{line.line}</td>
            <td className="py-1 wrap-anywhere">
              {line.name}
              {brandedNumber(line) === '' ? null : <span className="figures block text-sm">{brandedNumber(line)}</span>}
              {line.job === undefined ? null : <span className="block text-sm">{line.job}</span>}
            </td>
            <td className="figures py-1 pl-4 text-right">{unitsText(line.quantity)}</td>
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">{unitPriceText(line, currency)}</td>
            {hasRates ? (
              <td className="figures py-1 pl-4 text-right whitespace-nowrap">
                {line.taxRate === undefined ? '' : rateText(line.taxRate)}
              </td>
            ) : null}
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">
              {moneyText(line.amount, currency)}
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
})

/** Writes the price without tax. */
function unitPriceText({ unitPrice = 0, netUnitPrice, pricePer }: Document['lines'][number], currency: string): string {
  const price = netUnitPrice === undefined ? moneyText(unitPrice, currency) : preciseMoneyText(netUnitPrice, currency)
  return pricePer === undefined ? price : t('order.price-per', { price, count: pricePer })
}

/** Says that the order was paid, or until when and how to pay it. */
const HowToPay = onPaper(function HowToPay({
  paper: { number, paid, dueOn, bankDetails, amounts },
  toPay,
}: {
  paper: Paper
  toPay: number
}) {
  const { currency } = amounts
  if (paid) {
    const amount = moneyText(amounts.total, currency)
    const { transactionId } = paid
    const isByCard = transactionId !== undefined && !isPaidOffline(transactionId)
    const method = paid.method === undefined ? '' : `${t('order.paid-by')}: ${t(`payment-method.${paid.method}`)}`
    const reference = isByCard
      ? `${t('orders.transaction')}: ${transactionId}`
      : paid.reference && `${t('word.reference')}: ${paid.reference}`
    return (
      <>
        <p className="font-medium">{t('invoice.paid', { amount, day: dayText(paid.on) })}</p>
        <p className="wrap-anywhere">{[method, reference].filter(Boolean).join(' · ')}</p>
      </>
    )
  }
  if (dueOn === undefined && bankDetails === undefined) return <p>{t('invoice.not-paid')}</p>
  return (
    <>
      <p className="font-medium">
        {dueOn === undefined ? t('invoice.not-paid') : t('invoice.due', { day: dayText(dueOn) })}
      </p>
      {toPay > 0 ? <p>{t('invoice.name-reference', { amount: moneyText(toPay, currency), number })}</p> : null}
      {bankDetails === undefined || toPay === 0 ? null : (
        <>
          <h3 className="mt-3 text-base font-semibold">{t('invoice.pay-to')}</h3>
          <p className="wrap-anywhere whitespace-pre-line">{bankDetails}</p>
        </>
      )}
    </>
  )
})
