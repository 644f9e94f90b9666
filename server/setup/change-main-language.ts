import { type SQL, sql } from 'drizzle-orm'
import { runningStates } from '#contract/imports.ts'
import type { Language } from '#contract/language.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { isKept, products, productTextNames, productTexts } from '#server/catalog/catalog.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { changeWithDemo, demoRows, unchangedRows } from '#server/setup/demo-rows.ts'
import { lockSetup } from '#server/shipping/record-shipping-change.ts'
import { exchangeContentTexts } from '#server/site-content/update-site-content.ts'

/**
 * Returns whether the shop has products that are not of the demo, drafts among them, or an import of products that is not over. Archived
 * ones count where they have no translation: restored, they would show the language of before.
 */
export async function hasOwnProducts(db: Database | Transaction): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT FROM ${products} WHERE (${isKept} OR NOT EXISTS (SELECT FROM product_texts WHERE product_id = id AND product_texts.name IS NOT NULL))
      AND id NOT IN (SELECT id FROM (${demoRows('products')}) demo)
    UNION ALL
    SELECT FROM imports WHERE kind = 'products' AND state = ANY (${sql.param(['uploaded', 'checked', 'planned', ...runningStates])}::text[])
    LIMIT 1`)
  return rows.length > 0
}

/** Lists the names without translations that the demo gives, and that of the list of public prices, which every shop has from the start. */
const firstNames: Record<Language, string>[] = [
  { en: 'Public price breaks', de: 'Öffentliche Staffelpreise' },
  { en: 'Workshop prices', de: 'Werkstattpreise' },
  { en: 'Fleet prices', de: 'Fuhrparkpreise' },
  { en: 'Workshops', de: 'Werkstätten' },
  { en: 'Fleets', de: 'Fuhrparks' },
  { en: 'Contiguous United States', de: 'USA ohne Alaska und Hawaii' },
  { en: 'Alaska, Hawaii and Puerto Rico', de: 'Alaska, Hawaii und Puerto Rico' },
  { en: 'Germany', de: 'Deutschland' },
  { en: 'European Union', de: 'Europäische Union' },
  { en: 'Reduced', de: 'Ermäßigt' },
  { en: 'Exempt', de: 'Steuerfrei' },
]

/** Writes something for each column of texts of a product, of which it must have a name and a description. */
const eachText = (write: (column: string, isNeeded: boolean) => string) =>
  sql.raw(
    productTextNames
      .map((text) => write(productTexts[text].name, text === 'name' || text === 'description'))
      .join(', '),
  )

/**
 * Makes the texts in another language the own ones of the demo, of archived products, shipping and site content, and the own ones
 * translations; what has no translation stays, but for names that the demo gave. Throws `main-language-in-use` once the shop has products of its own.
 */
export async function changeMainLanguage(
  tx: Transaction,
  by: AuditActor | undefined,
  from: Language,
  to: Language,
): Promise<void> {
  // Who locks a product first waits, too: products that are added meanwhile come before or after.
  await tx.execute(sql`LOCK TABLE products IN EXCLUSIVE MODE`)
  if (await hasOwnProducts(tx)) throw problem('main-language-in-use')
  await exchangeContentTexts(tx, by, from, to)
  await lockSetup(tx)
  const names = sql`name = names ->> ${to}, names = names - ${to}::text || jsonb_build_object(${from}::text, name)`
  const renamed = JSON.stringify(Object.fromEntries(firstNames.map((name) => [name[from], name[to]])))
  const rename = (table: SQL, firstOnes: SQL) => sql`
    UPDATE ${table} named SET name = ${renamed}::jsonb ->> name WHERE ${renamed}::jsonb ? name AND ${firstOnes}
      AND NOT EXISTS (SELECT FROM ${table} taken WHERE lower(taken.name) = lower(${renamed}::jsonb ->> named.name))`
  const statements = [
    sql`WITH translated AS (DELETE FROM product_texts WHERE language = ${to} RETURNING *),
      former AS (
        SELECT id, ${from}::text, ${eachText((text, isNeeded) => (isNeeded ? `CASE WHEN translated.${text} <> '' THEN nullif(own.${text}, '') END AS ${text}` : `own.${text}`))}
        FROM products own JOIN translated ON product_id = id),
      kept AS (
        INSERT INTO product_texts (product_id, language, ${eachText((text) => text)})
        SELECT * FROM former WHERE num_nonnulls(${eachText((text) => text)}) > 0)
      UPDATE products own SET ${eachText((text, isNeeded) => `${text} = ${isNeeded ? `coalesce(translated.${text}, own.${text})` : `translated.${text}`}`)}
      FROM translated WHERE product_id = id`,
    sql`UPDATE product_images SET alt = alts ->> ${to},
      alts = jsonb_strip_nulls(alts - ${to}::text || jsonb_build_object(${from}::text, alt)) WHERE alts ? ${to}`,
    sql`UPDATE shipping_methods SET ${names} WHERE names ? ${to}`,
    sql`UPDATE ship_classes SET ${names} WHERE names ? ${to}`,
    rename(sql`price_lists`, sql`(is_base OR id IN (${unchangedRows('price_lists')}))`),
    rename(sql`customer_groups`, sql`id IN (${unchangedRows('customer_groups')})`),
    rename(sql`shipping_zones`, sql`id IN (${unchangedRows('shipping_zones')})`),
    rename(sql`tax_classes`, sql`code IN (${unchangedRows('tax_classes')})`),
  ]
  await changeWithDemo(tx, async () => {
    for (const statement of statements) await tx.execute(statement)
  })
}
