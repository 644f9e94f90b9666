import type { CategoryAttribute } from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import { hasSystems } from '#contract/units.ts'
import { textIn, valueText } from '#web/catalog/attributes/attribute-text.ts'
import { UnitSwitch, useUnits } from '#web/catalog/units.tsx'
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

/** Shows the brand and the values of a product in the order of its category. */
export function Specification({ product, attributes }: { product: Tool; attributes: readonly CategoryAttribute[] }) {
  const units = useUnits()
  const { brand, attributes: values = {} } = product
  const rows = [
    ...(brand ? [{ code: 'brand', name: t('product.brand'), text: brand }] : []),
    ...attributes.map((attribute) => ({
      code: attribute.code,
      name: textIn(attribute.names),
      text: valueText(attribute, ownValue(values, attribute.code), units),
    })),
  ].filter(({ text }) => text !== '')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="specification" className="mt-6 max-w-prose">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="specification" className="text-2xl">
          {t('attributes.specification')}
        </h2>
        {hasMeasuredValues(product, attributes) ? <UnitSwitch /> : null}
      </div>
      <dl className="grid border-t border-base-300 sm:grid-cols-2 sm:gap-x-8">
        {rows.map(({ code, name, text }) => (
          <div key={code} className="flex justify-between gap-4 border-b border-base-300 py-2">
            <dt className="muted">{name}</dt>
            <dd className="text-right font-semibold wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
