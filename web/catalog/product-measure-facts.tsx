import type { Tool } from '#contract/catalog.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows weight and outer measures of a product to buyers; nothing if it has none. */
export function ProductMeasureFacts({ product }: { product: Tool }) {
  const facts = (['weight', 'length', 'width', 'height'] as const).flatMap((name) => {
    const text = product[name]
    return text ? [{ name, text: localMeasure(text) }] : []
  })
  if (facts.length === 0) return null
  return (
    <section aria-labelledby="measures-title" className="mt-8">
      <h2 id="measures-title" className="text-2xl">
        {t('product.measures-title')}
      </h2>
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

/** Returns a measure with the decimal sign of the page. */
export const localMeasure = (text: string) => (currentLanguage() === 'de' ? text.replace('.', ',') : text)
