import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { type Document, getCreditNote } from '#contract/documents.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import { orderReaders } from '#contract/permissions.ts'
import { useQuery } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { Block, BuyerTaxNumber, Seller, sellerName } from '#web/documents/paper-parts.tsx'
import { dayText } from '#web/documents/paper-text.ts'
import { paperQuery, retryPaper } from '#web/documents/paper-query.ts'
import { PartyAddress } from '#web/documents/party-address.tsx'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { AmountRows, rateText } from '#web/orders/amount-rows.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'
import { InPaperLanguage, onPaper } from '#web/i18n/paper-language.tsx'
import type { Route } from './+types/credit-note.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('credit-note.loading-title'))

/** Shows the credit note of a refund to the buyer or to staff, as it is printed. */
export default function CreditNoteRoute({ params }: Route.ComponentProps) {
  const person = usePerson()
  const query = useQuery(paperQuery(getCreditNote, params.refund))
  const orders = mayUse(person, orderReaders) ? 'all-order' : 'order'
  return (
    <>
      <div className="no-print flex flex-wrap items-center justify-between gap-4">
        <BackLink to={`/dashboard/${orders}/${params.id}`}>{t('again.back')}</BackLink>
        {query.data ? (
          <Button variant="outline" onClick={() => print()}>
            <Printer aria-hidden="true" size={18} /> {t('word.print')}
          </Button>
        ) : null}
      </div>
      <QueryView
        query={{ ...query, refetch: retryPaper }}
        heading="h1"
        placeholder={<SkeletonRows rows={8} label={t('credit-note.loading')} />}
        failed={t('credit-note.failed')}
      >
        {(note) => (
          <InPaperLanguage language={note.language}>
            <CreditNotePaper note={note} />
          </InPaperLanguage>
        )}
      </QueryView>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

const CreditNotePaper = onPaper(function CreditNotePaper({ note }: { note: Document }) {
  const { number, buyer, invoice, amounts } = note
  const title = t(sellerName(note) ? 'credit-note.page-title' : 'credit-note.title', {
    number,
    store: sellerName(note),
  })
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <article className="card-surface mt-6 p-5 sm:p-8 print:mt-0 print:border-0 print:p-0 print:[zoom:0.85]">
      {note.isVoid ? <p className="mb-5 font-semibold text-error">{t('credit-note.void')}</p> : null}
      <header className="grid items-start gap-x-10 gap-y-6 border-b-2 border-base-content pb-4 sm:grid-cols-2 print:grid-cols-2">
        <Seller {...note} />
        <div className="min-w-0">
          <h1 className="text-3xl wrap-anywhere">{t('credit-note.title', { number })}</h1>
          <div className="mt-3">
            <Facts
              facts={[
                { term: t('invoice.order-date'), value: dayText(note.issuedOn) },
                invoice && {
                  term: t('credit-note.of-invoice'),
                  value: t('credit-note.invoice-of', { number: invoice.number, day: dayText(invoice.issuedOn) }),
                },
                note.poNumber !== undefined && { term: t('order.po-number'), value: note.poNumber },
              ]}
            />
          </div>
        </div>
      </header>
      <div className="mt-5">
        <Block title={t(note.delivery === undefined ? 'order.both-addresses' : 'order.billing-address')}>
          <PartyAddress name={buyer.name} text={buyer.address} />
          <p className="wrap-anywhere">{buyer.email}</p>
          <BuyerTaxNumber number={buyer.taxNumber} />
        </Block>
      </div>
      <Lines note={note} />
      <div className="mt-4 ml-auto max-w-md break-inside-avoid">
        <AmountRows
          amounts={amounts}
          shipping={amounts.shipping === undefined ? undefined : { name: t('word.delivery'), isOnRequest: false }}
          totalLabel={t('credit-note.total')}
          showTaxable
        />
      </div>
      {note.note === undefined ? null : <p className="mt-4 wrap-anywhere whitespace-pre-line">{note.note}</p>}
    </article>
  )
})

const Lines = onPaper(function Lines({ note: { lines, priceReduction, fee, amounts } }: { note: Document }) {
  if (lines.length === 0 && priceReduction === undefined) return null
  const hasRates = lines.some(({ taxRate }) => taxRate !== undefined)
  return (
    <table className="mt-6 w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-base-content">
          <th scope="col">{t('invoice.item')}</th>
          <th scope="col" className="pl-4 text-right">
            {t('word.quantity')}
          </th>
          {hasRates ? (
            <th scope="col" className="pl-4 text-right">
              {t('invoice.tax-rate')}
            </th>
          ) : null}
          <th scope="col" className="pl-4 text-right">
            {t('credit-note.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line} className="break-inside-avoid border-b border-base-300 align-top">
            <td className="py-1 wrap-anywhere">
              {line.name}
              {brandedNumber(line) === '' ? null : <span className="figures block text-sm">{brandedNumber(line)}</span>}
            </td>
            <td className="figures py-1 pl-4 text-right">{unitsText(line.quantity)}</td>
            {hasRates ? (
              <td className="figures py-1 pl-4 text-right whitespace-nowrap">
                {line.taxRate === undefined ? '' : rateText(line.taxRate)}
              </td>
            ) : null}
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">
              {moneyText(line.amount, amounts.currency)}
            </td>
          </tr>
        ))}
        {priceReduction === undefined ? null : (
          <tr className="border-b border-base-300">
            <td className="py-1">{t('credit-note.price-reduction')}</td>
            <td colSpan={hasRates ? 2 : 1} />
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">
              {moneyText(priceReduction, amounts.currency)}
            </td>
          </tr>
        )}
        {fee === undefined ? null : (
          <tr className="border-b border-base-300 align-top">
            <td className="py-1">
              {t('returns.fee')}
              {fee.tax === 0 ? null : (
                <span className="block text-sm">
                  {t('credit-note.fee-tax', { amount: moneyText(-fee.tax, amounts.currency) })}
                </span>
              )}
            </td>
            <td colSpan={hasRates ? 2 : 1} />
            <td className="figures py-1 pl-4 text-right whitespace-nowrap">
              {moneyText(-fee.amount, amounts.currency)}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
})
