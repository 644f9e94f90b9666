import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { changeWithDemo, unchangedRows } from '#server/setup/demo-rows.ts'
import { lockSetup } from '#server/shipping/record-shipping-change.ts'

const germanOrigin = {
  company: 'Boltyard',
  street: 'Musterstraße 12',
  city: 'Berlin',
  postalCode: '10115',
  country: 'DE',
}

/**
 * Makes the demo that of a German shop: it sends from Germany and is registered there, and has neither rates nor zones of the United States.
 * What the seller has changed stays, and all of it once delivery or tax is charged. In other countries the demo stays as it is.
 */
export async function moveDemo(tx: Transaction, country: string | undefined): Promise<void> {
  if (country !== 'DE') return
  const { enabled } = await lockSetup(tx)
  const { rows: taxed } = await tx.execute(sql`SELECT FROM tax_settings WHERE enabled FOR UPDATE`)
  if (enabled || taxed.length > 0) return
  const american = sql`
    SELECT id FROM (${unchangedRows('shipping_zones')}) zone WHERE NOT EXISTS (
      SELECT FROM shipping_zone_members WHERE zone_id = zone.id AND country IS DISTINCT FROM 'US')`
  const german = sql`
    SELECT zone_id FROM shipping_zone_members WHERE country = 'DE' AND zone_id IN (${unchangedRows('shipping_zones')}) LIMIT 1`
  const statements = [
    sql`UPDATE tax_settings SET country = 'DE', region = '' WHERE 'origin' IN (${unchangedRows('tax_settings')})`,
    sql`DELETE FROM tax_rates WHERE country = 'US' AND id IN (${unchangedRows('tax_rates')})`,
    sql`DELETE FROM tax_registrations WHERE country = 'US' AND id IN (${unchangedRows('tax_registrations')})`,
    // What is picked up in the shop is picked up in Germany.
    sql`UPDATE shipping_rates SET zone_id = (${german}) FROM shipping_methods method
      WHERE method.id = method_id AND method.kind = 'pickup' AND method.id IN (${unchangedRows('shipping_methods')})
        AND zone_id IN (${american}) AND EXISTS (${german})`,
    sql`DELETE FROM shipping_methods WHERE id IN (${unchangedRows('shipping_methods')}) AND NOT EXISTS (
      SELECT FROM shipping_rates WHERE method_id = shipping_methods.id AND zone_id NOT IN (${american}))`,
    sql`DELETE FROM shipping_zones WHERE id IN (${american})`,
    sql`UPDATE shipping_settings SET origin = ${JSON.stringify(germanOrigin)}::jsonb WHERE 'origin' IN (${unchangedRows('shipping_settings')})`,
  ]
  await changeWithDemo(tx, async () => {
    for (const statement of statements) await tx.execute(statement)
  })
}
