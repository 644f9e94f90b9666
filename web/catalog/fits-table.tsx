import type { ProductFitments } from '#contract/vehicles.ts'
import { fitmentDetails, fitmentYears } from '#web/page/fit/describe-fitment.ts'
import { t } from '#web/i18n/messages.ts'

/** Sets the rows of a make from which on they are folded. */
const foldedRows = 8

/** Shows which vehicles a product fits, by make and family; it is readable without scripts. */
export function FitsTable({ fits: { kind, isComplete, fitments } }: { fits: ProductFitments }) {
  if (kind === 'universal') return <p className="mt-5 font-semibold">{t('fit.universal')}</p>
  if (fitments.length === 0) return null
  const makes = Map.groupBy(fitments, ({ make }) => make)
  return (
    <section aria-labelledby="fits-title" className="mt-8">
      <h2 id="fits-title" className="text-2xl">
        {t('fit.table')}
      </h2>
      <div className="mt-3 grid max-w-prose gap-2">
        {[...makes].map(([make, rows]) => (
          <details key={make} open={fitments.length <= foldedRows} className="group border-b border-base-300">
            <summary className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
              {make}
              <span className="muted text-sm font-normal">{t('fit.vehicles', { count: rows.length })}</span>
            </summary>
            <table className="mb-3 w-full table-fixed border-collapse text-[0.9375rem]">
              <caption className="sr-only">{make}</caption>
              <thead className="sr-only">
                <tr>
                  <th scope="col">{t('fit.model')}</th>
                  <th scope="col">{t('fit.years')}</th>
                  <th scope="col">{t('fit.details')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  // Several rows of one model differ in anything.
                  // eslint-disable-next-line react/no-array-index-key
                  <tr key={index} className="border-t border-base-300 align-top">
                    <th scope="row" className="w-2/5 py-1.5 pr-4 text-left font-normal wrap-anywhere">
                      {[row.family, row.generation].filter(Boolean).join(' ')}
                    </th>
                    <td className="figures py-1.5 pr-4">{fitmentYears(row)}</td>
                    <td className="py-1.5 text-sm wrap-anywhere">
                      {[...fitmentDetails(row), row.note].filter(Boolean).join(' · ')}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        ))}
      </div>
      {isComplete ? <p className="muted mt-2 text-sm">{t('fit.complete')}</p> : null}
    </section>
  )
}
