import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ShippingSetup } from '#contract/shipping.ts'
import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { countryName } from '#web/i18n/country-names.ts'
import { issueText } from '#web/shipping/issue-text.ts'
import { t } from '#web/i18n/messages.ts'

/** Lists what is missing or contradictory in the set-up, and the countries that nothing goes to. */
export function IssueList({ setup: { issues, unreachable, zones } }: { setup: ShippingSetup }) {
  const { inTheWay } = useDemoParts()
  const texts = [...inTheWay('shipping'), ...issues.map(issueText)]
  return (
    <div className="grid gap-2">
      {texts.length === 0 ? (
        <p className="flex items-center gap-2">
          <CircleCheck aria-hidden="true" size={20} className="shrink-0 text-success" /> {t('word.nothing-missing')}
        </p>
      ) : (
        <ul className="grid gap-1">
          {texts.map((text) => (
            <li key={text} className="flex items-start gap-2">
              <TriangleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-accent" /> {text}
            </li>
          ))}
        </ul>
      )}
      {zones.length === 0 || unreachable.length === 0 ? null : (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            {t('shipping.unreachable', { count: unreachable.length })}
          </summary>
          <p className="muted text-sm">{unreachable.map(countryName).join(', ')}</p>
        </details>
      )}
    </div>
  )
}
