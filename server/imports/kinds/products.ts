import type { Language } from '#contract/language.ts'
import { fitKinds } from '#contract/vehicles.ts'
import { mainLanguage, otherLanguages } from '#contract/main-language.ts'
import { toCents } from '#contract/currency.ts'
import { currentStore } from '#contract/current-store.ts'
import type { AttributeInput } from '#contract/attributes.ts'
import { pricePerChoices } from '#contract/catalog.ts'
import { maxCategoryLevels } from '#contract/categories.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { ownValue } from '#contract/own-value.ts'
import { isPartNumber } from '#contract/part-numbers.ts'
import { productLabels } from '#contract/product-labels.ts'
import { type ProductMeasure, productMeasures, readProductMeasure } from '#contract/product-measures.ts'
import { type Measure, type NumberStyle, readMeasure } from '#contract/units.ts'
import {
  type AttributeDefinition,
  listAttributeDefinitions,
  listRequiredAttributes,
} from '#server/catalog/attributes/read-attributes.ts'
import { addMissingBrands } from '#server/catalog/attributes/edit-brands.ts'
import { addMissingCategories, namesOnWay } from '#server/catalog/categories/add-missing-categories.ts'
import { findOptions, optionKey } from '#server/catalog/attributes/write-product-values.ts'
import {
  ambiguous,
  findNameHolders,
  nameBrands,
  nameCategories,
  readCategoryWords,
  readOptionWords,
  type Named,
  wayStep,
} from '#server/catalog/name-references.ts'
import { type ProductContent, productTextNames } from '#server/catalog/catalog.tables.ts'
import { listProductRecords, type ProductRecord, readProductRecords } from '#server/catalog/product-records.ts'
import type { RecordState } from '#server/catalog/product-fields.ts'
import {
  type ProductWrite,
  removeProducts,
  tellProductsChanged,
  writeProducts,
} from '#server/catalog/write-products.ts'
import {
  CellError,
  type Field,
  germanTruths,
  germanWords,
  pictureBreak,
  readPrice,
  readChoice,
  readList,
  readLine,
  readText,
  readTruth,
  readWhole,
  writeAmount,
  writeList,
} from '#server/imports/kinds/field.ts'
import { matchNumbers, refuseUnclear } from '#server/imports/kinds/find-product.ts'
import type {
  AskedRow,
  Change,
  FileChoices,
  Found,
  ImportKind,
  RowError,
  RowWarning,
  Texts,
  WriteContext,
} from '#server/imports/kinds/kind.ts'
import { listPrices, listPricesField, toPriceSteps, withListPrices } from '#server/imports/kinds/list-prices.ts'
import { numberFields, withPresentNumbers, writeNumbers } from '#server/imports/kinds/product-numbers.ts'
import { findLoadedPictures } from '#server/imports/pictures/find-loaded-pictures.ts'
import { findImageUrls, noPictureUrl } from '#server/media/find-image-urls.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { checkPriceSteps, writePriceSteps } from '#server/pricing/price-steps.ts'
import { readSetup } from '#server/shipping/read-setup.ts'
import { listTaxClasses } from '#server/tax/tax-entries.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findListed, writeFitKinds } from '#server/vehicles/write-fit-kinds.ts'

type ProductField = Field<ProductRecord>

const states = {
  active: [
    'on sale',
    'im verkauf',
    'aktiv',
    'published',
    'visible',
    'sichtbar',
    'enabled',
    'online',
    'yes',
    'ja',
    'true',
    '1',
  ],
  draft: [
    'entwurf',
    'unpublished',
    'hidden',
    'inactive',
    'inaktiv',
    'unsichtbar',
    'disabled',
    'offline',
    'no',
    'nein',
    'false',
    '0',
  ],
  archived: ['archiviert', 'discontinued'],
} as const satisfies Record<RecordState, readonly string[]>

const maxUnits = 1_000_000

function readId(cell: string): string {
  const text = cell.trim()
  if (!isId(text)) throw new CellError('not-an-id', { text })
  return text.toLowerCase()
}

/** Matches how spreadsheet programs show a number of more than 11 digits: `4,01235E+12`. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2,}$/i

/** Matches what a formula that failed shows, also in other languages: `#REF!`, `#NAME?`, `#N/A`, `#NV`. */
const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/[AD]|NV)$/u

