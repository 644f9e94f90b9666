import { stateChoice } from '#server/catalog/fields/state-choice.ts'
import { toCents } from '#contract/currency.ts'
import { currentStore } from '#contract/current-store.ts'
import { pricePerChoices } from '#contract/catalog.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { isPartNumber } from '#contract/part-numbers.ts'
import { productLabels } from '#contract/product-labels.ts'
import { type ProductMeasure, productMeasures, readProductMeasure } from '#contract/product-measures.ts'
import type { Measure } from '#contract/units.ts'
import { namesOnWay } from '#server/catalog/categories/add-missing-categories.ts'
import { numberFields } from '#server/catalog/fields/number-fields.ts'
import { priceNames } from '#server/catalog/fields/price-fields.ts'
import type { ProductContent } from '#server/catalog/catalog.tables.ts'
import { wayStep } from '#server/catalog/name-references.ts'
import type { ProductRecord } from '#server/catalog/product-records.ts'
import { noPictureUrl } from '#server/media/find-image-urls.ts'
import {
  beforePicture,
  behindPicture,
  CellError,
  type Field,
  germanTruths,
  germanWords,
  readChoice,
  readLine,
  readList,
  readPrice,
  readText,
  readTruth,
  readWhole,
  writeAmount,
  writeList,
} from '#server/catalog/fields/field.ts'
import { isId } from '#server/platform/ids.ts'

export type ProductField = Field<ProductRecord>

/** Limits the units of a product. */
export const maxUnits = 1_000_000

function readId(cell: string): string {
  const text = cell.trim()
  if (!isId(text)) throw new CellError('not-an-id', { text })
  return text.toLowerCase()
}

/** Matches how spreadsheet programs show a number of more than 11 digits: `4,01235E+12`. */
const shortened = /^\d(?:[.,]\d+)?E\+\d{2,}$/i

/** Matches what a formula that failed shows, also in other languages: `#REF!`, `#NAME?`, `#N/A`, `#NV`. */
const formulaError = /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?]|N\/[AD]|NV)$/u

/** Returns a part number; throws for signs alone, which no search could find, and for one that a spreadsheet program has lost. */
export function readPartNumber(cell: string): string {
  const text = readLine(maxLengths.partNumber)(cell)
  if (shortened.test(text)) throw new CellError('shortened-number', { text })
  if (formulaError.test(text)) throw new CellError('formula-error', { text })
  if (!isPartNumber(text)) throw new CellError('not-a-part-number', { text })
  return text
}

/** Matches what stands between several categories in one cell. */
export const betweenCategories = /[|;\r\n]+/

/** Returns the names on the way to a category, or its slug; several stay as they are until it is known which ones the shop has. */
function readCategory(cell: string): string {
  if (betweenCategories.test(cell.trim())) return readText(2000)(cell)
  const text = readLine(500)(cell)
  const names = namesOnWay(text)
  if (names.includes('')) throw new CellError('category-name-missing', { text })
  if (names.some((name) => name.length > maxLengths.categoryName))
    throw new CellError('too-long', { most: maxLengths.categoryName })
  return names.join(wayStep)
}

const withoutPlaceholder = (url: string) => (url === noPictureUrl ? '' : url)

const readPictures = (cell: string): string[] =>
  readList(cell.replaceAll(new RegExp(behindPicture, 'giu'), '$1|').replaceAll(new RegExp(beforePicture, 'giu'), '|'))

const exampleOf = (name: ProductMeasure) => (name === 'weight' ? '2.5 kg' : '12.5 mm')

/** Another unit is another value: it is what buyers read. */
export const meaningOfMeasure = (text: string, measure: Measure | undefined) =>
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

