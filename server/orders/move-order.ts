import { and, eq, sql } from 'drizzle-orm'
import type { ChangedDetails } from '#contract/order-messages.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import { orderLines, orders } from '#server/orders/orders.tables.ts'
import type { PriceAtPlace } from '#server/orders/price-at-place.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type ChangedAddress = Pick<ChangedDetails, 'address' | 'delivery' | 'withBilling'>

/**
 * Returns the addresses of an order as a change of its delivery address leaves them: invoices go where they went, also if that was the same
 * address, unless the new one is for them, too.
 */
export function addressesAfter(
  { delivery: before, billing: known, language }: Pick<OrderRow['order'], 'delivery' | 'billing' | 'language'>,
  { address, delivery, withBilling }: ChangedAddress,
): Partial<Pick<OrderRow['order'], 'address' | 'delivery' | 'billing'>> {
  if (!delivery) return address === undefined ? {} : { address }
  const stays = known ?? before
  // One that is the same again needs no second one.
  const isSame = stays !== null && addressText(stays, language) === addressText(delivery, language)
  return { ...(address !== undefined && { address }), delivery, billing: withBilling || isSame ? null : stays }
}

/**
 * Writes another delivery address into an order, whose row the caller has locked; with amounts also what it costs there. Those are only for an
 * order without an invoice and without credits. Returns the changed row.
 */
export async function moveOrder(
  tx: Transaction,
  row: OrderRow,
  change: ChangedAddress,
  amounts: PriceAtPlace | undefined,
): Promise<OrderRow> {
  const [order] = await tx
    .update(orders)
    .set({
      ...addressesAfter(row.order, change),
      ...(amounts && {
        shippingCents: amounts.shippingCents,
        shippingNetCents: amounts.shippingNetCents,
        shippingTaxCents: amounts.shippingTaxCents,
        taxCents: amounts.taxCents,
        roundingCents: amounts.roundingCents,
        totalCents: amounts.totalCents,
        pricesIncludeTax: amounts.includesTax,
        buyerTaxNumber: amounts.buyerTaxNumber ?? null,
      }),
    })
    .where(eq(orders.id, row.id))
    .returning()
  if (!order) throw new Error('A locked order was not found.')
  if (!amounts) return { ...row, order }
  for (const [index, { netCents, taxCents, taxClass }] of amounts.lines.entries())
    await tx
      .update(orderLines)
      .set({ netCents, taxCents, taxClass })
      .where(and(eq(orderLines.orderId, row.id), eq(orderLines.position, index + 1)))
  await tx.execute(sql`DELETE FROM order_taxes WHERE order_id = ${row.id}`)
  await tx.execute(sql`
    INSERT INTO order_taxes (order_id, position, country, region, name, rate, reason, taxable_cents, tax_cents, provider, provider_ref)
    SELECT ${row.id}::uuid, position, country, region, name, rate, reason, "taxableCents", "taxCents", provider, "providerRef"
    FROM jsonb_to_recordset(${JSON.stringify(amounts.taxes.map((tax, index) => ({ position: index + 1, ...tax })))}::jsonb)
      AS tax (position smallint, country text, region text, name text, rate numeric, reason text, "taxableCents" bigint,
        "taxCents" bigint, provider text, "providerRef" text)`)
  return { ...row, order }
}
