import { Link } from 'react-router'
import { listBuyerTaxIds, listCertificates } from '#contract/tax.ts'
import { useList } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { TaxIdState } from '#web/tax/tax-id-state.tsx'
import { placeText } from '#web/tax/tax-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Lists the VAT numbers and the certificates of a customer, with a link to where they are verified. */
export function CustomerTax({ email }: { email: string }) {
  const query = { q: email }
  const numbers = useList(listBuyerTaxIds, { query })
  const certificates = useList(listCertificates, { query })
  // The search finds parts of an email, too.
  const isOwn = (row: { email: string }) => row.email === email
  return (
    <QueryView
      query={{
        data:
          numbers.data && certificates.data && ([numbers.data.filter(isOwn), certificates.data.filter(isOwn)] as const),
        error: numbers.error ?? certificates.error,
        refetch: () => Promise.all([numbers.refetch(), certificates.refetch()]),
      }}
      placeholder={<SkeletonRows rows={1} label={t('tax.buyers')} />}
      failed={t('tax.failed')}
    >
      {([ownNumbers, ownCertificates]) => (
        <>
          {ownNumbers.length + ownCertificates.length === 0 ? (
            <p className="muted">{t('customers.no-tax')}</p>
          ) : (
            <ul className="grid gap-2">
              {ownNumbers.map(({ _id, value, status }) => (
                <li key={_id} className="flex flex-wrap items-center gap-2">
                  <span className="figures font-semibold">{value}</span>
                  <TaxIdState status={status} />
                </li>
              ))}
              {ownCertificates.map(({ _id, number, startsOn, endsOn, ...certificate }) => (
                <li key={_id} className="wrap-anywhere">
                  {t('customers.certificate', { place: placeText(certificate), number: number || '–' })}
                  <span className="muted figures block text-sm">
                    {startsOn} – {endsOn ?? ''}
                  </span>
                </li>
              ))}
            </ul>
          )}
          <Link
            to={`/dashboard/tax-buyers?q=${encodeURIComponent(email)}`}
            className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('tax.buyers')}
          </Link>
        </>
      )}
    </QueryView>
  )
}
