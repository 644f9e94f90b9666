import { useId } from 'react'
import { brandedNumber } from '#contract/part-numbers.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import type { UnitsByLine } from '#web/orders/units-by-line.ts'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { useTypedWhole } from '#web/ui/use-typed-whole.ts'
import { t } from '#web/i18n/messages.ts'

/** Takes units of the lines of an order, of each at most those that are left; a line without any is omitted. */
export function LineUnits(props: {
  lines: readonly { line: number; name: string; brand?: string | undefined; sku?: string | undefined }[]
  left: UnitsByLine
  chosen: UnitsByLine
  /** What the fields are; with it, what is kept stands next to them in place of what is left. */
  heading?: string
  onChange: (chosen: UnitsByLine) => void
}) {
  const { lines, left, chosen, heading, onChange } = props
  const { shown, more } = useFirstRows(lines.filter(({ line }) => (left.get(line) ?? 0) > 0))
  const id = useId()
  return (
    <>
      {heading === undefined ? null : (
        <p aria-hidden="true" className="flex justify-end gap-3 text-sm font-semibold">
          <span className="w-24">{heading}</span>
          <span className="w-16">{t('orders.line-kept')}</span>
        </p>
      )}
      <ul className="grid gap-2">
        {shown.map(({ line, name, brand, sku }) => (
          <li key={line} className="flex items-center gap-3">
            <label htmlFor={`${id}-${line}`} className="min-w-0 grow wrap-anywhere">
              {name} <span className="muted figures inline-block text-sm">{brandedNumber({ brand, sku })}</span>
            </label>
            <UnitsInput
              id={`${id}-${line}`}
              description={heading}
              value={chosen.get(line) ?? 0}
              max={left.get(line) ?? 0}
              onChange={(units) => onChange(new Map(chosen).set(line, units))}
            />
            <span className="muted figures w-16 shrink-0 text-sm">
              {heading === undefined
                ? t('orders.line-left', { units: unitsText(left.get(line) ?? 0) })
                : unitsText((left.get(line) ?? 0) - (chosen.get(line) ?? 0))}
            </span>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function UnitsInput(props: {
  id: string
  description: string | undefined
  value: number
  max: number
  onChange: (units: number) => void
}) {
  const { id, description, value, max, onChange } = props
  const typed = useTypedWhole(value, (units) => onChange(Math.min(Math.max(units || 0, 0), max)))
  return (
    <input
      id={id}
      aria-description={description}
      {...typed}
      className="input figures min-h-11 w-24 shrink-0 border-base-content/35 text-base"
    />
  )
}
