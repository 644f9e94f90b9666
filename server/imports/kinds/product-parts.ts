import { isNumbersField, numberRowFields } from '#server/catalog/fields/number-fields.ts'
import { hasPriceRows, isOfPrices } from '#server/catalog/fields/price-fields.ts'

/** The fields that name a product. */
export const namingFields: readonly string[] = ['id', 'partNumber', 'brand']

const isNumberRow = (code: string) => Object.values<string>(numberRowFields).includes(code)

/** Whether a file has nothing but prices of lists and numbers beside its own one: its rows add no products, and several are about one. */
export function hasPartsOnly(mapping: readonly (string | null)[]): boolean {
  const others = mapping.filter((code) => code !== null && !namingFields.includes(code)) as string[]
  const isPart = (code: string) =>
    isOfPrices(code) || isNumbersField(code) || isNumberRow(code) || (code === 'price' && hasPriceRows(mapping))
  return others.length > 0 && others.every(isPart)
}

/** Whether several rows of a file may be about one product, each with a price or a number of it. */
export const hasSeveralRows = (mapping: readonly (string | null)[]): boolean =>
  hasPriceRows(mapping) ||
  mapping.includes(numberRowFields.number) ||
  (hasPartsOnly(mapping) && mapping.some((code) => code !== null && isNumbersField(code)))
