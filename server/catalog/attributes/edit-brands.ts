import { sql } from 'drizzle-orm'
import type { Brand } from '#contract/attributes.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { recordDefinitionChange } from '#server/catalog/attributes/record-definition-change.ts'
import { uniqueCode } from '#server/catalog/attributes/unique-code.ts'
import { lockProducts, writeFacets } from '#server/catalog/attributes/write-facets.ts'
import { ownNumberIndex } from '#server/catalog/search/write-part-numbers.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Lists the brands by name with the numbers of their products on sale. */
export async function listBrands(db: Database): Promise<Brand[]> {
  const { rows } = await db.execute<Brand & Record<string, unknown>>(sql`
    SELECT slug, name, coalesce(products, 0)::integer AS products
    FROM brands LEFT JOIN (
      SELECT brand_id, count(*) AS products FROM products WHERE brand_id IS NOT NULL AND archived_at IS NULL GROUP BY 1) counted
      ON brand_id = brands.id
    WHERE merged_into IS NULL ORDER BY lower(name), slug`)
  return rows
}

/** Limits the names that people choose from. */
const maxListedNames = 2000

/** Lists the names of brands. */
export async function listBrandNames(db: Database | Transaction): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT name FROM brands WHERE merged_into IS NULL ORDER BY lower(name), slug LIMIT ${maxListedNames}`)
  return rows.map(({ name }) => name)
}

interface BrandRow {
  id: number
  slug: string
  name: string
  [column: string]: unknown
}

/** Returns the brand with this slug, present or merged; throws `brand-not-found`. */
async function getBrand(tx: Transaction, slug: string): Promise<BrandRow> {
  const { rows } = await tx.execute<BrandRow>(sql`
    SELECT brands.id, brands.slug, brands.name FROM brands asked JOIN brands ON brands.id = coalesce(asked.merged_into, asked.id)
    WHERE asked.slug = ${slug} FOR UPDATE OF brands`)
  if (!rows[0]) throw problem('brand-not-found', { brand: slug })
  return rows[0]
}

/** Returns the ids of brands by their names or slugs, and keeps them until the end. Throws `brand-not-found`. */
export async function findBrandIds(tx: Transaction, brands: readonly string[]): Promise<Map<string, number>> {
  const asked = [...new Set(brands)]
  if (asked.length === 0) return new Map()
  const { rows } = await tx.execute<{ asked: string; id: number }>(sql`
    SELECT asked, coalesce(merged_into, id) AS id FROM unnest(${sql.param(asked)}::text[]) asked
    JOIN brands ON lower(name) = lower(asked) OR slug = asked ORDER BY lower(name) = lower(asked) FOR SHARE OF brands`)
  // A name counts before a slug.
  const ids = new Map(rows.map((row) => [row.asked, row.id]))
  for (const brand of asked) if (!ids.has(brand)) throw problem('brand-not-found', { brand })
  return ids
}

const orTaken = (name: string) => (error: unknown) => {
  throw violatedConstraint(error) === 'brands_name' ? problem('brand-name-taken', { name }) : error
}

/** Adds a brand and returns its slug. Throws `brand-name-taken`. */
export function addBrand(db: Database | Transaction, name: string, by: AuditActor | undefined): Promise<string> {
  return db
    .transaction(async (tx) => {
      const slug = await uniqueCode(tx, name, { otherwise: 'brand', taken: sql`SELECT slug AS code FROM brands` })
      await tx.execute(sql`
        WITH added AS (INSERT INTO brands (slug, name) VALUES (${slug}, ${name}) RETURNING id)
        INSERT INTO facet_values (brand_id) SELECT id FROM added`)
      await recordDefinitionChange(tx, by, {
        kind: 'brand-added',
        subject: { type: 'brand', id: slug },
        after: { name },
      })
      return slug
    })
    .catch(orTaken(name))
}

/** Returns those of the names that no brand has in any case of letters, each once. */
export async function findMissingBrands(db: Database | Transaction, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT (array_agg(asked ORDER BY place))[1] AS name FROM unnest(${sql.param(names)}::text[]) WITH ORDINALITY AS given (asked, place)
    WHERE NOT EXISTS (SELECT FROM brands WHERE lower(name) = lower(asked)) GROUP BY lower(asked) ORDER BY min(place)`)
  return rows.map(({ name }) => name)
}

/** Adds the brands of these names that the shop does not have in any case of letters; returns their ids. */
export async function addMissingBrands(tx: Transaction, names: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of await findMissingBrands(tx, names)) {
    const slug = await uniqueCode(tx, name, { otherwise: 'brand', taken: sql`SELECT slug AS code FROM brands` })
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO brands (slug, name) VALUES (${slug}, ${name}) RETURNING id`)
    for (const { id } of rows) {
      await tx.execute(sql`INSERT INTO facet_values (brand_id) VALUES (${id})`)
      ids.push(id)
    }
  }
  if (ids.length > 0) await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
  return ids
}

/** Returns the names of these brands in their order, without those that are gone. */
export async function readBrandNames(db: Database, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT name FROM unnest(${sql.param(ids)}::integer[]) WITH ORDINALITY AS given (id, place) JOIN brands USING (id)
    ORDER BY place`)
  return rows.map(({ name }) => name)
}

