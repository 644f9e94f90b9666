import { and, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Demo } from '#contract/opening.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { markUserRemoved } from '#server/accounts/remove-user.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { deletePictures } from '#server/media/delete-pictures.ts'
import { orders } from '#server/orders/orders.tables.ts'
import { releaseOrderCredit } from '#server/orders/release-order-credit.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { demoOrders } from '#server/setup/demo-orders.ts'
import { demoRows, unchangedRows } from '#server/setup/demo-rows.ts'
import {
  deleteDemoSetup,
  findGoingSetup,
  type GoingSetup,
  lockDemoSetup,
  type Named,
  namesOf,
} from '#server/setup/remove-demo-setup.ts'
import { deleteOrderMovements, deleteProductMovements } from '#server/stock/delete-movements.ts'
import { hideDeliveredPages, listDeliveredPages } from '#server/site-content/hide-delivered-pages.ts'

interface DemoOptions {
  /** With real payments, orders that were paid stay: the books need them. */
  hasRealPayments: boolean
  /** The ids of parts of the set-up that stay; without it, those that the seller's own set-up lacks. */
  keep?: readonly string[] | undefined
}

interface RemoveOptions extends DemoOptions {
  jobs: Pick<Jobs, 'enqueue'>
}

interface DemoRows {
  products: string[]
  /** Of these, those that orders of real buyers have. */
  archived: string[]
  /** The others. */
  deleted: string[]
  changed: number
  reviews: string[]
  orders: string[]
  ordersStaying: number
  pictures: string[]
  users: string[]
  /** With their names in the main language of the store. */
  brands: Named[]
  categories: Named[]
  attributes: Named[]
  emptyCategories: number
}

/** Counts what came with the demo. */
export async function countDemo(db: Database, options: DemoOptions): Promise<Demo> {
  const demo = await findRows(db, options)
  return present(demo, await findGoingSetup(db, demo.deleted), await listDeliveredPages(db))
}

const present = (
  { brands, categories, attributes, changed, emptyCategories, ...rows }: DemoRows,
  { parts, zones, classes, groups, stays, publicPrices, ...setup }: GoingSetup,
  pages: Demo['pages'],
): Demo => ({
  products: rows.products.length,
  archived: rows.archived.length,
  changed,
  reviews: rows.reviews.length,
  orders: rows.orders.length,
  ordersStaying: rows.ordersStaying,
  pictures: rows.pictures.length,
  users: rows.users.length,
  brands: brands.length,
  categories: categories.length,
  attributes: attributes.length,
  emptyCategories,
  names: {
    brands: namesOf(brands),
    categories: namesOf(categories),
    attributes: namesOf(attributes),
    zones: namesOf(zones),
    classes: namesOf(classes),
    groups: namesOf(groups),
  },
  origin: setup.hasShippingOrigin || setup.hasTaxOrigin,
  stays,
  parts,
  pages,
  publicPrices,
})

/** Removes what came with the demo, all or nothing; the shop does not get it again when it starts. */
export const removeDemo = (db: Database, options: RemoveOptions, by: AuditActor): Promise<Demo> =>
  db.transaction(async (tx) => {
    // Orders before products, as everywhere; orders that are placed meanwhile wait, and then find no product.
    const { orders, products } = await findRows(tx, options)
    await tx.execute(sql`SELECT FROM orders WHERE id = ANY (${sql.param(orders)}) ORDER BY id FOR UPDATE`)
    await tx.execute(sql`SELECT FROM products WHERE id = ANY (${sql.param(products)}) ORDER BY id FOR UPDATE`)
    await lockDemoSetup(tx)
    const demo = await findRows(tx, options)
    const described = await findGoingSetup(tx, demo.deleted)
    const setup = options.keep ? await findGoingSetup(tx, demo.deleted, options.keep) : described
    await deleteOrders(tx, demo.orders)
    await deleteProducts(tx, demo, by)
    await tx.execute(sql`DELETE FROM reviews WHERE id = ANY (${sql.param(demo.reviews)})`)
    await deleteEmptyDefinitions(tx, demo)
    await deletePictures(tx, options.jobs, demo.pictures)
    await deleteDemoSetup(tx, setup)
    for (const user of await tx.select().from(users).where(inArray(users.id, demo.users))) {
      await markUserRemoved(tx, user, by)
    }
    await tx.execute(sql`DELETE FROM customer_terms WHERE user_id = ANY (${sql.param(demo.users)}) AND owed_cents = 0`)
    const pages = await hideDeliveredPages(tx, by)
    // What is left is the seller's own from now on.
    await tx.execute(sql`DELETE FROM demo_rows`)
    await tx.execute(
      sql`INSERT INTO shop_facts (name, value) VALUES ('demo-removed', now()::text) ON CONFLICT DO NOTHING`,
    )
    await recordAuditEvent(tx, by, { kind: 'demo-removed', subject: { type: 'site', id: 'demo' } })
    return present(demo, described, pages)
  })

