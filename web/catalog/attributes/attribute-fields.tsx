import { maxLengths } from '#contract/max-lengths.ts'
import { useId } from 'react'
import {
  type Attribute,
  type CategoryAttribute,
  listAttributes,
  listBrands,
  listCategoryAttributes,
} from '#contract/attributes.ts'
import type { Tool } from '#contract/catalog.ts'
import { ownValue } from '#contract/own-value.ts'
import { measureText, readMeasure } from '#contract/units.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { textIn } from '#web/catalog/attributes/attribute-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

export type EnteredValues = NonNullable<Tool['attributes']>

/** Edits the values of a product for the attributes of its category. Numbers are read in the language of the page. */
export function AttributeFields(props: {
  category: string
  values: EnteredValues
  onChange: (values: EnteredValues) => void
}) {
  return (
    <>
      {props.category === '' ? null : <Fields {...props} />}
      <StaffFields {...props} />
    </>
  )
}

type FieldsProps = Parameters<typeof AttributeFields>[0]

function Fields({ category, ...props }: FieldsProps) {
  const { data: attributes = [] } = useQuery(endpointQuery(listCategoryAttributes, { params: { slug: category } }))
  return <FieldsOf title={t('attributes.title')} attributes={attributes} {...props} />
}

/** Edits the values that buyers do not see, which no category has. */
function StaffFields({ values, onChange }: Omit<FieldsProps, 'category'>) {
  const { data: attributes = [] } = useQuery(endpointQuery(listAttributes))
  const hidden = attributes.filter(({ isStaffOnly }) => isStaffOnly)
  return <FieldsOf title={t('attributes.staff-only')} attributes={hidden} values={values} onChange={onChange} />
}

function FieldsOf(props: {
  title: string
  attributes: readonly EditedAttribute[]
  values: EnteredValues
  onChange: (values: EnteredValues) => void
}) {
  const { title, attributes, values, onChange } = props
  if (attributes.length === 0) return null
  return (
    <fieldset className="rounded-field border border-base-300 p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        {attributes.map((attribute) => (
          <ValueField
            key={attribute.code}
            attribute={attribute}
            value={ownValue(values, attribute.code)}
            onChange={(value) => onChange({ ...values, [attribute.code]: value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

type EditedAttribute = Attribute & Partial<Pick<CategoryAttribute, 'isRequired'>>

type Value = EnteredValues[string]

function ValueField(props: { attribute: EditedAttribute; value: Value | undefined; onChange: (value: Value) => void }) {
  const { attribute, value, onChange } = props
  const { kind, names, help, options, isMultiple, isRequired = false } = attribute
  const common = { label: textIn(names), hint: textIn(help) || undefined, required: isRequired }
  const none = { value: '', label: '–' }
  if (kind === 'yes-no') {
    return (
      <Select
        {...common}
        choices={[none, { value: 'yes', label: t('attributes.yes') }, { value: 'no', label: t('attributes.no') }]}
        value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : ''}
        onChoose={(chosen) => onChange(chosen === '' ? '' : chosen === 'yes')}
      />
    )
  }
  if (kind === 'option') {
    const choices = options.map(({ code, names: label }) => ({ value: code, label: textIn(label) }))
    if (isMultiple) return <Several {...props} choices={choices} />
    return (
      <Select
        {...common}
        choices={[none, ...choices]}
        value={typeof value === 'string' ? value : ''}
        onChoose={onChange}
      />
    )
  }
  if (kind === 'number') return <NumberField attribute={attribute} value={value} onChange={onChange} />
  return (
    <Field
      {...common}
      maxLength={maxLengths.attributeText}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

function Several({
  attribute,
  value,
  onChange,
  choices,
}: Parameters<typeof ValueField>[0] & { choices: readonly { value: string; label: string }[] }) {
  const chosen = Array.isArray(value) ? value : []
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{textIn(attribute.names)}</legend>
      <div className="flex max-h-44 flex-wrap gap-x-5 overflow-y-auto">
        {choices.map(({ value: code, label }) => (
          <label key={code} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="checkbox"
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Keeps what is typed; several numbers are separated by semicolons. */
function NumberField({ attribute, value, onChange }: Parameters<typeof ValueField>[0]) {
  const { names, help, unit, dimension = 'count', isMultiple, isRequired = false } = attribute
  const entered = typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
  const read = (text: string) => readMeasure(text, { dimension, unit, language: currentLanguage() })?.entered
  const isWrong = entered.some((text) => text.trim() !== '' && !readMeasure(text, { dimension, unit }))
  const shown = entered.map((text) =>
    readMeasure(text, { dimension, unit }) ? measureText(text, dimension, { locale: currentLocale() }) : text,
  )
  return (
    <Field
      label={unit ? `${textIn(names)} (${unit})` : textIn(names)}
      hint={textIn(help) || (isMultiple ? t('attributes.several-numbers') : undefined)}
      error={isWrong ? t('attributes.no-number', { unit: unit || '' }) : undefined}
      required={isRequired}
      key={shown.join(';')}
      defaultValue={shown.join('; ')}
      autoComplete="off"
      onBlur={({ target }) => {
        const texts = (isMultiple ? target.value.split(';') : [target.value]).map((text) => text.trim()).filter(Boolean)
        const values = texts.map((text) => read(text) ?? text)
        onChange(isMultiple ? values : (values[0] ?? ''))
      }}
    />
  )
}

/** Suggests the brands; a brand that is not there yet is added on its own page. */
export function BrandField(props: Omit<Parameters<typeof Field>[0], 'label' | 'list' | 'hint'>) {
  const { data: brands = [] } = useQuery(endpointQuery(listBrands))
  const id = useId()
  return (
    <>
      <Field
        {...props}
        label={t('product.brand')}
        list={id}
        maxLength={maxLengths.brand}
        autoComplete="off"
        hint={t('brands.field-hint')}
      />
      <datalist id={id}>
        {brands.map(({ slug, name }) => (
          <option key={slug} value={name} />
        ))}
      </datalist>
    </>
  )
}
