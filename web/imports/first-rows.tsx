import type { ImportDetails } from '#contract/imports.ts'
import { splitUnit } from '#contract/units.ts'
import { t } from '#web/i18n/messages.ts'
import { Section } from '#web/ui/section.tsx'

/** Shows which column went where on the first rows of a file: its header, its field, how its numbers are read, and its cells. */
export function FirstRows({ found, isFolded = false }: { found: ImportDetails; isFolded?: boolean }) {
  const { columns, fields, firstRows = [] } = found
  if (firstRows.length === 0) return null
  const heads = columns.map(({ header, field: code, decimals, unit }) => {
    const field = fields.find((one) => one.code === code)
    const ofHeader = field?.dimension && splitUnit(header, field.dimension).unit
    const sign = field?.number !== undefined && decimals ? t(`imports.decimals-${decimals}`) : ''
    const ofUnit = field?.dimension ? (unit ?? ofHeader ?? field.unit ?? '') : ''
    return { header: header || t('imports.no-header'), field, format: [sign, ofUnit].filter(Boolean).join(', ') }
  })
  const known = columns.filter(({ field }) => field !== undefined).length
  const title = t('imports.first-rows', { count: firstRows.length })
  const table = (
    <div
      role="region"
      aria-label={title}
      // Scrolls inside itself, also by keyboard.
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-box border border-base-300 focus-visible:outline-3 focus-visible:outline-accent"
    >
      <table className="border-collapse text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-base-200">
          <tr>
            {heads.map(({ header, field, format }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- headers may be there twice
              <th key={index} scope="col" className="max-w-64 min-w-28 px-3 py-2 text-left align-top">
                <span className="muted block font-normal">{header}</span>
                <span className={field ? 'block font-semibold' : 'muted block font-normal italic'}>
                  {field?.label ?? t('imports.not-imported')}
                </span>
                {format ? <span className="muted block text-xs font-normal">{format}</span> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {firstRows.map((cells, row) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows may be equal
            <tr key={row} className="border-t border-base-300">
              {heads.map(({ field }, index) => (
                <td
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  key={index}
                  className={`max-w-64 px-3 py-1.5 align-top ${field ? '' : 'muted'} ${field?.number ? 'figures text-right' : ''}`}
                >
                  <span className="line-clamp-2 wrap-anywhere">{cells[index]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  if (!isFolded)
    return (
      <Section className="mb-10" title={title}>
        {table}
      </Section>
    )
  return (
    <details className="mt-4">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t('imports.first-rows-known', { count: known, all: columns.length })}
      </summary>
      {table}
    </details>
  )
}
