import { sql } from 'drizzle-orm'
import type { ShipClass, ShippingOrigin } from '#contract/shipping.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Method, Zone } from '#server/shipping/shipping-rules.ts'

/** Describes everything that decides what delivery costs, as the rules need it. */
export interface Setup {
  enabled: boolean
  edition: number
  defaultWeightGrams: number | null
  origin: ShippingOrigin | null
  /** In their order. */
  zones: Zone[]
  methods: Method[]
  classes: ShipClass[]
}

/** Reads the whole set-up with one statement. */
export async function readSetup(db: Database | Transaction): Promise<Setup> {
  const { rows } = await db.execute<{ setup: Setup }>(sql`
    SELECT json_build_object(
      'enabled', enabled, 'edition', edition, 'defaultWeightGrams', default_weight_grams, 'origin', origin,
      'zones', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'members', (
          SELECT coalesce(json_agg(json_build_object('country', country, 'region', region, 'from', postal_from, 'to', postal_to)
            ORDER BY member.position), '[]')
          FROM shipping_zone_members member WHERE zone_id = zone.id)) ORDER BY position, id), '[]')
        FROM shipping_zones zone),
      'methods', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'names', names, 'kind', kind, 'by', by,
          'days', CASE WHEN days_from IS NOT NULL THEN json_build_object('from', days_from, 'to', days_to) END,
          'carrier', carrier, 'active', active,
          'rates', (SELECT coalesce(json_agg(json_build_object('zoneId', zone_id, 'from', from_amount, 'to', to_amount,
              'priceCents', price_cents, 'perKgCents', per_kg_cents, 'freeFromCents', free_from_cents)
              ORDER BY zone_id, rate.position), '[]')
            FROM shipping_rates rate WHERE method_id = method.id),
          'classRules', (SELECT coalesce(json_agg(json_build_object('class', class, 'isExcluded', is_excluded,
              'surchargeCents', surcharge_cents, 'perUnit', per_unit) ORDER BY class), '[]')
            FROM shipping_class_rules WHERE method_id = method.id)) ORDER BY position, id), '[]')
        FROM shipping_methods method),
      'classes', (SELECT json_agg(json_build_object('code', code, 'name', name, 'names', names) ORDER BY position, code)
        FROM ship_classes)) AS setup
    FROM shipping_settings`)
  if (!rows[0]) throw new Error('The settings of shipping are missing.')
  return rows[0].setup
}