/** Matches what spreadsheet programs make of numbers such as 3-15, as text: `Mar-15`, `15. Mrz`, `01.03.2015`. */
const looksLikeDate =
  /^(?:(?:\d{1,2}[-. ]{1,2})?(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)[-. ]{1,2}\d{1,4}|\d{1,2}[-. ]{1,2}(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez)\.?|[0-3]?\d([./])[01]?\d\1(?:19|20)\d\d)$/iu

/** Returns a part number; throws for signs alone, which no search could find, and for one that a spreadsheet program has lost. */
export function readPartNumber(cell: string): string {
  const text = readLine(maxLengths.partNumber)(cell)
  if (shortened.test(text)) throw new CellError('shortened-number', { text })
  if (formulaError.test(text)) throw new CellError('formula-error', { text })
  if (!isPartNumber(text)) throw new CellError('not-a-part-number', { text })
  return text
}

/** Returns the names on the way to a category, or its slug. */
function readCategory(cell: string): string {
  const text = readLine(500)(cell)
  const names = namesOnWay(text)
  if (names.includes('')) throw new CellError('category-name-missing', { text })
  if (names.some((name) => name.length > maxLengths.categoryName))
    throw new CellError('too-long', { most: maxLengths.categoryName })
  return names.join(wayStep)
}

const withoutPlaceholder = (url: string) => (url === noPictureUrl ? '' : url)

const readPictures = (cell: string): string[] => readList(cell.replaceAll(new RegExp(pictureBreak, 'giu'), '|'))

const exampleOf = (name: ProductMeasure) => (name === 'weight' ? '2.5 kg' : '12.5 mm')

/** Another unit is another value: it is what buyers read. */
const meaningOfMeasure = (text: string, measure: Measure | undefined) =>
  measure ? `${measure.base} ${measure.unit}` : text

/** Whether a text is 0, with or without decimals and a unit. */
const isZero = (text: string) => /^[\d\s.,]*\p{L}*$/u.test(text) && text.includes('0') && !/[1-9]/.test(text)

const measureField = (name: ProductMeasure, names: readonly string[]): ProductField => ({
  code: name,
  labels: productLabels[name],
  names,
  read(cell, language) {
    // Programs that do not know a measure write 0.
    if (isZero(cell.trim())) return ''
    const measure = readProductMeasure(name, cell.trim(), language, currentStore().units)
    if (!measure) throw new CellError('not-a-measure', { text: cell.trim(), example: exampleOf(name) })
    return measure.entered
  },
  meaningOf: (text) => meaningOfMeasure(text, readProductMeasure(name, text)),
  measure: { dimension: productMeasures[name] },
  write: (product) => product[name] ?? '',
})

