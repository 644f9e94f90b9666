import { sql } from 'drizzle-orm'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** Archives all products, with names in both languages, so that the main language can be switched. */
export async function archiveProducts({ db }: TestShop): Promise<void> {
  await db.execute(sql`
    INSERT INTO product_texts (product_id, language, name)
    SELECT id, language, products.name FROM products, unnest(ARRAY['en', 'de']) language WHERE language <> main_language()
    ON CONFLICT (product_id, language) DO UPDATE SET name = coalesce(product_texts.name, excluded.name)`)
  await db.execute(sql`UPDATE products SET archived_at = now()`)
}
