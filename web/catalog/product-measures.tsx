import { currentStore } from '#web/i18n/current-store.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { useController } from 'react-hook-form'
import type { Tool } from '#contract/catalog.ts'
import { measureNames, type ProductMeasure, productMeasures, readProductMeasure } from '#contract/product-measures.ts'
import { listShipClasses, standardShipClass } from '#contract/shipping.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { measureText } from '#contract/units.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { t } from '#web/i18n/messages.ts'

type Measures = Required<Pick<Tool, ProductMeasure>>

/** Returns a measure as the form shows it. */
export const shownMeasure = (name: ProductMeasure, text = ''): string =>
  measureText(text, productMeasures[name], { locale: currentLocale() })

/** Returns the measures of the form as the API spells them. */
export const sentMeasures = (values: Measures): Measures => ({
  weight: spell('weight', values.weight),
  length: spell('length', values.length),
  width: spell('width', values.width),
  height: spell('height', values.height),
})

const spell = (name: ProductMeasure, text: string) =>
  readProductMeasure(name, text, currentLanguage(), currentStore().units)?.entered ?? text

/** Edits weight and outer measures, each with its unit. */
export function ProductMeasures({ form, isFilled }: { form: ProductEntryForm; isFilled: boolean }) {
  return (
    <FormSection title={t('word.measures')} text={t('product.measures-hint')} isOpen={isFilled}>
      <div className="grid gap-5 sm:grid-cols-4">
        {measureNames.map((name) => (
          <Field
            key={name}
            label={t(`product.${name}`)}
            maxLength={maxLengths.measure}
            autoComplete="off"
            {...form.field(name, {
              validate: (text) =>
                text.trim() === '' ||
                readProductMeasure(name, text, currentLanguage()) !== undefined ||
                t(productMeasures[name] === 'mass' ? 'product.weight-wrong' : 'product.length-wrong'),
            })}
          />
        ))}
        <ShipClass form={form} />
      </div>
    </FormSection>
  )
}

/** Chooses the ship class; methods of delivery exclude classes or cost more for them. */
function ShipClass({ form }: { form: ProductEntryForm }) {
  const { data = [] } = useQuery(endpointQuery(listShipClasses))
  const { value, onChange } = useController({ control: form.control, name: 'shipClass' }).field
  return (
    <Select
      label={t('product.shipClass')}
      choices={data.map((one) => ({
        value: one.code === standardShipClass ? '' : one.code,
        label: shipClassName(one),
      }))}
      value={value}
      onChoose={onChange}
    />
  )
}

const shipClassName = ({ name, names }: { name: string; names: Partial<Record<string, string>> }) =>
  names[currentLanguage()] || name