/** Lists the columns of every product; those of languages and attributes follow. */
export const productFields: readonly ProductField[] = [
  {
    code: 'id',
    labels: { en: 'Id', de: 'Kennung' },
    names: ['product id', '_id', 'artikel-id'],
    read: readId,
    write: ({ id }) => id,
  },
  {
    code: 'partNumber',
    labels: productLabels.sku,
    names: [
      'sku',
      'part no',
      'part no.',
      'part #',
      'item number',
      'item no',
      'number',
      'mpn',
      'artikelnummer',
      'artikel-nr.',
      'art.-nr.',
      'artnr',
      'nummer',
      'item code',
      'product code',
      'stock code',
      'artikelnr.',
      'artikel nr.',
      'internal reference',
    ],
    read: readPartNumber,
    isPartNumber: true,
    write: ({ sku }) => sku ?? '',
  },
  {
    code: 'name',
    labels: productLabels.name,
    names: [
      'name',
      'title',
      'product',
      'product name',
      'product title',
      'item',
      'item name',
      'bezeichnung',
      'bezeichnung 1',
      'artikel',
      'artikelname',
      'artikelbezeichnung',
      'kurztext',
      'titel',
    ],
    read: readLine(maxLengths.productName),
    isName: true,
    joins: ' ',
    write: ({ name }) => name,
    isRequired: true,
  },
  {
    code: 'description',
    labels: productLabels.description,
    names: [
      'content',
      'text',
      'body',
      'body (html)',
      'long description',
      'product description',
      'langtext',
      'artikeltext',
      'langbeschreibung',
    ],
    read: readText(maxLengths.description),
    isProse: true,
    joins: '\n',
    write: ({ description }) => description,
    isRequired: true,
  },
  {
    code: 'price',
    labels: productLabels.priceCents,
    names: [
      'unit price',
      'list price',
      'net price',
      'sales price',
      'selling price',
      'regular price',
      'vk',
      'vk netto',
      'vk-preis',
      'netto-vk',
      'einzelpreis',
      'listenpreis',
      'nettopreis',
      'verkaufspreis',
    ],
    read: readPrice,
    number: 'amount',
    write: ({ priceCents }) => writeAmount(priceCents),
    isRequired: true,
  },
  {
    code: 'pricePer',
    labels: productLabels.pricePer,
    names: ['price per', 'preis pro', 'price unit', 'per', 'preiseinheit', 'pe'],
    read: readChoice(Object.fromEntries(pricePerChoices.map((choice) => [String(choice), []]))),
    write: ({ pricePer }) => String(pricePer),
    isRequired: true,
  },
  {
    code: 'minimum',
    isNoneAtZero: true,
    labels: productLabels.minimumQuantity,
    names: [
      'minimum quantity',
      'mindestmenge',
      'minimum',
      'min',
      'moq',
      'minimum order',
      'min order',
      'minorder',
      'mindestbestellmenge',
      'mindestabnahme',
    ],
    read: readWhole(0, maxUnits),
    number: 'whole',
    write: ({ minimumQuantity }) => String(minimumQuantity),
    isRequired: true,
  },
  {
    code: 'multiple',
    isNoneAtZero: true,
    labels: productLabels.orderMultiple,
    names: [
      'order multiple',
      'bestellschritt',

      'packmenge',
      'multiple',
      'pack',
      'pack size',
      'step',
      've',
      'verpackungseinheit',
      'staffelung',
    ],
    read: readWhole(0, maxUnits),
    number: 'whole',
    write: ({ orderMultiple }) => String(orderMultiple),
    isRequired: true,
  },
  {
    code: 'maximum',
    labels: productLabels.maximumQuantity,
    names: ['maximum quantity', 'höchstmenge', 'maximum', 'max', 'max order', 'maxorder', 'höchstbestellmenge'],
    read: readWhole(1, maxUnits),
    number: 'whole',
    write: ({ maximumQuantity }) => (maximumQuantity === null ? '' : String(maximumQuantity)),
  },
  {
    code: 'stock',
    labels: productLabels.availableQuantity,
    names: [
      'bestand',
      'available',
      'quantity',
      'qty',
      'on hand',
      'quantity on hand',
      'qty on hand',
      'inventory',
      'stock quantity',
      'stock level',
      'lagerbestand',
      'lagerbestand gesamt',
      'menge',
      'verfügbar',
    ],
    read: readWhole(0, maxUnits),
    number: 'whole',
    isFlooredAtZero: true,
    write: ({ availableQuantity }) => String(availableQuantity),
    isRequired: true,
  },
  ...numberFields(readPartNumber),
  {
    code: 'category',
    labels: productLabels.category,
    names: [
      'category path',
      'categories',
      'item category',
      'product category',
      'group',
      'item group',
      'product group',
      'warengruppe',
      'artikelgruppe',
      'rubrik',
    ],
    read: readCategory,
    isName: true,
    write: ({ category }) => category ?? '',
  },
  {
    code: 'brand',
    labels: productLabels.brand,
    names: ['brand name', 'manufacturer', 'manufacturer name', 'make', 'vendor', 'hersteller', 'fabrikat'],
    read: readLine(maxLengths.brand),
    isName: true,
    write: ({ brand }) => brand ?? '',
  },
  {
    code: 'fit',
    labels: { en: 'Fit', de: 'Passt zu' },
    names: ['fit kind', 'fahrzeugbezug'],
    read: readChoice({
      vehicles: ['certain vehicles', 'bestimmte fahrzeuge'],
      universal: ['universell'],
      none: ['not for vehicles', 'nicht für fahrzeuge', 'keine'],
    }),
    words: germanWords({ vehicles: 'bestimmte Fahrzeuge', universal: 'universell', none: 'keine' }),
    write: ({ fitKind }) => fitKind,
    isRequired: true,
  },
  {
    code: 'fitComplete',
    labels: { en: 'Fit list complete', de: 'Fahrzeugliste vollständig' },
    names: [],
    read: readTruth,
    words: germanTruths,
    write: ({ fitComplete }) => (fitComplete ? 'yes' : 'no'),
    isRequired: true,
  },
  {
    code: 'state',
    labels: { en: 'State', de: 'Status' },
    names: ['zustand', 'publication', 'published', 'active', 'aktiv', 'visible', 'enabled', 'online'],
    read: readChoice(states),
    words: germanWords({ active: 'im Verkauf', draft: 'Entwurf', archived: 'archiviert' }),
    write: ({ state }) => state,
    isRequired: true,
  },
  {
    code: 'picture',
    labels: productLabels.imageUrl,
    names: ['image', 'img', 'photo', 'image url', 'bild-url', 'foto'],
    read: (cell) => withoutPlaceholder(writeList(readPictures(readText(20_000)(cell)))),
    // The placeholder is none.
    write: ({ imageUrl }) => withoutPlaceholder(imageUrl),
  },
  {
    code: 'pictures',
    labels: productLabels.images,
    names: ['further pictures', 'pictures', 'images', 'additional images', 'image urls', 'bilder', 'fotos'],
    read: (cell) => writeList(readPictures(readText(20_000)(cell))),
    write: ({ images }) => writeList(images),
  },
  {
    code: 'pictureText',
    labels: productLabels.imageAlt,
    names: ['picture text', 'bildtext', 'image alt', 'alt', 'alt text', 'bildbeschreibung'],
    read: readLine(maxLengths.alt),
    write: ({ imageAlt }) => imageAlt ?? '',
  },
  measureField('weight', [
    'mass',
    'net weight',
    'gross weight',
    'nettogewicht',
    'bruttogewicht',
    'artikelgewicht',
    'variant grams',
    'grams',
    'weight per piece',
    'weight per unit',
    'unit weight',
    'gewicht pro stück',
    'gewicht je stück',
    'stückgewicht',
  ]),
  measureField('length', []),
  measureField('width', []),
  measureField('height', []),
  {
    code: 'taxClass',
    labels: productLabels.taxClass,
    names: ['tax', 'vat class', 'steuersatz', 'mwst'],
    read: readLine(maxLengths.taxCode),
    write: ({ taxClass }) => taxClass,
    isRequired: true,
  },
  {
    code: 'taxCode',
    labels: productLabels.taxCode,
    names: ['tax code', 'steuercode', 'stripe tax code'],
    read: readLine(maxLengths.taxCode),
    write: ({ taxCode }) => taxCode ?? '',
  },
  {
    code: 'shipClass',
    labels: productLabels.shipClass,
    names: ['shipping class', 'freight class'],
    read: readText(40),
    write: ({ shipClass }) => shipClass ?? '',
  },
  {
    code: 'pageTitle',
    labels: productLabels.pageTitle,
    names: ['seo title', 'meta title', 'seo-titel', 'meta-titel'],
    read: readLine(maxLengths.pageTitle),
    write: ({ pageTitle }) => pageTitle ?? '',
  },
  {
    code: 'pageDescription',
    labels: productLabels.pageDescription,
    names: ['seo description', 'meta description', 'seo-beschreibung', 'meta-beschreibung'],
    read: readText(maxLengths.pageDescription),
    write: ({ pageDescription }) => pageDescription ?? '',
  },
]

