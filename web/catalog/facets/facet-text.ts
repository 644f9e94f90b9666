import type { NamedFilter } from '#contract/facets.ts'
import { baseText, type System, unitIn } from '#contract/units.ts'
import { textIn, truthText } from '#web/catalog/attributes/attribute-text.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { moneyText } from '#web/ui/money.tsx'

/** Returns the name of a group. */
export function facetName(facet: NamedFilter): string {
  if (facet.kind === 'brand') return t('product.brand')
  if (facet.kind === 'stock') return t('facets.stock')
  return facet.kind === 'price' ? t('product.priceCents') : textIn(facet.names)
}

/** Returns a value of a group in words, by its code; a number in the units of `system`. */
export function facetValueText(facet: NamedFilter, code: string, system: System | undefined): string {
  if (facet.kind === 'stock') return stockText(code)
  if (facet.kind === 'yes-no') return truthText(code === 'yes')
  if (facet.kind === 'number') return numberText(facet, code, system)
  return textIn(facet.values.find((value) => value.code === code)?.names) || code
}

function stockText(state: string): string {
  if (state === 'plenty') return t('stock.in')
  return state === 'low' ? t('stock.low') : t('stock.out')
}

const numberText = ({ dimension, unit }: NamedFilter, base: string, system: System | undefined) =>
  dimension ? baseText(base, dimension, { unit: unitIn(dimension, unit, system), locale: currentLocale() }) : base

/** Returns the chosen range of a group in words: “5 to 10 mm”, “from $10”. */
export function rangeText(facet: NamedFilter, system: System | undefined): string {
  const { from, to } = facet.range ?? {}
  const end = (base: string) => (facet.kind === 'price' ? moneyText(Number(base)) : numberText(facet, base, system))
  if (from !== undefined && to !== undefined) return t('facets.between', { from: end(from), to: end(to) })
  if (from !== undefined) return t('facets.from', { from: end(from) })
  return to === undefined ? '' : t('facets.to', { to: end(to) })
}
