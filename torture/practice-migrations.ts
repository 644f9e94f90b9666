import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists migrations of every kind, as a next release could bring them, on the tables that orders are written to. The batches go through all
 * rows and change every tenth.
 */
export const practiceMigrations: Readonly<Record<string, string>> = {
  '9990-practice-columns.sql': `ALTER TABLE orders ADD COLUMN practice text; ALTER TABLE orders ALTER COLUMN practice SET DEFAULT 'new'`,
  '9991-practice-orders.sql': `-- migrate: in batches by orders.id
UPDATE orders SET practice = 'old' WHERE practice IS NULL AND number % 10 = 0 AND id BETWEEN $1 AND $2`,
  '9992-practice-index.sql': `-- migrate: concurrently
CREATE INDEX CONCURRENTLY orders_practice ON orders (practice, placed_at)`,
  '9993-practice-check.sql': `ALTER TABLE orders ADD CONSTRAINT orders_practice_given CHECK (practice <> '') NOT VALID`,
  '9994-practice-valid.sql': `ALTER TABLE orders VALIDATE CONSTRAINT orders_practice_given`,
  '9995-practice-products-column.sql': `ALTER TABLE products ADD COLUMN practice integer`,
  '9996-practice-products.sql': `-- migrate: in batches by products.id
UPDATE products SET practice = 1 WHERE hashtext(id::text) % 10 = 0 AND id BETWEEN $1 AND $2`,
}

/** Writes them to a folder of migrations. */
export async function writePracticeMigrations(directory: string): Promise<void> {
  for (const [name, sql] of Object.entries(practiceMigrations)) await writeFile(join(directory, name), sql)
}
