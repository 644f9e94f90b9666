import type { ShippingIssue } from '#contract/shipping.ts'
import { moneyText } from '#web/ui/money.tsx'
import { countryName } from '#web/i18n/country-names.ts'
import { weightText } from '#web/i18n/weights.ts'
import { t } from '#web/i18n/messages.ts'

/** Says what is missing or contradictory in the set-up of shipping. */
export function issueText({
  code,
  zone = '',
  method = '',
  class: shipClass = '',
  by,
  from,
  to,
  place = '',
  count = 0,
  country = '',
}: ShippingIssue): string {
  const amount = (value: number | undefined) =>
    value === undefined ? '∞' : by === 'value' ? moneyText(value) : weightText(value)
  return t(`shipping.issue.${code}`, {
    zone,
    method,
    class: shipClass,
    place,
    count,
    country: countryName(country),
    from: amount(from),
    to: amount(to),
  })
}
