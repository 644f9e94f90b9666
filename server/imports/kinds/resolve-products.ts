import { maxLengths } from '#contract/max-lengths.ts'
import { maxCategoryLevels } from '#contract/categories.ts'
import { type AttributeDefinition, listAttributeDefinitions } from '#server/catalog/attributes/read-attributes.ts'
import { findOptions, optionKey } from '#server/catalog/attributes/write-product-values.ts'
import { namesOnWay } from '#server/catalog/categories/add-missing-categories.ts'
import { attributePrefix } from '#server/catalog/fields/attribute-fields.ts'
import { barcodesCode, wrongBarcodes } from '#server/catalog/fields/number-fields.ts'
import { documentCodes, readDocuments, titledText } from '#server/catalog/fields/document-fields.ts'
import { picturesOf } from '#server/catalog/fields/product-texts.ts'
import { ambiguous, nameBrands, nameCategories, type Named } from '#server/catalog/name-references.ts'
import type { AskedRow, FileChoices, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import { chooseCategories } from '#server/imports/kinds/choose-category.ts'
import { hasPartsOnly } from '#server/imports/kinds/product-parts.ts'
import { listClassesWithoutRate, nameTaxClasses } from '#server/imports/kinds/name-tax-classes.ts'
import { resolvePrices } from '#server/imports/kinds/resolve-prices.ts'
import { findLoadedPictures } from '#server/imports/pictures/find-loaded-pictures.ts'
import { documentSource } from '#server/imports/pictures/document-source.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { readList, writeList } from '#server/catalog/fields/field.ts'
import { readSetup } from '#server/shipping/read-setup.ts'

/** Lists why a picture is missing that is there, and can be had once the shop is mended. */
const ownFaults: ReadonlySet<string> = new Set([
  'picture-not-stored',
  'picture-storage-full',
  'picture-not-in-archive',
] satisfies RowError['code'][])

/** Names categories, brands, options and classes by their codes. */
export async function resolveProducts(
  tx: Transaction,
  given: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
  warnings: RowWarning[],
): Promise<AskedRow[]> {
  const { id: importId, format, newAttributes, addsBrands, addsCategories } = file
  const rows = await chooseCategories(tx, await resolvePrices(tx, given, errors, file, warnings), errors, warnings)
  const pictures = await findLoadedPictures(
    tx,
    importId,
    rows.flatMap(({ texts }) => [
      ...picturesOf(texts),
      ...documentCodes.flatMap((code) => readDocuments(texts[code] ?? '').map(({ url }) => documentSource(url))),
    ]),
  )
  const asked = (field: string) => [...new Set(rows.flatMap(({ texts }) => texts[field] || []))]
  const named = new Map<string, Named>([
    ['category', await nameCategories(tx, asked('category'))],
    ['brand', await nameBrands(tx, asked('brand'))],
  ])
  const choose = (field: string, codes: readonly { code: string; name: string }[]) =>
    named.set(
      field,
      new Map(
        codes.flatMap(({ code, name }) => [
          [name, code],
          [code, code],
        ]),
      ),
    )
  if (asked('taxClass').length > 0) {
    const classes = await nameTaxClasses(tx, asked('taxClass'))
    named.set('taxClass', classes)
    const codeOf = ({ texts }: AskedRow) => String(classes.get(texts['taxClass'] ?? ''))
    const without = await listClassesWithoutRate(tx, rows.map(codeOf))
    for (const row of rows)
      if (without.has(codeOf(row)))
        warnings.push({ row: row.row, field: 'taxClass', warning: 'tax-class-without-rate' })
  }
  if (asked('shipClass').length > 0) choose('shipClass', (await readSetup(tx)).classes)
  const options = (await listAttributeDefinitions(tx)).filter(({ kind }) => kind === 'option')
  const parts = ({ isMultiple }: AttributeDefinition, text: string) => (isMultiple ? readList(text) : [text])
  const optionsAsked = options.flatMap((definition) =>
    asked(`${attributePrefix}${definition.code}`).flatMap((text) =>
      parts(definition, text).map((part) => ({ attribute: definition.id, text: part })),
    ),
  )
  const found = await findOptions(tx, optionsAsked)
  for (const { row, texts } of rows)
    if (texts['fits']) warnings.push({ row, field: 'fits', warning: 'fits-read-later' })
  for (const { row, texts } of rows)
    for (const text of wrongBarcodes(texts))
      warnings.push({
        row,
        field: barcodesCode,
        warning: 'check-digits-wrong',
        code: 'check-digit-wrong',
        facts: { text },
      })
  return rows.map(({ row, texts }) => {
    const resolved = { ...texts }
    const urlOf = (field: string, text: string, source = text): string | undefined => {
      const loaded = pictures.get(source)
      if (!loaded?.error) return loaded?.url ?? text
      const facts = { ...loaded.facts, text }
      // The rows of an archive are pictures and nothing else.
      if (format === 'zip' || ownFaults.has(loaded.error)) errors.push({ row, field, code: loaded.error, facts })
      else warnings.push({ row, field, warning: 'pictures-missing', code: loaded.error, facts })
      return undefined
    }
    const keep = (field: string, parts: readonly string[]) => {
      if (parts.length > 0) resolved[field] = writeList(parts)
      else if (texts[field]) delete resolved[field]
    }
    for (const field of ['picture', 'pictures'])
      keep(
        field,
        readList(texts[field] ?? '').flatMap((text) => urlOf(field, text) ?? []),
      )
    for (const field of documentCodes)
      keep(
        field,
        readDocuments(texts[field] ?? '').flatMap(({ title, url }) => {
          const stored = urlOf(field, url, documentSource(url))
          return stored === undefined ? [] : titledText({ title, url: stored })
        }),
      )
    for (const [field, codes] of named) {
      const text = texts[field]
      if (!text) continue
      const code = codes.get(text)
      if (typeof code === 'string') resolved[field] = code
      // Beside prices and numbers, a brand only says which product is meant.
      else if (field === 'brand' && (addsBrands || hasPartsOnly(file.mapping))) resolved[field] = text
      else if (field === 'category' && code !== ambiguous && addsCategories) {
        const level = namesOnWay(text).length
        if (level > maxCategoryLevels)
          errors.push({ row, field, code: 'category-too-deep', facts: { level, most: maxCategoryLevels } })
        else resolved[field] = text
      } else {
        const unknown = field === 'category' || field === 'brand' ? (`unknown-${field}` as const) : 'unknown'
        errors.push({ row, field, code: code === ambiguous ? 'ambiguous' : unknown, facts: { text } })
      }
    }
    for (const definition of options) {
      const field = `${attributePrefix}${definition.code}`
      const text = texts[field]
      if (!text) continue
      const codes = parts(definition, text).map((part) => {
        const option = found.get(optionKey({ attribute: definition.id, text: part }))
        if (!option) errors.push({ row, field, code: 'unknown', facts: { text: part } })
        return option?.code ?? ''
      })
      resolved[field] = definition.isMultiple ? writeList(codes) : (codes[0] ?? '')
    }
    for (const added of newAttributes) {
      const field = `${attributePrefix}${added?.code}`
      const text = texts[field]
      if (added?.kind !== 'option' || !text || options.some(({ code }) => code === added.code)) continue
      const codes = (added.isMultiple ? readList(text) : [text]).map((part) => {
        const option = added.options.find(({ name }) => name.toLowerCase() === part.toLowerCase())
        if (!option) errors.push({ row, field, code: 'too-long', facts: { most: maxLengths.attributeName } })
        return option?.code ?? ''
      })
      resolved[field] = writeList(codes)
    }
    return { row, texts: resolved }
  })
}