async function findRows(db: Database | Transaction, { hasRealPayments }: DemoOptions): Promise<DemoRows> {
  const { rows } = await db.execute<DemoRows & Record<string, unknown>>(sql`
    WITH RECURSIVE theirs AS (${demoRows('products')}),
    demo AS (SELECT id FROM theirs WHERE is_unchanged),
    demo_user AS (SELECT value::uuid AS id FROM shop_facts WHERE name = 'demo-customer'),
    candidates AS (
      ${demoOrders(hasRealPayments)}
      UNION
      SELECT o.id FROM orders o JOIN users u ON u.id = o.buyer_id
      WHERE o.confirmed_at IS NULL AND NOT (${hasRealPayments} AND o.paid_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.product_id NOT IN (SELECT id FROM theirs))
        AND (u.role = 'admin' OR u.staff_role_id IS NOT NULL OR u.id IN (SELECT id FROM demo_user))),
    -- What replaces units of an order that stays, stays with it.
    replacements AS (
      SELECT r.replacement_id AS id FROM returns r
      WHERE r.replacement_id IS NOT NULL AND r.order_id NOT IN (SELECT id FROM candidates)
      UNION
      SELECT r.replacement_id FROM returns r JOIN replacements ON replacements.id = r.order_id
      WHERE r.replacement_id IS NOT NULL),
    demo_orders AS (SELECT id FROM candidates EXCEPT SELECT id FROM replacements),
    ordered AS (
      SELECT DISTINCT l.product_id AS id FROM order_lines l
      WHERE l.product_id IN (SELECT id FROM demo) AND l.order_id NOT IN (SELECT id FROM demo_orders)),
    deleted AS (SELECT id FROM demo EXCEPT SELECT id FROM ordered),
    -- What is not of the demo, or has a product that stays, also an archived one, with all above it.
    kept_categories AS (
      SELECT c.id, c.parent_id FROM categories c WHERE c.id NOT IN (${unchangedRows('categories')}) OR EXISTS (
        SELECT FROM products p WHERE p.category_id = c.id AND p.id NOT IN (SELECT id FROM deleted))
      UNION
      SELECT c.id, c.parent_id FROM categories c JOIN kept_categories kept ON kept.parent_id = c.id),
    demo_categories AS (SELECT c.id FROM categories c WHERE c.id NOT IN (SELECT id FROM kept_categories)),
    -- Products that stay on sale, in their category and in all above.
    filled AS (
      SELECT c.id, c.parent_id FROM categories c WHERE EXISTS (
        SELECT FROM products p WHERE p.category_id = c.id AND p.archived_at IS NULL AND p.id NOT IN (SELECT id FROM demo))
      UNION
      SELECT c.id, c.parent_id FROM categories c JOIN filled ON filled.parent_id = c.id)
    SELECT array(SELECT id FROM demo) AS products, array(SELECT id FROM ordered) AS archived,
      array(SELECT id FROM deleted) AS deleted,
      (SELECT count(*)::integer FROM theirs WHERE NOT is_unchanged) AS changed,
      array(${unchangedRows('reviews')}) AS reviews,
      array(SELECT id FROM demo_orders) AS orders,
      (SELECT count(*)::integer FROM orders o WHERE o.buyer_id IN (SELECT id FROM demo_user)
        AND o.id NOT IN (SELECT id FROM demo_orders)) AS "ordersStaying",
      array(
        SELECT i.id FROM images i WHERE NOT EXISTS (SELECT FROM image_uploads u WHERE u.image_id = i.id)
          AND i.url IN (
            SELECT image_url FROM products WHERE id IN (SELECT id FROM deleted)
            UNION ALL SELECT url FROM product_images WHERE product_id IN (SELECT id FROM deleted)
            UNION ALL SELECT image_url FROM reviews WHERE id IN (${unchangedRows('reviews')}))
          AND NOT EXISTS (SELECT FROM products p WHERE p.image_url = i.url AND p.id NOT IN (SELECT id FROM deleted))
          AND NOT EXISTS (SELECT FROM product_images p WHERE p.url = i.url AND p.product_id NOT IN (SELECT id FROM deleted))
          AND NOT EXISTS (SELECT FROM reviews r WHERE r.image_url = i.url AND r.id NOT IN (${unchangedRows('reviews')}))
          AND NOT EXISTS (SELECT FROM categories c WHERE c.image_url = i.url)
          AND NOT EXISTS (SELECT FROM users u WHERE u.photo_url = i.url)
          AND NOT EXISTS (
            SELECT FROM site_contents s WHERE strpos(s.content::text || s.translations::text, i.id) > 0)) AS pictures,
      array(
        SELECT id FROM users u WHERE id IN (SELECT id FROM demo_user) AND role <> 'admin' AND staff_role_id IS NULL
          AND removed_at IS NULL) AS users,
      ${listNamed(sql`
        SELECT id, name FROM brands b WHERE b.id IN (${unchangedRows('brands')})
          AND NOT EXISTS (SELECT FROM brands other WHERE other.merged_into = b.id)
          AND NOT EXISTS (
            SELECT FROM products p WHERE p.brand_id = b.id AND p.id NOT IN (SELECT id FROM deleted))`)} AS brands,
      ${listNamed(sql`
        SELECT id, (SELECT name FROM category_texts WHERE category_id = c.id ORDER BY language <> main_language(), language LIMIT 1)
        FROM demo_categories c`)} AS categories,
      ${listNamed(sql`
        SELECT id, (SELECT name FROM attribute_texts WHERE attribute_id = attributes.id ORDER BY language <> main_language(), language LIMIT 1)
        FROM attributes WHERE id IN (${unchangedRows('attributes')})
          AND NOT EXISTS (
            SELECT FROM category_attributes WHERE attribute_id = attributes.id
              AND category_id NOT IN (SELECT id FROM demo_categories))
          AND NOT EXISTS (
            SELECT FROM product_values WHERE attribute_id = attributes.id
              AND product_id NOT IN (SELECT id FROM deleted))`)} AS attributes,
      (SELECT count(*)::integer FROM categories
        WHERE id NOT IN (SELECT id FROM demo_categories) AND id NOT IN (SELECT id FROM filled)) AS "emptyCategories"`)
  const [found] = rows
  if (!found) throw new Error('The demo could not be counted.')
  return found
}

