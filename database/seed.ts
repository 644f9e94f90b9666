import { sql } from 'drizzle-orm'
import {
  type DemoAttribute,
  type DemoAttributeCode,
  demoAttributes,
  demoCategories,
} from '#database/demo/attributes.ts'
import { readDemoPicture } from '#database/demo/demo-pictures.ts'
import { listDemoProducts } from '#database/demo/families.ts'
import { addDemoFitments } from '#database/demo/fitments.ts'
import { addDemoTax } from '#database/demo/tax.ts'
import { addDemoPrices } from '#database/demo/prices.ts'
import { demoReviews } from '#database/demo/reviews.ts'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { seedShipping } from '#database/seed-shipping.ts'
import { addAttribute, setCategoryAttributes } from '#server/catalog/attributes/edit-attributes.ts'
import { addBrand } from '#server/catalog/attributes/edit-brands.ts'
import { addOption } from '#server/catalog/attributes/edit-options.ts'
import { addCategory } from '#server/catalog/categories/add-category.ts'
import { findCategoryId } from '#server/catalog/categories/find-category.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import { writeProducts } from '#server/catalog/write-products.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { saveImage } from '#server/media/store-image.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'
import { rememberDemo } from '#server/setup/demo-rows.ts'
import { seedVehicles } from '#server/vehicles/seed-vehicles.ts'

interface SeedOptions {
  pictures: ImageStore
  report: (done: number, of: number) => void
}

/**
 * Fills an empty shop with the demo catalog and its reviews, all or nothing; answers whether it did. Pictures are saved
 * before the first row is written, so that a shop never shows a product without one.
 */
export async function seed(db: Database, { pictures, report }: SeedOptions): Promise<boolean> {
  const isEmpty = async (from: Pick<Database, 'select'>) =>
    (
      await from
        .select({ one: sql`1` })
        .from(products)
        .limit(1)
    ).length === 0
  if (!(await isEmpty(db))) return false
  await seedVehicles(db, readVehicleSeed)

  const demoProducts = listDemoProducts()
  const names = [
    ...new Set(demoProducts.map(({ drawing }) => drawing)),
    ...demoReviews.map(({ portrait }) => `portraits/${portrait}`),
  ]
  const addresses = new Map<string, string>()
  const waiting = names.values()
  // Two at a time keep two cores busy.
  await Promise.all([savePictures(), savePictures()])

  return db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${products} IN SHARE ROW EXCLUSIVE MODE`)
    if (!(await isEmpty(tx))) return false
    await rememberDemo(tx, () => addDemo(tx))
    return true
  })

  async function addDemo(tx: Transaction): Promise<void> {
    const codes = await addAttributes(tx)
    await addCategories(tx, codes)
    await addDemoTax(tx)
    await seedShipping(tx)
    for (const brand of new Set(demoProducts.map((product) => product.brand))) await addBrand(tx, brand, undefined)
    const writes = demoProducts.map(({ drawing, values, german, crossReferences, availableQuantity, ...product }) => ({
      ...product,
      id: newId(),
      isNew: true,
      imageUrl: addressOf(drawing),
      stockChange: availableQuantity,
      partNumbers: [...crossReferences],
      texts: { de: { name: german.name, description: german.content } },
      attributes: Object.fromEntries(
        Object.entries(values).map(([code, value]) => [codes.get(code) ?? code, enteredValue(code, value)]),
      ),
    }))
    await writeProducts(tx, writes, undefined)
    await addDemoFitments(
      tx,
      demoProducts,
      writes.map(({ id }) => id),
    )
    await addDemoPrices(tx)
    const oldest = Date.now() - demoReviews.length * 86_400_000
    await tx.insert(reviews).values(
      demoReviews.map(({ portrait, german, displayName, ...review }, index) => ({
        id: newId(),
        name: displayName,
        displayName,
        ...review,
        translations: { de: german },
        imageUrl: addressOf(`portraits/${portrait}`),
        publishedAt: new Date(oldest + index * 86_400_000),
      })),
    )
  }

  async function savePictures(): Promise<void> {
    for (const name of waiting) {
      const { url } = await saveImage(db, pictures, await readDemoPicture(name), undefined)
      addresses.set(name, url)
      report(addresses.size, names.length)
    }
  }

  function addressOf(name: string): string {
    const address = addresses.get(name)
    if (address === undefined) throw new Error(`The drawing ${name} was not stored.`)
    return address
  }
}

/** Adds the attributes with their options; returns the codes in the shop by those of the demo. */
async function addAttributes(tx: Transaction): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  for (const [demoCode, { en, de, ...attribute }] of Object.entries<DemoAttribute>(demoAttributes)) {
    const names = { en, de }
    const { options = {}, ...kind } = { options: undefined, ...attribute }
    const code = await addAttribute(tx, { names, ...kind }, undefined)
    for (const option of Object.values(options)) await addOption(tx, code, option, undefined)
    codes.set(demoCode, code)
  }
  return codes
}

/** Adds the categories below the main ones; the first four attributes of each are its columns. */
async function addCategories(tx: Transaction, codes: ReadonlyMap<string, string>): Promise<void> {
  for (const [slug, { parent, attributes, en, de }] of Object.entries(demoCategories)) {
    const parentId = await findCategoryId(tx, parent)
    await addCategory(tx, { category: slug, parent: String(parentId), names: { en, de } }, undefined)
    await setCategoryAttributes(
      tx,
      slug,
      {
        attributes: attributes.map((code, index) => ({
          code: codes.get(code) ?? code,
          isFacet: true,
          isColumn: index < 4,
          isRequired: false,
        })),
      },
      undefined,
    )
  }
}

/** Returns a value as admins enter it: options by their names, yes and no as truths. */
function enteredValue(code: string, value: string): string | boolean {
  const attribute: DemoAttribute = demoAttributes[code as DemoAttributeCode]
  if (attribute.kind === 'yes-no') return value === 'yes'
  return attribute.kind === 'option' ? (attribute.options[value]?.en ?? value) : value
}
