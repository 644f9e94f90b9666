import type { ReactNode } from 'react'
import type { Document } from '#contract/documents.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import { onPaper } from '#web/i18n/paper-language.tsx'

/** Returns the name of the seller that a paper has; of one who has not named the shop yet, the first line of the address, if any. */
export const sellerName = ({ seller }: Pick<Document, 'seller'>): string => seller.split('\n')[0] ?? ''

/** Shows the seller as on invoices. */
export const Seller = onPaper(function Seller({ seller, taxNumber }: Pick<Document, 'seller' | 'taxNumber'>) {
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
          {t(isVatNumber(taxNumber) ? 'word.vat-number' : 'word.tax-number')}:{' '}
          <span className="figures">{taxNumber}</span>
        </p>
      )}
    </address>
  )
})

/** Shows the number because of which the buyer owes no tax. */
export const BuyerTaxNumber = onPaper(function BuyerTaxNumber({ number }: { number: string | undefined }) {
  return number === undefined ? null : (
    <p className="mt-2">
      {t('invoice.buyer-tax-number')}: <span className="figures">{number}</span>
    </p>
  )
})

/** Shows a part of a paper below its title. */
export const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-2 border-b border-base-content/40 pb-1 text-xl">{title}</h2>
    {children}
  </section>
)

/** Whether a number is one of value added tax, which begins with its country. */
const isVatNumber = (number: string) => /^[A-Z]{2}/.test(number)
