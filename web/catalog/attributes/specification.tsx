import type { CategoryAttribute } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import { measureNames, productMeasures } from '#contract/product-measures.ts'
import { hasSystems, measureText } from '#contract/units.ts'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { UnitSwitch, useUnits } from '#web/catalog/units.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Asks for the attributes of a product's category, if it has values for some; none while they cannot be had. */
export const describeValues = async (
  { category, attributes }: Tool,
  ask: (slug: string) => Promise<readonly CategoryAttribute[]>,
): Promise<readonly CategoryAttribute[]> => (category && attributes ? ask(category).catch(() => []) : [])

/** Tells whether a product has values that the two systems of units show differently. */
export const hasMeasuredValues = (
  { attributes: values = {} }: Tool,
  attributes: readonly CategoryAttribute[],
): boolean =>
  attributes.some(({ code, dimension }) => ownValue(values, code) !== undefined && dimension && hasSystems(dimension))

/** Shows the brand and the values of a product in the order of its category, then weight and outer measures. */
export function Specification({ product, attributes }: { product: Tool; attributes: readonly CategoryAttribute[] }) {
  const system = useUnits()
  const { brand, attributes: values = {} } = product
  const measured = measureNames.flatMap((name) => {
    const value = product[name]
    const text = value && measureText(value, productMeasures[name], { system, locale: currentLocale() })
    return text ? [{ code: name, name: t(`product.${name}`), text }] : []
  })
  const rows = [
    ...(brand ? [{ code: 'brand', name: t('product.brand'), text: brand }] : []),
    ...attributes.map((attribute) => ({
      code: attribute.code,
      name: textIn(attribute.names),
      text: valueText(attribute, ownValue(values, attribute.code), system),
    })),
    ...measured,
  ].filter(({ text }) => text !== '')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="specification" className="mt-6">
      <div className="mb-2 flex max-w-prose flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="specification" className="text-2xl">
          {t('attributes.specification')}
        </h2>
        {measured.length > 0 || hasMeasuredValues(product, attributes) ? <UnitSwitch /> : null}
      </div>
      <dl className="max-w-prose border-t border-base-300">
        {rows.map(({ code, name, text }) => (
          <div key={code} className="grid grid-cols-[2fr_3fr] gap-4 border-b border-base-300 py-1.5 text-[0.9375rem]">
            <dt className="muted min-w-0">{name}</dt>
            <dd className="figures min-w-0 font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
