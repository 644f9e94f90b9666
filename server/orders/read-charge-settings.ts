import { sql } from 'drizzle-orm'
import type { Database } from '#server/platform/database/database.ts'
import { prepareStatement } from '#server/platform/database/prepare-statement.ts'

/** Holds a switch with the number of changes of what it switches: while that is the same, what was read of it still holds. */
export interface Edition {
  enabled: boolean
  edition: number
}

/** Holds what an order may cost besides its products. */
export interface ChargeSettings {
  /** Changes with everything that tax and shipping are calculated from; null while an order costs no more than its products. */
  version: string | null
  tax: Edition
  shipping: Edition
  /** Whether a discount that needs no code is switched on. */
  hasDiscounts: boolean
  /** Whether the buyer has a verified tax number or certificate. */
  hasTaxNumbers: boolean
}

/** Reads the settings that decide what an order costs besides its products, with one prepared statement. */
export async function readChargeSettings(db: Database, buyerId: string | undefined): Promise<ChargeSettings> {
  const [settings] = await read(db, { buyer: buyerId ?? null })
  if (!settings) throw new Error('The settings of tax and shipping are missing.')
  return settings
}

const buyer = sql`${sql.placeholder('buyer')}::uuid`

const read = prepareStatement<ChargeSettings>(
  'charge_settings',
  sql`
    SELECT charges_version() AS version,
      json_build_object('enabled', tax.enabled, 'edition', tax.edition) AS tax,
      json_build_object('enabled', shipping.enabled, 'edition', shipping.edition) AS shipping,
      EXISTS (SELECT FROM discounts WHERE code IS NULL AND active) AS "hasDiscounts",
      EXISTS (SELECT FROM tax_ids WHERE user_id = ${buyer} AND status = 'verified')
        OR EXISTS (SELECT FROM exemption_certificates WHERE user_id = ${buyer} AND verified_by IS NOT NULL) AS "hasTaxNumbers"
    FROM tax_settings tax, shipping_settings shipping`,
)