/** Lists what headers call a picture, of which files have several: `Bild 1`, `Bild 2`. */
const pictureNames = ['picture', 'image', 'image url', 'img', 'photo', 'bild', 'bild-url', 'foto']

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
      'druck beschreibung',
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
    names: priceNames(false),
    read: readPrice,
    number: 'amount',
    write: ({ priceCents }) => writeAmount(priceCents),
    isRequired: true,
  },
  {
    code: 'pricePer',
    isNamed: true,
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
      'abnahmeintervall',

      'packmenge',
      'multiple',
      'pack',
      'pack size',
      'step',
      've',
      'vpe',
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
      'available',
      'quantity available',
      'qty available',
      'available stock',
      'verfügbar',
      'verfügbarer bestand',
      'bestand verfügbar',
    ],
    hasUnclearCode: true,
    read: readWhole(0, maxUnits),
    number: 'whole',
    isFlooredAtZero: true,
    write: ({ availableQuantity }) => String(availableQuantity),
    isRequired: true,
    isOfOtherKind: true,
  },
  {
    code: 'counted',
    labels: { en: 'Stock on the shelf', de: 'Bestand im Lager' },
    // Other programs do not know what orders of this shop hold: without a word for what can be sold, their stock is what lies there.
    names: [
      'stock',
      'bestand',
      'quantity',
      'qty',
      'on hand',
      'on shelf',
      'quantity on hand',
      'qty on hand',
      'stock on hand',
      'inventory',
      'stock quantity',
      'stock level',
      'lagerbestand',
      'lagerbestand gesamt',
      'lagermenge',
      'menge',
    ],
    read: readWhole(0, 2 * maxUnits),
    number: 'whole',
    isFlooredAtZero: true,
    write: () => '',
    isRequired: true,
    isPart: true,
    isOfOtherKind: true,
  },
  {
    code: 'received',
    labels: { en: 'Units received', de: 'Zugang' },
    names: [
      'received',
      'received quantity',
      'quantity received',
      'qty received',
      'goods received',
      'wareneingang',
      'zugangsmenge',
      'gelieferte menge',
    ],
    read: (cell, style) => readWhole(0, maxUnits)(cell.replace(/^\s*\+/, ''), style),
    number: 'whole',
    isRequired: true,
    isPart: true,
    write: () => '',
  },
  ...numberFields(readPartNumber),
  {
    code: 'category',
    labels: productLabels.category,
    names: [
      'category path',
      'category tree',
      'kategoriepfad',
      'kategoriebaum',
      'kategorien',
      'hauptkategorie',
      'shop-kategorie',
      'shopkategorie',
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
    levels: ['category level 1', 'kategorie level 1', 'kategorie ebene 1', 'kategorieebene 1'],
    joins: ' > ',
    looksLike: '^[^<>=]*[[:alpha:]][^<>=]*(>[^<>=]+)+$',
    read: readCategory,
    isName: true,
    write: ({ category }) => category ?? '',
  },
  {
    code: 'brand',
    isNamed: true,
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
    code: 'fits',
    labels: { en: 'Fits', de: 'Passend für' },
    names: [
      'fitment',
      'compatibility',
      'compatible vehicles',
      'vehicles',
      'fahrzeuge',
      'fahrzeugzuordnung',
      'verwendung',
      'application',
      'applications',
    ],
    read: (cell) =>
      readText(maxLengths.description)(cell)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('; '),
    isRequired: true,
    isPart: true,
    isOfOtherKind: true,
    write: () => '',
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
    ...stateChoice,
    write: ({ state }) => state,
    isRequired: true,
  },
  {
    code: 'picture',
    labels: productLabels.imageUrl,
    names: [
      'pictures by name',
      'bilder nach namen',
      'image',
      'img',
      'photo',
      'image url',
      'bild-url',
      'foto',
      ...pictureNames.map((name) => `${name} 1`),
      'main image',
      'main picture',
      'primary image',
      'hauptbild',
      'titelbild',
    ],
    read: (cell) => withoutPlaceholder(writeList(readPictures(readText(20_000)(cell)))),
    // The placeholder is none.
    write: ({ imageUrl }) => withoutPlaceholder(imageUrl),
  },
  {
    code: 'pictures',
    labels: productLabels.images,
    names: [
      'further pictures',
      'pictures',
      'images',
      'additional images',
      'image urls',
      'bilder',
      'fotos',
      // The second and further ones of a file with several columns.
      ...pictureNames,
    ],
    joins: ' | ',
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
    isNamed: true,
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
    isNamed: true,
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

const asIs = (text: string) => text
export const orNull = (text: string) => (text === '' ? null : text)

type Content = Omit<ProductContent, 'availableQuantity'>

/** Says which field has each column of a product, and what its text is there; the type check names a column that is forgotten. */
export const contentFields: {
  [Column in keyof Content]: { field: string; toValue: (text: string) => Content[Column] }
} = {
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
