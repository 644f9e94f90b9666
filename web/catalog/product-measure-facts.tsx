import type { Tool } from '#contract/catalog.ts'
import { measureNames, productMeasures } from '#contract/product-measures.ts'
import { measureText } from '#contract/units.ts'
import { UnitSwitch, useUnits } from '#web/catalog/units.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows weight and outer measures of a product to buyers; nothing if it has none. */
export function ProductMeasureFacts({ product, hasSwitch }: { product: Tool; hasSwitch: boolean }) {
  const system = useUnits()
  const facts = measureNames.flatMap((name) => {
    const text = product[name]
    return text ? [{ name, text: measureText(text, productMeasures[name], { system, locale: currentLocale() }) }] : []
  })
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="measures-title" className="mt-8">
      <div className="flex max-w-md flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="measures-title" className="text-2xl">
          {t('word.measures')}
        </h2>
        {hasSwitch ? <UnitSwitch /> : null}
      </div>
      <dl className="mt-2 max-w-md divide-y divide-base-300">
        {facts.map(({ name, text }) => (
          <div key={name} className="flex justify-between gap-4 py-2">
            <dt className="muted">{t(`product.${name}`)}</dt>
            <dd className="figures font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
