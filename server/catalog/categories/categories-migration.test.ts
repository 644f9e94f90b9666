import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '#embedded/postgres/testing/test-database.ts'
import { migrationFolders } from '#server/composition/create-shop.ts'
import { createPool } from '#server/platform/database/connections.ts'
import { listMigrations, migrate } from '#server/platform/database/migrate.ts'
import { newId } from '#server/platform/ids.ts'

test('products of before the tree keep their categories, and the version before still writes them', async () => {
  await using database = await createTestDatabase()
  const pool = createPool({ connectionString: database.url, max: 2 })
  try {
    const names = await listMigrations(migrationFolders)
    await migrate(pool, migrationFolders, new Set(names.filter((name) => name < 'shop/0023')))
    // As the version before the tree writes them, also once the columns are there.
    const insert = async (name: string, category: string | null) => {
      await pool.query(
        `INSERT INTO products (id, name, category, description, image_url, price_cents, minimum_quantity, available_quantity)
        VALUES ($1, $2, $3, '', '', 100, 1, 5)`,
        [newId(), name, category],
      )
    }
    await insert('Old disc', 'brakes')
    await insert('Old thing', null)
    await migrate(pool, migrationFolders)
    const read = async () =>
      (
        await pool.query(`
          SELECT products.name, category, (SELECT name FROM category_texts
            WHERE category_texts.category_id = products.category_id AND language = 'de') AS german
          FROM products ORDER BY position`)
      ).rows
    const old = [
      { name: 'Old disc', category: 'brakes', german: 'Bremsen' },
      { name: 'Old thing', category: null, german: null },
    ]
    assert.deepEqual(await read(), old)

    await insert('New jack', 'garage-machines')
    assert.deepEqual((await read()).slice(2), [
      { name: 'New jack', category: 'garage-machines', german: 'Werkstattmaschinen' },
    ])
    await pool.query(`UPDATE products SET category = 'fluids', price_cents = 90 WHERE name = 'New jack'`)
    await pool.query(`UPDATE products SET category = NULL, price_cents = 90 WHERE name = 'Old disc'`)
    // As this version writes it.
    await pool.query(
      `UPDATE products SET category_id = (SELECT id FROM categories WHERE slug = 'engine') WHERE name = 'Old thing'`,
    )
    assert.deepEqual(await read(), [
      { name: 'Old disc', category: null, german: null },
      { name: 'Old thing', category: 'engine', german: 'Motor' },
      { name: 'New jack', category: 'fluids', german: 'Flüssigkeiten' },
    ])
  } finally {
    await pool.end()
  }
})
