import { type SQL, sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import { type Language, languages } from '#contract/language.ts'
import { unlistedFields } from '#contract/catalog.ts'
import {
  pickContent,
  type ProductContent,
  products,
  type ProductText,
  productTextNames,
  productTexts,
} from '#server/catalog/catalog.tables.ts'
import { writeOnce } from '#server/platform/database/prepare-statement.ts'
import { priceSteps } from '#server/pricing/price-for.ts'

/** Lists the columns of a product with the slug of its category and the name of its brand. */
export const productColumns = {
  id: products.id,
  ...pickContent(products),
  category: sql<string | null>`(SELECT slug FROM categories WHERE categories.id = ${products.categoryId})`,
  brand: sql<string | null>`(SELECT name FROM brands WHERE brands.id = ${products.brandId})`,
  attributes: products.attributes,
}

export const listedColumns = {
  ...productColumns,
  placeholder: sql<string | null>`(SELECT placeholder FROM images WHERE url = ${products.imageUrl} LIMIT 1)`,
}

/** Lists what buyers see: also the public prices by quantity. */
const publicColumns = {
  ...listedColumns,
  steps: priceSteps(sql`${products.id}`, sql`${products.priceCents}`, sql`NULL::uuid`),
}

/** Names the texts that a list is read with: the own ones of products, which are in the main language, need no look at the others. */
export type ListTexts = Language | 'own'

export const textsIn = (language: Language): ListTexts => (language === mainLanguage() ? 'own' : language)

/** Returns the columns with the texts in a language, where the product has them. */
export function columnsIn(language: ListTexts) {
  if (language === 'own') return publicColumns
  const translated = (text: ProductText) => sql`coalesce((
    SELECT ${productTexts[text]} FROM ${productTexts}
    WHERE ${productTexts.productId} = ${products.id} AND ${productTexts.language} = ${sql.raw(`'${language}'`)}), ${products[text]})`
  return {
    ...publicColumns,
    // The address of a product is the same in every language.
    mainName: sql<string>`${products.name}`,
    ...(Object.fromEntries(productTextNames.map((text) => [text, translated(text)])) as {
      [Text in ProductText]: SQL<ProductContent[Text]>
    }),
  }
}

/** A list of 48 is half a kilobyte smaller without what only the page of a product says. */
const unlisted = new Set<string>(unlistedFields)

/** Holds the columns of a list as text: they are a part of each statement that reads one. */
const writtenColumns = new Map(
  (['own', ...languages] as const).map((language) => {
    const columns = Object.entries(columnsIn(language))
      .filter(([name]) => !unlisted.has(name))
      .map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
    return [language, sql.raw(writeOnce(sql.join(columns, sql`, `)))]
  }),
)

/** Builds the statement that reads rows of a list from what is called `products`. */
export const selectRows = (
  texts: ListTexts,
  from: SQL,
  { where = sql`true`, order, limit }: { where?: SQL | undefined; order: SQL[]; limit: number },
) => sql`
  SELECT ${writtenColumns.get(texts)} FROM ${from} WHERE ${where}
  ${order.length > 0 ? sql`ORDER BY ${sql.join(order, sql`, `)}` : sql``} LIMIT ${sql.raw(String(limit))}`
