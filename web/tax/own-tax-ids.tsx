import { listTaxIds, maxTaxIds } from '#contract/tax.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { AddTaxId, TaxIdList } from '#web/tax/tax-id-list.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

/** Edits the own VAT numbers and shows what is known about each. */
export function OwnTaxIds() {
  const query = useQuery(endpointQuery(listTaxIds))
  return (
    <section className="card-surface mt-6 p-5 sm:p-7">
      <h2 className="text-2xl">{t('tax-id.title')}</h2>
      <p className="muted mt-1 mb-4 max-w-3xl">{t('tax-id.text')}</p>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={1} label={t('tax-id.title')} />}
        failed={t('tax-id.failed')}
      >
        {(taxIds) => (
          <>
            {taxIds.length > 0 ? <TaxIdList taxIds={taxIds} /> : null}
            {taxIds.length < maxTaxIds ? <AddTaxId /> : null}
          </>
        )}
      </QueryView>
    </section>
  )
}