/** Deletes those of the brands that no product and no other spelling has. */
export async function removeUnusedBrands(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    DELETE FROM brands WHERE id = ANY (${sql.param(ids)}::integer[]) AND merged_into IS NULL
      AND NOT EXISTS (SELECT FROM products WHERE brand_id = brands.id)
      AND NOT EXISTS (SELECT FROM brands other WHERE other.merged_into = brands.id)`)
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
}

/** Renames a brand; throws `brand-not-found` or `brand-name-taken`. */
export function renameBrand(db: Database, slug: string, name: string, by: AuditActor): Promise<void> {
  return db
    .transaction(async (tx) => {
      const brand = await getBrand(tx, slug)
      await tx.execute(sql`UPDATE brands SET name = ${name} WHERE id = ${brand.id}`)
      await recordDefinitionChange(tx, by, {
        kind: 'brand-changed',
        subject: { type: 'brand', id: brand.slug },
        before: { name: brand.name },
        after: { name },
      })
    })
    .catch(orTaken(name))
}

/** Makes other merges and deletions wait: each must see where a brand leads after the one before. Products and lists do not wait. */
const lockBrands = (tx: Transaction) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('brands'))`)

/**
 * Gives the products of a brand to another one, to which its slug and its name lead from now on. Throws `brand-not-found`, `merge-with-itself`,
 * or `merge-shares-numbers` if both have products on sale with one number: the seller says which of them stays.
 */
export function mergeBrand(db: Database, slug: string, into: string, by: AuditActor): Promise<void> {
  let merged: [from: number, to: number] = [0, 0]
  return db
    .transaction(async (tx) => {
      await lockBrands(tx)
      const [from, to] = [await getBrand(tx, slug), await getBrand(tx, into)]
      merged = [from.id, to.id]
      if (from.id === to.id) throw problem('merge-with-itself')
      await assertNumbersApart(tx, ...merged)
      const ids = await lockProducts(tx, sql`brand_id = ${from.id}`)
      await tx.execute(sql`
        UPDATE products SET brand_id = ${to.id}, updated_at = clock_timestamp() WHERE id = ANY (${sql.param(ids)}::uuid[])`)
      await tx.execute(sql`UPDATE brands SET merged_into = ${to.id} WHERE ${from.id} IN (id, merged_into)`)
      await writeFacets(tx, ids)
      await recordDefinitionChange(tx, by, {
        kind: 'brand-merged',
        subject: { type: 'brand', id: from.slug },
        before: { name: from.name },
        after: { name: to.name },
      })
    })
    .catch(async (error: unknown) => {
      // A product was added or changed at the same moment.
      if (violatedConstraint(error) === ownNumberIndex) await assertNumbersApart(db, ...merged)
      throw error
    })
}

/** The number of part numbers that a refusal names. */
const maxNamedNumbers = 10

/** Throws `merge-shares-numbers` if two brands have products on sale with one number. */
async function assertNumbersApart(db: Database | Transaction, from: number, to: number): Promise<void> {
  const { rows } = await db.execute<{ number: string }>(sql`
    SELECT own.sku AS number FROM products own JOIN products other ON part_number_identity(other.sku) = part_number_identity(own.sku)
    WHERE own.brand_id = ${from} AND other.brand_id = ${to} AND own.archived_at IS NULL AND other.archived_at IS NULL
    ORDER BY 1 LIMIT ${maxNamedNumbers + 1}`)
  if (rows.length === 0) return
  const named = rows.slice(0, maxNamedNumbers).map(({ number }) => number)
  const numbers = [...named, ...(rows.length > maxNamedNumbers ? ['…'] : [])].join(', ')
  throw problem('merge-shares-numbers', { numbers })
}

/** Deletes a brand without products, archived ones included, with what was merged into it. Throws `brand-not-found` or `brand-in-use`. */
export function deleteBrand(db: Database, slug: string, by: AuditActor): Promise<void> {
  return db
    .transaction(async (tx) => {
      await lockBrands(tx)
      const brand = await getBrand(tx, slug)
      await tx.execute(sql`DELETE FROM brands WHERE ${brand.id} IN (id, merged_into)`)
      await recordDefinitionChange(tx, by, {
        kind: 'brand-deleted',
        subject: { type: 'brand', id: brand.slug },
        before: { name: brand.name },
      })
    })
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'products_brand_id_fkey' ? problem('brand-in-use') : error
    })
}