/** The texts that a product has in each language beside the main one, with the field of the own text. */
const translated = productTextNames.map((text) => ({ text, field: text === 'imageAlt' ? 'pictureText' : text }))

/** Lists the columns of every product in the main language of the store, and those in the others. */
const textFields = (): readonly ProductField[] => [
  ...productFields.map((field) =>
    translated.some((one) => one.field === field.code) ? { ...field, language: mainLanguage() } : field,
  ),
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

const attributePrefix = 'attribute:'
const attributeOf = (code: string) =>
  code.startsWith(attributePrefix) ? code.slice(attributePrefix.length) : undefined

const attributeWords: Record<Language, string> = { en: 'attribute', de: 'Merkmal' }

function attributeField({ code, kind, dimension, unit, isMultiple, names }: AttributeDefinition): ProductField {
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

function writeAttribute(value: AttributeInput[string] | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : writeList(value)
}

/** Returns the texts of a product by field, also those of its attributes. */
function textsOf(product: ProductRecord): Texts {
  const own = textFields().map(({ code, write }) => [code, write(product)])
  const attributes = Object.entries(product.attributes).map(([code, value]) => [
    `${attributePrefix}${code}`,
    writeAttribute(value),
  ])
  return Object.fromEntries([...own, ...attributes])
}

async function find(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  file: FileChoices,
): Promise<Map<number, Found>> {
  const byId = await readProductRecords(
    tx,
    rows.flatMap(({ texts }) => texts['id'] || []),
  )
  const matches = await matchNumbers(tx, rows, errors, file)
  const result = new Map<number, Found>()
  for (const asked of rows) {
    const { row, texts } = asked
    const id = texts['id']
    if (id) {
      const record = byId.get(id)
      if (record) result.set(row, { subject: id, isNew: false, key: id, keyFields: ['id'], number: record.sku })
      else errors.push({ row, field: 'id', code: 'not-an-id', facts: { text: id } })
      continue
    }
    const match = matches.get(row)
    if (!match) errors.push({ row, field: 'partNumber', code: 'no-key', facts: {} })
    else if (refuseUnclear(match, asked, errors, file)) continue
    else if (match.near !== null && !file.addsNearNumbers) {
      const facts = { text: texts['partNumber'] ?? '', number: match.near }
      errors.push({ row, field: 'partNumber', code: 'near-number-asked', facts })
    } else if (match.ids.length === 0 && looksLikeDate.test(texts['partNumber'] ?? '')) {
      errors.push({ row, field: 'partNumber', code: 'date-number-asked', facts: { text: texts['partNumber'] ?? '' } })
    } else {
      const [subject] = match.ids
      const key = subject ?? `new ${match.key} ${texts['brand']?.toLowerCase() ?? ''}`.trim()
      // Another spelling of the number is no change of it.
      const keyFields = ['id', 'partNumber']
      result.set(row, {
        subject: subject ?? newId(),
        isNew: subject === undefined,
        key,
        keyFields,
        number: match.number,
        idFields: ['id'],
      })
    }
  }
  return result
}

/** Returns the addresses of the pictures of a product. */
const picturesOf = (texts: Texts) => ['picture', 'pictures'].flatMap((field) => readList(texts[field] ?? ''))

/** Lists why a picture is missing that is there, and can be had once the shop is mended. */
const ownFaults: ReadonlySet<string> = new Set([
  'picture-not-stored',
  'picture-storage-full',
  'picture-not-in-archive',
] satisfies RowError['code'][])

/** Names categories, brands, options and classes by their codes. */
async function resolve(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  { id: importId, format, addsBrands, addsCategories }: FileChoices,
  warnings: RowWarning[],
): Promise<AskedRow[]> {
  const pictures = await findLoadedPictures(
    tx,
    importId,
    rows.flatMap(({ texts }) => picturesOf(texts)),
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
  if (asked('taxClass').length > 0) choose('taxClass', await listTaxClasses(tx))
  if (asked('shipClass').length > 0) choose('shipClass', (await readSetup(tx)).classes)
  const options = (await listAttributeDefinitions(tx)).filter(({ kind }) => kind === 'option')
  const parts = ({ isMultiple }: AttributeDefinition, text: string) => (isMultiple ? readList(text) : [text])
  const optionsAsked = options.flatMap((definition) =>
    asked(`${attributePrefix}${definition.code}`).flatMap((text) =>
      parts(definition, text).map((part) => ({ attribute: definition.id, text: part })),
    ),
  )
  const found = await findOptions(tx, optionsAsked)
  return rows.map(({ row, texts }) => {
    const resolved = { ...texts }
    for (const field of ['picture', 'pictures']) {
      const urls = readList(texts[field] ?? '').flatMap((source) => {
        const loaded = pictures.get(source)
        if (!loaded?.error) return [loaded?.url ?? source]
        const facts = { ...loaded.facts, text: source }
        // The rows of an archive are pictures and nothing else.
        if (format === 'zip' || ownFaults.has(loaded.error)) errors.push({ row, field, code: loaded.error, facts })
        else warnings.push({ row, field, warning: 'pictures-missing', code: loaded.error, facts })
        return []
      })
      if (urls.length > 0) resolved[field] = writeList(urls)
      else if (texts[field]) delete resolved[field]
    }
    for (const [field, codes] of named) {
      const text = texts[field]
      if (!text) continue
      const code = codes.get(text)
      if (typeof code === 'string') resolved[field] = code
      else if (field === 'brand' && addsBrands) resolved[field] = text
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
    return { row, texts: resolved }
  })
}

const newDefaults: Texts = {
  minimum: '1',
  multiple: '1',
  stock: '0',
  pricePer: '1',
  state: 'active',
  taxClass: 'standard',
  fit: 'none',
  fitComplete: 'no',
}

async function check(
  tx: Transaction,
  changes: readonly Change[],
  present: Map<string, Texts>,
  errors: RowError[],
): Promise<void> {
  const whole = changes.map((change) => ({
    ...change,
    texts: { ...(change.before ? present.get(change.subject) : newDefaults), ...change.after },
  }))
  const refuse = (row: number, field: string | undefined, code: RowError['code'], facts: RowError['facts'] = {}) =>
    errors.push({ row, field, code, facts })
  for (const { row, texts } of whole) {
    const [minimum, multiple] = [Number(texts['minimum'] ?? 1), Number(texts['multiple'] ?? 1)]
    const maximum = texts['maximum'] ? Number(texts['maximum']) : undefined
    const fits = minimum % multiple === 0 && (maximum === undefined || (maximum % multiple === 0 && maximum >= minimum))
    if (!fits) refuse(row, 'minimum', 'quantities-do-not-fit', { multiple })
  }
  const fitted = whole.filter(({ after }) => after['fit'] !== undefined || after['fitComplete'] !== undefined)
  const listed = await findListed(
    tx,
    fitted.map(({ subject }) => subject),
  )
  for (const { row, subject, texts } of fitted) {
    if (texts['fit'] === 'vehicles') continue
    if (listed.has(subject)) refuse(row, 'fit', 'fits-listed')
    else if (texts['fitComplete'] === 'yes') refuse(row, 'fitComplete', 'fits-complete-without-kind')
  }
  const selling = whole.filter(
    ({ before, after, texts }) =>
      texts['state'] === 'active' &&
      (!before || ['name', 'partNumber', 'brand', 'state'].some((field) => field in after)),
  )
  const holders = await findNameHolders(
    tx,
    selling.map(({ row, subject, texts }) => ({
      row,
      id: subject,
      name: texts['name'] ?? '',
      sku: texts['partNumber'] ?? '',
      brand: texts['brand'] ?? '',
    })),
  )
  for (const { row, before, after, texts } of selling) {
    const holder = holders.get(row)
    if (holder?.name) refuse(row, 'name', 'name-taken', { text: texts['name'] ?? '' })
    const changesNumber = ['partNumber', 'brand'].some((field) => field in after)
    const text = texts['partNumber'] ?? ''
    if (holder?.number && (!before || changesNumber || 'state' in after)) {
      refuse(row, 'partNumber', 'number-taken', { text, name: holder.number })
    } else if (holder?.brands && before && changesNumber) {
      const { brands } = holder
      if ('brand' in after) refuse(row, 'brand', 'brand-not-removed', { text, brands })
      else refuse(row, 'partNumber', 'number-of-brands', { text, brands })
    }
  }
  const known = await findImageUrls(
    tx,
    changes.flatMap(({ after }) => picturesOf(after)),
  )
  const refused = new Set(errors.map(({ row }) => row))
  for (const { row, after } of changes) {
    for (const field of ['picture', 'pictures']) {
      const text = readList(after[field] ?? '').find((url) => !known.has(url))
      if (text !== undefined && !refused.has(row)) refuse(row, field, 'not-our-picture', { text })
    }
  }
  const steps = await toPriceSteps(tx, changes)
  const refusedSteps = await checkPriceSteps(
    tx,
    steps.map(({ step }) => step),
  )
  // Lists have one of several prices of a product refused for the others.
  for (const index of refusedSteps.map((one) => one.index)) refuse(steps[index]?.row ?? 0, listPrices, 'price-rises')
  const attributed = whole.filter(({ after }) => Object.keys(after).some((field) => field.startsWith(attributePrefix)))
  const required = await listRequiredAttributes(tx, [
    ...new Set(attributed.flatMap(({ texts }) => texts['category'] || [])),
  ])
  for (const { row, texts } of attributed) {
    for (const code of required.get(texts['category'] ?? '') ?? []) {
      const field = `${attributePrefix}${code}`
      if (!texts[field]) refuse(row, field, 'attribute-required', { text: code })
    }
  }
}

/** Adds the minimum of a pack size and the numbers that are there, and divides lists of pictures. */
const complete: ImportKind['complete'] = (texts, present, incomplete) =>
  withPresentNumbers(withMinimum(withMainPicture(texts, present, incomplete), present), present)

/** Adds the minimum to a pack size without one, if the present minimum is no multiple of it: the next multiple. */
function withMinimum(texts: Texts, present: Texts): Texts {
  const multiple = Number(texts['multiple'] || 1)
  if (texts['minimum'] !== undefined || multiple <= 1) return texts
  const minimum = Number(present['minimum'] ?? 1)
  return minimum % multiple === 0 ? texts : { ...texts, minimum: String(Math.ceil(minimum / multiple) * multiple) }
}

/**
 * Makes the first picture of a list the main one where a row or product has none. A list of which some could not be had replaces no
 * pictures.
 */
function withMainPicture(texts: Texts, present: Texts, incomplete: ReadonlySet<string>): Texts {
  const [main, ...more] = readList(texts['picture'] ?? '')
  const further = texts['pictures'] === undefined ? undefined : readList(texts['pictures'])
  const { pictures: _, ...others } = texts
  const divided = (first: string | undefined, rest: readonly string[]): Texts => {
    const keeps = present['pictures'] && ['picture', 'pictures'].some((one) => incomplete.has(one))
    return { ...others, ...(first && { picture: first }), ...(keeps ? {} : { pictures: writeList(rest) }) }
  }
  if (main !== undefined && more.length > 0) return divided(main, [...more, ...(further ?? [])])
  if (further === undefined || further.length === 0 || texts['pictures'] === present['pictures']) return texts
  if (texts['picture'] !== undefined) return divided(texts['picture'], further)
  const [first = '', ...rest] = further
  const isMain = !present['picture'] || present['picture'] === first
  return isMain ? divided(present['picture'] ? undefined : first, rest) : divided(undefined, further)
}

const asIs = (text: string) => text
const orNull = (text: string) => (text === '' ? null : text)

type Content = Omit<ProductContent, 'availableQuantity'>

/** Says which field has each column of a product, and what its text is there; the type check names a column that is forgotten. */
const contentFields: { [Column in keyof Content]: { field: string; toValue: (text: string) => Content[Column] } } = {
  sku: { field: 'partNumber', toValue: orNull },
  name: { field: 'name', toValue: asIs },
  description: { field: 'description', toValue: asIs },
  priceCents: { field: 'price', toValue: (text) => toCents(Number(text)) },
  pricePer: {
    field: 'pricePer',
    toValue: (text) => pricePerChoices.find((choice) => String(choice) === text) ?? 1,
  },
  minimumQuantity: { field: 'minimum', toValue: Number },
  orderMultiple: { field: 'multiple', toValue: Number },
  maximumQuantity: { field: 'maximum', toValue: (text) => (text === '' ? null : Number(text)) },
  imageUrl: { field: 'picture', toValue: (text) => text || noPictureUrl },
  imageAlt: { field: 'pictureText', toValue: orNull },
  weight: { field: 'weight', toValue: orNull },
  length: { field: 'length', toValue: orNull },
  width: { field: 'width', toValue: orNull },
  height: { field: 'height', toValue: orNull },
  taxClass: { field: 'taxClass', toValue: asIs },
  taxCode: { field: 'taxCode', toValue: orNull },
  shipClass: { field: 'shipClass', toValue: orNull },
  pageTitle: { field: 'pageTitle', toValue: orNull },
  pageDescription: { field: 'pageDescription', toValue: orNull },
}
for (const { field } of Object.values(contentFields)) {
  if (!productFields.some(({ code }) => code === field)) throw new Error(`There is no field ${field}.`)
}

/** Returns what the catalog writes for a change to `texts`; without `isNew`, of a product that exists. */
function toWrite(
  { subject: id, isNew = false, texts, units }: { subject: string; isNew?: boolean; texts: Texts; units: number },
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
    stockChange: units,
  }
}

/** Adds the categories that the shop does not have, and names all of them by their slugs. */
async function withAddedCategories(tx: Transaction, changes: readonly Change[], ids: number[]): Promise<Change[]> {
  const asked = [...new Set(changes.flatMap(({ after }) => after['category'] || []))]
  const known = await nameCategories(tx, asked)
  const { slugs, added } = await addMissingCategories(
    tx,
    asked.filter((text) => !known.has(text)),
  )
  ids.push(...added)
  return changes.map((change) => {
    const text = change.after['category'] ?? ''
    // One that was missing at the comparison may be there by now: an earlier batch has added it.
    const category = slugs.get(text) ?? known.get(text)
    return typeof category === 'string' ? { ...change, after: { ...change.after, category } } : change
  })
}

const readFields = async (db: Database | Transaction): Promise<Field[]> => [
  ...textFields(),
  ...(await listAttributeDefinitions(db)).map(attributeField),
  listPricesField,
]

const writeListPrices = async (tx: Transaction, changes: Parameters<typeof toPriceSteps>[1]) =>
  writePriceSteps(
    tx,
    (await toPriceSteps(tx, changes)).map(({ step }) => step),
  )

const fitKindOf = ({ subject, after }: Pick<Change, 'subject' | 'after'>) => ({
  id: subject,
  kind: fitKinds.find((kind) => kind === after['fit']),
  isComplete: after['fitComplete'] === undefined ? undefined : after['fitComplete'] === 'yes',
})

const stockOf = (texts: Texts | null | undefined) => Number(texts?.['stock'] ?? 0)
/** Returns the units that a change brings in. */
const unitsOf = ({ before, after }: Pick<Change, 'before' | 'after'>) =>
  after['stock'] === undefined ? 0 : stockOf(after) - stockOf(before)

async function writeAndTell(tx: Transaction, writes: ProductWrite[], { by, note }: Pick<WriteContext, 'by' | 'note'>) {
  await writeProducts(tx, writes, by, note)
  // The audit log has the import, not each product.
  await tellProductsChanged(
    tx,
    writes.map(({ id }) => id),
  )
}

export const productsKind: ImportKind = {
  name: 'products',
  keys: ['partNumber', 'id'],
  neededByNew: ['partNumber', 'name', 'price'],
  fieldPermissions: { [listPrices]: 'prices' },
  nameFields: ['partNumber', 'name', 'id'],
  batchSize: 200,
  moving: ['stock'],
  complete,
  fields: readFields,
  async shownFields(db) {
    const categories = await readCategoryWords(db)
    const options = await readOptionWords(db)
    return (await readFields(db)).map((field) => {
      const words = field.code === 'category' ? categories : options.get(attributeOf(field.code) ?? '')
      return words ? { ...field, words } : field
    })
  },
  find,
  resolve,
  async read(tx, subjects, { lock = false, mapping } = {}) {
    const records = await readProductRecords(tx, subjects, { lock })
    const texts = new Map([...records].map(([id, record]) => [id, textsOf(record)]))
    return mapping?.includes(listPrices) ? withListPrices(tx, texts) : texts
  },
  check,
  async write(tx, found, _present, { by, note, addedBrands, addedCategories }) {
    const changes = addedCategories ? await withAddedCategories(tx, found, addedCategories) : found
    if (addedBrands) {
      const names = new Set(changes.flatMap(({ after }) => after['brand'] || []))
      addedBrands.push(...(await addMissingBrands(tx, [...names])))
    }
    const definitions = await listAttributeDefinitions(tx)
    const writes = changes.map(({ subject, before, after }) =>
      toWrite({ subject, isNew: before === null, texts: after, units: unitsOf({ before, after }) }, definitions),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(tx, changes.map(fitKindOf))
    await writeListPrices(tx, changes)
    await writeNumbers(tx, changes)
  },
  async undo(tx, changes, present, { by, note, productUses }) {
    const definitions = await listAttributeDefinitions(tx)
    const added = changes.filter(({ before }) => before === null)
    const changed = changes.filter(({ before }) => before !== null)
    const unitsLeft = (change: Change) => stockOf(present.get(change.subject)) - unitsOf(change)
    const left = changed.filter((change) => unitsLeft(change) < 0)
    const restored = changed.filter((change) => !left.includes(change))
    const writes = restored.map((change) =>
      toWrite({ subject: change.subject, texts: change.before ?? {}, units: -unitsOf(change) }, definitions),
    )
    await writeAndTell(tx, writes, { by, note })
    await writeFitKinds(
      tx,
      restored.map(({ subject, before }) => fitKindOf({ subject, after: before ?? {} })),
    )
    await writeListPrices(
      tx,
      restored.map(({ row, subject, before }) => ({ row, subject, after: before ?? {} })),
    )
    await writeNumbers(
      tx,
      restored.map(({ subject, before, after }) => ({ subject, before: after, after: before ?? {} })),
    )
    const archived = await removeProducts(
      tx,
      added.map(({ subject }) => subject),
      by,
      productUses,
    )
    const isArchived = new Set(archived)
    return [
      ...left.map((change): RowError => ({
        row: change.row,
        code: 'stock-below-zero',
        facts: { text: String(unitsLeft(change)) },
      })),
      ...added.flatMap(({ row, subject }): RowError[] =>
        isArchived.has(subject) ? [{ row, code: 'archived-instead', facts: {} }] : [],
      ),
    ]
  },
  async list(db, { after, limit }) {
    const { records, last } = await listProductRecords(db, { after: Number(after ?? -1), limit })
    const next = records.length < limit || last === undefined ? undefined : String(last)
    return { rows: records.map((record) => ({ subject: record.id, texts: textsOf(record) })), next }
  },
}
