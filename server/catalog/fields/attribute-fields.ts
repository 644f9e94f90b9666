import type { AttributeInput } from '#contract/attributes.ts'
import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { ownValue } from '#contract/own-value.ts'
import { type NumberStyle, readMeasure } from '#contract/units.ts'
import type { AttributeDefinition } from '#server/catalog/attributes/read-attributes.ts'
import { meaningOfMeasure, productFields, type ProductField } from '#server/catalog/fields/own-fields.ts'
import {
  CellError,
  type Field,
  germanTruths,
  readList,
  readText,
  readTruth,
  writeList,
} from '#server/catalog/fields/field.ts'

export const attributePrefix = 'attribute:'
/** Returns the code of the attribute that a field is for. */
export const attributeOf = (code: string) =>
  code.startsWith(attributePrefix) ? code.slice(attributePrefix.length) : undefined

const attributeWords: Record<Language, string> = { en: 'attribute', de: 'Merkmal' }

/** Returns the column of an attribute. */
export function attributeField({ code, kind, dimension, unit, isMultiple, names }: AttributeDefinition): ProductField {
  const main = names[mainLanguage()] ?? Object.values(names)[0] ?? code
  const measureOf = (text: string, style: NumberStyle) =>
    readMeasure(text, { dimension: dimension ?? 'count', unit: unit ?? undefined, language: style })
  const readOne: Field['read'] = (cell, language) => {
    if (kind === 'yes-no') return readTruth(cell)
    const text = readText(maxLengths.attributeText)(cell)
    if (kind !== 'number') return text
    const measure = measureOf(text, language)
    if (!measure) throw new CellError('not-a-measure', { text, example: `12 ${unit ?? ''}`.trim() })
    return measure.entered
  }
  const labelIn = (language: Language) => {
    const name = names[language] ?? main
    // Products have a length of their own parcel: the column says which is meant.
    const isProductField = productFields.some(({ labels }) => labels[language].toLowerCase() === name.toLowerCase())
    return isProductField ? `${name} (${attributeWords[language]})` : name
  }
  return {
    code: `${attributePrefix}${code}`,
    labels: { en: labelIn('en'), de: labelIn('de') },
    names: [code.toLowerCase()],
    read: isMultiple ? (cell, language) => writeList(readList(cell).map((part) => readOne(part, language))) : readOne,
    ...(kind === 'yes-no' && { words: germanTruths }),
    ...(kind === 'number' && {
      measure: { dimension: dimension ?? 'count', ...(unit !== null && { unit }) },
      meaningOf: (text) => writeList(readList(text).map((part) => meaningOfMeasure(part, measureOf(part, 'en')))),
    }),
    ...(isMultiple ? { isList: true } : kind === 'text' && { joins: ' ' as const }),
    write: ({ attributes }) => writeAttribute(ownValue(attributes, code)),
  }
}

/** Returns the text of what a product has for an attribute. */
export function writeAttribute(value: AttributeInput[string] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : writeList(value)
}
