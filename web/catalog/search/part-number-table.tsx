import type { DetailedTool } from '#contract/catalog.ts'
import type { MatchedNumber } from '#contract/search.ts'
import { partNumberKindLabel } from '#web/catalog/search/part-number-labels.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows all numbers of a product; each is selected by one click and can be copied. */
export function PartNumberTable({ product: { sku, partNumbers = [] } }: { product: DetailedTool }) {
  if (partNumbers.length === 0) return null
  const numbers: MatchedNumber[] = [...(sku ? [{ kind: 'own' as const, number: sku }] : []), ...partNumbers]
  return (
    <section aria-labelledby="part-numbers-title" className="mt-8">
      <h2 id="part-numbers-title" className="text-2xl">
        {t('word.part-numbers')}
      </h2>
      <table className="mt-3 w-full max-w-[69ch] table-fixed border-collapse text-[0.9375rem]">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('part-number.kind')}</th>
            <th scope="col">{t('part-number.number')}</th>
          </tr>
        </thead>
        <tbody>
          {numbers.map(({ kind, maker, number }) => (
            <tr key={`${kind} ${maker} ${number}`} className="border-b border-base-300">
              <th scope="row" className="muted w-2/5 py-1.5 pr-4 text-left align-middle font-normal">
                {partNumberKindLabel(kind)}
                {maker ? <span className="block font-semibold text-base-content wrap-anywhere">{maker}</span> : null}
              </th>
              <td className="py-1.5">
                <PartNumberText number={number} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows a part number that one click selects as a whole. */
export function PartNumberText({ number }: { number: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span className="figures min-w-0 font-semibold wrap-anywhere select-all">{number}</span>
      <CopyButton
        text={number}
        label={t('part-number.copy', { number })}
        copied={t('part-number.copied', { number })}
      />
    </span>
  )
}
