import type { Charges } from '#contract/charges.ts'
import { t } from '#web/i18n/messages.ts'

/** Says whether tax and delivery come on top of the prices that are shown; nothing while neither is charged. */
export function PriceTerms({ charges: { tax, shipping } }: { charges: Charges }) {
  if (tax === 'none' && !shipping) return null
  const terms = tax === 'none' ? 'delivery' : shipping ? `${tax}_delivery` : tax
  return <span className="muted text-sm font-normal">{t('price.terms', { terms })}</span>
}
