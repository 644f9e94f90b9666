import type { ReactNode } from 'react'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { t } from '#web/i18n/messages.ts'
import { onPaper } from '#web/i18n/paper-language.tsx'

interface PackedLine {
  key: string | number
  units: number
  name: string
  sku?: string | undefined
  brand?: string | undefined
  /** What stands below the name. */
  notes?: ReactNode
  /** What stands in the column of its own. */
  fact?: ReactNode
}

/** Lists goods on the papers of the warehouse: units, part, a column of its own and a place for a tick, as far as they are named. */
export const PackedLines = onPaper(function PackedLines({
  lines,
  fact,
  tick,
}: {
  lines: readonly PackedLine[]
  fact?: string
  tick?: string
}) {
  return (
    <table className="mt-5 w-full border-collapse text-left">
      <thead>
        <tr className="border-b border-base-content">
          <th scope="col" className="w-px pr-4 text-right">
            {t('word.quantity')}
          </th>
          <th scope="col">{t('invoice.item')}</th>
          {fact === undefined ? null : (
            <th scope="col" className="pl-4">
              {fact}
            </th>
          )}
          {tick === undefined ? null : (
            <th scope="col" className="w-px pl-4 whitespace-nowrap">
              {tick}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} className="break-inside-avoid border-b border-base-300 align-top">
            <td className="figures py-1.5 pr-4 text-right text-lg font-bold">{unitsText(line.units)}</td>
            <td className="py-1.5 wrap-anywhere">
              {brandedNumber(line) === '' ? null : (
                <span className="figures block font-semibold">{brandedNumber(line)}</span>
              )}
              {line.name}
              {line.notes}
            </td>
            {fact === undefined ? null : <td className="py-1.5 pl-4">{line.fact}</td>}
            {tick === undefined ? null : (
              <td className="py-1.5 pl-4">
                <span aria-hidden="true" className="inline-block h-5 w-5 border border-base-content" />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
})