/** Selects rows with their names as a list. */
const listNamed = (rows: SQL) =>
  sql`(SELECT coalesce(json_agg(named ORDER BY name), '[]') FROM (${rows}) AS named (id, name))`

/** Deletes orders with all that belongs to them, and gives their units back to the products that stay. */
async function deleteOrders(tx: Transaction, ids: readonly string[]): Promise<void> {
  await releaseOpenCredit(tx, ids)
  await deleteOrderMovements(tx, ids)
  await tx.execute(sql`DELETE FROM order_confirmations WHERE order_id = ANY (${sql.param(ids)})`)
  // Papers of the demo are none of the seller's: nothing else lets them go before their retention ends.
  await tx.execute(sql`SET LOCAL shop.deletes_documents = 'on'`)
  await tx.execute(sql`SELECT delete_with_references('orders', format('id = ANY (%L)', ${sql.param(ids)}::uuid[]))`)
}

/** Takes what is open of orders on account off what their buyer owes. */
async function releaseOpenCredit(tx: Transaction, ids: readonly string[]): Promise<void> {
  const open = await tx
    .select()
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), isNull(orders.paidAt), isNull(orders.cancelledAt)))
  for (const order of open) await releaseOrderCredit(tx, order)
}

/** Deletes products with all that belongs to them; those in orders of real buyers are archived. */
async function deleteProducts(tx: Transaction, { deleted: gone, archived }: DemoRows, by: AuditActor): Promise<void> {
  await tx.execute(sql`
    UPDATE products SET archived_at = now(), archived_by = ${by.id}, updated_at = clock_timestamp()
    WHERE id = ANY (${sql.param(archived)})`)
  const deleted = sql.param(gone)
  await deleteProductMovements(tx, gone)
  await tx.execute(sql`UPDATE products SET replaced_by = NULL WHERE replaced_by = ANY (${deleted})`)
  const ofProducts = sql`product_id = ANY (${deleted})`
  for (const statement of [
    sql`DELETE FROM cart_lines WHERE ${ofProducts}`,
    sql`DELETE FROM discount_products WHERE ${ofProducts}`,
    sql`DELETE FROM part_numbers WHERE ${ofProducts}`,
    sql`DELETE FROM prices WHERE ${ofProducts}`,
    sql`DELETE FROM quantity_rules WHERE ${ofProducts}`,
  ])
    await tx.execute(statement)
  await tx.execute(sql`DELETE FROM products WHERE id = ANY (${deleted})`)
  await tx.execute(sql`
    DELETE FROM vehicle_engines WHERE id IN (${unchangedRows('vehicle_engines')}) AND NOT EXISTS (
      SELECT engine_id FROM fitments WHERE engine_id = vehicle_engines.id
      UNION ALL SELECT engine_id FROM garage_vehicles WHERE engine_id = vehicle_engines.id
      UNION ALL SELECT engine_id FROM vehicle_codes WHERE engine_id = vehicle_engines.id)`)
}

/** Deletes the brands, categories and attributes that nothing has any more. */
async function deleteEmptyDefinitions(tx: Transaction, { brands, categories, attributes }: DemoRows): Promise<void> {
  const idsOf = (named: readonly Named[]) => sql.param(named.map(({ id }) => id))
  await tx.execute(sql`DELETE FROM brands WHERE id = ANY (${idsOf(brands)})`)
  await tx.execute(sql`DELETE FROM old_slugs WHERE kind = 'category' AND target_id = ANY (${idsOf(categories)})`)
  await tx.execute(sql`DELETE FROM categories WHERE id = ANY (${idsOf(categories)})`)
  await tx.execute(sql`DELETE FROM attributes WHERE id = ANY (${idsOf(attributes)})`)
  await tx.execute(sql`UPDATE attribute_editions SET edition = edition + 1`)
}
