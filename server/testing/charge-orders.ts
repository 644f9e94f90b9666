import { sql } from 'drizzle-orm'
import type { TestShop } from '#server/testing/open-test-shop.ts'

/** The address of an order to Austin, where tax is 8.25 % and shipping costs $12.00, from $500 on nothing. */
export const texanDelivery = {
  country: 'US',
  recipient: 'Test Garage',
  street: '100 Congress Ave',
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
}

/** Makes a shop collect sales tax in Texas and charge its shipping within the United States. */
export async function chargeOrders({ db }: Pick<TestShop, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO tax_registrations (country, region, starts_on) VALUES ('US', 'TX', '2020-01-01')`)
    await tx.execute(sql`
      INSERT INTO tax_rates (country, region, tax_class, name, rate, starts_on)
      VALUES ('US', 'TX', 'standard', 'Texas', 0.0825, '2020-01-01')`)
    await tx.execute(sql`UPDATE tax_settings SET enabled = true, country = 'US', region = 'TX'`)
    await tx.execute(sql`
      WITH zone AS (INSERT INTO shipping_zones (name) VALUES ('United States') RETURNING id),
      member AS (INSERT INTO shipping_zone_members (zone_id, position, country) SELECT id, 1, 'US' FROM zone),
      ground AS (
        INSERT INTO shipping_methods (name, kind, days_from, days_to, position) VALUES ('Ground', 'flat', 2, 4, 1) RETURNING id),
      freight AS (INSERT INTO shipping_methods (name, kind, position) VALUES ('Freight on request', 'quoted', 2) RETURNING id)
      INSERT INTO shipping_rates (method_id, zone_id, position, price_cents, free_from_cents)
      SELECT ground.id, zone.id, 1, 1200, 50000 FROM ground, zone
      UNION ALL SELECT freight.id, zone.id, 1, 0, NULL FROM freight, zone`)
    await tx.execute(sql`UPDATE shipping_settings SET enabled = true`)
  })
}
