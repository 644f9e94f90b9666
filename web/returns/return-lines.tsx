import { brandedNumber } from '#contract/part-numbers.ts'
import type { Return } from '#contract/returns.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { Picture } from '#web/ui/picture.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the lines of a return with their reasons, pictures and, once they have arrived, what became of the units. */
export const ReturnLines = ({ of: { lines, state } }: { of: Return }) => (
  <ul className="grid gap-3">
    {lines.map((line) => (
      <li key={line.line} className="flex items-start gap-3">
        {line.photo === undefined ? null : (
          <a
            href={line.photo}
            target="_blank"
            rel="noreferrer"
            className="block w-20 shrink-0 overflow-hidden rounded-field"
          >
            <Picture src={line.photo} alt={t('returns.photo-of', { name: line.name })} sizes="5rem" />
          </a>
        )}
        <div className="min-w-0 wrap-anywhere">
          <p>
            <b className="figures font-semibold">{unitsText(line.units)}</b> × {line.name}
            <span className="muted figures block text-sm">{brandedNumber(line)}</span>
          </p>
          <p className="muted text-sm">{t(`returns.reason.${line.reason}`)}</p>
          {state === 'received' ? (
            <p className="text-sm">
              {[
                t('returns.units-received', { count: line.receivedUnits }),
                line.restockedUnits > 0 && t('returns.units-restocked', { count: line.restockedUnits }),
                line.scrappedUnits > 0 && t('returns.units-scrapped', { count: line.scrappedUnits }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          ) : null}
        </div>
      </li>
    ))}
  </ul>
)
