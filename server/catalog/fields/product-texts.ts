import { mainLanguage, otherLanguages } from '#contract/main-language.ts'
import { type AttributeDefinition, listAttributeDefinitions } from '#server/catalog/attributes/read-attributes.ts'
import { productTextNames } from '#server/catalog/catalog.tables.ts'
import { attributeField, attributePrefix, writeAttribute } from '#server/catalog/fields/attribute-fields.ts'
import { changedDocuments, documentFields } from '#server/catalog/fields/document-fields.ts'
import { contentFields, orNull, productFields, type ProductField } from '#server/catalog/fields/own-fields.ts'
import type { ProductRecord } from '#server/catalog/product-records.ts'
import type { RecordState } from '#server/catalog/product-fields.ts'
import type { ProductWrite } from '#server/catalog/write-products.ts'
import { noPictureUrl } from '#server/media/find-image-urls.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readList, type Texts } from '#server/catalog/fields/field.ts'

/** The texts that a product has in each language beside the main one, with the field of the own text. */
const translated = productTextNames.map((text) => ({ text, field: text === 'imageAlt' ? 'pictureText' : text }))

/** Lists the columns of every product in the main language of the store, and those in the others. */
const textFields = (): readonly ProductField[] => [
  ...productFields.map((field) =>
    translated.some((one) => one.field === field.code) ? { ...field, language: mainLanguage() } : field,
  ),
  ...documentFields,
  ...otherLanguages().flatMap((language) =>
    translated.map(({ text, field }): ProductField => {
      const own = productFields.find(({ code }) => code === field)
      if (!own) throw new Error(`There is no field ${field}.`)
      return {
        code: `${field}:${language}`,
        language,
        labels: own.labels,
        names: own.names,
        read: own.read,
        ...(own.isProse && { isProse: true }),
        ...(own.isName && { isName: true }),
        ...(own.joins && { joins: own.joins }),
        write: ({ texts }) => texts[language]?.[text] ?? '',
      }
    }),
  ),
]

/** Returns the fields of every product, in each language of the store, and those of its attributes. */
export const readProductFields = async (db: Database | Transaction): Promise<ProductField[]> => [
  ...textFields(),
  ...(await listAttributeDefinitions(db)).map(attributeField),
]

/** Returns the texts of products by id and field, also those of their attributes. */
export function textsOf(records: Iterable<ProductRecord>): Map<string, Texts> {
  const fields = textFields()
  return new Map(
    Array.from(records, (product): [string, Texts] => {
      const texts: Record<string, string> = {}
      for (const { code, write } of fields) texts[code] = write(product)
      for (const [code, value] of Object.entries(product.attributes))
        texts[attributePrefix + code] = writeAttribute(value)
      return [product.id, texts]
    }),
  )
}

/** Returns the addresses of the pictures of a product. */
export const picturesOf = (texts: Texts) => ['picture', 'pictures'].flatMap((field) => readList(texts[field] ?? ''))

/** Returns what the catalog writes for a change to `texts`; without `isNew`, of a product that exists and has the texts `present`. */
export function toWrite(
  {
    subject: id,
    isNew = false,
    texts,
    present = {},
    units,
  }: { subject: string; isNew?: boolean; texts: Texts; present?: Texts | undefined; units: number },
  definitions: readonly AttributeDefinition[],
): ProductWrite {
  const content = Object.entries(contentFields).flatMap(([column, { field, toValue }]) => {
    const text = texts[field]
    return text === undefined ? [] : [[column, toValue(text)] as const]
  })
  const translations = otherLanguages().flatMap((language) => {
    const sent = translated.flatMap(({ text, field }) => {
      const value = texts[`${field}:${language}`]
      return value === undefined ? [] : [[text, value] as const]
    })
    return sent.length === 0 ? [] : [[language, Object.fromEntries(sent)] as const]
  })
  const attributes = definitions.flatMap(({ code, kind, isMultiple }) => {
    const text = texts[`${attributePrefix}${code}`]
    if (text === undefined) return []
    const value = text === '' ? [] : kind === 'yes-no' ? text === 'yes' : isMultiple ? readList(text) : text
    return [[code, value] as const]
  })
  return {
    id,
    isNew,
    // The name would be shown twice, and in the main language only.
    ...(isNew && { imageUrl: noPictureUrl, description: '', minimumQuantity: 1 }),
    ...Object.fromEntries(content),
    ...(texts['category'] !== undefined && { category: orNull(texts['category']) }),
    ...(texts['brand'] !== undefined && { brand: orNull(texts['brand']) }),
    // The field reads nothing else.
    ...(texts['state'] !== undefined && { state: texts['state'] as RecordState }),
    ...(translations.length > 0 && { texts: Object.fromEntries(translations) }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(texts['pictures'] !== undefined && { images: readList(texts['pictures']).map((url) => ({ url })) }),
    documents: changedDocuments(texts, present),
    stockChange: units,
  }
}
