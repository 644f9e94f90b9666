import type { OptionalProductField } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'

/** Lists the fields of a product that form, files and audit log name. */
export type LabelledField =
  | OptionalProductField
  | 'name'
  | 'description'
  | 'imageUrl'
  | 'images'
  | 'priceCents'
  | 'pricePer'
  | 'taxClass'
  | 'minimumQuantity'
  | 'orderMultiple'
  | 'maximumQuantity'
  | 'availableQuantity'

/** Names the fields of a product, in the product form, in files and in the audit log alike. */
export const productLabels: Readonly<Record<LabelledField, Readonly<Record<Language, string>>>> = {
  name: { en: 'Product Name', de: 'Produktname' },
  description: { en: 'Description', de: 'Beschreibung' },
  imageUrl: { en: 'Image', de: 'Bild' },
  images: { en: 'More pictures', de: 'Weitere Bilder' },
  imageAlt: { en: 'What the main picture shows', de: 'Was das Hauptbild zeigt' },
  priceCents: { en: 'Price', de: 'Preis' },
  pricePer: { en: 'Price is for', de: 'Preis gilt für' },
  taxClass: { en: 'Tax class', de: 'Steuerklasse' },
  taxCode: { en: 'Stripe tax code', de: 'Stripe-Steuercode' },
  minimumQuantity: { en: 'Minimum order quantity', de: 'Mindestbestellmenge' },
  orderMultiple: { en: 'Sold in multiples of', de: 'Verkauft in Schritten von' },
  maximumQuantity: { en: 'Maximum order quantity', de: 'Höchstbestellmenge' },
  availableQuantity: { en: 'Available quantity', de: 'Verfügbare Menge' },
  sku: { en: 'Part number', de: 'Teilenummer' },
  category: { en: 'Category', de: 'Kategorie' },
  brand: { en: 'Brand', de: 'Marke' },
  weight: { en: 'Weight', de: 'Gewicht' },
  length: { en: 'Length', de: 'Länge' },
  width: { en: 'Width', de: 'Breite' },
  height: { en: 'Height', de: 'Höhe' },
  shipClass: { en: 'Ship class', de: 'Versandklasse' },
  pageTitle: { en: 'Page title', de: 'Seitentitel' },
  pageDescription: { en: 'Page description', de: 'Seitenbeschreibung' },
}

/** Returns the labels in one language as messages, such as `product.orderMultiple`. */
export const productMessages = (language: Language) =>
  Object.fromEntries(
    Object.entries(productLabels).map(([field, labels]) => [`product.${field}`, labels[language]]),
  ) as Record<`product.${LabelledField}`, string>
