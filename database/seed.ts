import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { demoProducts } from '#database/demo/products.ts'
import { demoReviews } from '#database/demo/reviews.ts'
import { addProduct } from '#server/catalog/add-product.ts'
import { products } from '#server/catalog/catalog.tables.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { storeImage } from '#server/media/store-image.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { reviews } from '#server/reviews/reviews.tables.ts'

interface SeedOptions {
  pictures: ImageStore
  report: (done: number, of: number) => void
}

const drawings = join(import.meta.dirname, 'demo/drawings')

/**
 * Fills an empty shop with the demo catalog and its reviews, all or nothing; answers whether it did. Pictures are drawn
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

  const names = [
    ...demoProducts.map(({ drawing }) => drawing),
    ...demoReviews.map(({ portrait }) => `portraits/${portrait}`),
  ]
  const addresses = new Map<string, string>()
  const waiting = names.values()
  // Two at a time keep two cores busy.
  await Promise.all([draw(), draw()])

  return db.transaction(async (tx) => {
    await tx.execute(sql`LOCK TABLE ${products} IN SHARE ROW EXCLUSIVE MODE`)
    if (!(await isEmpty(tx))) return false
    for (const { drawing, ...product } of demoProducts) {
      await addProduct(tx, { ...product, imageUrl: addressOf(drawing) }, undefined)
    }
    const oldest = Date.now() - demoReviews.length * 86_400_000
    await tx.insert(reviews).values(
      demoReviews.map(({ portrait, displayName, ...review }, index) => ({
        id: newId(),
        name: displayName,
        displayName,
        ...review,
        imageUrl: addressOf(`portraits/${portrait}`),
        publishedAt: new Date(oldest + index * 86_400_000),
      })),
    )
    return true
  })

  async function draw(): Promise<void> {
    for (const name of waiting) {
      const file = join(drawings, `${name}.svg`)
      const { url } = await storeImage(db, pictures, { file, by: undefined, trustedSvg: true })
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
