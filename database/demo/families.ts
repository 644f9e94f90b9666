import { type PricePer, pricePerChoices } from '#contract/catalog.ts'
import familiesData from '#database/demo/families.json' with { type: 'json' }
import firstProducts from '#database/demo/products.json' with { type: 'json' }
import { demoAttributes, type DemoAttribute, type DemoAttributeCode } from '#database/demo/attributes.ts'

type Language = 'en' | 'de'

/**
 * Describes products that differ in a few values only; `rows` has a product per line: its values, its price in the currency of the store,
 * its minimum, and the number of units that the price is for, if it is not one. `first` has the values of the product in `products.json` with
 * the same drawing; `-` stands for an unknown one.
 */
interface Family {
  /** The file name in `drawings/`, without extension. */
  drawing: string
  category: string
  /** The beginning of the part numbers. */
  prefix: string
  brands: readonly string[]
  columns: readonly DemoAttributeCode[]
  /** The weight of a product of middle price, or of one unit of the attribute `per`. */
  kilograms: number
  per?: 'volume' | 'weight'
  /** A key of `demoShipClasses`; without it, it goes by parcel. */
  shipClass?: string
  /** Name and description; `{code}` stands for a value. */
  name: Record<Language, string>
  description: Record<Language, string>
  first: string
  rows: readonly string[]
}

const families = familiesData as readonly Family[]

/** Describes a product of `products.json`. The home page shows the first four, so these are well in stock and easy to order. */
type FirstProduct = {
  sku: string
  name: string
  description: string
  priceCents: number
  minimumQuantity: number
  availableQuantity: number
  /** The file name in `drawings/`, without extension. */
  drawing: string
  /** Name and description in German, where its family has no words for it. */
  german?: { name: string; content: string }
}

/** Describes a product of the demo shop: what it is in words, numbers and pictures. */
export interface DemoProduct {
  sku: string
  brand: string
  category: string
  drawing: string
  name: string
  description: string
  /** Name and description in German. */
  german: { name: string; content: string }
  /** The values by the codes of their attributes, as they are entered. */
  values: Partial<Record<DemoAttributeCode, string>>
  /** Numbers under which others know it. */
  crossReferences: readonly { kind: 'oem' | 'competitor'; maker: string; number: string }[]
  priceCents: number
  pricePer?: PricePer | undefined
  minimumQuantity: number
  availableQuantity: number
  weight: string
  shipClass: string | null
}

/** Returns all products, those of `products.json` first. */
export const listDemoProducts = (): DemoProduct[] => [
  ...(firstProducts as FirstProduct[]).map(completeProduct),
  ...listFamilyProducts(),
]

function completeProduct(product: FirstProduct, index: number): DemoProduct {
  const family = families.find(({ drawing }) => drawing === product.drawing)
  if (!family) throw new Error(`No family has the drawing ${product.drawing}.`)
  const values = readValues(family, family.first.split(' '))
  return {
    ...product,
    german: product.german ?? inGerman(family, values),
    brand: family.brands[0] ?? '',
    category: family.category,
    values,
    ...shippingOf(family, values, product.priceCents),
    crossReferences: crossReferences(index + 3),
  }
}

function listFamilyProducts(): DemoProduct[] {
  return families.flatMap((family, familyIndex) =>
    family.rows.map((line, index) => {
      const cells = line.split(' ')
      const values = readValues(family, cells)
      const [price = '', minimum = '', per] = cells.slice(family.columns.length)
      const minimumQuantity = Number(minimum)
      const serial = (familyIndex + 1) * 37 + (index + 1) * 13
      return {
        sku: `${family.prefix}-${String(1000 + serial)}`,
        brand: family.brands[index % family.brands.length] ?? '',
        category: family.category,
        drawing: family.drawing,
        name: fill(family.name.en, values, 'en'),
        description: fill(family.description.en, values, 'en'),
        german: inGerman(family, values),
        values,
        ...shippingOf(family, values, Math.round(Number(price) * 100)),
        crossReferences: crossReferences(serial),
        priceCents: Math.round(Number(price) * 100),
        pricePer: pricePerChoices.find((units) => String(units) === per),
        minimumQuantity,
        // Most products are well in stock, some are low, a few are sold out.
        availableQuantity: serial % 19 === 0 ? 0 : minimumQuantity * (2 + (serial % 45)),
      }
    }),
  )
}

const readValues = ({ columns }: Family, cells: readonly string[]): DemoProduct['values'] =>
  Object.fromEntries(
    columns.flatMap((code, column) => {
      const value = cells[column]
      return value === undefined || value === '-' ? [] : [[code, value]]
    }),
  )

/** Returns weight and ship class: within a family, what costs more is mostly larger. */
function shippingOf(
  { kilograms, per, shipClass, columns, rows }: Family,
  values: DemoProduct['values'],
  priceCents: number,
) {
  const prices = rows.map((line) => Number(line.split(' ')[columns.length]) * 100)
  const middle = prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)] ?? priceCents
  const units = per
    ? Number.parseFloat(values[per] ?? '0.4')
    : Math.min(1.6, Math.max(0.6, Math.sqrt(priceCents / middle)))
  return { weight: `${String(Number((kilograms * units).toPrecision(2)))} kg`, shipClass: shipClass ?? null }
}

const inGerman = ({ name, description }: Family, values: DemoProduct['values']) => ({
  name: fill(name.de, values, 'de'),
  content: fill(description.de, values, 'de'),
})

/** Fills the values into a text. */
function fill(template: string, values: DemoProduct['values'], language: Language): string {
  const text = template.replace(/\{([a-z0-9-]+)\}/g, (_, code: DemoAttributeCode) =>
    show(code, values[code] ?? '', language),
  )
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Returns a value as text in a sentence: options by their names, numbers with the language's decimal mark. */
function show(code: DemoAttributeCode, value: string, language: Language): string {
  const attribute: DemoAttribute = demoAttributes[code]
  if (attribute.kind === 'number') {
    const spaced = value.replace(/(?<=\d)(?=[a-z])/i, ' ')
    return language === 'de' ? spaced.replace('.', ',') : spaced
  }
  if (attribute.kind !== 'option') return value
  const names = attribute.options[value]
  if (!names) throw new Error(`The attribute ${code} has no option ${value}.`)
  // Plain words are lower case inside a sentence; names such as `DOT 4`, `Phillips` and German nouns are not.
  const isPlainWord =
    language === 'en' ? /^[A-Z][a-z-]+$/.test(names.en) && code !== 'tip' : code === 'axle' || code === 'side'
  return isPlainWord ? names[language].toLowerCase() : names[language]
}

const makers = ['Aurio', 'Delmont', 'Sundvik', 'Kasai']

/** Returns made-up numbers of vehicle makers and of a competitor. */
function crossReferences(serial: number): DemoProduct['crossReferences'] {
  const digits = String(100_000 + ((serial * 7919) % 899_999))
  const maker = makers[serial % makers.length] ?? ''
  return [
    {
      kind: 'oem',
      maker,
      number: `${digits.slice(0, 3)} ${digits.slice(3)} ${String.fromCodePoint(65 + (serial % 26))}`,
    },
    ...(serial % 3 === 0
      ? []
      : [{ kind: 'competitor' as const, maker: 'Partex', number: `PX-${digits.slice(1)}/${String(serial % 9)}` }]),
  ]
}
